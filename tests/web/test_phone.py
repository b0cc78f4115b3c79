"""The pages in a real browser, as a phone opens them: a family's evening, a judge's desk."""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Page

from kscan.locale import LANGUAGES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by playwright."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine (Debian: apt install chromium)")
    api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        yield opened
        opened.close()


@pytest.fixture
def phone(browser: Any) -> Iterator[Open]:
    """Open an address as a phone does; what the console complains of fails the test."""
    complaints: list[str] = []
    opened: list[Any] = []

    def complain(message: Any) -> None:
        lost = "net::ERR_" in message.text  # what a browser says of a network that is gone
        if message.type in ("error", "warning") and not lost:
            complaints.append(message.text)

    def start(url: str, **more: Any) -> Any:
        context = browser.new_context(**{**PHONE, "locale": "en-GB", **more})
        opened.append(context)
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        tab.on("console", complain)
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(url)
        return tab

    yield start
    for context in opened:
        context.close()
    assert complaints == []


def until(wanted: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds; playwright's own way needs what the page's policy forbids."""
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)


def shoot(tab: Any, photo: Path) -> None:
    """Take a photo with the large button, and wait for its reading."""
    before = tab.locator("#game article").count()
    tab.set_input_files("#camera", str(photo))
    until(lambda: tab.locator("#game article").count() > before)


def total(tab: Any) -> str:
    """Return the total of the newest photo's first kingdom."""
    return str(tab.locator(".kingdom .total").first.inner_text())


def put(tab: Any, cell: str, *tiles: str) -> None:
    """Tap a square of the newest kingdom, and then what it is."""
    tab.locator(f".kingdom [data-cell={cell}]").first.tap()
    for square in tiles:
        tab.locator(f".sheet .tile[data-square='{square}']").last.tap()
    tab.wait_for_selector(".cover", state="detached")


def test_an_evening_with_the_family(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url)
    assert "key=" not in tab.url
    assert page.url.partition("?")[0] == tab.url
    shoot(tab, samples / "gaps.jpg")
    read = total(tab)
    assert read == "15"
    put(tab, "r1c1", "L", "L0")
    until(lambda: total(tab) == "11")
    put(tab, "r2c3", "W", "W0")
    until(lambda: total(tab) == "5")
    for back in ("11", "15"):
        tab.get_by_role("button", name="Undo").first.tap()
        until(lambda wanted=back: total(tab) == wanted)
    tab.locator(".kingdom .name").first.fill("Anna")
    tab.locator(".kingdom .name").first.press("Enter")
    until(lambda: page.ask("GET", "/api/photos").json["photos"][0]["player"] == "Anna")
    shoot(tab, samples / "village.jpg")
    tab.wait_for_selector(".ranking li >> text=Anna")
    assert tab.locator("#game .ranking li").count() == 2
    tab.get_by_role("button", name="Next game").tap()
    tab.wait_for_selector("#history summary")
    shoot(tab, samples / "leaning.jpg")
    photos = page.ask("GET", "/api/photos").json["photos"]
    assert {one["table"] for one in photos} == {"1"}


def test_variants_by_a_tap(shared_page: Page, samples: Path, phone: Open) -> None:
    tab = phone(shared_page.url)
    shoot(tab, samples / "village.jpg")
    before = int(total(tab))
    tab.get_by_role("button", name="Harmony").tap()
    tab.wait_for_selector("button[aria-pressed=true] >> text=Harmony")
    until(lambda: int(total(tab)) > before)
    tab.locator(".why summary").first.tap()
    assert "Harmony" in tab.locator(".why table").first.inner_text()
    tab.get_by_role("button", name="Harmony").tap()
    until(lambda: int(total(tab)) == before)


def test_a_keyboard_and_a_screen_reader_get_along(
    shared_page: Page, samples: Path, phone: Open
) -> None:
    tab = phone(shared_page.url)
    shoot(tab, samples / "leaning.jpg")
    square = tab.locator(".kingdom [data-cell=r0c0]").first
    assert square.get_attribute("aria-label").startswith("row 1, column 1: ")
    square.focus()
    tab.keyboard.press("Enter")
    assert tab.get_by_role("dialog").is_visible()
    tab.keyboard.press("Escape")
    assert tab.get_by_role("dialog").count() == 0
    unnamed = tab.evaluate(
        "[...document.querySelectorAll('button, a, input, [role=button]')].filter((one) =>"
        " !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))"
        ".map((one) => one.outerHTML)"
    )
    assert unnamed == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_in_every_language(shared_page: Page, phone: Open, lang: str) -> None:
    tab = phone(shared_page.url, locale=lang)
    for path in ("", "review", "standings", "settings"):
        tab.goto(shared_page.url.partition("?")[0] + path)
        tab.wait_for_selector("#nav a")
        assert tab.locator("html").get_attribute("lang") == lang
        assert tab.evaluate("document.documentElement.dir") == ("rtl" if lang == "he" else "ltr")
        wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


def test_the_first_paint_is_small(shared_page: Page, phone: Open) -> None:
    tab = phone(shared_page.url)
    tab.wait_for_load_state("networkidle")
    sizes = tab.evaluate(
        "[...performance.getEntriesByType('navigation'), ..."
        "performance.getEntriesByType('resource').filter((one) => !one.name.includes('/api/'))]"
        ".reduce((sum, one) => sum + one.encodedBodySize, 0)"
    )
    assert 5_000 < sizes < 100_000


def test_a_tournament_of_guests(page: Page, samples: Path, phone: Open) -> None:
    guests = f"http://127.0.0.1:{page.port}/?key={page.guests_key}"
    for player, table, name in (("Mia", "1", "leaning"), ("Ben", "1", "gaps")):
        tab = phone(guests)
        for field, value in (("round", "1"), ("table", table), ("player", player)):
            tab.fill(f"#{field}", value)
        shoot(tab, samples / f"{name}.jpg")
        assert tab.locator("#nav a").count() == 0
    judge = phone(page.url)
    judge.goto(f"http://127.0.0.1:{page.port}/standings")
    judge.wait_for_selector("th[scope=row] >> text=Mia")
    judge.wait_for_selector("th[scope=row] >> text=Ben")
    tab.set_input_files("#camera", str(samples / "village.jpg"))
    judge.goto(f"http://127.0.0.1:{page.port}/review")
    judge.wait_for_selector("#tables-list a >> text=Ben")
    judge.goto(f"http://127.0.0.1:{page.port}/settings")
    judge.wait_for_selector("#guests-url >> text=http")


def test_a_phone_that_loses_the_network_sends_again(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url)
    page.stop()
    tab.set_input_files("#camera", str(samples / "gaps.jpg"))
    tab.wait_for_selector(".upload >> text=No connection")
    page.start()
    tab.wait_for_selector("#game article")
    assert len(page.ask("GET", "/api/photos").json["photos"]) == 1
