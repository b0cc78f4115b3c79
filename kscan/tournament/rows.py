"""The rows: every photo's kingdoms scored and named, and what needs a look said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kscan.game.rules import findings
from kscan.game.scoring import Variant, score
from kscan.game.squares import CastleColor
from kscan.reconstruct.records import Reading
from kscan.report.batch_wording import (
    AT_ANOTHER_TABLE,
    COLORLESS,
    LARGEST_COUNTS,
    NOT_FOUND,
    OUTSIDE,
    SAME_PICTURE,
    WHOSE,
)
from kscan.report.scan_wording import LATTICE_NOTES
from kscan.report.sentences import cells_text
from kscan.report.wording import COLORS
from kscan.scan import grid_notes
from kscan.sight import UNLOOKED
from kscan.tournament.corrections import Corrections
from kscan.tournament.games import Game, Known, Seat, one_player, stands_aside
from kscan.tournament.question import Answer
from kscan.tournament.records import (
    Failure,
    Point,
    Remark,
    Row,
    ScoredKingdom,
    SeenKingdom,
    remark,
)
from kscan.tournament.remarks import game_remarks
from kscan.tournament.seats import plain

# Each with whether a person decided it, and the grid that its game shares.
Readings = Mapping[Seat, tuple[Reading, bool, int | None]]


@dataclass(frozen=True, slots=True)
class Play:
    """What is played, and what persons decided of it."""

    corrections: Corrections
    variants: frozenset[Variant]
    size: int | None  # of all grids, where a person said so


def rows(
    photos: Sequence[Known], played: Sequence[tuple[Game, Answer | Failure]], play: Play
) -> tuple[Row, ...]:
    """One row for each of `photos`, in their order."""
    readings: dict[Seat, tuple[Reading, bool, int | None]] = {}
    failures: dict[int, Failure] = {}
    remarks: dict[int, Remark] = {}
    for game, answer in played:
        if isinstance(answer, Failure):
            failures |= dict.fromkeys(game.photos, answer)
        else:
            of_seats = zip(game.seats, answer.readings, answer.by_person, strict=True)
            readings |= {seat: (read, person, answer.size) for seat, read, person in of_seats}
        if game.remark:
            remarks |= dict.fromkeys(game.photos, game.remark)
    made: dict[str, Row] = {}
    for index, known in enumerate(photos):
        if stands_aside(photos, index):
            continue
        kingdoms = _kingdoms(known, index, readings, play)
        made[known.photo] = _row(known, kingdoms, failures.get(index), remarks.get(index))
    for game, answer in played:
        if isinstance(answer, Answer):
            _say(made, photos, game, answer)
    return tuple(
        made[known.photo] if known.photo in made else _copied(made[known.same_as], known)
        for known in photos
    )


def _row(
    known: Known,
    kingdoms: tuple[ScoredKingdom, ...],
    failure: Failure | None,
    crowd: Remark | None,
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
        remarks=tuple(filter(None, (crowd, known.beside))) + tuple(_remarks(known, kingdoms)),
    )


def _say(made: dict[str, Row], photos: Sequence[Known], game: Game, answer: Answer) -> None:
    """Add what the game as a whole says to the kingdoms that it is about."""
    homes = [(photos[seat.photo].photo, seat.kingdom) for seat in game.seats]
    kingdoms = [made[photo].kingdoms[number] for photo, number in homes]
    outside = [
        (place, remark(OUTSIDE, cells=cells_text(cells)))
        for place, cells in enumerate(answer.outside)
        if cells
    ]
    for place, sentence in (*outside, *game_remarks(kingdoms, answer.findings)):
        photo, number = homes[place]
        row = made[photo]
        told = list(row.kingdoms)
        told[number] = replace(told[number], remarks=(*told[number].remarks, sentence))
        made[photo] = replace(row, kingdoms=tuple(told))


def _copied(first: Row, known: Known) -> Row:
    """The row of a photo that is the same picture as one that counts.

    Where its name is another player's, one of the two has no photo of the kingdom.
    """
    same = remark(SAME_PICTURE, photo=known.same_as)
    here, there = (
        {plain(name) for name, _ in place.players if name} for place in (known.place, first.place)
    )
    anothers = known.place.has_table == first.place.has_table and bool(here - there)
    return replace(
        first,
        photo=known.photo,
        place=known.place,
        same_as=known.same_as,
        counts=False,
        remarks=(*first.remarks, same) if anothers else first.remarks,
        notes=first.notes if anothers else (*first.notes, same),
    )


def _kingdoms(
    known: Known, index: int, readings: Readings, play: Play
) -> tuple[ScoredKingdom, ...]:
    found = [
        (number, seen, *readings[Seat(index, number)])
        for number, seen in enumerate(known.reading.kingdoms)
        if Seat(index, number) in readings
    ]
    players = _players(known, [reading.kingdom.castle_color for _, _, reading, *_ in found])
    kingdoms = []
    for (number, seen, reading, by_person, size), player in zip(found, players, strict=True):
        sheet = score(reading.kingdom, play.variants, size)
        outline = _outline(seen, reading)
        settled = by_person and _is_settled(known, number, play.corrections)
        remarks = [] if settled else [*_of_grid(seen)]
        if _is_open(known, number, play.corrections):
            remarks.append(remark(LATTICE_NOTES[UNLOOKED]))
        kingdoms.append(
            ScoredKingdom(
                str(player),
                isinstance(player, str),
                reading.kingdom.castle_color,
                (outline[0][0], outline[0][-1], outline[-1][-1], outline[-1][0]),
                outline,
                reading,
                sheet,
                by_person,
                tuple(remarks),
                findings(reading.kingdom, sheet.size),
                settled,
                player if isinstance(player, Remark) else None,
            )
        )
    return tuple(kingdoms)


def _is_open(known: Known, number: int, corrections: Corrections) -> bool:
    """Whether the file beside the photo asks for a look that the table does not answer."""
    said = corrections.get(known.photo, number)
    if not known.settled or (said is not None and not said.squares):
        return False
    return known.settled[number].is_open(said.squares if said and said.squares else ())


def _is_settled(known: Known, number: int, corrections: Corrections) -> bool:
    """Whether the table names the whole kingdom, or the file beside the photo leaves nothing open.

    Single squares that were corrected say nothing of the others, nor of the grid.
    """
    said = corrections.get(known.photo, number)
    if said is not None and not said.squares:
        return True
    return bool(known.settled) and not _is_open(known, number, corrections)


def _of_grid(seen: SeenKingdom) -> Iterator[Remark]:
    """What the grid says of itself that needs a look."""
    for note in grid_notes(seen.lattice):
        if note in LATTICE_NOTES:
            yield remark(LATTICE_NOTES[note])


def _players(known: Known, colors: Sequence[CastleColor | None]) -> list[str | Remark]:
    """The player of each kingdom; where no person named one, what to call it."""
    players = known.place.players
    if len(players) == 1 and len(colors) == 1 and players[0][0]:
        return [players[0][0]]
    by_color = {color: player for player, color in players if player and color is not None}
    return [
        by_color[color] if color in by_color else _unnamed(known, color, number)
        for number, color in enumerate(colors, 1)
    ]


def _unnamed(known: Known, color: CastleColor | None, number: int) -> Remark:
    """What to call a player whom nobody named: by castle and table, else by the photo."""
    place = known.place
    if color is not None and place.has_table:
        where = ", ".join(filter(None, (place.round, place.table)))
        return remark("{color} ({where})", color=remark(COLORS[color]), where=where)
    folder, slash, file = known.photo.rpartition("/")
    name = f"{folder}{slash}{file.rpartition('.')[0] or file}"
    if len(known.reading.kingdoms) == 1:
        return remark("{name}", name=name)
    which = remark(COLORS[color]) if color is not None else number
    return remark("{name} {which}", name=name, which=which)


def _remarks(known: Known, kingdoms: Sequence[ScoredKingdom]) -> Iterator[Remark]:
    """What is doubtful of the file, or does not fit between a photo and its place."""
    yield from map(remark, known.reading.notes)
    more = len(known.reading.kingdoms)
    if one_player(known) and more > 1 and not all(one.settled for one in kingdoms):
        yield remark(LARGEST_COUNTS, count=more)
    if known.reading.failure is None and not (one_player(known) and more):
        yield from _missing(known, kingdoms)
    if known.same_as:
        yield remark(AT_ANOTHER_TABLE, photo=known.same_as)


def _missing(known: Known, kingdoms: Sequence[ScoredKingdom]) -> Iterator[Remark]:
    """Which players who should be on the photo have no kingdom there, or none of their own."""
    place = known.place
    if not place.has_table and len(place.players) < 2:
        return
    seated = {kingdom.player for kingdom in kingdoms if kingdom.named}
    missing = [(player, color) for player, color in place.players if player not in {"", *seated}]
    nobodys = [kingdom for kingdom in kingdoms if not kingdom.named]
    colorless = any(kingdom.color is None for kingdom in nobodys)
    said: dict[str, list[str]] = {}
    for player, color in missing:
        message = NOT_FOUND
        if nobodys and color is None:
            message = WHOSE
        elif colorless:
            message = COLORLESS
        said.setdefault(message, []).append(player)
    for message, players in said.items():
        yield remark(message, players=", ".join(players))


def _outline(seen: SeenKingdom, reading: Reading) -> tuple[tuple[Point, ...], ...]:
    rows, cols = reading.kingdom.rows, reading.kingdom.cols
    top, left = reading.top_left
    grid = np.array(
        [[left + col, top + row] for row in range(rows + 1) for col in range(cols + 1)], np.float64
    )
    points = [(round(float(x), 1), round(float(y), 1)) for x, y in seen.lattice.points(grid)]
    width = cols + 1
    return tuple(tuple(points[row * width : (row + 1) * width]) for row in range(rows + 1))
