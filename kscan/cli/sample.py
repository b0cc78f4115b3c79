"""The painted sample shipped with kscan."""

from pathlib import Path

import kscan

NAME = "gaps.jpg"


def sample() -> Path:
    """Return the sample's path, installed or in a checkout."""
    package = Path(kscan.__file__).resolve().parent
    inside = package / "samples" / NAME
    return inside if inside.is_file() else package.parent / "samples" / NAME
