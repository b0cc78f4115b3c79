"""Everybody can use the pages of a tournament: with a keyboard, a screen reader, in the dark."""

from pathlib import Path
from typing import Any

import playthings
import pytest
from accessibility import complaints
from playthings import Run

from kscan.locale import LANGUAGES, words
from kscan.tournament.batch import Request
from kscan.tournament.report.publish import About, publish
from kscan.tournament.standings import standings

PAGES = ("index.html", "standings.html")


def published(tmp_path: Path, run: Run, lang: str) -> Path:
    """Publish two rounds with a doubt, a failure and a warning."""
    photos = {
        f"round-{number}/table-1/{name}.jpg": playthings.photo(kingdom, salt=f"{number}{name}")
        for number in (1, 2)
        for name, kingdom in (("anna", "L0 W0 W1 L0 Cg"), ("boris", "Cp W0 M3"))
    }
    doubtful = playthings.photo("L1 F0 Cb L0 L0", orders=["doubt"])
    playthings.write(tmp_path / "in", {**photos, "eva.jpg": doubtful, "broken.jpg": b""})
    batch = run(lang=lang)
    request = Request(tmp_path / "in", tmp_path / "out", lang=lang)
    about = About("spring cup", "1", ("a warning",), words(lang))
    publish(batch, standings(batch.rows), request, about)
    return request.out


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "he"])
def test_axe_finds_nothing_wrong_with_any_page(
    tmp_path: Path, run: Run, browser: Any, axe: str, look: str, lang: str
) -> None:
    out = published(tmp_path, run, lang)
    window = browser.new_context(color_scheme=look)
    found = {}
    for name in PAGES:
        tab = window.new_page()
        tab.goto((out / name).as_uri())
        tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        tab.wait_for_timeout(100)
        found[name] = complaints(axe, tab)
    window.close()
    assert found == {name: [] for name in PAGES}


def test_a_judge_corrects_a_square_without_a_mouse(tmp_path: Path, run: Run, browser: Any) -> None:
    tab = browser.new_page()
    tab.goto((published(tmp_path, run, "en") / "index.html").as_uri())
    square = tab.locator(".card.check .square").first
    before = square.get_attribute("aria-label")
    square.focus()
    tab.keyboard.press("Enter")
    assert tab.locator("#palette").is_visible()
    tab.keyboard.press("Escape")
    assert focused(tab) == before
    tab.keyboard.press("Enter")
    tab.locator("#palette [data-square=M3]").focus()
    tab.keyboard.press("Enter")
    assert focused(tab) == "r0c0: M3"
    assert tab.locator("#save").is_visible()
    tab.close()


@pytest.mark.parametrize("name", PAGES)
def test_tab_leads_to_everything_and_one_sees_where_it_is(
    tmp_path: Path, run: Run, browser: Any, name: str
) -> None:
    tab = browser.new_page()
    tab.goto((published(tmp_path, run, "en") / name).as_uri())
    labels = tab.evaluate(
        "[...document.querySelectorAll('button, a, input, summary')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.ariaLabel || one.textContent)"
    )
    found: list[str] = []
    for _ in labels:
        tab.keyboard.press("Tab")
        found.append(focused(tab))
        assert tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert set(labels) <= set(found)
    tab.close()


def focused(tab: Any) -> str:
    """Return the label of what has the focus."""
    return str(
        tab.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_language_is_wider_than_a_phone(
    tmp_path: Path, run: Run, browser: Any, lang: str
) -> None:
    out = published(tmp_path, run, lang)
    tab = browser.new_page(viewport={"width": 360, "height": 740})
    for name in PAGES:
        tab.goto((out / name).as_uri())
        tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert tab.evaluate("document.documentElement.scrollWidth") == 360, name
        assert tab.evaluate("document.documentElement.dir") == ("rtl" if lang == "he" else "")
    tab.close()
