"""The bars of a plot add up to what the standings say."""

from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.game.scoring import Variant
from kscan.locale import words
from kscan.tournament.report.plots import terrains_plot, totals_plot
from kscan.tournament.standings import standings

ANNA = ("F1 W0 Cp L0 L0", "L1 W0 Cp W0 W0", "S2 W0 Cp P0 P0")
BORIS = ("W1 F0 Cy F0 F0\nL0 L0 .  .  .", "P1 W0 Cy P0 P0", "Cy W0 W0")


@pytest.mark.parametrize("variants", [(), (Variant.MIDDLE_KINGDOM,)])
def test_every_point_of_every_game_is_in_a_bar(
    tmp_path: Path, run: Run, variants: tuple[Variant, ...]
) -> None:
    playthings.write(
        tmp_path / "in",
        {
            f"round-{number}/table-1/{who}.jpg": playthings.photo(kingdom, salt=str(number))
            for who, kingdoms in (("anna", ANNA), ("boris", BORIS))
            for number, kingdom in enumerate(kingdoms, 1)
        },
    )
    posted = standings(run(variants=frozenset(variants)).rows)
    expected = [(player.player, player.total) for player in posted.players]
    assert all(total > 1 for _, total in expected)
    for plot in (totals_plot(posted, words("en")), terrains_plot(posted, words("en"))):
        assert [(bar.label, sum(part.value for part in bar.parts)) for bar in plot.bars] == expected
        most = max(total for _, total in expected)
        for bar, (_, total) in zip(plot.bars, expected, strict=True):
            assert sum(part.length for part in bar.parts) == pytest.approx(
                100 * total / most, abs=0.1
            )


def test_points_by_terrain_leave_out_whose_kingdom_nobody_knows(tmp_path: Path, run: Run) -> None:
    """A typed-in total has no terrains; a bar of 0 would be wrong."""
    photos = {"anna.jpg": playthings.photo(ANNA[0]), "leo.txt": b"total 57"}
    below = {f"round-1/table-1/{name}": content for name, content in photos.items()}
    playthings.write(tmp_path / "in", below)
    posted = standings(run().rows)
    totals, terrains = (
        [bar.label for bar in plot(posted, words("en")).bars]
        for plot in (totals_plot, terrains_plot)
    )
    assert (totals, terrains) == (["leo", "anna"], ["anna"])
