"""What a reading says of itself: squares in doubt, repairs by the box, broken rules."""

from kscan.reconstruct.belief import SQUARES, Belief
from kscan.reconstruct.records import Doubt, Instead, Note
from kscan.reconstruct.solved import Solved

# An alternative is worth a look from this probability on.
DOUBTFUL = 0.02
# Where a total is in doubt, at least this many squares are named.
NAMED = 3


def doubts(one: Solved) -> tuple[Doubt, ...]:
    """The fields to look at, the most doubtful first; always those that no domino explains."""
    ranked = sorted(range(len(one.solution.best)), key=lambda field: one.trust.confidence[field])
    found = [_doubt(one, field, DOUBTFUL) for field in ranked if _is_doubtful(one, field)]
    if not found and len(one.trust.totals) > 1:
        found = [_doubt(one, field, 0.0) for field in ranked[:NAMED] if one.trust.rivals[field]]
    return tuple(found)


def _is_doubtful(one: Solved, field: int) -> bool:
    rivals = one.trust.rivals[field]
    return field in one.solution.foreign or bool(rivals and rivals[0].probability >= DOUBTFUL)


def _doubt(one: Solved, field: int, least: float) -> Doubt:
    rivals = [rival for rival in one.trust.rivals[field] if rival.probability >= least]
    return Doubt(
        one.cell(field),
        one.read(field),
        tuple(Instead(SQUARES[r.label], r.probability, r.total) for r in rivals[:3]),
    )


def notes(one: Solved, seen: Belief) -> tuple[Note, ...]:
    """What a person should know; `seen` is what the pixels said before any correction."""
    found = list(_changes(one, seen))
    if one.solution.foreign:
        cells = tuple(sorted(map(one.cell, one.solution.foreign)))
        found.append(Note("foreign", cells, tuple(one.read(f) for f in one.solution.foreign)))
    castles = one.window.castles
    if len(castles) != 1:
        found.append(Note("castles", tuple(one.kingdom.castles), detail=str(len(castles))))
    if not one.solution.proven:
        found.append(Note("unproven"))
    return tuple(found)


def _changes(one: Solved, seen: Belief) -> "list[Note]":
    """Where the reading is not what the pixels alone say: a person's squares, the box's."""
    found = []
    for field, (label, first) in enumerate(zip(one.solution.best, seen.best, strict=True)):
        if label != first:
            code = "corrected" if field in one.belief.fixed else "repaired"
            found.append(Note(code, (one.cell(field),), (SQUARES[first], one.read(field))))
    return found
