"""The bars of a plot add up to what the standings say."""

from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.game.scoring import Variant
from kscan.locale import words
from kscan.tournament.report.plots import course_plot, terrains_plot, totals_plot
from kscan.tournament.report.standings_table import cells
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


def test_a_bye_that_counts_points_is_in_every_plot_and_in_its_rounds_column(
    tmp_path: Path, run: Run
) -> None:
    photos = {
        f"round-{number}/table-1/{who}.jpg": playthings.photo(kingdom, salt=str(number))
        for number in (1, 2)
        for who, kingdom in (("anna", ANNA[1]), ("boris", BORIS[1]))
    }
    photos |= {f"round-{n}/table-1/eva.jpg": playthings.photo("Cg S0 S0 S1 S0") for n in (1, 3)}
    playthings.write(tmp_path / "in", photos)
    games = tmp_path / "games.csv"
    games.write_text("photo,round,player,result\n,2,eva,bye 30\n")
    batch = run(games=games)
    posted = standings(batch.rows, absences=batch.absences)
    (eva,) = (player for player in posted.players if player.player == "eva")
    total = sum(one for _, one in eva.games) + 30
    assert (eva.total, len(eva.games)) == (total, 2)
    assert cells(eva, posted.rounds, words("en"))[-2] == "30"
    bars = {bar.label: bar.value for bar in totals_plot(posted, words("en")).bars}
    assert bars == {player.player: player.total for player in posted.players}
    course = course_plot(posted, words("en"))
    assert course is not None
    ends = {line.label: line.points[-1][2] for line in course.lines}
    assert ends["eva"] == total
    assert "eva" not in [bar.label for bar in terrains_plot(posted, words("en")).bars]


def test_a_game_without_a_round_counts_before_the_rounds(tmp_path: Path, run: Run) -> None:
    photos = {
        name: playthings.photo(ANNA[0], salt=name)
        for name in ("anna.jpg", "round-1/table-1/anna.jpg", "round-2/table-1/anna.jpg")
    }
    playthings.write(tmp_path / "in", photos)
    posted = standings(run().rows)
    course = course_plot(posted, words("en"))
    assert course is not None
    (line,) = course.lines
    assert [total for _, _, total in line.points] == [2, 3]  # after 1 without a round
    assert (posted.players[0].total, len(posted.players)) == (3, 1)
