"""Everybody can use the pages: with a keyboard, a screen reader, in the dark, from the right."""

import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from accessibility import complaints
from serving import Page
from tapping import Open, until

# The pages, and what each shows once it is ready.
PAGES = {
    "": "#game article",
    "review": "#look article",
    "standings": "#standings td",
    "settings": "#guests-url",
}


@pytest.fixture(scope="module")
def played(shared_page: Page, samples: Path) -> Page:
    """Serve an evening's game, an earlier round, a doubt and a total without a photo."""
    now = f"{datetime.now():%Y-%m-%d %H%M}"
    for round_, player, name in (
        ("1", "Anna", "village"),
        ("1", "Leo", "hand_in_view"),
        (now, "Mia", "gaps"),
    ):
        shared_page.upload(samples / f"{name}.jpg", round=round_, table="1", player=player)
    shared_page.ask("POST", "/api/entries?round=1&table=1&player=Ben", {"total": 57})
    shared_page.settled(lambda found: len(found["games"]) == 4)
    shown = [shared_page.ask("GET", "/api/photos").json]
    while len(shown) < 5 or shown[-1] != shown[-5]:  # every table is scored
        time.sleep(0.2)
        shown.append(shared_page.ask("GET", "/api/photos").json)
    return shared_page


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "he"])
def test_axe_finds_nothing_wrong_with_any_page(
    played: Page, phone: Open, axe: str, look: str, lang: str
) -> None:
    tab = phone(played.url, color_scheme=look, locale=lang)
    (one,) = (each for each in played.ask("GET", "/api/photos").json["photos"] if is_leos(each))
    found = {}
    for path, shown in {**PAGES, f"photo/{one['id']}": "#photo article"}.items():
        tab.goto(played.url.partition("?")[0] + path)
        tab.locator(shown).first.wait_for()
        found[path] = complaints(axe, tab)
    tab.locator("[data-cell=r0c0]").first.tap()
    tab.get_by_role("dialog").wait_for()
    found["dialog"] = complaints(axe, tab)
    assert found == {path: [] for path in found}


def is_leos(one: Any) -> bool:
    """Whether this is the photo with a doubt."""
    return bool(one["player"] == "Leo")


def focused(tab: Any) -> str:
    """Say what has the focus: its label and whether one sees that it has it."""
    return str(
        tab.evaluate(
            """(() => {
              const one = document.activeElement;
              const square = one.querySelector("polygon");
              const seen = getComputedStyle(one).outlineStyle !== "none"
                || square && getComputedStyle(square).strokeWidth === "5px"
                || one.closest("label")?.matches(":focus-within");
              const label = one.ariaLabel || one.labels?.[0]?.textContent || one.textContent;
              return label + (seen ? "" : " (unseen)");
            })()"""
        )
    )


def walk(tab: Any) -> list[str]:
    """Everything that Tab leads to, from the top of the page to its end."""
    found: list[str] = []
    tab.evaluate("document.activeElement.blur()")
    for _ in range(400):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement === document.body"):
            return found
        found.append(focused(tab))
    return found


@pytest.mark.parametrize("path", list(PAGES))
def test_tab_leads_to_everything_and_one_sees_where_it_is(
    played: Page, phone: Open, path: str
) -> None:
    tab = phone(played.url)
    tab.goto(played.url.partition("?")[0] + path)
    tab.locator(PAGES[path]).first.wait_for()
    tab.wait_for_load_state("networkidle")
    found = walk(tab)
    assert [one for one in found if "unseen" in one] == []
    labels = tab.evaluate(
        "[...document.querySelectorAll('button, a, input, select, summary')].filter((one) =>"
        " one.checkVisibility() && !one.closest('details:not([open]) > :not(summary)'))"
        ".map((one) => one.ariaLabel || one.labels?.[0]?.textContent || one.textContent)"
    )
    assert set(labels) <= set(found)


def test_a_square_is_corrected_and_put_back_without_a_finger(played: Page, phone: Open) -> None:
    tab = phone(played.url)
    square = tab.locator("#game [data-cell=r1c1]").first
    square.wait_for()
    before = square.get_attribute("aria-label")
    square.focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Escape")
    assert focused(tab) == before
    tab.keyboard.press("Enter")
    tab.locator(".sheet [data-square=L]").focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")  # no crown, which has the focus
    until(lambda: focused(tab) == "row 2, column 2: lakes")
    tab.locator("[data-act=undo]").first.focus()
    tab.keyboard.press("Enter")
    until(lambda: square.get_attribute("aria-label") == before)
    assert focused(tab) != ""
