"""The words of a tournament's page: each is said once, and used."""

import re
from importlib.resources import files

from kscan.report.batch_html import _SCRIPT_WORDS as SCRIPT
from kscan.report.batch_wording import PAGE

TEMPLATES = files("kscan.report").joinpath("templates")
IN_PLOTS = {"totals", "terrains", "bonus"}


def test_page_and_script_use_the_words_that_are_translated() -> None:
    page = TEMPLATES.joinpath("index.html").read_text(encoding="utf-8")
    script = TEMPLATES.joinpath("batch.js").read_text(encoding="utf-8")
    assert set(re.findall(r"\bwords\.(\w+)", script)) == set(SCRIPT)
    assert set(re.findall(r"\bw\.(\w+)", page)) | IN_PLOTS | set(SCRIPT) == set(PAGE)


def test_the_template_has_no_words_of_its_own() -> None:
    page = TEMPLATES.joinpath("index.html").read_text(encoding="utf-8")
    bare = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    assert set(re.findall(r"[A-Za-z]{3,}", bare)) == {"kscan"}
