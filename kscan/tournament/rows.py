"""The rows: every photo's kingdoms, scored and named, with remarks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kscan.game.remark import Remark
from kscan.game.rules import Rules
from kscan.game.squares import CastleColor
from kscan.pipeline import scored
from kscan.records import ScoredKingdom, SolvedGame, SolvedKingdom
from kscan.remarks import players_text, remark
from kscan.tournament.entries import seats_of
from kscan.tournament.games import Game, Known, Seat, is_redundant_copy, one_player
from kscan.tournament.names import plain
from kscan.tournament.records import Failure, PlayedKingdom, Point, Row, Unnamed
from kscan.tournament.report.sentences import unnamed_text

# Each with the grid that its game shares.
SolvedSeats = Mapping[Seat, tuple[SolvedKingdom, int | None]]


@dataclass(frozen=True, slots=True, eq=False)
class PlayedGame:
    """One game and how it was solved, or why it was not."""

    game: Game
    answer: SolvedGame | Failure


def rows(
    photos: Sequence[Known],
    played: Sequence[PlayedGame],
    rules: Rules,
    entered: Sequence[Row] = (),
) -> tuple[Row, ...]:
    """Make one row for each of `photos`, in their order.

    Whose kingdom is typed in, among `entered`, is missed on no photo.
    """
    typed = frozenset(seat for row in entered for seat in seats_of(row))
    solved: dict[Seat, tuple[SolvedKingdom, int | None]] = {}
    failures: dict[int, Failure] = {}
    remarks: dict[int, Remark] = {}
    for one in played:
        if isinstance(one.answer, Failure):
            failures |= dict.fromkeys(one.game.photos, one.answer)
        else:
            of_seats = zip(one.game.seats, one.answer.kingdoms, strict=True)
            solved |= {seat: (kingdom, one.answer.size) for seat, kingdom in of_seats}
        if one.game.remark:
            remarks |= dict.fromkeys(one.game.photos, one.game.remark)
    made: dict[str, Row] = {}
    for index, known in enumerate(photos):
        if not is_redundant_copy(photos, index):
            kingdoms = _kingdoms(known, index, solved, rules)
            said = (*_about(remarks.get(index)), *_remarks(known, kingdoms, typed))
            made[known.photo] = _row(known, kingdoms, failures.get(index), said)
    for one in played:
        if isinstance(one.answer, SolvedGame):
            _name_players(made, photos, one.game)
    for known in photos:
        if known.photo not in made and _is_anothers(made[known.same_as], known):
            first = made[known.same_as]
            same = remark("same_picture", photo=known.photo)
            made[known.same_as] = replace(first, remarks=(*first.remarks, same))
    return tuple(
        _confirmed(
            made[known.photo] if known.photo in made else _copied(made[known.same_as], known)
        )
        for known in photos
    )


def _row(
    known: Known,
    kingdoms: tuple[PlayedKingdom, ...],
    failure: Failure | None,
    said: Sequence[Remark],
) -> Row:
    return Row(
        known.photo,
        known.digest,
        known.place,
        known.reading.width,
        known.reading.height,
        kingdoms,
        known.reading.failure or failure,
        known.same_as,
        not known.unassigned,
        remarks=(*known.remarks, *said),
        entered=known.entered,
    )


def _name_players(made: dict[str, Row], photos: Sequence[Known], game: Game) -> None:
    """Add the players' names to a game's remarks.

    A player's second kingdom gets a remark, too.
    """
    homes = [(photos[seat.photo].photo, seat.kingdom) for seat in game.seats]
    places = {
        home: _place_on(made[home[0]], photos[seat.photo], seat)
        for home, seat in zip(homes, game.seats, strict=True)
    }
    kingdoms = [made[photo].kingdoms[places[photo, number]] for photo, number in homes]
    names = [kingdom.player for kingdom in kingdoms]
    seen: set[str] = set()
    for (photo, number), kingdom in zip(homes, kingdoms, strict=True):
        again = kingdom.named and plain(kingdom.player) in seen
        seen.add(plain(kingdom.player))
        said = tuple(_named(each, names) for each in kingdom.scored.remarks)
        told = replace(kingdom, scored=replace(kingdom.scored, remarks=said))
        if again:
            twice = remark("another_kingdom", player=kingdom.player)
            told = replace(told, remarks=(*told.remarks, twice))
        row = made[photo]
        others = list(row.kingdoms)
        others[places[photo, number]] = told
        made[photo] = replace(row, kingdoms=tuple(others))


def _place_on(row: Row, known: Known, seat: Seat) -> int:
    """Return the index of the row's kingdom on this seat.

    A row lists only those that count.
    """
    return 0 if one_player(known) else min(seat.kingdom, len(row.kingdoms) - 1)


def _named(said: Remark, names: Sequence[str]) -> Remark:
    if not said.kingdoms:
        return said
    return replace(said, words=(*said.words, ("players", players_text(said, names))))


def _copied(first: Row, known: Known) -> Row:
    """Make the row of a photo's copy."""
    same = remark("same_picture", look=_is_anothers(first, known), photo=known.same_as)
    return replace(
        first,
        photo=known.photo,
        place=known.place,
        same_as=known.same_as,
        counts=False,
        remarks=(*(each for each in first.remarks if each.code != "same_picture"), same),
    )


def _is_anothers(first: Row, known: Known) -> bool:
    """Return True if a copy is named after another player, whose photo is missing."""
    here, there = (
        {plain(name) for name, _ in place.players if name} for place in (known.place, first.place)
    )
    return known.place.has_table == first.place.has_table and bool(here - there)


def _confirmed(row: Row) -> Row:
    """Ask no more about what a person confirmed.

    What was asked of it stays as a note.
    """
    kingdoms = tuple(
        replace(one, remarks=_quiet(one.remarks)) if one.scored.settled else one
        for one in row.kingdoms
    )
    known = row.kingdoms or row.entered
    everything = known and all(one.scored.settled for one in row.kingdoms)
    remarks = _quiet(row.remarks) if everything else row.remarks
    return replace(row, kingdoms=kingdoms, remarks=remarks)


def _quiet(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Ask for no look, but for a correction that is not used."""
    return tuple(
        said if said.code == "which_kingdom" else replace(said, look=False) for said in remarks
    )


def _kingdoms(
    known: Known, index: int, solved: SolvedSeats, rules: Rules
) -> tuple[PlayedKingdom, ...]:
    found = [
        scored(seen, kingdom, rules.on(size))
        for number, seen in enumerate(known.kingdoms)
        if (seat := Seat(index, number)) in solved
        for kingdom, size in (solved[seat],)
    ]
    players = _players(known, found)
    return tuple(
        PlayedKingdom(
            player if isinstance(player, str) else unnamed_text(player),
            one,
            None if isinstance(player, str) else player,
            outline=_outline(one),
        )
        for one, player in zip(found, players, strict=True)
    )


def _players(known: Known, found: Sequence[ScoredKingdom]) -> list[str | Unnamed]:
    """Return each kingdom's player, or a stand-in name.

    A heading in the file beside the photo names one kingdom; a colour that of its castle.
    """
    players = known.place.players
    if len(players) == 1 and len(found) == 1 and players[0][0]:
        return [found[0].player or players[0][0]]
    by_color = {color: player for player, color in players if player and color is not None}
    colors = [one.reading.kingdom.castle_color for one in found]
    return [
        one.player or (color and by_color.get(color)) or _unnamed(known, color, number)
        for number, (one, color) in enumerate(zip(found, colors, strict=True), 1)
    ]


def _unnamed(known: Known, color: CastleColor | None, number: int) -> Unnamed:
    place = known.place
    if color is not None and place.has_table:
        return Unnamed(known.photo, color, (place.round, place.table))
    if len(known.kingdoms) == 1:
        return Unnamed(known.photo)
    return Unnamed(known.photo, color, number=number)


def _about(game: Remark | None) -> Iterator[Remark]:
    if game is not None:
        yield game


def _remarks(
    known: Known, kingdoms: Sequence[PlayedKingdom], typed: Collection[tuple[str, str, str]]
) -> Iterator[Remark]:
    """Say doubts about the file, and contradictions to its place."""
    yield from known.reading.remarks
    more = len(known.kingdoms)
    if one_player(known) and more > 1:
        yield remark("largest_counts", count=more)
    if known.reading.failure is None and not (one_player(known) and more):
        yield from _missing(known, kingdoms, typed)
    if known.same_as and known.reading.failure is None:  # nor are two empty files one picture
        yield remark("at_another_table", photo=known.same_as)


def _missing(
    known: Known, kingdoms: Sequence[PlayedKingdom], typed: Collection[tuple[str, str, str]]
) -> Iterator[Remark]:
    """Say players without a kingdom on their photo.

    They should be on it, and have none there, or none of their own.
    """
    place = known.place
    if not place.has_table and len(place.players) < 2:
        return
    seated = {kingdom.player for kingdom in kingdoms if kingdom.named}
    missing = [
        (player, color)
        for player, color in place.players
        if player not in {"", *seated} and (place.round, place.table, plain(player)) not in typed
    ]
    nobodys = [kingdom for kingdom in kingdoms if not kingdom.named]
    colorless = any(kingdom.color is None for kingdom in nobodys)
    said: dict[str, list[str]] = {}
    for player, color in missing:
        code = "not_found"
        if nobodys and color is None:
            code = "whose"
        elif colorless:
            code = "colorless"
        said.setdefault(code, []).append(player)
    for code, players in said.items():
        yield remark(code, players=", ".join(players))


def _outline(one: ScoredKingdom) -> tuple[tuple[Point, ...], ...]:
    """Return the crossings of the grid's lines in the upright photo, row by row."""
    rows, cols = one.grid.rows, one.grid.cols
    grid = np.array([[col, row] for row in range(rows + 1) for col in range(cols + 1)], np.float64)
    points = [(round(float(x), 1), round(float(y), 1)) for x, y in one.grid.points(grid)]
    return tuple(
        tuple(points[row * (cols + 1) : (row + 1) * (cols + 1)]) for row in range(rows + 1)
    )
