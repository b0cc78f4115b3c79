"""The generated parts of the README and the docs: figures, samples, commands, formats.

`python -m kscan.lab.documents` writes them anew; tests keep them equal to what they are made from.
"""
