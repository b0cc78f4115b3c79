"""Text in columns: padded and wrapped by the width that a terminal gives each character."""

import unicodedata
from collections.abc import Iterable, Sequence

LEFT_TO_RIGHT = "\u200e"  # takes no room; numbers after it stay where they are printed


def width(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def cut(text: str, most: int) -> str:
    """`text` in at most so many columns, with an ellipsis where something was left out."""
    if width(text) <= most:
        return text
    while width(text) > most - 1:
        text = text[:-1]
    return text + "…"


def table(rows: Sequence[Sequence[str]], align: str, gap: str = "  ") -> list[str]:
    """The rows as lines with even columns; `align` has `<` or `>` for each column."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(_cell(*cell) for cell in zip(row, widths, align, strict=True)).rstrip()
        for row in rows
    ]


def _cell(text: str, columns: int, side: str) -> str:
    room = " " * (columns - width(text))
    text = isolated(text)
    return room + text if side == ">" else text + room


def isolated(text: str) -> str:
    """`text`, marked so that a Hebrew word does not pull figures beside it to its other side."""
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return LEFT_TO_RIGHT + text + LEFT_TO_RIGHT
    return text


def wrap(text: str, most: int, first: str = "", rest: str = "") -> list[str]:
    """The words of `text` in lines of at most so many columns, behind `first` and then `rest`."""
    lines, line = [], first
    empty = True
    for word in _words(text, most - max(width(first), width(rest))):
        if not empty and width(line) + 1 + width(word) > most:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line]


def _words(text: str, most: int) -> Iterable[str]:
    """The words, those that are too long for any line in pieces."""
    for word in text.split():
        while width(word) > most:
            size = next(n for n in range(len(word), 0, -1) if n == 1 or width(word[:n]) <= most)
            yield word[:size]
            word = word[size:]
        yield word
