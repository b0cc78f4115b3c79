"""What a reading says of itself: squares in doubt, repairs by the box, broken rules."""

from kscan.reconstruct.belief import SQUARES
from kscan.reconstruct.records import Doubt, Instead, Note
from kscan.reconstruct.solved import DOUBTFUL, Solved


def doubts(one: Solved) -> tuple[Doubt, ...]:
    """The fields to look at, the most doubtful first; always those that no domino explains."""
    least = DOUBTFUL if one.doubtful else 0.0
    return tuple(_doubt(one, field, least) for field in one.doubted)


def _doubt(one: Solved, field: int, least: float) -> Doubt:
    rivals = [rival for rival in one.trust.rivals[field] if rival.probability >= least]
    return Doubt(
        one.cell(field),
        one.read(field),
        tuple(Instead(SQUARES[r.label], r.probability, r.total) for r in rivals[:3]),
    )


def notes(one: Solved) -> tuple[Note, ...]:
    """What a person should know of the block."""
    found = _changes(one)
    if one.solution.foreign:
        cells = tuple(sorted(map(one.cell, one.solution.foreign)))
        found.append(Note("foreign", cells, tuple(one.read(f) for f in one.solution.foreign)))
    castles = one.window.castles
    if len(castles) != 1:
        found.append(Note("castles", tuple(one.kingdom.castles), detail=str(len(castles))))
    if one.trust.other_grid >= DOUBTFUL:
        found.append(Note("shared_grid"))
    if not one.solution.proven:
        found.append(Note("unproven"))
    return tuple(found)


def _changes(one: Solved) -> "list[Note]":
    """Where the reading is not what the pixels alone say: a person's squares, the box's."""
    found = []
    for field in one.changed:
        code = "corrected" if field in one.belief.fixed else "repaired"
        squares = SQUARES[one.seen.best[field]], one.read(field)
        found.append(Note(code, (one.cell(field),), squares))
    return found
