"""The words of a tournament's pages: each is said once, and used."""

import re
from importlib.resources import files

import pytest

from kscan.locale import words
from kscan.tournament.report.page import _SCRIPT_WORDS as SCRIPT
from kscan.tournament.report.sentences import place_word
from kscan.tournament.report.wording import PAGE, ROUND

TEMPLATES = files("kscan.tournament.report").joinpath("templates")
PAGES = ("index.html", "standings.html")
ELSEWHERE = {"note", "totals", "terrains", "bonus", "course"}  # in the workbook, and in plots


def template(name: str) -> str:
    return TEMPLATES.joinpath(name).read_text(encoding="utf-8")


def test_pages_and_scripts_use_the_words_that_are_translated() -> None:
    assert set(re.findall(r"\bwords\.(\w+)", template("index.js"))) == set(SCRIPT)
    used = {word for name in PAGES for word in re.findall(r"\bw\.(\w+)", template(name))}
    assert used | ELSEWHERE | set(SCRIPT) == set(PAGE)


@pytest.mark.parametrize("name", [*PAGES, "page.html"])
def test_templates_have_no_words_of_their_own(name: str) -> None:
    page = re.sub(r"<style>.*?</style>|<script.*?</script>", " ", template(name), flags=re.DOTALL)
    bare = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<[^>]+>", " ", page, flags=re.DOTALL)
    assert set(re.findall(r"[A-Za-z]{3,}", bare)) <= {"kscan"}


@pytest.mark.parametrize(
    ("name", "said"),
    [("1", "тур 1"), ("round-1", "тур 1"), ("Runde 03", "тур 3"), ("final", "final")],
)
def test_a_numbered_round_is_worded_in_the_readers_language(name: str, said: str) -> None:
    assert place_word(words("ru"), ROUND, name) == said
