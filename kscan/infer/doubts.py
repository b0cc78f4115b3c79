"""A reading's remarks on itself: doubtful squares, repairs by the box."""

from kscan.game.kingdom import Cell
from kscan.game.remark import Remark
from kscan.infer.records import Doubt, Instead
from kscan.infer.solution import DOUBTFUL, Solved
from kscan.remarks import remark

# A reading that lies so far behind the likeliest labels is asked about, whatever its lead over
# its rivals: a repair is no certainty. Of 180 composed kingdoms that were sure and right one lay
# farther, the others below 2.
MOST_NATS = 5.0
# And one that only the others of its game bring about: of 272 kingdoms in games of four eight that
# are sure and right lie at 1.4 or less, one that was sure and wrong at 3.1.
MOST_BY_OTHERS = 2.0


def doubts(one: Solved) -> tuple[Doubt, ...]:
    """List the fields to look at, the most doubtful first.

    Always those no domino explains.
    """
    least = DOUBTFUL if one.doubtful else 0.0
    return tuple(_doubt(one, field, least) for field in one.doubted)


def _doubt(one: Solved, field: int, least: float) -> Doubt:
    squares = one.belief.label_set.squares
    rivals = [rival for rival in one.trust.rivals[field] if rival.probability >= least]
    return Doubt(
        one.cell(field),
        one.read(field),
        tuple(Instead(squares[r.label], r.probability, r.total) for r in rivals[:3]),
    )


def remarks(one: Solved, *, sure: bool) -> tuple[Remark, ...]:
    """Say everything a person should know of the block.

    What a person settled needs no second look.
    """
    fixed, foreign = one.belief.fixed, one.solution.foreign
    by_hand = len(fixed) == len(one.solution.best) and one.solution.best == one.belief.best
    found = _changes(one)
    if foreign:
        cells, squares = sorted(map(one.cell, foreign)), map(one.read, foreign)
        look = not (by_hand or fixed.issuperset(foreign))
        found.append(remark("foreign", look=look, cells=cells, squares=tuple(squares)))
    if one.covered:
        found.append(remark("covered", cells=sorted(map(one.cell, one.covered))))
    if len(one.window.castles) != 1:
        castles = one.kingdom.castles
        count = len(one.window.castles)
        found.append(remark("castles", look=not by_hand, cells=castles, count=count))
    if one.trust.other_grid >= DOUBTFUL:
        found.append(remark("shared_grid"))
    if not by_hand and one.nats > (MOST_BY_OTHERS if one.solution.by_others else MOST_NATS):
        found.append(remark("misfit", cells=_differing(one)))
    if not one.solution.proven:
        found.append(remark("unproven", look=not by_hand))
    if not (sure or by_hand):
        found.append(remark("unsure"))
    return tuple(found)


def _differing(one: Solved) -> list[Cell]:
    return [one.cell(field) for field in one.changed if field not in one.belief.fixed]


def _changes(one: Solved) -> list[Remark]:
    """Say the reading's departures from the pixels.

    A person's squares, and the box's.
    """
    found = []
    for field in one.changed:
        code = "corrected" if field in one.belief.fixed else "repaired"
        squares = one.seen.label_set.squares[one.seen.best[field]], one.read(field)
        found.append(remark(code, cells=(one.cell(field),), squares=squares))
    return found
