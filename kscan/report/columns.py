"""Text in columns: padded and wrapped by characters' widths on a terminal."""

import unicodedata
from collections.abc import Iterable, Sequence

from kscan.locale import LINE_MARK

LEFT_TO_RIGHT = "\u200e"  # takes no room; numbers after it stay where they are printed


def width(text: str) -> int:
    """Count the terminal columns of `text`."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def cut(text: str, most: int) -> str:
    """Cut `text` to `most` columns, with an ellipsis."""
    if _fitting(text, 0, most) == len(text):
        return text
    return text[: _fitting(text, 0, most - 1)] + "…"


def _fitting(text: str, start: int, most: int) -> int:
    """Return the end of the longest piece within `most`.

    Columns, from `start` on.
    """
    taken = 0
    for end in range(start, len(text)):
        taken += _columns(text[end])
        if taken > most:
            return end
    return len(text)


def table(rows: Sequence[Sequence[str]], align: str, gap: str = "  ") -> list[str]:
    """Align rows in columns; `align` has `<` or `>` each."""
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
    """Isolate `text` from surrounding text of another direction.

    So that a Hebrew word does not pull figures beside it to its other side.
    """
    return LEFT_TO_RIGHT + text + LEFT_TO_RIGHT if _right_to_left(text) else text


def _right_to_left(text: str) -> bool:
    letters = (character for character in text if character != LINE_MARK)
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in letters)


def wrap(text: str, most: int, first: str = "", rest: str = "") -> list[str]:
    """Wrap `text` at `most` columns, prefixed `first`, then `rest`."""
    if _right_to_left(text):
        first, rest = LINE_MARK + first, LINE_MARK + rest
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
    """Yield words, overlong ones in pieces."""
    for word in text.split():
        start = 0
        while (end := max(start + 1, _fitting(word, start, most))) < len(word):
            yield word[start:end]
            start = end
        yield word[start:]
