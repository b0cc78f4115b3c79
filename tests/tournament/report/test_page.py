"""The page of a tournament in a real browser: what a judge sees, taps and saves."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import playthings
import pytest
from playthings import Run

from kscan.corrections.csv_tables import read_table
from kscan.game.box import BASE
from kscan.game.boxes import BOXES
from kscan.game.quests import Quest, parse_quest
from kscan.game.variants import Variant
from kscan.locale import words
from kscan.tournament.batch import Request
from kscan.tournament.report.publish import About, publish
from kscan.tournament.standings import standings


@pytest.fixture
def open_page(browser: Any, out: Path) -> Iterator[Callable[..., Any]]:
    """Open a page of results that were moved; what the console says fails the test."""
    moved = out.parent / "elsewhere"
    shutil.copytree(out, moved)
    said: list[str] = []
    opened: list[Any] = []

    def start(width: int = 1280, height: int = 900, name: str = "index.html") -> Any:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.goto((moved / name).as_uri())
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
    page.evaluate("for (const image of document.images) image.loading = 'eager'")
    page.evaluate("Promise.allSettled([...document.images].map(image => image.decode()))")
    assert page.evaluate("document.images.length") == 4
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    odd = playthings.ODD.removesuffix(".jpg").split("\n")[0]
    assert odd in page.locator("#standings").inner_text()


@pytest.mark.parametrize("width", [360, 390, 1280, 1920])
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
    """Run a batch of one doubtful photo and open its page, always in the same window.

    Takes the corrections to run with; what was saved on the page before is `saved.csv`.
    """
    photo = playthings.photo("L1 F0 Cb L0 L0", orders=["doubt"])
    playthings.write(tmp_path / "in", {"round-1/table-1/anna.jpg": photo})
    window = browser.new_context()
    page = window.new_page()

    def start(corrections: str = "", quests: tuple[Quest, ...] = ()) -> Any:
        file = tmp_path / "corrections.csv"
        file.write_text(corrections or "photo,kingdom,squares\n")
        batch = run(corrections=file, quests=quests)
        request = Request(tmp_path / "in", tmp_path / "out", quests=quests, corrections=file)
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
    assert page.locator("svg text").first.text_content() == "L0"
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
    assert kingdom.locator(".said").inner_text() == "F9 is not a square."
    assert page.locator("#save").is_hidden()


def test_a_photo_that_was_not_read_is_entered_by_hand(open_page: Any) -> None:
    page = open_page()
    card = page.locator(".card.failed")
    for text, told in (("Cp W0 W1", "total: 2"), ("W9", "W9 is not a square."), ("total 57", "57")):
        card.locator("details").evaluate("(one) => { one.open = true; }")
        card.locator("textarea").fill(text)
        card.locator(".take").click()
        assert told in card.locator(".said").inner_text()
    assert ",1,total 57," in saved(page)
    card.locator(".undo").click()
    assert page.locator("#save").is_hidden()


def test_a_total_may_be_typed_in_for_a_kingdom_that_was_read(again: Callable[..., Any]) -> None:
    page = again()
    page.locator(".kingdom .text").evaluate("(one) => { one.open = true; }")
    page.fill(".kingdom textarea", "total 41")
    page.click(".kingdom .take")
    assert page.locator(".card .total b").first.inner_text() == "41"
    assert ",1,total 41," in saved(page)


def test_a_discarded_domino_stays_said_beside_an_edit(again: Callable[..., Any]) -> None:
    page = again("photo,kingdom,squares\nround-1/table-1/anna.jpg,1,r0c0=L1 discarded\n")
    tap(page, 1, "F1")
    assert ",r0c0=L1 r0c1=F1 discarded," in saved(page)


def full(last: str) -> str:
    """Return a full kingdom with the castle in the middle: one crown of wheat beside `last`."""
    return "\n".join(["W0 W1 W0 F0 F0", "W0 W0 W0 F0 F0", "W0 W0 Cb L0 L0", *[f"S0 S0 {last}"] * 2])


def test_a_discarded_domino_is_said_with_a_button_and_costs_the_harmony(
    browser: Any, tmp_path: Path, run: Run
) -> None:
    photos = {"anna.jpg": playthings.photo(full("L0 L0 L0")), "ben.jpg": b""}
    playthings.write(tmp_path / "in" / "round-1/table-1", photos)
    variants = frozenset({Variant.HARMONY})
    request = Request(tmp_path / "in", tmp_path / "out", variants)
    batch = run(variants=variants)
    publish(batch, standings(batch.rows), request, About("cup", "1", (), words("en")))
    page = browser.new_page()
    page.goto((request.out / "index.html").as_uri())
    card = page.locator(".card", has_text="anna")
    total, button = card.locator(".total b").first, card.locator("button.discarded")
    before = int(total.inner_text())
    button.click()
    assert int(total.inner_text()) == before - 5
    assert card.locator(".said").inner_text() == "A domino was discarded: no Harmony."
    assert button.get_attribute("aria-pressed") == "true"
    assert "anna.jpg,1,discarded," in saved(page)
    card.locator(".square").nth(1).click()  # W1 becomes W0
    page.click("#palette [data-square=W0]")
    assert int(total.inner_text()) == 0
    assert "anna.jpg,1,r0c1=W0 discarded," in saved(page)
    button.click()
    assert int(total.inner_text()) == 5
    assert "anna.jpg,1,r0c1=W0," in saved(page)
    unread = page.locator(".card.failed")
    unread.locator("details").evaluate("(one) => { one.open = true; }")
    for text, told in ((full("L0 L0 L0"), before), (f"{full('L0 L0 L0')}\ndiscarded", before - 5)):
        unread.locator("textarea").fill(text)
        unread.locator(".take").click()
        assert unread.locator(".said").inner_text() == f"total: {told}"
    assert "S0 S0 L0 L0 L0 discarded," in saved(page)
    page.close()


def test_a_discarded_domino_in_the_file_is_shown_and_taken_back(again: Callable[..., Any]) -> None:
    page = again("photo,kingdom,squares\nround-1/table-1/anna.jpg,1,total 41 discarded\n")
    assert page.locator(".card .total b").first.inner_text() == "41"
    assert "taken back" in decide(page, ".undo")


def decide(page: Any, press: str) -> str:
    """Press a button of the only kingdom; return what it then says."""
    page.locator(f".kingdom {press}").first.click()
    return str(page.locator(".kingdom .said").first.inner_text())


def test_what_was_decided_earlier_can_be_taken_back(again: Callable[..., Any]) -> None:
    first = "photo,kingdom,squares\nround-1/table-1/anna.jpg,1,ok\n"
    page = again(first)
    assert page.locator(".card.ok .badge.person").count() == 1
    assert "taken back" in decide(page, ".undo")
    assert page.locator("#save").is_visible()
    assert "anna" not in saved(page)
    assert decide(page, ".undo") == ""  # and that, too
    assert page.locator("#save").is_hidden()
    decide(page, ".undo")
    page = again(saved(page))
    assert page.locator(".card.check").count() == 1
    assert page.locator(".kingdom .undo").is_hidden()


def test_a_total_that_was_typed_in_is_shown_changed_and_taken_back(
    again: Callable[..., Any], tmp_path: Path
) -> None:
    playthings.write(tmp_path / "in", {"round-1/table-1/ben.jpg": b""})
    page = again("photo,kingdom,squares\nround-1/table-1/ben.jpg,,total 41\n")
    card = page.locator(".card.ok", has_text="ben")
    assert "41" in card.locator(".total").first.inner_text()
    card.locator("details").evaluate("(one) => { one.open = true; }")
    assert card.locator("textarea").input_value() == "total 41"
    card.locator("textarea").fill("total 57")
    card.locator(".take").click()
    assert ",total 57," in saved(page)
    assert "total 41" not in saved(page)
    card.locator(".undo").click()
    card.locator(".undo").click()
    assert "ben" not in saved(page)


def test_the_total_follows_an_edit_at_once(again: Callable[..., Any]) -> None:
    page = again()  # L1 F0 Cb L0 L0: one square of lake with a crown
    total = page.locator(".card.check .total b").first
    assert total.inner_text() == "1"
    tap(page, 0, "W0")
    assert total.inner_text() == "0"
    tap(page, 1, "F1")
    assert total.inner_text() == "1"
    page.click(".undo")
    assert total.inner_text() == "1"


def test_quests_follow_an_edit_too(again: Callable[..., Any]) -> None:
    quests = tuple(map(parse_quest, ("local-business=wheat", "bleak-king")))
    page = again(quests=quests)
    total = page.locator(".card.check .total b").first
    assert total.inner_text() == "1"
    tap(page, 1, "W0")  # beside the castle
    assert total.inner_text() == "6"


def test_a_search_that_finds_nothing_says_so(open_page: Any) -> None:
    for name in ("index.html", "standings.html"):
        page = open_page(name=name)
        assert page.locator("#nothing").is_hidden()
        page.fill("#find", "nobody of that name")
        assert page.locator("#nothing").is_visible()
        page.fill("#find", "BORIS")
        assert page.locator("#nothing").is_hidden()
        assert page.locator("[data-find]:not([hidden])").count() > 0


def test_the_search_filters_what_was_ignored_too(open_page: Any) -> None:
    page = open_page()
    page.fill("#find", "notes")
    assert page.locator("[data-find]:not([hidden])").all_text_contents() == ["notes.txt"]


def test_on_paper_the_standings_come_first(open_page: Any) -> None:
    page = open_page()
    page.emulate_media(media="print")
    tops = {
        name: page.locator(name).first.bounding_box()["y"]
        for name in ("#standings", "#look", "#photos")
    }
    assert sorted(tops, key=lambda name: tops[name]) == ["#standings", "#look", "#photos"]


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_page_for_players_shows_standings_and_games_and_no_doubts(
    open_page: Any, width: int
) -> None:
    page = open_page(width, name="standings.html")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("h2").first.inner_text() == "Standings"
    assert page.locator(".game").count() == 2
    assert page.locator(".doubtful, .badge, .reason").count() == 0
    page.locator(".game summary").first.click()
    page.locator(".game .square").first.wait_for()


def test_every_game_is_a_page_of_its_own_on_paper(open_page: Any) -> None:
    page = open_page(name="standings.html")
    page.emulate_media(media="print")
    breaks = page.eval_on_selector_all(
        ".game", "all => all.map(one => getComputedStyle(one).breakBefore)"
    )
    assert breaks == ["page", "page"]
    assert page.locator("#find").is_hidden()
    sheets = page.pdf(format="A4").count(b"/Type /Page\n")
    assert sheets >= 1 + len(breaks)  # the standings, the games, the plots


def test_the_palette_offers_what_the_box_holds(browser: Any, tmp_path: Path, run: Run) -> None:
    offered = {}
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo("L1 F0 Cb L0 L0")})
    for box in (BASE, BOXES["giants"], BOXES["queendomino"]):
        batch = run(box=box)
        request = Request(tmp_path / "in", tmp_path / "out", box=box)
        publish(batch, standings(batch.rows), request, About("cup", "1", (), words("en")))
        tab = browser.new_page()
        tab.goto((request.out / "index.html").as_uri())
        squares = "all => all.map(one => one.dataset.square)"
        offered[box.name] = set(tab.eval_on_selector_all("#palette [data-square]", squares))
        tab.close()
    assert {"M3", "Cp", "."} <= offered["base"]
    assert not {"M2'", "T0"} & offered["base"]
    assert {"M2'", "M2''", "W1'"} <= offered["giants"]
    assert {"T0", "Co"} <= offered["queendomino"]
