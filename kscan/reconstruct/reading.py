"""Evidence in, readings out: solve, weigh, and say what was doubtful, repaired or broken."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kscan.errors import UsageError
from kscan.game.covering import PlacedDomino, cover, cover_game
from kscan.game.kingdom import LARGEST, Cell, Kingdom
from kscan.game.scoring import Variant
from kscan.game.squares import EMPTY, Square
from kscan.reconstruct.belief import Belief, believe
from kscan.reconstruct.notes import doubts, notes
from kscan.reconstruct.records import Fix, Reading, Status
from kscan.reconstruct.sized import totals_by_grid
from kscan.reconstruct.solve import solve
from kscan.reconstruct.solved import Solved, gather
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
    has settled: first those given by their place in the window, then those by their place in the
    block that a reading without them shows.
    """
    if size is None and Variant.MIGHTY_DUEL in variants:
        size = 7

    def solved(settled: Sequence[Fix]) -> tuple[Solved, ...]:
        beliefs = _settled(evidence, settled)
        solutions = solve(beliefs, size, same_game=same_game)
        totals = totals_by_grid(beliefs, solutions, variants, size, same_game=same_game)
        return gather(beliefs, solutions, seen, totals, same_game=same_game)

    seen = [believe(one) for one in evidence]
    window = [Cell(0, 0)] * len(evidence)
    settled = _placed([fix for fix in fixes if fix.in_window], evidence, window)
    kingdoms = solved(settled)
    if shown := [fix for fix in fixes if not fix.in_window]:
        blocks = [kingdom.top_left for kingdom in kingdoms]
        kingdoms = solved([*settled, *_placed(shown, evidence, blocks)])
    dominoes = _dominoes(kingdoms, same_game)
    enough = SURE_TOGETHER if same_game and len(evidence) > 1 else SURE
    return tuple(
        _reading(one, placed, enough) for one, placed in zip(kingdoms, dominoes, strict=True)
    )


def _placed(
    fixes: Iterable[Fix], evidence: Sequence[Evidence], origins: Sequence[Cell]
) -> list[Fix]:
    """The fixes by their places in the windows, where those that they count from begin."""
    placed = []
    for fix in fixes:
        if not 0 <= fix.kingdom < len(evidence):
            raise UsageError(
                f"there is no kingdom {fix.kingdom + 1} to correct: {len(evidence)} found"
            )
        window, origin = evidence[fix.kingdom], origins[fix.kingdom]
        cell = Cell(fix.cell.row + origin.row, fix.cell.col + origin.col)
        if not (0 <= cell.row < window.rows and 0 <= cell.col < window.cols):
            raise UsageError(f"r{fix.cell.row}c{fix.cell.col} lies beyond the kingdom's grid")
        placed.append(replace(fix, cell=cell, in_window=True))
    return placed


def _settled(evidence: Sequence[Evidence], fixes: Sequence[Fix]) -> list[Belief]:
    """The beliefs with a person's squares in them, the last word on a square counting."""
    chosen: list[dict[Cell, Square]] = [{} for _ in evidence]
    for fix in fixes:
        chosen[fix.kingdom][fix.cell] = fix.square
    for cells in chosen:
        laid = [cell for cell, square in cells.items() if not square.is_empty]
        if any(max(line) - min(line) >= LARGEST for line in zip(*laid, strict=True)):
            raise UsageError(f"the corrections reach beyond {LARGEST} x {LARGEST} squares")
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


def _reading(one: Solved, dominoes: tuple[PlacedDomino, ...], enough: float) -> Reading:
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
        notes=notes(one),
        status=_status(one, sure >= enough),
    )


def _status(one: Solved, sure: bool) -> Status:
    """`ok` where nothing is left to look at: what a person has settled needs no second look."""
    fixed = one.belief.fixed
    by_hand = len(fixed) == len(one.solution.best) and one.solution.best == one.belief.best
    explained = fixed.issuperset(one.solution.foreign) and one.solution.proven
    one_castle = len(one.window.castles) == 1
    return "ok" if by_hand or (explained and one_castle and sure) else "check"
