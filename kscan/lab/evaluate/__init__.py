"""Accuracy: the one place where it is computed.

A part is a function `(data: Path, models: Models) -> Json` here; `parts.PARTS` lists them.
"""
