"""A tournament's pages in each language, as a browser lays them out."""

import html
from pathlib import Path
from typing import Any

import playthings
import pytest
from playthings import Run

from kscan.locale import LANGUAGES, words
from kscan.remarks import PHOTO, REASONS, SEAT
from kscan.report.wording import SURE
from kscan.tournament.batch import Request
from kscan.tournament.report.publish import About, publish
from kscan.tournament.report.standings_json import load
from kscan.tournament.report.standings_text import standings_text
from kscan.tournament.report.wording import PAGE
from kscan.tournament.standings import standings

KINGDOM = "L0 W0 W1 L0 Cg"
SAY = words("he")
# The pixels at which each piece of a text begins, in the order of the text.
WHERE = """(node) => {
  const range = document.createRange();
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const places = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.data;
    for (const found of text.matchAll(/[A-Za-z0-9]+|[>%]/g)) {
      range.setStart(walker.currentNode, found.index);
      range.setEnd(walker.currentNode, found.index + found[0].length);
      places.push([found[0], range.getBoundingClientRect().left]);
    }
  }
  return places;
}"""


def published(tmp_path: Path, run: Run, lang: str) -> Path:
    """Publish two rounds: one player misses the second, two kingdoms are nobody's."""
    photos = {
        "round-1/table-1/Anna.jpg": playthings.photo(KINGDOM),
        "round-1/table-2.jpg": playthings.photo("L0 W0 W1 L0 C", "L0 W0 W1 F0 C"),
        "round-2/table-1/Boris Alexandrowitsch.jpg": playthings.photo(KINGDOM),
    }
    playthings.write(tmp_path / "in", photos)
    batch = run()
    request = Request(tmp_path / "in", tmp_path / "out", lang=lang)
    publish(batch, standings(batch.rows), request, About("cup", "1", (), words(lang)))
    return request.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_table_is_cut(browser: Any, tmp_path: Path, run: Run, lang: str) -> None:
    out = published(tmp_path, run, lang)
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.className)"
    for width in (1100, 390):
        for name in ("index.html", "standings.html"):
            page = browser.new_page(viewport={"width": width, "height": 800})
            page.goto((out / name).as_uri())
            assert page.locator(".wide").count()
            assert page.eval_on_selector_all(".wide", cut) == [], (width, name)
            page.close()


def test_a_folder_keeps_its_order_in_hebrew(browser: Any, tmp_path: Path, run: Run) -> None:
    out = published(tmp_path, run, "he")
    page = browser.new_page(viewport={"width": 1100, "height": 800})
    page.goto((out / "index.html").as_uri())
    names = page.locator("#standings td:nth-child(2) bdi", has_text="round-1/table-2")
    assert names.count() == 2
    for name in names.all():
        places = name.evaluate(WHERE)
        assert [text for text, _ in places[:4]] == ["round", "1", "table", "2"]
        assert [left for _, left in places] == sorted(left for _, left in places)
    page.close()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (SAY(SURE, probability=SAY.figure("> 99.9 %")), [">", "99", "9", "%"]),
        (SAY(PAGE["ragged"]), ["7", "x", "7"]),
        (SAY(SEAT["same_picture"], photo="41.jpg"), ["41", "jpg"]),
        (SAY(PHOTO["not_used"], file="41.jpg.kingdom", reason=""), ["41", "jpg", "kingdom"]),
        (SAY(REASONS["heic_missing"]), ["pip", "install", "pillow", "heif", "JPEG"]),
    ],
)
def test_figures_and_names_run_from_left_to_right_in_hebrew(
    browser: Any, text: str, pieces: list[str]
) -> None:
    page = browser.new_page(viewport={"width": 1100, "height": 300})
    page.set_content(f'<html dir="rtl"><p>{html.escape(text)}</p></html>')
    places = [(piece, left) for piece, left in page.locator("p").evaluate(WHERE) if piece in pieces]
    assert [piece for piece, _ in places] == pieces
    together = places[:4] if "pip" in pieces else places  # JPEG stands by itself, further left
    assert [left for _, left in together] == sorted(left for _, left in together)
    page.close()


def test_rounds_are_called_as_the_reader_calls_them(tmp_path: Path, run: Run) -> None:
    said = (published(tmp_path, run, "de") / "index.html").read_text(encoding="utf-8")
    assert "kein Ergebnis: Runde 2" in said
    assert "kein Ergebnis: round-2" not in said


def test_printed_standings_call_the_unnamed_as_the_reader_does(tmp_path: Path, run: Run) -> None:
    photos = {"round-1/table-2.jpg": playthings.photo("L0 W0 W1 L0 Cg", "L0 W0 W1 F0 Cb")}
    playthings.write(tmp_path / "in", photos)
    batch = run()
    request = Request(tmp_path / "in", tmp_path / "out")
    publish(batch, standings(batch.rows), request, About("cup", "1", (), words("en")))
    posted, _ = load(request.out)
    assert "green (round-1, table-2)" in standings_text(posted, words("en"), 100, games=True)
    said = standings_text(posted, words("de"), 100, games=True)
    assert said.count("grün (Runde 1, Tisch 2)") == 2
    assert "green" not in said
