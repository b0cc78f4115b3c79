"""Whoever has more than one result in a round hears of it: nobody counts twice in silence."""

from pathlib import Path

import playthings
from playthings import Run, photo, told

from kscan.tournament.batch import Batch
from kscan.tournament.standings import Standings, several_results, standings

ANNA, BEN, CAI = photo("Cp W0 M3"), photo("Cy W0 M2"), photo("Cb F0 F0")
AT_ONE = {"round-1/table-1/anna.jpg": ANNA, "round-1/table-1/ben.jpg": BEN}


def posted(batch: Batch) -> Standings:
    return standings(batch.rows, absences=batch.absences, expected=batch.expected)


def totals(batch: Batch) -> dict[str, object]:
    return {player.player: player.total for player in posted(batch).players}


def test_a_player_at_two_tables_of_a_round_is_said(tmp_path: Path, run: Run) -> None:
    again = {"round-1/table-2/Anna.jpg": photo("Cg L1 W0"), "round-1/table-2/cai.jpg": CAI}
    playthings.write(tmp_path / "in", {**AT_ONE, **again})
    batch = run()
    assert totals(batch) == {"anna": 3 + 1, "ben": 2, "cai": 0}
    (said,) = told(several_results(posted(batch)))
    assert said.startswith("More than one result in round-1: anna (table-1, table-2).")


def test_players_of_several_rounds_and_unnamed_ones_are_not(tmp_path: Path, run: Run) -> None:
    later = {name.replace("round-1", "round-2"): content for name, content in AT_ONE.items()}
    unnamed = {f"round-1/table-{n}/IMG_000{n}.jpg": photo("Cp W0 W0", salt=str(n)) for n in (3, 4)}
    playthings.write(tmp_path / "in", {**AT_ONE, **later, **unnamed})
    assert told(several_results(posted(run()))) == []


def test_a_bye_and_a_leaving_beside_a_game_are_said(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", AT_ONE)
    games = tmp_path / "games.csv"
    games.write_text("photo,round,player,result\n,1,anna,bye 30\n,1,ben,left\n")
    batch = run(games=games)
    assert totals(batch) == {"anna": 33, "ben": 2}
    (said,) = told(several_results(posted(batch)))
    assert "anna (table-1, bye), ben (table-1, left)" in said


def test_of_two_lines_on_a_bye_the_last_one_counts(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", AT_ONE)
    games = tmp_path / "games.csv"
    for second, notes in (
        ("round-2,Anna,bye 30", []),
        ("2,anna,bye 20", ["games.csv says two things of anna in 2; the last one counts."]),
    ):
        games.write_text(f"photo,round,player,result\n,2,anna,bye 30\n,{second}\n")
        batch = run(games=games)
        assert totals(batch)["anna"] == 3 + int(second[-2:])
        assert [each for each in told(batch.unmatched) if "two things" in each] == notes


def test_a_typed_total_beside_another_of_the_player_is_asked_about(
    tmp_path: Path, run: Run
) -> None:
    typed = {"round-1/table-1/cai.txt": b"total 57", "round-1/table-1/Cai .txt": b"total 58"}
    playthings.write(tmp_path / "in", {**AT_ONE, **typed})
    batch = run()
    asked = {row.photo: told(row.remarks) for row in batch.rows if row.status == "check"}
    assert asked == {
        "round-1/table-1/cai.txt": ["Cai has another kingdom in this game; only that one counts."]
    }
    assert totals(batch)["Cai"] == 58
