"""Typed entries for kingdoms without a photo, in text files and corrections."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kscan.corrections.decisions import (
    DISCARDED,
    Decisions,
    Discarded,
    KingdomIs,
    of_kind,
    parse_total,
    refuse_unknown,
    total_of,
)
from kscan.errors import NotationError
from kscan.files import open_regular
from kscan.game.box import Box
from kscan.game.gamefile import NamedKingdom, parse_game, read_text
from kscan.game.rules import PLAIN, Rules
from kscan.game.scoring import score
from kscan.remarks import remark
from kscan.tournament.names import composed, plain, tidy
from kscan.tournament.records import Entered, Place, Row

SUFFIX = ".txt"


@dataclass(frozen=True, slots=True)
class Typed:
    """A text file's statement: kingdoms, or one total."""

    name: str  # below the folder
    kingdoms: tuple[NamedKingdom, ...] = ()  # named by their headings; one may have none
    total: int | None = None
    discarded: bool = False  # a domino was: no Harmony


def typed_below(
    folder: Path, names: Sequence[str], photos: Sequence[str], rules: Rules = PLAIN
) -> Iterator[Typed]:
    """Yield the text files of a kingdom or a total.

    Among `names`, those that state it and nothing else. One that has a photo of its name beside it
    does not count.
    """
    shown = {_stem(photo) for photo in photos}
    for name in names:
        if name.casefold().endswith(SUFFIX) and _stem(name) not in shown:
            typed = _typed(folder / name, name, rules)
            if typed is not None:
                yield typed


def _stem(name: str) -> str:
    return composed(name.rpartition(".")[0]).casefold().strip()


def _typed(path: Path, name: str, rules: Rules) -> Typed | None:
    try:
        with open_regular(path) as file:
            text = read_text(file)
    except (OSError, NotationError):
        return None
    total = parse_total(text)
    if total is not None:
        return Typed(name, total=total)
    lines = text.splitlines()
    discarded = [line for line in lines if line.strip().casefold() == DISCARDED]
    try:
        kingdoms = parse_game("\n".join(line for line in lines if line not in discarded), "", rules)
        for one in kingdoms:
            for cell in one.kingdom.cells():
                refuse_unknown(one.kingdom[cell], rules.box)
    except NotationError:
        return None
    return Typed(name, kingdoms, discarded=bool(discarded))


def entry_row(typed: Typed, place: Place, rules: Rules) -> Row:
    """Make a text file's row, in place of a photo."""
    name = _player(place, typed.name)
    if typed.total is not None:
        return Row(typed.name, "", place, entered=(Entered(name, typed.total),))
    entered = []
    for one in typed.kingdoms:
        sheet = score(one.kingdom, rules, discarded=typed.discarded)
        entered.append(Entered(tidy(one.name) or name, sheet.total, sheet))
    return Row(typed.name, "", place, entered=tuple(entered))


def entries_beside(rows: Sequence[Row], entered: Sequence[Row], box: Box) -> tuple[Row, ...]:
    """Return the typed entries' rows beside those of photos.

    Where a player has a kingdom already, or the table is full, they are asked about.
    """
    seated = Counter(
        (row.place.round, row.place.table)
        for row in (*rows, *entered)
        if row.counts and row.place.has_table
        for _ in (*row.kingdoms, *row.entered)
    )
    found = []
    seen = {seat for row in rows if row.counts for seat in seats_of(row)}
    for row in entered:
        again = [name for seat, name in seats_of(row).items() if seat in seen and seat[1]]
        seen |= seats_of(row).keys()
        said = [*row.remarks, *(remark("another_kingdom", player=name) for name in again)]
        count = seated[row.place.round, row.place.table]
        crowd = remark("too_many_players", look=True, count=count, limit=box.most_players)
        full = count > box.most_players
        found.append(replace(row, remarks=(*said, crowd) if full else tuple(said)))
    return tuple(found)


def seats_of(row: Row) -> dict[tuple[str, str, str], str]:
    """Return a row's players by round, table and plain name."""
    names = [one.player for one in row.kingdoms if one.named]
    names += [one.player for one in row.entered]
    return {(row.place.round, row.place.table, plain(name)): name for name in names}


def _player(place: Place, name: str) -> str:
    players = [player for player, _ in place.players if player]
    return players[0] if len(players) == 1 else name.rpartition(".")[0]


def decided_entries(
    photo: str,
    place: Place,
    decisions: Mapping[int, Decisions],
    rules: Rules,
) -> tuple[Entered, ...]:
    """Return decisions on kingdoms of an unread photo."""
    entered = []
    for number, said in sorted(decisions.items()):
        players = [player for player, _ in place.players]
        name = players[number] if number < len(players) else ""
        name = name or _player(Place(), photo) + (f" {number + 1}" if number else "")
        total, whole = total_of(said), of_kind(said, KingdomIs)
        if total is not None:
            entered.append(Entered(name, total))
        elif whole:
            sheet = score(whole[0].kingdom, rules, discarded=bool(of_kind(said, Discarded)))
            entered.append(Entered(name, sheet.total, sheet))
    return tuple(entered)
