"""What a person said about photos: one type of decision, and its readers and writers."""

from kscan.corrections.decisions import (
    Decision,
    GridIs,
    KingdomIs,
    LooksRight,
    SquareIs,
    parse_fix,
)

__all__ = ["Decision", "GridIs", "KingdomIs", "LooksRight", "SquareIs", "parse_fix"]
