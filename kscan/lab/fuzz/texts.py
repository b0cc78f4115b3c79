"""Texts that people write for kscan: kingdoms, games, corrections; and what became of them."""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from kscan.corrections import kingdom_file
from kscan.corrections.decisions import parse_fix
from kscan.corrections.table import read_corrections
from kscan.errors import KscanError
from kscan.game.gamefile import parse_game
from kscan.game.kingdom import parse_kingdom
from kscan.game.legality import examine
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.variants import Variant
from kscan.lab.fuzz.promises import BrokenPromiseError, refused
from kscan.tournament.folder import natural
from kscan.tournament.names import PhotoNames
from kscan.tournament.players import seating
from kscan.tournament.serialization import decode_game

_SQUARES = ["W0", "W1", "F0", "F1", "L0", "L1", "P0", "P2", "S1", "S2", "M1", "M3", "C", "Cb", "."]
# What editors, spreadsheets, messengers and people with bad intentions put between.
_STRANGE = [
    "W9", "C0", "c", "..", "W", "0", "W 0", "\t", "\r", "\n", "\n\n", "\x00", "\x1c", "\u2028",
    "\u00a0", "\ufeff", "\u202e", "W\uff11", "\u0421", "\U0001f451", "\udc80", "#", "#:", "=",
    "nan", "-", "1e999", "%s", "{}", "W0" * 60, "9" * 5000,
]  # fmt: skip


_COLUMNS = ["round", "table", "player", "color", "kingdom", "squares", "content", "at"]
_CELLS = [
    "anna.jpg", "round-1/table-1/anna.jpg", "boris.jpg", "1", "2", "0", "pink", "ok", "r0c1=F1",
    "r0c1=F1 r0c1=W0", "W0 F1 / C L0", "aaaaaaaa", "120,340", "\"", "'=1+1", "", " ",
]  # fmt: skip


def written(dice: Random) -> str:
    """Return a kingdom, a game or a correction, as it should be or somewhat damaged."""
    return _damaged(dice.choice(_KINDS)(dice), dice)


def judge(text: str) -> str:
    """Give the text to everything that reads texts: `kingdom`, or the code of the refusal."""
    for reads in (kingdom_file.parse, _read_fix, _read_game, _read_tables, _read_kept):
        try:
            reads(text)
        except KscanError as error:
            refused(error)
    try:
        kingdom = parse_kingdom(text)
    except KscanError as error:
        return refused(error)
    if parse_kingdom(str(kingdom)) != kingdom:
        raise BrokenPromiseError("written and read again it is another kingdom")
    if score(kingdom, Rules(frozenset(Variant))).total < 0:
        raise BrokenPromiseError("a total below zero")
    examine(kingdom)
    return "kingdom"


def _read_game(text: str) -> None:
    if not all(named.kingdom.covered for named in parse_game(text, "name")):
        raise BrokenPromiseError("a kingdom of nothing")


def _read_fix(text: str) -> None:
    if parse_fix(text)[0] < 0:
        raise BrokenPromiseError("a correction of no kingdom")


def _read_tables(text: str) -> None:
    """Read the text as games.csv and as corrections.csv of a few photos."""
    photos = {"round-1/table-1/anna.jpg": "a" * 64, "boris.jpg": "b" * 64}
    # Named by its first reader, as tables are: messages begin with the name.
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(text.encode("utf-8", "surrogatepass"))
        file.flush()
        for reads in (
            lambda path: seating(tuple(photos), path),
            lambda path: read_corrections(path, photos, PhotoNames(tuple(photos))),
        ):
            try:
                reads(Path(file.name))
            except KscanError as error:
                refused(error)
    sorted(text.split(","), key=natural)


def _read_kept(text: str) -> None:
    """Read the text as what a batch keeps of a game."""
    with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
        decode_game(text.encode("utf-8", "surrogatepass"))


def _table(dice: Random) -> str:
    columns = ["photo", *dice.sample(_COLUMNS, dice.randint(0, len(_COLUMNS)))]
    cells = (*_CELLS, *_STRANGE, *_SQUARES)
    rows = [[dice.choice(cells) for _ in columns] for _ in range(dice.randint(0, 6))]
    separator = dice.choice(",,,;\t")
    return "\n".join(separator.join(row) for row in (columns, *rows))


def _nested(dice: Random) -> str:
    return dice.choice(("[", '{"a":', "[[1,")) * dice.choice((1, 9, 30_000))


def _kingdom(dice: Random) -> str:
    rows = [
        [dice.choice(_SQUARES) for _ in range(dice.randint(1, 8))]
        for _ in range(dice.choice((0, 1, 3, 5, 5, 7, 8)))
    ]
    width = dice.randint(1, 7)
    if dice.random() < 0.7:
        rows = [(row * 7)[:width] for row in rows]
    return "\n".join(dice.choice((" ", " ", "  ", "\t")).join(row) for row in rows)


def _game(dice: Random) -> str:
    return "\n".join(f"# name {n}\n{_kingdom(dice)}" for n in range(dice.randint(1, 5)))


def _fix(dice: Random) -> str:
    kingdom = dice.choice(("", "k0", "k1", "k00", "K4", "k" + "9" * 5000))
    return f"{kingdom}r{dice.randrange(9)}c{dice.randrange(9)}={dice.choice(_SQUARES)}"


def _corrections(dice: Random) -> str:
    lines = ["#: photo sha256 " + "0123456789abcdef" * 4]
    for number in range(dice.randint(1, 3)):
        text = _kingdom(dice)
        rows, cols = text.count("\n") + 1, len(text.partition("\n")[0].split())
        corners = " ".join(f"{dice.randrange(-9, 4000)}.5,{dice.randrange(4000)}" for _ in "four")
        lines += [f"# kingdom {number + 1}", f"#: corners {rows}x{cols} {corners}"]
        lines += [f"#: look at r{dice.randrange(9)}c0: read as W0", text]
    return "\n".join(lines)


def _damaged(text: str, dice: Random) -> str:
    for _ in range(dice.choice((0, 0, 1, 2, 9))):
        at = dice.randint(0, len(text))
        text = text[:at] + dice.choice(_STRANGE) + text[at + dice.choice((0, 0, 1, 5)) :]
    return text


_KINDS: tuple[Callable[[Random], str], ...] = (
    *(_kingdom, _kingdom, _game, _game, _corrections, _corrections, _fix, _table, _table, _nested),
)
