"""Evidence in, kingdoms out: what the box settles, and what it must not."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kscan.corrections.decisions import SquareIs
from kscan.errors import UsageError
from kscan.evidence import OTHER_LABEL, Evidence
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import BASE_COLORS, CastleColor, parse_square
from kscan.game.variants import Variant
from kscan.infer import Reading, infer_kingdoms
from kscan.lab.compose.play import play
from kscan.lab.evaluate.standin import evidence_of

See = Callable[..., Evidence]


def read(evidence: Evidence, **options: object) -> Reading:
    return infer_kingdoms([evidence], **options)[0]


def codes(reading: Reading) -> list[str]:
    return [note.code for note in reading.remarks]


def test_a_clear_kingdom_is_read_as_it_is(see: See, village: Kingdom) -> None:
    reading = read(see(village))
    assert reading.kingdom == village
    assert reading.status == "ok"
    assert (reading.total, reading.remarks, reading.doubts) == (25, (), ())
    assert reading.total_confidence > 0.95
    assert reading.foreign == ()


def test_a_square_that_no_domino_has_beside_its_neighbours_is_repaired(
    see: See, village: Kingdom
) -> None:
    # M3 lies on a domino with W0 only, and there is one M3: M2 would need a swamp or other wheat.
    reading = read(see(village, {(2, 4): {"M1": 0.3, "M3": 0.2}, (0, 0): {"M3": 0.5, "M2": 0.4}}))
    assert reading.kingdom[0, 0] == parse_square("M2")
    assert next(n.cells for n in reading.remarks if n.code == "repaired") == (Cell(0, 0),)


def test_what_the_box_allows_either_way_stays_in_doubt(see: See, village: Kingdom) -> None:
    reading = read(see(village, {(0, 4): {"F1": 0.6, "W0": 0.39}}))
    assert reading.kingdom == village
    assert reading.status == "check"
    doubt = reading.doubts[0]
    assert (doubt.cell, str(doubt.read), str(doubt.instead[0].square)) == (Cell(0, 4), "F1", "W0")
    other = village.replaced(lambda c, s: parse_square("W0") if c == (0, 4) else s)
    assert doubt.instead[0].total == score(other).total != reading.total


def test_what_the_box_rules_out_is_no_doubt(see: See, village: Kingdom) -> None:
    """The lake in the corner lies beside lakes only, and no domino joins L1 and L0."""
    reading = read(see(village, {(4, 4): {"L0": 0.6, "L1": 0.39}}))
    assert (reading.kingdom, reading.status) == (village, "ok")
    assert reading.confidence[4][4] > 0.95


def test_a_foreign_domino_is_shown_and_not_explained_away(see: See, village: Kingdom) -> None:
    foreign = parse_kingdom(str(village).replace("W0 M3", "M3 M3"))
    reading = read(see(foreign, sure=0.99999))
    assert reading.kingdom == foreign
    assert reading.status == "check"
    assert "foreign" in codes(reading)
    assert {Cell(2, 3), Cell(2, 4)} & {doubt.cell for doubt in reading.doubts}


def test_a_domino_whose_other_half_is_hidden_is_shown(see: See, village: Kingdom) -> None:
    hidden = village.replaced(lambda c, s: parse_square(".") if c == (4, 0) else s)
    reading = read(see(hidden, sure=0.99999))
    assert reading.kingdom == hidden
    assert reading.status == "check"


@pytest.mark.parametrize("other", ["W0", "Cb"])
def test_a_kingdom_without_one_castle_needs_a_look(see: See, village: Kingdom, other: str) -> None:
    at = (3, 3) if other == "W0" else (0, 2)
    changed = village.replaced(lambda c, s: parse_square(other) if c == at else s)
    reading = read(see(changed, sure=0.99999))
    assert reading.status == "check"
    assert {"castles", "foreign", "repaired"} & set(codes(reading))


def test_the_castle_is_moved_where_only_one_can_be(see: See, village: Kingdom) -> None:
    reading = read(see(village, {(0, 2): {"C": 0.6, "S0": 0.39}}))
    assert reading.kingdom == village


def test_nothing_at_all_is_an_empty_reading(see: See) -> None:
    reading = read(see(parse_kingdom(". .\n. .")))
    assert reading.status == "check"


def test_a_kingdom_is_trimmed_out_of_its_window(see: See, village: Kingdom) -> None:
    rows = [". " * 9] * 2 + [f". {line} . . ." for line in str(village).splitlines()]
    window = Kingdom(
        tuple(tuple(map(parse_square, row.split()[:9])) for row in [*rows, ". " * 9, ". " * 9])
    )
    reading = read(see(window))
    assert (reading.kingdom, reading.top_left) == (village, Cell(2, 1))


def test_a_stray_tile_does_not_widen_a_kingdom_of_5(see: See, village: Kingdom) -> None:
    text = "\n".join(
        f"{line} {'F0' if n == 2 else '.'}" for n, line in enumerate(str(village).splitlines())
    )
    reading = read(see(parse_kingdom(text), {(2, 5): {"F0": 0.6, ".": 0.39}}))
    assert reading.kingdom == village


def test_the_size_that_is_given_holds(see: See, village: Kingdom) -> None:
    wide = parse_kingdom("\n".join(f"{line} W0 W0" for line in str(village).splitlines()[:1]))
    assert read(see(wide), rules=Rules(size=5)).kingdom.trimmed().cols <= 5


@pytest.mark.parametrize(
    "domino", [((0, 1), (0, 2)), ((2, 1), (2, 2)), ((0, 0), (1, 0)), ((0, 4), (1, 4))]
)
def test_a_domino_in_doubt_beside_the_kingdom_lies_in_the_block_that_is_shown(
    see: See, domino: tuple[tuple[int, int], ...]
) -> None:
    window = parse_kingdom(". . . . .\n. C W0 W0 .\n. . . . .")
    reading = read(see(window, {half: {".": 0.6, "F0": 0.35} for half in domino}))
    top, left = reading.top_left
    assert {(d.cell.row + top, d.cell.col + left) for d in reading.doubts} == set(domino)
    assert {doubt.cell for doubt in reading.doubts} <= set(reading.kingdom.cells())
    assert str(reading.kingdom.trimmed()) == "C  W0 W0"


def test_the_block_grows_no_larger_than_a_grid_for_what_is_in_doubt(see: See) -> None:
    lines = [". " * 9, ". " * 9, ". C W0 W0 W0 W0 F0 F0 .", ". " * 9]
    window = Kingdom(tuple(tuple(map(parse_square, line.split())) for line in lines))
    left = {(row, 0): {".": 0.6, "F0": 0.35} for row in (1, 2)}
    right = {(2, col): {"F0": 0.6, ".": 0.35} for col in (6, 7)}
    reading = read(see(window, left | right), rules=Rules(size=7))
    assert (reading.top_left, reading.kingdom.cols) == (Cell(2, 1), 7)
    assert {doubt.cell for doubt in reading.doubts} == {Cell(0, 5), Cell(0, 6)}


def test_variants_count_in_the_totals(see: See, village: Kingdom) -> None:
    reading = read(see(village), rules=Rules(frozenset({Variant.HARMONY})))
    assert reading.total == 30


class TestGame:
    """Several kingdoms share one box."""

    @pytest.fixture
    def game(self) -> list[Kingdom]:
        return [one.kingdom for one in play(np.random.default_rng(0), 5, BASE_COLORS)]

    def test_a_square_that_another_kingdom_holds_is_repaired(
        self, see: See, game: list[Kingdom]
    ) -> None:
        """There is one M3 in the box: the kingdom that is surer of it keeps it."""
        holder = next(n for n, k in enumerate(game) if any(str(k[c]) == "M3" for c in k.covered))
        number, cell = next(
            (n, c)
            for n, k in enumerate(game)
            for c in k.covered
            if n != holder
            and str(k[c]) in ("M1", "M2")
            and any(str(k[o]) == "W0" for o in c.neighbours())
        )
        truth = str(game[number][cell])
        seen = [see(k) for k in game]
        seen[number] = see(game[number], {cell: {"M3": 0.6, truth: 0.39}})
        assert infer_kingdoms(seen)[number].kingdom == game[number]

    def test_castles_differ_in_colour(self, see: See, game: list[Kingdom]) -> None:
        seen = [see(k) for k in game]
        castle = game[1].castles[0]
        seen[1].colors[castle] = (0.5, 0.45, 0.03, 0.02)  # pink, which the first one surely is
        first, second, *_ = infer_kingdoms(seen)
        assert first.kingdom[first.kingdom.castles[0]].color is CastleColor.PINK
        assert second.kingdom[second.kingdom.castles[0]].color is CastleColor.YELLOW

    def test_more_kingdoms_than_a_box_holds_are_read_each_alone(
        self, see: See, game: list[Kingdom]
    ) -> None:
        readings = infer_kingdoms([see(k) for k in [*game, game[0]]])
        assert [r.kingdom for r in readings] == [*game, game[0]]

    def test_one_noisy_game_is_read_better_together(self) -> None:
        rng = np.random.default_rng(5)
        right = {True: 0, False: 0}
        for _ in range(3):
            game = [one.kingdom for one in play(rng, 5, BASE_COLORS)]
            seen = [evidence_of(k, rng, 0.05) for k in game]
            for same_game in right:
                for truth, reading in zip(
                    game, infer_kingdoms(seen, same_game=same_game), strict=True
                ):
                    right[same_game] += reading.total == score(truth).total
        assert right[True] > right[False]


class TestFixes:
    """What a person settles."""

    def test_a_fix_is_taken_as_it_is_and_settles_its_doubt(
        self, see: See, village: Kingdom
    ) -> None:
        seen = see(village, {(0, 4): {"F1": 0.6, "W0": 0.39}})
        reading = read(seen, decisions={0: (SquareIs(Cell(0, 4), parse_square("W0")),)})
        assert str(reading.kingdom[0, 4]) == "W0"
        assert reading.confidence[0][4] == 1.0
        assert codes(reading) == ["corrected"]
        assert reading.status == "ok"

    def test_a_whole_kingdom_by_hand_is_ok_whatever_it_is(self, see: See, village: Kingdom) -> None:
        foreign = parse_kingdom(str(village).replace("W0 M3", "M3 M3"))
        fixes = [SquareIs(cell, foreign[cell], in_window=True) for cell in foreign.cells()]
        reading = read(see(village), decisions={0: tuple(fixes)})
        assert (reading.kingdom, reading.status) == (foreign, "ok")

    def test_a_fix_counts_in_the_block_that_corrections_beside_the_photo_show(
        self, see: See, village: Kingdom
    ) -> None:
        below = parse_kingdom(". . . . .\n" + str(village))
        laid = SquareIs(Cell(0, 0), parse_square("P0"), in_window=True)
        fixed = SquareIs(Cell(1, 0), parse_square("M3"))
        reading = read(see(below), decisions={0: (fixed, laid)})
        assert (str(reading.kingdom[0, 0]), str(reading.kingdom[1, 0])) == ("P0", "M3")

    def test_what_a_person_empties_stays_in_the_block(self, see: See, village: Kingdom) -> None:
        emptied = [SquareIs(Cell(0, col), parse_square(".")) for col in range(5)]
        reading = read(see(village), decisions={0: tuple(emptied)})
        assert str(reading.kingdom) == "\n".join([".  .  .  .  .", *str(village).splitlines()[1:]])
        assert {note.cells[0] for note in reading.remarks if note.code == "corrected"} == {
            fix.cell for fix in emptied
        }

    def test_corrections_that_no_grid_holds_are_refused(self, see: See, village: Kingdom) -> None:
        rows = [". " * 9, *(f". {line} . . ." for line in str(village).splitlines())]
        window = Kingdom(tuple(tuple(map(parse_square, row.split()[:9])) for row in rows))
        ends = [SquareIs(Cell(1, col), parse_square("F0"), in_window=True) for col in (0, 8)]
        with pytest.raises(UsageError, match="beyond 7 x 7"):
            read(see(window), decisions={0: tuple(ends)})

    def test_a_kingdom_laid_by_hand_is_not_cut_to_the_size_that_was_given(
        self, see: See, village: Kingdom
    ) -> None:
        wide = parse_kingdom("\n".join(f"{line} F0" for line in str(village).splitlines()))
        fixes = [SquareIs(cell, wide[cell]) for cell in wide.cells()]
        reading = read(see(wide), decisions={0: tuple(fixes)}, rules=Rules(size=5))
        assert reading.kingdom == wide

    def test_a_decision_about_no_kingdom_is_refused(self, see: See, village: Kingdom) -> None:
        with pytest.raises(UsageError, match="no kingdom 2"):
            read(see(village), decisions={1: (SquareIs(Cell(0, 0), parse_square("W0")),)})

    def test_a_square_beyond_the_grid_is_said_and_needs_a_look(
        self, see: See, village: Kingdom
    ) -> None:
        beyond = SquareIs(Cell(5, 0), parse_square("W0"))
        reading = read(see(village), decisions={0: (beyond,)})
        assert [(said.code, said.look) for said in reading.remarks] == [("outside", True)]
        assert reading.kingdom == village


def turned(evidence: Evidence) -> Evidence:
    def turn(values: np.ndarray) -> np.ndarray:
        return np.rot90(values, -1, (0, 1)).copy()

    return Evidence(turn(evidence.probabilities), turn(evidence.colors))


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
@example(449)  # a castle that may as well lie on another square
def test_turning_the_photo_turns_the_kingdom_and_keeps_its_total(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = play(rng, 5, (CastleColor.BLUE,))[0].kingdom
    seen = evidence_of(truth, rng, 0.02)
    reading, other = read(seen), read(turned(seen))
    assert other.total == reading.total or abs(other.totals[0][1] - reading.totals[0][1]) < 1e-6
    if min(map(min, reading.confidence)) > 0.6:  # else another may be as probable
        assert other.kingdom == reading.kingdom.turned()
        assert other.total_confidence == pytest.approx(reading.total_confidence, abs=0.02)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_probabilities_are_probabilities(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = play(rng, 5, (CastleColor.BLUE,))[0].kingdom
    reading = read(evidence_of(truth, rng, 0.04))
    assert all(0.0 <= p <= 1.0 for row in reading.confidence for p in row)
    told = [doubt.cell for doubt in reading.doubts]
    told += [cell for note in reading.remarks for cell in note.cells]
    assert set(told) <= set(reading.kingdom.cells())
    assert sum(p for _, p in reading.totals) <= 1.0 + 1e-9
    assert reading.total == score(reading.kingdom).total


def _partly_something_else(evidence: Evidence, cell: Cell, share: float) -> Evidence:
    """Return the evidence with this share of a field's probability on something else."""
    probabilities = evidence.probabilities.copy()
    probabilities[cell] *= 1 - share
    probabilities[cell][OTHER_LABEL] += share
    return replace(evidence, probabilities=probabilities)


@pytest.mark.parametrize(("share", "status"), [(0.05, "ok"), (0.6, "check"), (1.0, "check")])
def test_what_may_be_covered_is_never_surely_read(
    see: See, village: Kingdom, share: float, status: str
) -> None:
    cell = Cell(0, 0)
    reading = read(_partly_something_else(see(village), cell, share))
    assert reading.status == status
    covered = [note.cells for note in reading.remarks if note.code == "covered"]
    assert covered == ([(cell,)] if status == "check" else [])
    assert (cell in {doubt.cell for doubt in reading.doubts}) is (status == "check")


def test_what_a_person_settled_is_not_covered(see: See, village: Kingdom) -> None:
    cell = Cell(0, 0)
    evidence = _partly_something_else(see(village), cell, 0.9)
    reading = read(evidence, decisions={0: (SquareIs(cell, village[cell]),)})
    assert reading.status == "ok"
    assert "covered" not in codes(reading)


def test_a_thing_where_tiles_went_out_of_view_is_shown_in_the_block(
    see: See, village: Kingdom
) -> None:
    window = parse_kingdom("\n".join(f"{row} ." for row in str(village).splitlines()))
    evidence = _partly_something_else(see(window), Cell(2, village.cols), 0.95)
    reading = read(evidence)
    assert reading.status == "check"
    (covered,) = (note.cells for note in reading.remarks if note.code == "covered")
    assert covered == (Cell(2, village.cols),)
