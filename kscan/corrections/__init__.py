"""A person's decisions about photos: one type, its readers and writers."""

from kscan.corrections.decisions import (
    Decision,
    GridIs,
    KingdomIs,
    LooksRight,
    SquareIs,
    parse_fix,
)

__all__ = ["Decision", "GridIs", "KingdomIs", "LooksRight", "SquareIs", "parse_fix"]
