"""The page of a tournament in a real browser: what a judge sees, taps and saves."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import playthings
import pytest
from playthings import Run

from kscan.locale import words
from kscan.tournament.batch import Request
from kscan.tournament.publish import About, publish
from kscan.tournament.standings import standings
from kscan.tournament.tables import read_table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by playwright."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine: the page cannot be tried in a browser")
    api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Any, out: Path) -> Iterator[Callable[..., Any]]:
    """Opens the page alone, away from its folder; what the console says fails the test."""
    moved = out.parent / "elsewhere.html"
    shutil.copy(out / "index.html", moved)
    said: list[str] = []
    opened: list[Any] = []

    def start(width: int = 1280, height: int = 900) -> Any:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.goto(moved.as_uri())
        opened.append(page)
        return page

    yield start
    if folder := os.environ.get("SCREENSHOTS"):
        for number, page in enumerate(opened):
            page.screenshot(path=Path(folder) / f"page-{number}.png", full_page=True)
    assert said == []


def test_the_page_opens_without_errors_and_shows_doubts_first(open_page: Any) -> None:
    page = open_page()
    cards = page.eval_on_selector_all(".card", "all => all.map(one => one.className)")
    assert cards == ["card check", "card failed", "card ok", "card ok", "card ok"]
    assert page.locator("h2").first.inner_text() == "Needs a look"
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    odd = playthings.ODD.removesuffix(".jpg").split("\n")[0]
    assert odd in page.locator("#standings").inner_text()


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_page_fits_its_window(open_page: Any, width: int) -> None:
    page = open_page(width, 800)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    small = page.eval_on_selector_all(
        "nav a, .acts button, .card.check .square",
        "all => all.filter(one => one.offsetHeight && one.offsetHeight < 24).length",
    )
    assert small == 0


def test_standings_are_sorted_by_what_is_tapped(open_page: Any) -> None:
    page = open_page()

    def column(number: int) -> list[str]:
        cells = f"#standings .sortable >> nth=0 >> tbody td:nth-child({number})"
        return [text.strip() for text in page.locator(cells).all_inner_texts()]

    page.click("#standings .sortable >> nth=0 >> th:nth-child(3) button")
    totals = [int(text) for text in column(3)]
    assert totals == sorted(totals, reverse=True)
    page.click("#standings .sortable >> nth=0 >> th:nth-child(2) button")
    assert column(2) == sorted(column(2), key=str.casefold)


def test_a_tapped_square_becomes_a_correction_beside_those_in_force(
    open_page: Any, tmp_path: Path
) -> None:
    page = open_page(390, 844)
    page.click(".card.check .square >> nth=0")
    page.click("#palette button[data-square=L0]")
    with page.expect_download() as saved:
        page.click("#download")
    saved.value.save_as(tmp_path / "exported.csv")
    lines = [
        (line["photo"], line["squares"])
        for line in read_table(tmp_path / "exported.csv", ("photo", "squares"))
    ]
    assert lines == [
        ("round-1/table-1/boris.jpg", "ok"),
        ("round-2/table-1/anna.jpg", "r0c0=L0"),
    ]


@pytest.fixture
def again(browser: Any, tmp_path: Path, run: Run) -> Iterator[Callable[..., Any]]:
    """Runs a batch of one doubtful photo and opens its page, always in the same window.

    Takes the corrections to run with; what was saved on the page before is `saved.csv`.
    """
    photo = playthings.photo("L1 F0 Cb L0 L0", orders=["doubt"])
    playthings.write(tmp_path / "in", {"round-1/table-1/anna.jpg": photo})
    window = browser.new_context()
    page = window.new_page()

    def start(corrections: str = "") -> Any:
        file = tmp_path / "corrections.csv"
        file.write_text(corrections or "photo,kingdom,squares\n")
        batch = run(corrections=file)
        request = Request(tmp_path / "in", tmp_path / "out", corrections=file)
        publish(batch, standings(batch.rows), request, About("cup", "1", (), words("en")))
        page.goto((tmp_path / "out" / "index.html").as_uri())
        return page

    yield start
    window.close()


def tap(page: Any, place: int, square: str) -> None:
    page.click(f".kingdom .square >> nth={place}")
    page.click(f"#palette button[data-square={square}]")


def saved(page: Any) -> str:
    with page.expect_download() as download:
        page.click("#download")
    return str(Path(download.value.path()).read_text())


def test_squares_that_nobody_touched_stay_in_doubt(again: Callable[..., Any]) -> None:
    page = again()
    tap(page, 0, "L0")
    first = saved(page)
    assert ",r0c0=L0," in first
    page = again(first)
    assert page.locator(".card.check .square.doubtful").count() > 0
    assert page.locator("#save").is_hidden()
    tap(page, 1, "F1")
    assert ",r0c0=L0 r0c1=F1," in saved(page)


def test_what_the_file_says_since_is_not_undone_by_an_older_tap(again: Callable[..., Any]) -> None:
    page = again()
    tap(page, 0, "L0")
    page = again("photo,kingdom,squares\nround-1/table-1/anna.jpg,1,L1 F1 Cb L0 L0\n")
    assert page.locator("#save").is_hidden()
    assert page.locator(".kingdom .square").first.inner_text() == "L1"
    tap(page, 1, "F0")  # all of it was decided: all of it is said again
    assert ",L1 F0 Cb L0 L0," in saved(page)


def test_a_changed_square_is_changed_on_the_photo(again: Callable[..., Any]) -> None:
    page = again()
    tap(page, 0, "L0")
    assert page.locator("polygon.changed").count() == 1
    assert page.locator("polygon.changed + text").text_content() == "L0"
    page.click(".undo")
    assert page.locator("polygon.changed").count() == 0


def test_a_player_is_found_among_what_needs_a_look(open_page: Any) -> None:
    page = open_page()
    page.fill("#find", "anna")
    shown = page.eval_on_selector_all(".card:not([hidden])", "all => all.map(one => one.className)")
    assert shown == ["card check", "card ok"]


def test_a_square_that_no_domino_has_is_not_taken(open_page: Any) -> None:
    page = open_page()
    kingdom = page.locator(".card.check .kingdom").first
    kingdom.locator(".text summary").click()
    kingdom.locator("textarea").fill("W0 F9 Cb L0 L0")
    kingdom.locator(".take").click()
    assert kingdom.locator(".said").inner_text() == "F9 is no square."
    assert page.locator("#save").is_hidden()
