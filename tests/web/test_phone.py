"""The pages in a real browser, as a phone opens them: a family's evening, a judge's desk."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pictures import different
from serving import Page
from tapping import Open, put, shoot, total, until

from kscan.locale import LANGUAGES


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
    tab.get_by_role("link", name="Standings").tap()
    until(lambda: tab.locator("th[scope=row]").count() == 2)
    assert "Anna" in tab.locator("th[scope=row]").all_inner_texts()
    tab.get_by_role("link", name="kscan").tap()
    tab.wait_for_selector(".ranking li >> text=Anna")
    tab.get_by_role("button", name="Next game").tap()
    tab.wait_for_selector("#history summary")
    shoot(tab, samples / "leaning.jpg")
    photos = page.ask("GET", "/api/photos").json["photos"]
    assert {one["table"] for one in photos} == {"1"}


def test_each_sample_shows_the_totals_that_score_prints(
    page: Page, samples: Path, phone: Open
) -> None:
    photos = sorted(samples.glob("*.jpg"))
    command = [sys.executable, "-m", "kscan", "score", *map(str, photos), "--json"]
    scored = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["photos"]
    tab = phone(page.url)
    for photo, expected in zip(photos, scored, strict=True):
        if photo != photos[0]:
            tab.get_by_role("button", name="Next game").tap()
            until(lambda: tab.locator("#game article").count() == 0)
        shoot(tab, photo)
        totals = [str(kingdom["total"]) for kingdom in expected["kingdoms"]]
        assert tab.locator(".kingdom .total").all_inner_texts() == totals, photo.name
    assert len(page.ask("GET", "/api/photos").json["photos"]) == len(photos)


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


def test_a_tournament_of_sixteen_phones(
    page: Page, samples: Path, tmp_path: Path, phone: Open
) -> None:
    guests = f"http://127.0.0.1:{page.port}/?key={page.guests_key}"
    players = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]
    tabs = [phone(guests) for _ in players]
    photos = different(samples / "leaning.jpg", len(players), 900)
    for number, (tab, player, photo) in enumerate(zip(tabs, players, photos, strict=True)):
        (tmp_path / f"{number}.jpg").write_bytes(photo)
        for field, value in (("round", "1"), ("table", str(number // 4 + 1)), ("player", player)):
            tab.fill(f"#{field}", value)
        tab.set_input_files("#camera", str(tmp_path / f"{number}.jpg"))
    for tab in tabs:
        until(lambda tab=tab: tab.locator("#game article").count() == 1)
        assert tab.locator("#nav a").count() == 0
    judge = phone(page.url)
    here = f"http://127.0.0.1:{page.port}"
    judge.goto(f"{here}/standings")
    until(lambda: judge.locator("#standings tbody tr").count() == len(players))
    assert sorted(judge.locator("th[scope=row]").all_inner_texts()) == players
    until(lambda: judge.locator("#games .card").count() == 4)
    projector = phone(page.url, viewport={"width": 1280, "height": 800})
    projector.goto(f"{here}/standings")
    until(lambda: projector.locator("#standings tbody tr").count() == len(players))
    judge.goto(f"{here}/review")
    judge.wait_for_selector("#tables-list a >> text=Player P")
    assert judge.locator("#tables-list a").count() == len(players)
    judge.locator("#tables-list a >> text=Player P").tap()
    judge.wait_for_selector("article .total")
    read = int(total(judge))
    put(judge, "r2c4", "M", "M3")
    until(lambda: int(total(judge)) > read)
    until(lambda: total(tabs[-1]) == total(judge))  # the player's phone follows, and the projector
    last = projector.locator("#standings tr", has_text="Player P")
    until(lambda: last.locator("td").nth(1).inner_text() == total(judge))
    shown = projector.locator("#standings tbody td:nth-child(3)").all_inner_texts()
    page.stop()
    out = tmp_path / "results"
    command = [sys.executable, "-m", "kscan", "batch", str(page.folder), "-o", str(out), "-q"]
    subprocess.run(command, capture_output=True)
    with (out / "standings.csv").open(encoding="utf-8", newline="") as table:
        lines = [*csv.DictReader(table)]
    assert sorted(line["player"] for line in lines) == players
    assert [line["total"] for line in lines] == shown


def test_a_phone_that_loses_the_network_sends_again(page: Page, samples: Path, phone: Open) -> None:
    tab = phone(page.url)
    page.stop()
    tab.set_input_files("#camera", str(samples / "gaps.jpg"))
    tab.wait_for_selector(".upload >> text=No connection")
    page.start()
    tab.wait_for_selector("#game article")
    assert len(page.ask("GET", "/api/photos").json["photos"]) == 1


def test_settings_change_what_was_changed_and_nothing_else(page: Page, phone: Open) -> None:
    ties = ["head-to-head", "buchholz"]
    page.ask("PATCH", "/api/settings", {"ties": ties, "box": "giants", "rank_by": "wins"})
    tab = phone(page.url)
    tab.goto(page.url.partition("?")[0] + "settings")
    tab.wait_for_selector("#guests-url >> text=http")
    assert tab.locator("[name=ties] option:checked").inner_text() == "head to head, Buchholz"
    tab.fill("[name=title]", "Spring cup")
    tab.get_by_role("button", name="Save").tap()
    until(lambda: page.ask("GET", "/api/settings").json["title"] == "Spring cup")
    kept = page.ask("GET", "/api/settings").json
    assert (kept["ties"], kept["box"], kept["rank_by"]) == (ties, "giants", "wins")


def test_the_judge_notes_a_bye_and_takes_it_back(page: Page, samples: Path, phone: Open) -> None:
    page.upload(samples / "gaps.jpg", round="1", table="1", player="Anna")
    tab = phone(page.url)
    tab.goto(page.url.partition("?")[0] + "review")
    tab.locator("details summary >> text=Add a total").tap()
    for field, value in (("round", "2"), ("player", "Anna"), ("total", "25")):
        tab.fill(f"#entry [name={field}]", value)
    tab.select_option("#entry [name=result]", "bye")
    tab.get_by_role("button", name="Add", exact=True).tap()
    tab.locator("#absences button").wait_for()
    assert "Anna: bye 25 (Round 2)" in tab.locator("#absences").inner_text()
    tab.locator("#absences button").tap()
    until(lambda: tab.locator("#absences button").count() == 0)
