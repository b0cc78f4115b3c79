"""The whole way from photos to scored kingdoms: the table of contents of kscan.

photo -> Photo -> Grid(s) -> Evidence -> Kingdom -> ScoreSheet -> report
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kscan.corrections.decisions import (
    Discarded,
    GridIs,
    SquareIs,
    asks_for_a_look,
    beyond_grid,
    no_such_kingdom,
    of_kind,
    parse_fix,
    player_of,
    total_of,
    whole_decision,
)
from kscan.errors import UsageError
from kscan.game.box import BASE, Box
from kscan.game.boxes import find_box
from kscan.game.covering import PlacedDomino, cover, cover_game
from kscan.game.kingdom import Kingdom
from kscan.game.legality import GameVerdict, Verdict, examine, examine_game
from kscan.game.quests import Quest, parse_quest
from kscan.game.remark import Remark
from kscan.game.rules import PLAIN, Rules
from kscan.game.scoring import score
from kscan.game.squares import EMPTY
from kscan.game.variants import Variant
from kscan.infer import Reading, another_box, infer_kingdoms
from kscan.infer.labels import label_set
from kscan.infer.records import CONTRADICTED
from kscan.records import Scan, ScoredKingdom, SeenKingdom, Sight, SolvedGame, SolvedKingdom
from kscan.remarks import remark
from kscan.sight import Corners, Source, look

if TYPE_CHECKING:
    from kscan.photo import Limits

Fix = str | tuple[int, SquareIs]

MOST_SAID = 3  # of a game's broken rules about one kingdom: wrong photos would get dozens


def scan(
    source: Source,
    *,
    variants: Iterable[Variant | str] = (),
    size: int | None = None,
    box: Box | str = "base",
    quests: Iterable[Quest | str] = (),
    corners: Corners | None = None,
    same_game: bool = True,
    fixes: Sequence[Fix] = (),
    limits: "Limits | None" = None,
) -> Scan:
    """Read and score the kingdoms on one photo.

    A photo that cannot be read has an `error`. `source` is a path, "-" for standard input, a
    picture's bytes, a PIL image, an RGB array, a loaded Photo, or the error that loading it gave.
    With `same_game` the kingdoms of the photo share one box. Corrections in a file beside the photo
    are respected, unless `corners` are given, and `fixes` such as "r2c3=F1" on top of them. `box`
    is a box's name or file; quests take the place of variants.
    """
    rules = rules_of(variants, size, box, quests)
    said = [parse_fix(fix, rules.box) if isinstance(fix, str) else fix for fix in fixes]
    sight = look(source, size=rules.side, corners=corners, limits=limits, box=rules.box)
    if sight.error is None:
        sight = _fixed(sight, said)
    (found,) = score_game([sight], rules, same_game=same_game)
    _refuse_outside(found)
    return found


def scan_game(
    sources: Sequence[Source],
    *,
    variants: Iterable[Variant | str] = (),
    size: int | None = None,
    box: Box | str = "base",
    quests: Iterable[Quest | str] = (),
    limits: "Limits | None" = None,
) -> tuple[Scan, ...]:
    """Read and score several photos of one game.

    Their kingdoms share one box; a scan each.
    """
    rules = rules_of(variants, size, box, quests)
    sights = [look(one, size=rules.side, limits=limits, box=rules.box) for one in sources]
    return score_game(sights, rules)


def rules_of(
    variants: Iterable[Variant | str] = (),
    size: int | None = None,
    box: Box | str = "base",
    quests: Iterable[Quest | str] = (),
) -> Rules:
    """Make rules from names or objects; UsageError for unknown names."""
    return Rules(
        frozenset(Variant(variant) for variant in variants),
        size,
        find_box(box) if isinstance(box, str) else box,
        tuple(parse_quest(quest) if isinstance(quest, str) else quest for quest in quests),
    )


def score_game(
    sights: Sequence[Sight],
    rules: Rules = PLAIN,
    *,
    same_game: bool = True,
) -> tuple[Scan, ...]:
    """Score the sights; with `same_game` they share one game."""
    seen = [kingdom for sight in sights for kingdom in sight.kingdoms]
    game = solve(seen, rules, same_game=same_game)
    solved = iter(zip(seen, game.kingdoms, strict=True))
    return tuple(
        Scan(
            sight.name,
            sight.width,
            sight.height,
            tuple(scored(*next(solved), rules.on(game.size)) for _ in sight.kingdoms),
            sight.error,
            sight.remarks,
            () if sight.error else game.remarks,
            sight.photo,
        )
        for sight in sights
    )


def solve(
    seen: Sequence[SeenKingdom],
    rules: Rules = PLAIN,
    *,
    same_game: bool = True,
) -> SolvedGame:
    """Infer the kingdoms, their dominoes and broken rules.

    `scored` makes the score sheets.
    """
    evidence = [one.evidence for one in seen]
    decisions = {index: one.decisions for index, one in enumerate(seen) if one.decisions}
    readings = infer_kingdoms(evidence, decisions, rules, same_game=same_game)
    kingdoms = [reading.kingdom for reading in readings]
    together = same_game and len(readings) > 1
    if together:
        if all(reading.certainty is not None for reading in readings):
            rules = rules.for_game(kingdoms)
        verdict = examine_game(kingdoms, rules)
    else:
        verdict = GameVerdict(tuple(examine(kingdom, rules) for kingdom in kingdoms), ())
    broken = _broken(readings, verdict)
    if rules.box == BASE:
        box = another_box(evidence, decisions, rules, readings, same_game=same_game)
        said = remark("another_box", look=True, box=box.name) if box else None
        broken = (*broken, replace(said, kingdoms=tuple(range(len(seen))))) if said else broken
    dominoes = _dominoes(readings, verdict.kingdoms, rules.box, together)
    parts = zip(seen, readings, verdict.kingdoms, dominoes, strict=True)
    solved = tuple(
        _solved(one, reading, found, placed, _about(index, broken), rules)
        for index, (one, reading, found, placed) in enumerate(parts)
    )
    return SolvedGame(solved, broken, rules.side)


def _broken(readings: Sequence[Reading], verdict: GameVerdict) -> tuple[Remark, ...]:
    """Return the rules broken together, an implausible game first."""
    broken = verdict.broken
    said = next((r for one in readings for r in one.remarks if r.code in CONTRADICTED), None)
    if said is None:
        return broken
    return (said, *broken)


def scored(seen: SeenKingdom, solved: SolvedKingdom, rules: Rules) -> ScoredKingdom:
    """Score a solved kingdom on its game's shared grid."""
    kingdom = solved.reading.kingdom
    block = seen.grid.cropped(solved.reading.top_left, kingdom.rows, kingdom.cols)
    sheet = score(kingdom, rules, discarded=bool(of_kind(seen.decisions, Discarded)))
    return ScoredKingdom(
        block,
        solved.reading,
        sheet,
        solved.dominoes,
        solved.remarks,
        solved.decided,
        solved.settled,
        total_of(seen.decisions),
        player_of(seen.decisions),
    )


def _solved(
    seen: SeenKingdom,
    reading: Reading,
    verdict: Verdict,
    dominoes: tuple[PlacedDomino, ...],
    game: tuple[Remark, ...],
    rules: Rules,
) -> SolvedKingdom:
    """Collect one kingdom's reading, dominoes and remarks.

    What a person settled is not asked again.
    """
    if total_of(seen.decisions) is not None:
        return SolvedKingdom(replace(reading, doubts=()), dominoes, (), decided=True, settled=True)
    decided = _is_decided(seen, reading, rules)
    asked = asks_for_a_look(seen.decisions)
    complete = whole_decision(seen.decisions) or of_kind(seen.decisions, GridIs)
    settled = decided and bool(complete) and not asked
    remarks = [*reading.remarks, *verdict.broken]
    if not settled:
        remarks += [*map(remark, seen.grid.doubts), *game[:MOST_SAID]]
    if (unread := label_set(rules.box).unread) and not settled:
        remarks.append(remark("unread", kinds=", ".join(map(str, unread))))
    if asked:
        remarks.append(remark("unlooked"))
    return SolvedKingdom(reading, dominoes, tuple(remarks), decided, settled)


def _is_decided(seen: SeenKingdom, reading: Reading, rules: Rules) -> bool:
    """Return True if a person changed or confirmed any square.

    A file that was saved and not edited yet does neither: its squares are those that the photo
    alone gives.
    """
    if whole_decision(seen.decisions) or of_kind(seen.decisions, Discarded):
        return True
    squares = of_kind(seen.decisions, SquareIs)
    outside = {cell for said in reading.remarks if said.code == "outside" for cell in said.cells}
    if any(not said.in_window and said.cell not in outside for said in squares):
        return True
    grids = of_kind(seen.decisions, GridIs)
    if not grids:
        return False
    (alone,) = infer_kingdoms([seen.evidence], rules=rules, same_game=False)
    if alone.status == "check" and not grids[0].is_open():
        return True
    top, left = alone.top_left
    return any(
        alone.kingdom[said.cell.row - top, said.cell.col - left] != said.square
        for said in squares
        if said.in_window
    )


def _about(index: int, broken: Sequence[Remark]) -> tuple[Remark, ...]:
    """Return the game's remarks about one kingdom."""
    said = (each for each in broken if each.code not in CONTRADICTED)  # its reading says that
    return tuple(each for each in said if index in each.kingdoms)


def _dominoes(
    readings: Sequence[Reading], verdicts: Sequence[Verdict], box: Box, together: bool
) -> list[tuple[PlacedDomino, ...]]:
    """List each block's dominoes, foreign squares left out."""
    coverings = [verdict.covering for verdict in verdicts]
    if any(reading.foreign for reading in readings):
        lawful = [_lawful(reading) for reading in readings]
        joint = cover_game(lawful, box) if together else None
        coverings = [*(joint or (cover(kingdom, box) for kingdom in lawful))]
    return [() if covering is None else covering.dominoes for covering in coverings]


def _lawful(reading: Reading) -> Kingdom:
    return reading.kingdom.replaced(lambda cell, one: EMPTY if cell in reading.foreign else one)


def _fixed(sight: Sight, fixes: Sequence[tuple[int, SquareIs]]) -> Sight:
    """Return the sight with these squares decided on top."""
    kingdoms = list(sight.kingdoms)
    for index, said in fixes:
        if not 0 <= index < len(kingdoms):
            raise no_such_kingdom(index, len(kingdoms))
        one = kingdoms[index]
        kingdoms[index] = replace(one, decisions=(*one.decisions, said))
    return replace(sight, kingdoms=tuple(kingdoms))


def _refuse_outside(found: Scan) -> None:
    """Raise UsageError for a fix beyond its kingdom's grid."""
    for kingdom in found.kingdoms:
        for said in kingdom.said({"outside"}):
            raise UsageError(beyond_grid(said.cells[0], kingdom.sheet.size))
