"""The other editions' boxes, and boxes from files."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from kscan.errors import NotationError, UsageError, english, shown
from kscan.game.box import BASE, Box, Domino, numbered
from kscan.game.gamefile import read_text
from kscan.game.kingdom import LARGEST, SMALLEST
from kscan.game.squares import BASE_COLORS, CastleColor, Square, parse_square

_GIANTS = """
A F0 W0, B F0 W0, C L0 W0, D M0 P0, E S0 P0, F L0 P0,
49 W2 F1, 50 F2 L1, 51 L2 P1, 52 P2 S1, 53 S2 M1, 54 M2 S1
"""
_QUEENDOMINO = """
W0 W0  W0 W0  F0 F0  F0 F0  W1 S0  W1 M0  F1 W0  F1 W0  L0 L0  L0 L0  P0 P0  P0 P0
F1 W0  F1 L0  F1 P0  L1 W0  S0 S0  W1 F0  W1 L0  W1 P0  L1 F0  L1 F0  L1 F0  P1 W0
S1 W0  P2 W0  P2 F0  S2 W0  T0 S0  F1 T0  L1 T0  L1 T0  S2 F0  M2 W0  M2 W0  T0 F0
P1 T0  S1 T0  M1 T0  M2 T0  T0 L0  T0 L0  T0 P0  T0 P0  M3 T0  T0 T0  T0 T0  T0 T0
"""


def _with_backs(text: str) -> tuple[Domino, ...]:
    words = (part.split() for part in text.split(","))
    return tuple(Domino(back, parse_square(one), parse_square(other)) for back, one, other in words)


# Two players place 24 dominoes each, which only 7 x 7 holds; three to five place 12.
GIANTS = Box(
    "giants",
    BASE.dominoes + _with_backs(_GIANTS),
    (*BASE_COLORS, CastleColor.BROWN),
    ((SMALLEST, LARGEST), (LARGEST,), (SMALLEST,), (SMALLEST,), (SMALLEST,)),
    giants=6,
)
# Two base boxes: three or four players on 7 x 7.
XL = Box("xl", BASE.dominoes * 2, BASE_COLORS, ((LARGEST,), (), (LARGEST,), (LARGEST,)))
QUEENDOMINO = replace(
    BASE,
    name="queendomino",
    dominoes=numbered([parse_square(word) for word in _QUEENDOMINO.split()]),
    colors=(CastleColor.ORANGE, CastleColor.PURPLE, CastleColor.WHITE, CastleColor.RED),
)

BOXES: Mapping[str, Box] = {box.name: box for box in (BASE, GIANTS, XL, QUEENDOMINO)}

# More is no edition's box; the cuts of a kingdom count a sort in seven bits.
MOST_DOMINOES = 120
MOST_CROWNS = 5
_LONGEST_LINE = 200
_BACK = re.compile(r"[1-9][0-9]{0,2}|[A-Z]")
_EXPECTED = english("expected a back and two squares, such as '49 W2 F1'")


def find_box(name: str, folder: Path = Path()) -> Box:
    """Find a box by name, or read its file in `folder`.

    The name may be in any case. UsageError where there is neither, or the file cannot be
    understood.
    """
    known = BOXES.get(name.strip().lower())
    if known is not None:
        return known
    path = folder / name
    try:
        if path.is_file():  # a pipe would be waited for
            with path.open("rb") as file:
                return parse_box(read_text(file), shown(path.stem))
    except NotationError as error:
        raise UsageError("{file}: {reason}", file=shown(name), reason=error.message) from None
    except (OSError, ValueError) as error:
        raise UsageError(
            "{file}: the box cannot be read ({reason})", file=shown(name), reason=error
        ) from None
    raise UsageError(
        "no box or file {file}: choose {names}, or a file",
        file=repr(shown(name)),
        names=", ".join(BOXES),
    )


def parse_box(text: str, name: str) -> Box:
    """Parse a box file: one domino a line, `#` begins a comment.

    It is played by as many, and on the same grids, as the base box. Raises NotationError with the
    line where something else was expected.
    """
    dominoes: dict[str, Domino] = {}
    lines: dict[str, int] = {}
    for number, words in _lines(text):
        domino = _domino(number, words)
        if domino.back in lines:
            first = lines[domino.back]
            raise NotationError(
                "line {line}: {back} is in line {first} already",
                line=number,
                back=domino.back,
                first=first,
            )
        if len(dominoes) == MOST_DOMINOES:
            raise NotationError(
                "line {line}: more than {most} dominoes", line=number, most=MOST_DOMINOES
            )
        dominoes[domino.back], lines[domino.back] = domino, number
    if not dominoes:
        raise NotationError("line 1: no domino here; {expected}", expected=_EXPECTED)
    return replace(BASE, name=name, dominoes=tuple(dominoes.values()))


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each non-empty line's number and words."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise NotationError(
                "line {line}: more than {most} characters; {expected}",
                line=number,
                most=_LONGEST_LINE,
                expected=_EXPECTED,
            )
        if words := line.split("#", 1)[0].split():
            yield number, words


def _domino(number: int, words: list[str]) -> Domino:
    if len(words) != 3:
        raise NotationError("line {line}: {reason}", line=number, reason=_EXPECTED)
    back, *halves = words
    if not _BACK.fullmatch(back):
        raise NotationError(
            "line {line}: {back} is no back: expected a number from 1 to 999 or a capital letter",
            line=number,
            back=repr(back[:12]),
        )
    first, second = (_half(number, half) for half in halves)
    return Domino(back, first, second)


def _half(number: int, text: str) -> Square:
    try:
        square = parse_square(text)
    except NotationError as error:
        raise NotationError("line {line}: {reason}", line=number, reason=error) from None
    if square.castle:
        raise NotationError(
            "line {line}: a castle is no half of a domino; leave {text} out", line=number, text=text
        )
    if square.is_empty:
        raise NotationError(
            "line {line}: '.' is no half of a domino; say what is printed there", line=number
        )
    if square != square.printed:
        raise NotationError(
            "line {line}: {text} shows more than is printed; write {printed}",
            line=number,
            text=repr(text),
            printed=square.printed,
        )
    if square.crowns > MOST_CROWNS:
        raise NotationError(
            "line {line}: {text}: at most {most} crowns on a square",
            line=number,
            text=repr(text),
            most=MOST_CROWNS,
        )
    return square
