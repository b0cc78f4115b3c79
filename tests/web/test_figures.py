"""How quick the page is and how little it takes; at full size, with its figures, by KSCAN_FULL=1.

KSCAN_FULL=1 pytest -s tests/web/test_figures.py     (on a quiet machine, some minutes)
"""

import http.client
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pictures import different
from serving import Page, memory
from tapping import Open, until

sys.path.insert(0, str(Path(__file__).parents[1] / "tournament"))

import playthings

from kscan.game.gamefile import parse_game
from kscan.pipeline import scan, solve
from kscan.tournament import batch, results_folder
from kscan.tournament.report.progress import Quiet
from kscan.tournament.stages import fingerprint

FULL = os.environ.get("KSCAN_FULL") == "1"
QUIET = 1 if FULL else 20  # times that a small machine with other work may take


def median(measure: Callable[[], float], times: int = 15) -> float:
    """Return the middle of several measurements, in seconds."""
    return statistics.median(measure() for _ in range(times))


def timed(work: Callable[[], Any]) -> float:
    """Return the seconds that a call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def test_standings_of_a_thousand_photos(tmp_path: Path, samples: Path) -> None:
    tables = 250 if FULL else 10
    answer = samples / "table_of_four.answer.txt"
    kingdoms = [str(one.kingdom) for one in parse_game(answer.read_text(), answer.name)]
    photos = {
        f"round-{table % 5 + 1}/table-{table}/Player {table // 5 * 4 + seat:03d}.jpg": (
            playthings.photo(kingdom, salt=f"{table} {seat}")
        )
        for table in range(tables)
        for seat, kingdom in enumerate(kingdoms)
    }
    folder = playthings.write(tmp_path / "cup", photos)
    request = batch.Request(folder, folder / "results")
    results_folder.claim(request.out, folder)
    stages = batch.Stages(playthings.read, solve, fingerprint())
    batch.run(request, stages, playthings.here(), Quiet())
    with Page(folder, tmp_path / "state") as page:
        began = time.perf_counter()
        board = page.ask("GET", "/api/standings").json
        first = time.perf_counter() - began
        assert len(board["games"]) == len(photos)
        usual = median(lambda: timed(lambda: page.ask("GET", "/api/standings")))
        print(f"{len(photos)} photos: known in {first:.1f} s, standings in {1000 * usual:.0f} ms")
    assert usual < 0.1 * QUIET


def test_a_photo_is_answered_as_quickly_as_score_reads_it(page: Page, samples: Path) -> None:
    photos = different(samples / "village.jpg", 12)
    page.upload(photos[0], table="0")
    scan(photos[0])
    answered, scored = [], []
    for number, photo in enumerate(photos[1:], 1):
        answered.append(after_the_last_byte(page, photo, number))
        scored.append(timed(lambda photo=photo: scan(photo)))
        until(lambda: bool(page.ask("GET", "/api/standings").json["games"]))
    ratio = statistics.median(answered) / statistics.median(scored)
    print(f"answer {1000 * statistics.median(answered):.0f} ms, {ratio:.2f} times score warm")
    assert ratio < 1.5 * QUIET


def after_the_last_byte(page: Page, photo: bytes, number: int) -> float:
    """Return the seconds from a photo's last byte to its answer."""
    line = http.client.HTTPConnection("127.0.0.1", page.port, timeout=60)
    line.putrequest("POST", f"/api/photos?round=1&table={number}&key={page.key}")
    line.putheader("Content-Length", str(len(photo)))
    line.endheaders(photo[:-1])
    time.sleep(0.5)  # it arrives, and what was sent before is scored
    began = time.perf_counter()
    line.send(photo[-1:])
    assert line.getresponse().status == 201
    took = time.perf_counter() - began
    line.close()
    return took


def test_a_crowd_waits_little_longer_than_a_batch_takes(
    page: Page, samples: Path, tmp_path: Path
) -> None:
    """Nine megapixels each: what phones take."""
    crowd = 64 if FULL else 6
    photos = different(samples / "gaps.jpg", crowd, 2600 if FULL else 0)
    for number, photo in enumerate(photos):
        file = tmp_path / "cup" / "round-1" / f"table-{number // 4}" / f"P{number}.jpg"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(photo)
    command = [sys.executable, "-m", "kscan", "batch", str(tmp_path / "cup"), "-q"]
    by_batch = timed(lambda: subprocess.run(command, capture_output=True))
    page.upload(samples / "castle.jpg")  # its children are warm: so is a tournament's
    statuses: list[int] = []

    def phone(number: int) -> None:
        where = {"round": "1", "table": str(number // 4), "player": f"P{number}"}
        statuses.append(page.upload(photos[number], **where).status)

    phones = [threading.Thread(target=phone, args=(number,)) for number in range(crowd)]
    began = time.perf_counter()
    for each in phones:
        each.start()
    for each in phones:
        each.join()
    last = time.perf_counter() - began
    print(f"{crowd} photos: batch {by_batch:.1f} s, last answer {last:.1f} s")
    assert statuses == [201] * crowd
    assert len(page.ask("GET", "/api/photos").json["photos"]) == crowd + 1
    assert last < 1.3 * by_batch * QUIET


def test_the_first_page_is_painted_at_once(page: Page, phone: Open) -> None:
    tab = phone(page.url)
    paints = []
    for _ in range(7):
        tab.goto(page.url)
        tab.wait_for_load_state("networkidle")
        paints.append(
            tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        )
    print(f"first paint after {statistics.median(paints):.0f} ms (first time {paints[0]:.0f} ms)")
    assert statistics.median(paints) < 200 * QUIET


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_the_servers_memory_stays_flat(page: Page, samples: Path) -> None:
    count, settled = (1000, 200) if FULL else (12, 4)
    photos = different(samples / "leaning.jpg", count, 400)
    kilobytes, took = [], []
    for number, photo in enumerate(photos):
        where = {"round": "1", "table": str(number), "player": f"P{number}"}
        began = time.perf_counter()
        assert page.upload(photo, **where).status == 201
        took.append(time.perf_counter() - began)
        kilobytes.append(memory(page))
    grown = kilobytes[-1] - kilobytes[settled]
    a_photo = grown / (count - settled)
    print(f"{kilobytes[settled]} kB after {settled} photos, {kilobytes[-1]} kB after {count}")
    first, last = (1000 * statistics.median(part) for part in (took[:20], took[-20:]))
    print(f"an upload takes {first:.0f} ms at first, {last:.0f} ms at last")
    assert a_photo < 20 * (1 if FULL else 100)
