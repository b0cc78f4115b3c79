"""Each phone reads in its own language what is said of photos, standings and refusals."""

from pathlib import Path
from typing import Any

import pytest
from pictures import without_a_kingdom
from serving import Page
from tapping import Open, until

from kscan.locale import LANGUAGES, words
from kscan.remarks import REASONS
from kscan.web.wording import REFUSALS

NO_KINGDOM = REASONS["no_kingdom"]


def asked(page: Page, method: str, path: str, lang: str, body: bytes | None = None) -> Any:
    """Send a request as a browser in this language does."""
    key = {"cookie": f"kscan_{page.port}={page.key}"}
    return page.send(method, path, body, {**key, "accept-language": f"{lang}-XX,{lang};q=0.9"})


@pytest.fixture(scope="module")
def table(shared_page: Page, samples: Path) -> str:
    """Send a whole table of whose players nobody is named; the photo's id."""
    shared_page.ask("PATCH", "/api/settings", {"variants": ["middle-kingdom"]})
    key = str(shared_page.upload(samples / "table_of_four.jpg", round="1", table="1").json["id"])
    shared_page.settled(lambda found: len(found["games"]) == 4)
    return key


def test_what_is_said_of_a_photo_is_said_in_each_language(shared_page: Page, table: str) -> None:
    said = {}
    for lang in LANGUAGES:
        photo = asked(shared_page, "GET", f"/api/photos/{table}", lang).json["photo"]
        said[lang] = [note for kingdom in photo["kingdoms"] for note in kingdom["notes"]]
        assert "said" not in photo
    assert said["en"]
    assert len({len(notes) for notes in said.values()}) == 1
    assert len(set(map(tuple, said.values()))) == len(LANGUAGES)


def test_why_nothing_was_read_is_said_in_each_language(shared_page: Page) -> None:
    key = shared_page.upload(without_a_kingdom(), round="2", table="9").json["id"]
    for lang in ("de", "he"):
        until(lambda lang=lang: message(shared_page, key, lang) == words(lang)(NO_KINGDOM))


def message(page: Page, key: str, lang: str) -> str:
    """Return why a photo has no reading; it is worded once its table was scored."""
    found = asked(page, "GET", f"/api/photos/{key}", lang).json
    return str(found["photo"]["error"]["message"])


@pytest.mark.usefixtures("table")
def test_standings_name_columns_and_castles_in_each_language(shared_page: Page) -> None:
    heads, names, tables = {}, {}, {}
    for lang in ("en", "de", "ru"):
        board = asked(shared_page, "GET", "/api/standings", lang).json
        heads[lang] = [column["label"] for column in board["columns"][:3]]
        names[lang] = {cells[1].split(" ")[0] for cells in board["cells"]}
        tables[lang] = {table for _, table in board["places"]}
        assert len(board["notes"]) == len(board["cells"])
        assert board["rules"].split("; ")[0] == words(lang)("Middle Kingdom")
        assert board["standings"] == shared_page.ask("GET", "/api/standings").json["standings"]
    assert heads["en"] == ["place", "player", "total"]
    assert heads["de"] == [words("de")(each) for each in heads["en"]]
    assert tables["de"] == {each.replace("table", "Tisch") for each in tables["en"]}
    assert {"pink", "yellow"} <= names["en"]
    assert {words("ru")("pink"), words("ru")("yellow")} <= names["ru"]


def test_a_refusal_is_worded_for_the_phone_that_hears_it(shared_page: Page, table: str) -> None:
    photo = shared_page.photo(table)["photo"]
    unknown = next(i for i, one in enumerate(photo["kingdoms"], 1) if not one["castle"]["color"])
    said = f'{{"players": {{"{unknown}": "Leo"}}}}'.encode()
    for lang in ("en", "fr"):
        refused = asked(shared_page, "PATCH", f"/api/photos/{table}", lang, said)
        assert refused.status == 409
        assert refused.json["error"]["message"] == words(lang)(REFUSALS["castle_unknown"])


def test_a_total_out_of_range_is_refused_in_the_phones_language(shared_page: Page) -> None:
    for lang in LANGUAGES:
        refused = asked(shared_page, "POST", "/api/entries?player=Ana", lang, b'{"total": 1000}')
        assert refused.status == 400
        said = words(lang)("A total is a number from 0 to 999.")
        assert refused.json["error"]["message"] == said


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("lang", ["de", "el", "he", "ru"])
def test_standings_fit_a_phone(shared_page: Page, phone: Open, lang: str) -> None:
    address = f"http://127.0.0.1:{shared_page.port}/standings?key={shared_page.key}"
    tab = phone(address, locale=lang)
    tab.wait_for_selector("#standings tbody tr")
    assert tab.eval_on_selector(".wide", "one => one.scrollWidth - one.clientWidth") <= 0
    assert tab.locator("html").get_attribute("lang") == lang
