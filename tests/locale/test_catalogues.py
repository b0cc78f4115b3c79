"""Every language has every message, compiled, with its places intact."""

import re
import string
from pathlib import Path

import pytest

import kscan.tournament
from kscan.errors import UsageError
from kscan.locale import FOLDER, LANGUAGES, environment_language, words
from kscan.locale.compile import catalogue, entries, sources
from kscan.report.batch_wording import REASONS
from kscan.report.wording import messages

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


def translations(lang):
    return entries((FOLDER / lang / "LC_MESSAGES" / "kscan.po").read_text(encoding="utf-8"))


def places(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_the_six_languages_are_there():
    assert [source.parts[-3] for source in sources()] == TRANSLATED


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_message_is_missing_and_none_is_left_over(lang):
    found = translations(lang)
    assert [message for message in messages() if not found.get(message)] == []
    assert set(found) - {""} <= set(messages())


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_keep_the_places_of_their_message(lang):
    for message, text in translations(lang).items():
        if message:
            assert places(text) == places(message), message


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.parts[-3])
def test_what_is_compiled_is_what_is_written(source):
    compiled = source.with_suffix(".mo").read_bytes()
    assert compiled == catalogue(entries(source.read_text(encoding="utf-8"))), (
        "run: python -m kscan.locale.compile"
    )


@pytest.mark.parametrize(
    ("lang", "letters"), [("bg", "а-я"), ("ru", "а-я"), ("el", "α-ω"), ("he", "א-ת")]
)
def test_each_language_speaks_in_its_own_letters(lang, letters):
    say = words(lang)
    for message in messages():
        bare = re.sub(r"\{\w+\}", "", say(message))
        assert re.search(f"[{letters}]", bare, re.IGNORECASE), message


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_language_says_it_in_english(lang):
    say, same = words(lang), {"total", "bonus"} if lang == "ro" else set()
    assert {message for message in messages() if say(message) == message} == same


def test_every_failure_of_a_photo_has_a_reason_to_translate():
    tournament = Path(kscan.tournament.__file__).parent
    sources = [file.read_text(encoding="utf-8") for file in tournament.glob("*.py")]
    codes = {code for source in sources for code in re.findall(r'Failure\("(\w+)"', source)}
    assert codes >= {"crashed", "fault", "other_version"}
    assert codes | {UsageError("").code} <= set(REASONS)


def test_a_domino_is_called_in_russian_what_the_edition_calls_it():
    assert [text for text in translations("ru").values() if "домино" in text.lower()] == []


def test_the_words_of_the_editions():
    assert words("bg")("Middle Kingdom") == "Средното кралство"
    assert words("he")("Mighty Duel") == "דו-קרב"
    assert words("el")("Harmony") == "Αρμονία"
    assert words("ro")("Dynasty") == "Dinastia"
    assert words("ru")("wheat fields") == "пшеничные поля"
    assert words("en")("wheat fields") == "wheat fields"


def test_a_message_written_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        entries('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n')


def test_texts_over_several_lines_and_with_quotes():
    source = '# a comment\nmsgid ""\n"one "\n"\\"two\\""\nmsgstr "x\\n"\n'
    assert entries(source) == {'one "two"': "x\n"}


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "bg_BG.UTF-8"}, "bg"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANGUAGE": "fr:el:en", "LANG": "ru_RU"}, "el"),
        ({"LC_ALL": "he_IL", "LANG": "ru_RU"}, "he"),
        ({"LC_ALL": "", "LANG": "ro"}, "ro"),
        ({"LC_ALL": "C", "LANG": "ru_RU"}, "en"),
    ],
)
def test_the_language_of_the_environment(environment, lang):
    assert environment_language(environment) == lang
