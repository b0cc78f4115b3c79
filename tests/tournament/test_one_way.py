"""A batch says of a table what `kscan score --same-game` says of the same photos."""

from pathlib import Path

import numpy as np
import playthings
import pytest
from playthings import Run

from kscan.game.rules import Rules
from kscan.game.squares import CastleColor
from kscan.game.variants import Variant
from kscan.lab.compose.play import play
from kscan.pipeline import score_game
from kscan.records import Sight

VARIANTS = frozenset({Variant.MIDDLE_KINGDOM, Variant.HARMONY})


@pytest.mark.parametrize("seed", range(12))
def test_kingdom_for_kingdom_status_for_status_remark_for_remark(
    tmp_path: Path, run: Run, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    players = int(rng.integers(1, 5))
    colors = tuple(CastleColor)[:players]
    kingdoms = [one.kingdom for one in play(rng, 5, colors)]
    if seed % 3 == 0:  # a photo that is no kingdom of this game
        kingdoms[0] = kingdoms[-1]
    orders = ["doubt"] if seed % 2 else []
    photos = {
        f"round-1/table-1/{name}.jpg": playthings.photo(str(one), orders=orders, salt=name)
        for name, one in zip("abcd", kingdoms, strict=False)
    }
    playthings.write(tmp_path / "in", photos)
    rows = run(variants=VARIANTS).rows
    sure = 0.5 if orders else 0.999
    sights = [
        Sight(name, 1000, 800, (playthings.seen(one, sure),))
        for name, one in zip(photos, kingdoms, strict=True)
    ]
    for row, scan in zip(rows, score_game(sights, Rules(VARIANTS)), strict=True):
        (played,), (alone,) = row.kingdoms, scan.kingdoms
        assert played.scored.reading == alone.reading
        assert played.scored.sheet == alone.sheet
        assert played.scored.dominoes == alone.dominoes
        assert played.scored.status == alone.status
        assert [said.code for said in played.scored.remarks] == [
            said.code for said in alone.remarks
        ]
