"""`kscan standings`: what the last run found, on a terminal, without reading anything anew."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from kscan import files
from kscan.cli import main
from kscan.locale import words
from kscan.tournament.game_results import PlayedResult, ranked_game
from kscan.tournament.games_csv import Absence
from kscan.tournament.report import standings_json
from kscan.tournament.report.standings_json import FILE, document, load, text
from kscan.tournament.report.standings_table import cells, columns
from kscan.tournament.settings import Settings
from kscan.tournament.standings import Standings, over
from kscan.tournament.tie_breaks import RankBy, Ties

SETTINGS = Settings(
    "Spring cup", rank_by=RankBy.PLACES, ties=(Ties.TOTAL, Ties.RULEBOOK), split=True
)


def posted() -> Standings:
    """Two rounds with a shared victory, a bye, who left, and a game that is missing."""
    games = (
        ranked_game(
            "1", "1", [PlayedResult("ann", "ann", 50, 9, 7), PlayedResult("ben", "ben", 50, 9, 7)]
        ),
        ranked_game(
            "1",
            "2",
            [PlayedResult("cai", "cai", 40, 5, 4, "cai.jpg"), PlayedResult("dee", "dee", 3)],
        ),
        ranked_game(
            "2", "1", [PlayedResult("ann", "ann", 60, 8, 9), PlayedResult("cai", "cai", 41, 5, 4)]
        ),
    )
    absences = (Absence("ben", "ben", "2"), Absence("dee", "dee", "2", left=True))
    ranking = SETTINGS.ranking
    return Standings(games, (), over(games, ranking, absences), ranking, without_result=("eve",))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    files.write(tmp_path / FILE, text(document(posted(), SETTINGS, "Spring cup")))
    return tmp_path


def run(*arguments: str | Path) -> str:
    done = CliRunner().invoke(main, ["standings", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.output


def test_what_is_written_is_read_back_as_the_same(out: Path) -> None:
    found, _ = load(out)
    before, say = posted(), words("en")
    assert found.settings == SETTINGS
    assert columns(found.standings.ranking, found.standings.players, ["1", "2"]) == columns(
        before.ranking, before.players, ["1", "2"]
    )
    assert [cells(one, ["1", "2"], say) for one in found.standings.players] == [
        cells(one, ["1", "2"], say) for one in before.players
    ]


def test_places_the_main_figure_and_the_rules_are_printed(out: Path) -> None:
    lines = run(out, "--lang", "en").splitlines()
    assert lines[0] == "Spring cup"
    rules = " ".join(" ".join(lines[1:3]).split())
    assert rules == (
        "no variants; grid size detected; ranked by points for places; ties: total, largest "
        "territory, crowns"
    )
    players = [line.split()[:4] for line in lines if line.strip()[:1].isdecimal()]
    assert players == [
        ["1", "ann", "7.5", "110"],  # (4 + 3) / 2 and 4
        ["2", "ben", "7.5", "50"],  # (4 + 3) / 2 and a bye
        ["3", "cai", "7", "81"],
        ["4", "dee", "3", "3"],
    ]


@pytest.mark.parametrize("lang", ["bg", "el", "en", "he", "ro", "ru"])
def test_every_language_prints_the_same_figures(out: Path, lang: str) -> None:
    printed = run(out, "--lang", lang, "--games")
    for figure in ("7.5", "110", "eve", "cai"):
        assert figure in printed


def test_a_bye_who_left_and_who_has_no_result_are_said(out: Path) -> None:
    printed = run(out, "--lang", "en")
    assert "bye: round 2" in printed
    assert "left before round 2" in printed
    assert "eve: no result yet" in printed


def test_the_json_is_what_the_run_wrote(out: Path) -> None:
    found = json.loads(run(out, "--json"))
    assert found == json.loads((out / FILE).read_text())
    assert found["schema"] == standings_json.SCHEMA
    assert found["columns"] == ["points", "total", "largest", "crowns"]
    assert found["settings"]["rank_by"] == "places"


def test_the_folder_of_photos_will_do(out: Path, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    (folder / "results").mkdir(parents=True)
    (out / FILE).rename(folder / "results" / FILE)
    assert "Spring cup" in run(folder)


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "no standings here"), ("{", "run kscan batch again"), ("{}", "run kscan batch again")],
)
def test_what_is_no_result_is_answered_in_a_sentence(
    tmp_path: Path, content: str | None, said: str
) -> None:
    if content is not None:
        (tmp_path / FILE).write_text(content)
    done = CliRunner().invoke(main, ["standings", str(tmp_path)])
    assert done.exit_code == 2
    assert said in done.output


def test_it_is_there_in_less_than_a_second_without_looking_at_pictures(out: Path) -> None:
    program = (
        "import sys; from kscan.cli import main\n"
        "try: main(['standings', sys.argv[1]])\n"
        "except SystemExit: pass\n"
        "assert not {'cv2', 'numpy', 'scipy', 'jinja2'} & set(sys.modules)"
    )
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", program, str(out)], check=True, capture_output=True)
    assert time.monotonic() - started < 5  # 0.2 s on an idle machine; tests share theirs
