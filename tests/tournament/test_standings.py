"""Standings of a made-up tournament, computed by hand, with every tie-break in it.

Three rounds of four tables. In the first round p01 to p16 sit on the sixteen seats below in their
order; in the second everyone sits five seats on, in the third ten.
"""

from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.game.ranking import Decider
from kscan.game.variants import Variant
from kscan.locale import words
from kscan.tournament.report import csv
from kscan.tournament.report.summary import warnings
from kscan.tournament.standings import standings
from kscan.tournament.tie_breaks import Criterion, Ranking, Ties

STORED = Path(__file__).parent / "standings.csv"

# Each kingdom with the total, largest territory and crowns that were counted by hand.
A = "C  W0 W0 W1 F0"  # 3 squares with 1 crown = 3; largest 3; 1 crown
B = "C  L1 W0 W0 W0"  # 1, 3, 1
D = "C  L1 F0 F0 F0"  # 1, 3, 1
Z = "C  L0 L0"  # 0, 2, 0
J = "L1 C  .\nF0 F0 L1"  # 1 + 1 = 2, 2, 2
H = "L0 W0 W1 L0 C"  # 2 squares with 1 crown = 2; 2; 1
I = "F0 L1 C  L1 F0"  # noqa: E741  # 1 + 1 = 2, 1, 2
M = "C  W0 M3"  # 3, 1, 3
N = "C  W0 M2"  # 2, 1, 2
SEATS = [A, B, D, Z, J, H, I, Z, M, A, N, I, J, N, B, D]

# By table, in the seats' order: place and what settled it.
SHARED, LARGEST, CROWNS = Decider.SHARED, Decider.LARGEST, Decider.CROWNS
PLACES = [
    [(1, None), (2, SHARED), (2, SHARED), (4, None)],
    [(1, CROWNS), (2, CROWNS), (3, LARGEST), (4, None)],
    [(2, LARGEST), (1, LARGEST), (3, SHARED), (3, SHARED)],
    [(1, LARGEST), (2, LARGEST), (3, SHARED), (3, SHARED)],
]


@pytest.fixture
def played(tmp_path: Path, run: Run) -> object:
    photos = {}
    for number in range(3):
        for player in range(16):
            seat = (player + 5 * number) % 16
            kingdom = SEATS[seat].replace("C", "C" + "pygb"[seat % 4])
            name = f"round-{number + 1}/table-{seat // 4 + 1}/p{player + 1:02d}.jpg"
            photos[name] = playthings.photo(kingdom, salt=name)
    playthings.write(tmp_path / "in", photos)
    return run(variants=frozenset({Variant.DYNASTY})).rows


def test_the_standings_are_those_computed_by_hand(played: object) -> None:
    posted = standings(played)  # type: ignore[arg-type]
    assert csv.standings(posted, "no variants") == STORED.read_text(encoding="utf-8")


def test_every_game_is_ranked_as_by_hand(played: object) -> None:
    for game in standings(played).games:  # type: ignore[arg-type]
        number, table = int(game.round[-1]) - 1, int(game.table[-1]) - 1
        by_player = {
            placing.player: (placing.place, placing.decided_by) for placing in game.placings
        }
        for place, expected in enumerate(PLACES[table]):
            player = (4 * table + place - 5 * number) % 16 + 1
            assert by_player[f"p{player:02d}"] == expected


def test_the_demo_breaks_ties_by_crowns_alone(played: object) -> None:
    games = standings(played, Ranking(ties=(Ties.DEMO,))).games  # type: ignore[arg-type]
    third = next(game for game in games if (game.round, game.table) == ("round-1", "table-3"))
    assert third.placings[0].player == "p09"  # 3 crowns before 1


def test_a_dynasty_adds_three_games_of_the_same_players(tmp_path: Path, run: Run) -> None:
    photos = {
        f"round-{number}/table-1/{player}.jpg": playthings.photo(kingdom, salt=f"{number}")
        for number in (1, 2, 3)
        for player, kingdom in (("anna", A.replace("C", "Cp")), ("boris", M.replace("C", "Cy")))
    }
    playthings.write(tmp_path / "in", photos)
    (dynasty,) = standings(run().rows, with_dynasties=True).dynasties
    assert [(s.place, s.player, s.total, s.decided_by) for s in dynasty.standings] == [
        (1, "anna", 9, Criterion.LARGEST),
        (2, "boris", 9, Criterion.LARGEST),
    ]


UNNAMED = [
    ("p/anna/IMG_0001.jpg", "p/boris/IMG_0001.jpg"),
    ("round-1/IMG_0001.jpg", "round-2/IMG_0001.jpg"),
    ("round-1/table-4/IMG_0001.jpg", "round-2/table-4/IMG_0001.jpg"),
]


@pytest.mark.parametrize("photos", UNNAMED)
def test_kingdoms_that_nobody_named_are_never_added_up(
    tmp_path: Path, run: Run, photos: tuple[str, str]
) -> None:
    kingdom = A.replace("C", "Cg")
    playthings.write(
        tmp_path / "in", {name: playthings.photo(kingdom, salt=name) for name in photos}
    )
    batch = run()
    posted = standings(batch.rows, with_dynasties=True)
    assert [(player.total, player.won) for player in posted.players] == [(3, 0), (3, 0)]
    assert len({player.player for player in posted.players}) == 2
    (warning,) = warnings(batch, words("en"))
    assert warning.startswith("2 kingdoms have no player name;")


def test_who_plays_alone_wins_nothing_and_plays_no_dynasty(tmp_path: Path, run: Run) -> None:
    photos = {f"round-{n}/anna.jpg": playthings.photo(A, salt=str(n)) for n in (1, 2, 3)}
    playthings.write(tmp_path / "in", photos)
    posted = standings(run().rows, with_dynasties=True)
    assert [(anna.total, anna.won) for anna in posted.players] == [(9, 0)]
    assert posted.dynasties == ()


def test_a_second_photo_of_one_player_leaves_a_full_table_one_game(
    tmp_path: Path, run: Run
) -> None:
    seats = {"anna.jpg": "Cp W0 W0", "anna.png": "Cp W0 W0 W0", "boris.jpg": "Cy F0 F0"}
    seats |= {"clara.jpg": "Cg L0 L0", "dora.jpg": "Cb P0 P0"}
    photos = {name: playthings.photo(kingdom) for name, kingdom in seats.items()}
    playthings.write(tmp_path / "in" / "round-1" / "table-1", photos)
    rows = run().rows
    (game,) = standings(rows).games
    assert sorted(placing.player for placing in game.placings) == ["anna", "boris", "clara", "dora"]
    assert [bool(row.remarks) for row in rows] == [False, True, False, False, False]
    assert "anna has another kingdom" in playthings.told(rows[1].remarks)[0]


def test_a_second_photo_of_one_player_takes_no_dominoes_from_the_others(
    tmp_path: Path, run: Run
) -> None:
    # The box has two dominoes of wheat and a lake with a crown: one on each kingdom.
    kingdom = "W0 L1"
    seats = {
        "anna.jpg": f"Cp {kingdom}",
        "anna.png": f"Cp {kingdom} .",
        "boris.jpg": f"Cy {kingdom}",
    }
    photos = {name: playthings.photo(one) for name, one in seats.items()}
    playthings.write(tmp_path / "in" / "round-1" / "table-1", photos)
    anna, again, boris = run().rows
    assert [row.kingdoms[0].sheet.total for row in (anna, again, boris)] == [1, 1, 1]
    assert [row.status for row in (anna, again, boris)] == ["ok", "check", "ok"]
