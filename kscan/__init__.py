"""Scores Kingdomino kingdoms from a photo."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kscan.pipeline import scan as scan

__all__ = ["__version__", "scan"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import the pipeline lazily.

    `kscan --help` needs no OpenCV.
    """
    if name == "scan":
        from kscan.pipeline import scan

        return scan
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
