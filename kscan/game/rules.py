"""Is it legal: each breach of the rules as a finding. A kingdom is scored all the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kscan.game.box import COUNTS
from kscan.game.covering import Covering, cover, cover_game
from kscan.game.kingdom import LARGEST, Cell, Kingdom
from kscan.game.scoring import DUELLISTS
from kscan.game.shortage import overused, overused_together, unpaired
from kscan.game.squares import Square
from kscan.game.tiling import overdrawn

MOST_PLAYERS = 4
# Dominoes that each player is given, by the size of the grid.
DEALT = {5: 12, LARGEST: 24}


class Fault(StrEnum):
    """Which rule a kingdom, or a game, breaks."""

    EMPTY = "empty"
    UNKNOWN_SQUARE = "unknown_square"
    NO_CASTLE = "no_castle"
    SEVERAL_CASTLES = "several_castles"
    TOO_LARGE = "too_large"
    TOO_MANY_SQUARES = "too_many_squares"
    TOO_MANY_DOMINOES = "too_many_dominoes"
    ODD_LAND = "odd_land"
    UNPAIRED = "unpaired"
    DOMINO_OVERUSED = "domino_overused"
    NOT_CONNECTED = "not_connected"
    SHARED_SQUARES = "shared_squares"
    SHARED_DOMINO = "shared_domino"
    SAME_CASTLE = "same_castle"
    TOO_MANY_PLAYERS = "too_many_players"
    DUEL_OF_MORE = "duel_of_more"


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of the rules: where, and the figures that its sentence names."""

    code: Fault
    cells: tuple[Cell, ...] = ()
    squares: tuple[Square, ...] = ()
    numbers: tuple[int, ...] = ()  # of dominoes
    count: int = 0  # how many there are
    limit: int = 0  # how many there may be
    kingdoms: tuple[int, ...] = ()  # in a game: whose kingdoms, from 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The dominoes of a kingdom, if the box covers it, and what is against the rules."""

    covering: Covering | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """The verdict on each kingdom of a game, and on the game as a whole."""

    kingdoms: tuple[Verdict, ...]
    findings: tuple[Finding, ...]


def examine(kingdom: Kingdom, size: int | None = None) -> Verdict:
    """What the rules say of `kingdom` in a grid of `size` (default: as it shows)."""
    return _verdict(kingdom, size, cover(kingdom))


def examine_game(kingdoms: Sequence[Kingdom], size: int | None = None) -> GameVerdict:
    """What the rules say of the kingdoms of one game, which share one box."""
    coverings = [cover(kingdom) for kingdom in kingdoms]
    coverable = [place for place, covering in enumerate(coverings) if covering is not None]
    shared = _beyond_one_box(kingdoms)
    if 1 < len(coverable) <= MOST_PLAYERS and not shared:
        together = cover_game([kingdoms[place] for place in coverable])
        if together is None:
            shared = _too_many_together(kingdoms, coverable)
        for place, covering in zip(coverable, together or (), strict=False):
            coverings[place] = covering
    verdicts = [_verdict(k, size, c) for k, c in zip(kingdoms, coverings, strict=True)]
    found = (*_players(kingdoms, size), *_castles_twice(kingdoms), *shared)
    return GameVerdict(tuple(verdicts), found)


def findings(kingdom: Kingdom, size: int | None = None) -> tuple[Finding, ...]:
    """What in `kingdom` is against the rules."""
    return examine(kingdom, size).findings


def game_findings(kingdoms: Sequence[Kingdom], size: int | None = None) -> tuple[Finding, ...]:
    """What the kingdoms of one game break together, beyond what each breaks alone."""
    return examine_game(kingdoms, size).findings


def _verdict(kingdom: Kingdom, size: int | None, covering: Covering | None) -> Verdict:
    if not kingdom.covered:
        return Verdict(covering, (Finding(Fault.EMPTY),))
    found = [
        *_castle(kingdom),
        *_extent(kingdom, size),
        *_squares(kingdom),
        *(_connection(kingdom, covering) if covering else _cover(kingdom)),
    ]
    return Verdict(covering, tuple(found))


def _castle(kingdom: Kingdom) -> Iterator[Finding]:
    if not kingdom.castles:
        yield Finding(Fault.NO_CASTLE)
    elif len(kingdom.castles) > 1:
        yield Finding(Fault.SEVERAL_CASTLES, kingdom.castles, count=len(kingdom.castles), limit=1)


def _extent(kingdom: Kingdom, size: int | None) -> Iterator[Finding]:
    outline = kingdom.trimmed()
    size = size or outline.size
    longer = max(outline.rows, outline.cols)
    if longer > size:
        yield Finding(Fault.TOO_LARGE, count=longer, limit=size)
    dominoes = (len(kingdom.covered) - len(kingdom.castles)) // 2
    if dominoes > DEALT[size]:
        yield Finding(Fault.TOO_MANY_DOMINOES, count=dominoes, limit=DEALT[size])


def _squares(kingdom: Kingdom) -> Iterator[Finding]:
    for square, count in overdrawn(kingdom).items():
        cells = tuple(cell for cell in kingdom.covered if kingdom[cell] == square)
        code = Fault.TOO_MANY_SQUARES if square.exists else Fault.UNKNOWN_SQUARE
        yield Finding(code, cells, (square,), count=count, limit=COUNTS.get(square, 0))


def _cover(kingdom: Kingdom) -> Iterator[Finding]:
    """Why no dominoes of the box cover the kingdom, where its squares alone do not tell."""
    land = len(kingdom.covered) - len(kingdom.castles)
    alone = unpaired(kingdom)
    if land % 2:
        yield Finding(Fault.ODD_LAND, count=land)
    elif alone:
        yield Finding(Fault.UNPAIRED, alone, tuple(kingdom[cell] for cell in alone))
    elif not overdrawn(kingdom):
        for numbers, (count, cells) in overused(kingdom).items():
            yield Finding(
                Fault.DOMINO_OVERUSED, cells, numbers=numbers, count=count, limit=len(numbers)
            )


def _connection(kingdom: Kingdom, covering: Covering) -> Iterator[Finding]:
    if covering.stuck and kingdom.castles:
        cells = tuple(cell for domino in covering.stuck for cell in domino.cells)
        numbers = tuple(domino.number for domino in covering.stuck)
        yield Finding(Fault.NOT_CONNECTED, cells, numbers=numbers, count=len(numbers))


def _players(kingdoms: Sequence[Kingdom], size: int | None) -> Iterator[Finding]:
    if len(kingdoms) > MOST_PLAYERS:
        yield Finding(Fault.TOO_MANY_PLAYERS, count=len(kingdoms), limit=MOST_PLAYERS)
    places = enumerate(kingdoms)
    duels = tuple(place for place, one in places if (size or one.trimmed().size) == LARGEST)
    if len(kingdoms) > DUELLISTS and duels:
        yield Finding(Fault.DUEL_OF_MORE, count=len(kingdoms), limit=DUELLISTS, kingdoms=duels)


def _castles_twice(kingdoms: Sequence[Kingdom]) -> Iterator[Finding]:
    owners: dict[Square, list[int]] = {}
    for place, kingdom in enumerate(kingdoms):
        for castle in {kingdom[cell] for cell in kingdom.castles if kingdom[cell].color}:
            owners.setdefault(castle, []).append(place)
    for castle, places in owners.items():
        if len(places) > 1:
            count, squares = len(places), (castle,)
            yield Finding(
                Fault.SAME_CASTLE, (), squares, count=count, limit=1, kingdoms=tuple(places)
            )


def _beyond_one_box(kingdoms: Sequence[Kingdom]) -> list[Finding]:
    """The squares of which several kingdoms together show more than one box holds."""
    found = []
    for square, count in overdrawn(*kingdoms).items():
        places = tuple(i for i, k in enumerate(kingdoms) if any(k[c] == square for c in k.covered))
        if square.exists and len(places) > 1:
            limit = COUNTS[square]
            found.append(
                Finding(
                    Fault.SHARED_SQUARES,
                    squares=(square,),
                    count=count,
                    limit=limit,
                    kingdoms=places,
                )
            )
    return found


def _too_many_together(kingdoms: Sequence[Kingdom], coverable: Sequence[int]) -> list[Finding]:
    """The dominoes of which kingdoms that one box covers singly take too many together."""
    overused = overused_together([kingdoms[place] for place in coverable])
    return [
        Finding(
            Fault.SHARED_DOMINO,
            numbers=numbers,
            count=count,
            limit=len(numbers),
            kingdoms=tuple(coverable[place] for place in places),
        )
        for numbers, (count, places) in overused.items()
    ]
