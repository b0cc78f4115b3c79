"""The painted sample that ships with kscan."""

from pathlib import Path

import kscan

NAME = "gaps.jpg"


def sample() -> Path:
    """Return its file: inside the package once installed, beside it in a checkout."""
    package = Path(kscan.__file__).resolve().parent
    inside = package / "samples" / NAME
    return inside if inside.is_file() else package.parent / "samples" / NAME
