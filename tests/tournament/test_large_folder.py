"""A large tournament stays quick: 2,000 photos of 500 players with KSCAN_FULL=1, else a few.

KSCAN_FULL=1 pytest -s tests/tournament/test_large_folder.py     (two minutes)
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import playthings
import pytest

from kscan.game.gamefile import parse_game
from kscan.locale import words
from kscan.pipeline import solve
from kscan.tournament import batch, results_folder
from kscan.tournament.report.progress import Quiet
from kscan.tournament.report.publish import PAGE, STANDINGS_PAGE, About, publish
from kscan.tournament.stages import fingerprint
from kscan.tournament.standings import standings

FULL = os.environ.get("KSCAN_FULL") == "1"
TABLES, ROUNDS = (125 if FULL else 5), 4
MOST_FOR_A_PHOTO = 0.002 if FULL else 0.05  # seconds of a run with nothing new
MOST_TO_OPEN = 2.0 if FULL else 10.0  # seconds
MOST_BYTES = 30_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    """Play the tournament and publish it: a third is in doubt, a fifth was decided by a person."""
    top = tmp_path_factory.mktemp("large")
    answer = samples / "table_of_four.answer.txt"
    kingdoms = [str(one.kingdom) for one in parse_game(answer.read_text(), answer.name)]
    photos = {}
    for number in range(TABLES * ROUNDS * 4):
        round_, seat = divmod(number, TABLES * 4)
        player = f"Player {(seat + 28 * round_) % (TABLES * 4):03d}"
        orders = ["doubt"] if number % 3 == 0 else []
        photo = playthings.photo(kingdoms[seat % 4], salt=str(number), orders=orders)
        photos[f"round-{round_ + 1}/table-{seat // 4 + 1}/{player}.jpg"] = photo
    playthings.write(top / "cup", photos)
    corrections = top / "cup" / "corrections.csv"
    decided = (f"{name},ok,2026-11-20T10:00:00Z\n" for name in list(photos)[::5])
    corrections.write_text("photo,squares,when\n" + "".join(decided))
    then = time.time() - 60
    for name in photos:
        os.utime(top / "cup" / name, (then, then))
    request = batch.Request(top / "cup", top / "cup" / "results", corrections=corrections)
    results_folder.claim(request.out, request.folder)
    stages = batch.Stages(playthings.read, solve, fingerprint())
    done = batch.run(request, stages, playthings.here(), Quiet())
    publish(done, standings(done.rows), request, About("cup", "1", (), words("en")))
    return top / "cup"


def seconds(*arguments: object) -> float:
    """Time a call of kscan in a process of its own."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "kscan", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    return time.perf_counter() - began


def test_a_run_with_nothing_new_costs_next_to_nothing(folder: Path) -> None:
    first = seconds("batch", folder, "-q")
    alone = min(seconds("--version") for _ in range(3))
    again = min(seconds("batch", folder, "-q") for _ in range(3))
    count = TABLES * ROUNDS * 4
    one = next(folder.glob("round-1/table-1/*.jpg"))
    os.utime(one)
    touched = seconds("batch", folder, "-q")
    milliseconds = [1000 * (each - alone) / count for each in (first, again, touched)]
    print(
        "ms a photo: read before {:.2f}, nothing new {:.2f}, one new {:.2f}".format(*milliseconds)
    )
    assert (again - alone) / count < MOST_FOR_A_PHOTO


@pytest.mark.parametrize("name", [PAGE, STANDINGS_PAGE])
def test_its_pages_open_at_once(folder: Path, browser: Any, name: str) -> None:
    page = folder / "results" / name
    tab = browser.new_page()
    began = time.perf_counter()
    tab.goto(page.as_uri())
    tab.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    took = time.perf_counter() - began
    print(f"{name}: {page.stat().st_size / 1e6:.1f} MB, open in {took:.2f} s")
    assert tab.locator("#standings tbody tr").count() == TABLES * 4
    tab.close()
    assert took < MOST_TO_OPEN
    assert page.stat().st_size < MOST_BYTES
