"""Readings with other boxes than the base game's."""

from collections.abc import Callable

import numpy as np
import pytest

from kscan.corrections.decisions import SquareIs
from kscan.errors import UsageError
from kscan.evidence import CLASSES, Evidence, widened
from kscan.game.box import BASE, Box
from kscan.game.boxes import GIANTS, QUEENDOMINO, XL, parse_box
from kscan.game.kingdom import Cell, parse_kingdom
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import BASE_COLORS, CastleColor, parse_square
from kscan.infer import infer_kingdoms
from kscan.infer.labels import label_set
from kscan.infer.records import CONTRADICTED
from kscan.infer.tiling import beside_all, neighbours, unexplained
from kscan.lab.compose.play import play
from kscan.lab.evaluate.standin import evidence_of

See = Callable[..., Evidence]


@pytest.mark.parametrize("box", [BASE, GIANTS, XL, QUEENDOMINO])
def test_each_kind_of_the_box_has_a_label_and_each_pair_a_sort(box: Box) -> None:
    known = label_set(box)
    assert known.squares[: known.castle] == box.kinds
    assert [known.of(square) for square in known.squares] == list(range(len(known.squares)))
    for domino in box.dominoes:
        sort = known.sort[known.of(domino.first)][known.of(domino.second)]
        assert box.sorts[sort] == domino.halves
    assert known.land.sum() == 2 * len(box.dominoes)


def test_evidence_is_restricted_to_the_kinds_of_the_box() -> None:
    known = label_set(parse_box("1 W0 W5\n2 F0 F0", "mine"))
    assert [str(square) for square in known.squares] == ["W0", "W5", "F0", "C", "."]
    assert [str(square) for square in known.unread] == ["W5"]
    seen = np.full((1, len(CLASSES)), 0.5 / (len(CLASSES) - 2))
    seen[0, [CLASSES.index("W0"), CLASSES.index("C")]] = 0.3, 0.2
    seen[0, CLASSES.index("W1")] = 0.0
    taken, none = known.restricted(widened(seen))
    assert 0.0 < none[0] < 0.5
    assert taken.sum() == pytest.approx(1.0)
    assert taken[0, 1] == 0.0
    assert taken[0, 0] / taken[0, 3] == pytest.approx(1.5)


def test_a_giant_that_a_person_saw_covers_a_crown_in_every_total(see: See) -> None:
    kingdom = parse_kingdom("C W0 M3\n. W0 M2")
    said = {0: (SquareIs(Cell(0, 2), parse_square("M3'")),)}
    (reading,) = infer_kingdoms([see(kingdom)], said, Rules(box=GIANTS))
    assert str(reading.kingdom[0, 2]) == "M3'"
    assert reading.total == score(reading.kingdom).total == 2 * 4
    assert reading.foreign == ()


def test_a_square_that_the_box_has_not_is_refused(see: See) -> None:
    said = {0: (SquareIs(Cell(0, 1), parse_square("W2")),)}
    with pytest.raises(UsageError, match="W2 does not exist: W has 0 or 1 crowns"):
        infer_kingdoms([see(parse_kingdom("C W0 F0"))], said)


def test_in_two_boxes_two_kingdoms_may_hold_the_same_domino(see: See) -> None:
    game = [parse_kingdom("Cb W0 M3"), parse_kingdom("Cg W0 M3")]
    seen = [see(kingdom) for kingdom in game]
    doubled = infer_kingdoms(seen, rules=Rules(box=XL))
    assert [reading.kingdom for reading in doubled] == game
    assert all(not reading.doubts for reading in doubled)
    assert "check" in {reading.status for reading in infer_kingdoms(seen)}


def test_base_games_are_read_the_same_with_the_giants_box() -> None:
    rng = np.random.default_rng(5)
    game = [one.kingdom for one in play(rng, 5, (CastleColor.BLUE, CastleColor.PINK))]
    seen = [evidence_of(kingdom, rng, 0.01) for kingdom in game]
    base, giants = (infer_kingdoms(seen, rules=Rules(size=5, box=box)) for box in (BASE, GIANTS))
    assert [one.kingdom for one in base] == [one.kingdom for one in giants]


def test_a_colour_that_the_box_has_not_is_not_named(see: See) -> None:
    (reading,) = infer_kingdoms([see(parse_kingdom("W0 F0 Cb"))], rules=Rules(box=QUEENDOMINO))
    assert reading.kingdom.castle_color is None


@pytest.mark.parametrize("seed", [42, 54, 319])
def test_a_game_of_two_boxes_lacks_nothing_however_hard_it_is_to_tile(seed: int) -> None:
    """Laid in a fixed order, the dominoes of these games lead to dead ends again and again."""
    rng = np.random.default_rng(seed)
    game = [one.kingdom for one in play(rng, 7, BASE_COLORS, box=XL)]
    seen = [evidence_of(kingdom, rng, 1e-6) for kingdom in game]
    readings = infer_kingdoms(seen, rules=Rules(box=XL))
    assert [one.kingdom.trimmed() for one in readings] == [one.trimmed() for one in game]
    assert not any(one.foreign for one in readings)
    assert not {said.code for one in readings for said in one.remarks} & CONTRADICTED


def test_of_a_game_only_the_domino_beyond_the_box_is_foreign() -> None:
    """However the other kingdoms are tiled at the moment."""
    first, second = parse_kingdom("C W0 M3 W0"), parse_kingdom("C W0 M3\n. W0 F0")
    known = label_set(BASE)
    labels = [tuple(known.of(one[cell]) for cell in one.cells()) for one in (second, first)]
    beside = beside_all(neighbours(2, 3), neighbours(1, 4))
    every = labels[0] + labels[1]
    strange = unexplained((*every[:-1], known.empty), beside, known, known.stock, within=6)
    assert strange == (1, 2)
    assert unexplained(labels[0], neighbours(2, 3), known, known.stock) == ()
