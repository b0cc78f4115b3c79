"""What no domino explains is left out, and no more than that."""

import numpy as np
import pytest

from kscan.game.box import BASE
from kscan.game.covering import cover
from kscan.game.squares import CastleColor, parse_square
from kscan.infer.labels import label_set
from kscan.infer.tiling import neighbours, unexplained
from kscan.lab.compose.play import play

BOX = label_set(BASE)
M3 = BOX.of(parse_square("M3"))  # beside another M3: on no domino


@pytest.mark.parametrize("seed", range(4))
def test_one_foreign_domino_costs_its_own_two_fields(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kingdom = play(rng, 5, (CastleColor.BLUE,))[0].kingdom
    labels = [BOX.of(kingdom[cell]) for cell in kingdom.cells()]
    beside = neighbours(kingdom.rows, kingdom.cols)
    assert unexplained(tuple(labels), beside, BOX, BOX.stock) == ()
    covering = cover(kingdom)
    assert covering is not None
    for domino in covering.dominoes:
        fields = [cell.row * kingdom.cols + cell.col for cell in domino.cells]
        strange = [M3 if field in fields else label for field, label in enumerate(labels)]
        left_out = unexplained(tuple(strange), beside, BOX, BOX.stock)
        assert 0 < len(left_out) <= 2
        assert {*left_out} & {*fields}
