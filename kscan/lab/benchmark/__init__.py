"""Speed: every figure of it, as ratios to a work that any machine can repeat.

A topic is a module here with `measure(subject: Subject) -> Iterator[Figure]`; the command
`kscan lab benchmark` lists them.
"""
