"""The languages of score sheets, pages and errors: gettext catalogues, English without one."""

import gettext
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
DOMAIN = "kscan"
LANGUAGES = tuple(sorted(["en", *(file.parts[-3] for file in FOLDER.glob(f"*/*/{DOMAIN}.mo"))]))
RIGHT_TO_LEFT = frozenset({"he"})
DECIMAL_POINT = frozenset({"en", "he"})  # the others write 99,9

# Direction marks (Unicode annex 9): they take no room and hold what is between them together.
FIRST_STRONG, LEFT_TO_RIGHT, END = "\u2068", "\u2066", "\u2069"
LINE_MARK = "\u200f"  # makes a line run from right to left, whatever it begins with

# A count that each plural form of a language serves, by the category that browsers give it.
_SAMPLES = {"one": 1, "two": 2, "few": 3, "many": 11, "other": 20}


@dataclass(frozen=True, slots=True)
class Plural:
    """A counting message: its English forms for one and for any other {count}."""

    one: str
    other: str


Message = str | Plural


class Words:
    """The words of one language."""

    def __init__(self, lang: str, catalogue: gettext.NullTranslations) -> None:
        self.lang = lang
        self.right_to_left = lang in RIGHT_TO_LEFT
        self._catalogue = catalogue

    def __call__(self, message: Message, **values: object) -> str:
        """Translate the message, filling its `{name}` places."""
        count = values.get("count")
        text = self._text(message, count if isinstance(count, int) else 0)
        return text.format(**values) if values else text

    def for_script(self, message: Message) -> str | dict[str, str]:
        """Return a message for a script to fill in.

        Plural forms by their category.
        """
        if isinstance(message, str):
            return self(message)
        return {category: self._text(message, count) for category, count in _SAMPLES.items()}

    def joined(self, parts: Iterable[str]) -> str:
        """Join clauses; a semicolon asks in Greek."""
        return ("· " if self.lang == "el" else "; ").join(parts)

    def isolated(self, text: str) -> str:
        """Isolate a name's or figure's direction in `text`."""
        return FIRST_STRONG + text + END if self.right_to_left and text else text

    def figure(self, text: str) -> str:
        """Localize an English figure: `> 99,9 %`.

        Written from left to right.
        """
        written = text if self.lang in DECIMAL_POINT else text.replace(".", ",")
        return LEFT_TO_RIGHT + written + END if self.right_to_left else written

    def _text(self, message: Message, count: int) -> str:
        if isinstance(message, Plural):
            text = self._catalogue.ngettext(message.one, message.other, count)
        else:
            text = self._catalogue.gettext(message)
        return _directed(text) if self.right_to_left else text


def _directed(text: str) -> str:
    """Isolate a message's filled places, and its direction.

    A line that begins with none of the letters is marked.
    """
    marked = re.sub(r"\{\w+\}", lambda place: FIRST_STRONG + place[0] + END, text)
    return marked if "א" <= marked[:1] <= "ת" else LINE_MARK + marked


def words(lang: str | None = None) -> Words:
    """Return the words of `lang`, or the environment's language."""
    return _words(lang if lang is not None else environment_language(os.environ))


def environment_language(environment: Mapping[str, str]) -> str:
    """Return the environment's language like gettext; else English."""
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
