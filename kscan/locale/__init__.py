"""The languages of score sheets, rankings and findings: gettext catalogues, English without one."""

import gettext
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("bg", "el", "en", "he", "ro", "ru")
FOLDER = Path(__file__).parent
DOMAIN = "kscan"


class Words:
    """The words of one language."""

    def __init__(self, lang: str, catalogue: gettext.NullTranslations) -> None:
        self.lang = lang
        self._catalogue = catalogue

    def __call__(self, message: str, **values: object) -> str:
        """The message in this language, with its places `{name}` filled in."""
        text = self._catalogue.gettext(message)
        return text.format(**values) if values else text


def words(lang: str | None = None) -> Words:
    """The words of `lang`, or of the environment's language where none is given."""
    return _words(lang if lang is not None else environment_language(os.environ))


def environment_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, as gettext does; English where it has none."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        codes = [code.split("_")[0].split(".")[0].lower() for code in wanted.split(":")]
        known = next((code for code in codes if code in LANGUAGES), None)
        if known:
            return known
        if wanted:
            break
    return "en"


@cache
def _words(lang: str) -> Words:
    if lang == "en":
        return Words(lang, gettext.NullTranslations())
    with (FOLDER / lang / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return Words(lang, gettext.GNUTranslations(file))
