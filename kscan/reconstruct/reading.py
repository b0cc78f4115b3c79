"""Evidence in, readings out: solve, weigh, and say what was doubtful, repaired or broken."""

from collections.abc import Iterable, Sequence

from kscan.errors import UsageError
from kscan.game.covering import PlacedDomino, cover, cover_game
from kscan.game.kingdom import Cell, Kingdom
from kscan.game.scoring import Variant, score
from kscan.game.squares import EMPTY, Square
from kscan.reconstruct.belief import Belief, believe
from kscan.reconstruct.notes import doubts, notes
from kscan.reconstruct.records import Fix, Reading, Status
from kscan.reconstruct.solve import solve
from kscan.reconstruct.solved import Solved, gather, top_left
from kscan.vision.records import Evidence

# A total is called sure from this probability on. Of 315 composed kingdoms three were said with
# 0.95 to 0.97, and one of these was wrong: a few more to look at cost less than one wrong total.
SURE = 0.97
# Of a game read together from this on: each kingdom is weighed as if the others were read right.
SURE_TOGETHER = 0.98


def reconstruct(
    evidence: Sequence[Evidence],
    *,
    variants: frozenset[Variant] = frozenset(),
    size: int | None = None,
    same_game: bool = True,
    fixes: Sequence[Fix] = (),
) -> tuple[Reading, ...]:
    """The most probable kingdoms that the box allows, one for each window of evidence.

    With `same_game` they share one box and differ in colour. `fixes` are squares that a person
    has settled, by their place in the block that a reading without them shows.
    """
    if size is None and Variant.MIGHTY_DUEL in variants:
        size = 7

    def total(kingdom: Kingdom) -> int:
        return score(kingdom, variants, size).total

    beliefs = [believe(one) for one in evidence]
    solutions = solve(beliefs, size, same_game=same_game)
    if fixes:
        blocks = [top_left(b.kingdom(s.best)) for b, s in zip(beliefs, solutions, strict=True)]
        beliefs = _settled(evidence, blocks, fixes)
        solutions = solve(beliefs, size, same_game=same_game)
    kingdoms = gather(beliefs, solutions, total, same_game=same_game)
    dominoes = _dominoes(kingdoms, same_game)
    enough = SURE_TOGETHER if same_game and len(evidence) > 1 else SURE
    return tuple(
        _reading(one, placed, believe(seen), enough)
        for one, placed, seen in zip(kingdoms, dominoes, evidence, strict=True)
    )


def _settled(
    evidence: Sequence[Evidence], blocks: Sequence[Cell], fixes: Sequence[Fix]
) -> list[Belief]:
    """The beliefs with a person's squares in them."""
    chosen: list[dict[Cell, Square]] = [{} for _ in evidence]
    for fix in fixes:
        if not 0 <= fix.kingdom < len(evidence):
            raise UsageError(
                f"there is no kingdom {fix.kingdom + 1} to correct: {len(evidence)} found"
            )
        window = evidence[fix.kingdom]
        block = Cell(0, 0) if fix.in_window else blocks[fix.kingdom]
        cell = Cell(fix.cell.row + block.row, fix.cell.col + block.col)
        if not (0 <= cell.row < window.rows and 0 <= cell.col < window.cols):
            raise UsageError(f"r{fix.cell.row}c{fix.cell.col} lies beyond the kingdom's grid")
        chosen[fix.kingdom][cell] = fix.square
    return [believe(one, cells) for one, cells in zip(evidence, chosen, strict=True)]


def _dominoes(kingdoms: Sequence[Solved], same_game: bool) -> tuple[tuple[PlacedDomino, ...], ...]:
    """The dominoes of each block, the foreign squares left out; nothing where none fit."""
    lawful = [_without(one.kingdom, map(one.cell, one.solution.foreign)) for one in kingdoms]
    together = cover_game(lawful) if same_game else None
    coverings = together or [cover(kingdom) for kingdom in lawful]
    return tuple(() if covering is None else covering.dominoes for covering in coverings)


def _without(kingdom: Kingdom, cells: Iterable[Cell]) -> Kingdom:
    left_out = frozenset(cells)
    return kingdom.replaced(lambda cell, square: EMPTY if cell in left_out else square)


def _reading(
    one: Solved, dominoes: tuple[PlacedDomino, ...], seen: Belief, enough: float
) -> Reading:
    kingdom = one.kingdom
    (total, sure), *_ = one.trust.totals
    return Reading(
        kingdom=kingdom,
        top_left=one.top_left,
        confidence=tuple(
            tuple(one.trust.confidence[one.field(Cell(row, col))] for col in range(kingdom.cols))
            for row in range(kingdom.rows)
        ),
        dominoes=dominoes,
        doubts=doubts(one),
        total=total,
        total_confidence=sure,
        totals=one.trust.totals,
        notes=notes(one, seen),
        status=_status(one, sure >= enough),
    )


def _status(one: Solved, sure: bool) -> Status:
    """`ok` where nothing is left to look at: what a person has settled needs no second look."""
    fixed = one.belief.fixed
    by_hand = len(fixed) == len(one.solution.best)
    explained = fixed.issuperset(one.solution.foreign) and one.solution.proven
    one_castle = len(one.window.castles) == 1
    return "ok" if by_hand or (explained and one_castle and sure) else "check"
