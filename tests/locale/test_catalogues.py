"""Every language has every message, compiled, with its places intact."""

import errno
import gettext
import io
import os
import re
import string
import sys
from pathlib import Path

import pytest

import kscan.tournament
from kscan.cli import main
from kscan.cli import wording as command_wording
from kscan.cli.language import CLICK
from kscan.cli.language import messages as help_messages
from kscan.errors import SYSTEM, NotationError, UsageError, system
from kscan.game.kingdom import parse_kingdom
from kscan.locale import FOLDER, LANGUAGES, Plural, environment_language, words
from kscan.locale.compile import catalogue, compiled, sources
from kscan.locale.terms import TERMS
from kscan.remarks import MESSAGES, REASONS, worded
from kscan.report import wording
from kscan.tournament.report import wording as tournament_wording
from kscan.web import wording as page_wording

sys.path.insert(0, str(Path(__file__).parent))

from errors import templates, unsayable

EVERY = {*TERMS, *MESSAGES, *wording.MESSAGES, *tournament_wording.MESSAGES}
EVERY |= {*page_wording.MESSAGES, *command_wording.MESSAGES}
COUNTED = [message for message in EVERY if isinstance(message, Plural)]
HELP = {*CLICK, *help_messages(main)}
EVERY |= HELP | templates()
TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]

# Which of a language's forms says 1, 2, 5 and 21.
FORMS = {
    **dict.fromkeys(TRANSLATED, (0, 1, 1, 1)),
    "pl": (0, 1, 2, 2),
    "ro": (0, 1, 1, 2),
    "ru": (0, 1, 2, 0),
}
# Words that a language writes as English does.
SAME = {
    "de": {"Name"},
    "es": {"total", "Total", "Error: {message}"},
    "fr": {
        *("place", "points", "total", "mines", "Photos", "table {name}", "Folie des Grandeurs"),
        *("Options", "Pages", "Photo", "Table", "Terrains", "Total"),
    },
    "it": {"cluster"},
    "nl": {"cluster"},
    "ro": {"total", "bonus", "cluster"},
}


def entries(lang):
    """Return the translations of a language: texts by message, and lists of forms by plural."""
    parsed = catalogue((FOLDER / lang / "LC_MESSAGES" / "kscan.po").read_text(encoding="utf-8"))
    return {
        Plural(*entry.id) if isinstance(entry.id, tuple) else entry.id: entry.string
        for entry in parsed
        if entry.id
    }


def forms(text):
    """Every form of an entry or a message."""
    if isinstance(text, Plural):
        return (text.one, text.other)
    return (text,) if isinstance(text, str) else text


def places(text):
    parts = string.Formatter().parse(text)
    return sorted(f"{name}!{kind}" for _, name, _, kind in parts if name)


def test_every_language_has_a_catalogue_and_no_other():
    assert [source.parts[-3] for source in sources()] == TRANSLATED
    assert len(LANGUAGES) >= 12


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_message_is_missing_and_none_is_left_over(lang):
    found = entries(lang)
    assert [message for message in EVERY if not all(forms(found.get(message, "")))] == []
    assert set(found) == EVERY


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_keep_the_places_of_their_message(lang):
    for message, texts in entries(lang).items():
        first, last = places(forms(message)[0]), places(forms(message)[-1])
        assert places(forms(texts)[0]) in (first, last)
        assert [text for text in forms(texts)[1:] if places(text) != last] == []


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.parts[-3])
def test_what_is_compiled_is_what_is_written(source):
    fresh = io.BytesIO(compiled(source.read_text(encoding="utf-8")))
    with source.with_suffix(".mo").open("rb") as kept:
        was, now = (vars(gettext.GNUTranslations(file))["_catalog"] for file in (kept, fresh))
    assert {**was, "": ""} == {**now, "": ""}, "run: python -m kscan.locale.compile"


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_count_takes_the_form_of_its_language(lang):
    say, written = words(lang), entries(lang)
    blank = dict.fromkeys(["ok", "check", "failed", "now", "before", "players", "limit"], "x")
    for message in COUNTED:
        for count, form in zip((1, 2, 5, 21), FORMS[lang], strict=True):
            expected = written[message][form].format(count=count, **blank)
            assert bare(say(message, count=count, **blank)) == bare(expected)


def bare(text):
    """Return the text without direction marks."""
    return re.sub("[\u200f\u2066-\u2069]", "", text)


def test_counts_agree_in_english():
    say, squares = words("en"), tournament_wording.DOUBTFUL_SQUARES
    assert say(squares, count=1) == "1 doubtful square."
    assert say(squares, count=2) == "2 doubtful squares."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_script_gets_a_form_for_every_count(lang):
    message = tournament_wording.PAGE["changed"]
    by_category = words(lang).for_script(message)
    assert set(by_category) == {"one", "two", "few", "many", "other"}
    assert all("{count}" in bare(text) for text in by_category.values())


def test_russian_forms_for_a_script():
    by_category = words("ru").for_script(tournament_wording.PAGE["yours"])
    assert by_category["one"].endswith("королевство.")
    assert by_category["few"].endswith("королевства.")
    assert by_category["many"].endswith("королевств.")


@pytest.mark.parametrize(
    ("lang", "letters"), [("bg", "а-я"), ("ru", "а-я"), ("el", "α-ω"), ("he", "א-ת")]
)
def test_each_language_speaks_in_its_own_letters(lang, letters):
    for message, texts in entries(lang).items():
        for text in forms(texts):
            said = re.sub(r"\{\w+\}", "", text)
            assert re.search(f"[{letters}]", said, re.IGNORECASE), message


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_language_says_it_in_english(lang):
    found = entries(lang).items()
    same = {message for message, text in found if forms(message)[0] == forms(text)[0]}
    assert same == SAME.get(lang, set())


def test_every_failure_of_a_photo_has_a_reason_to_translate():
    package = Path(kscan.tournament.__file__).parent
    texts = [file.read_text(encoding="utf-8") for file in package.glob("*.py")]
    codes = {code for text in texts for code in re.findall(r'Failure\("(\w+)"', text)}
    assert codes >= {"crashed", "fault", "other_version"}
    assert codes | {UsageError("").code} <= set(REASONS)


def test_a_domino_is_called_in_russian_what_the_edition_calls_it():
    texts = [text for entry in entries("ru").values() for text in forms(entry)]
    assert [text for text in texts if "домино" in text.lower()] == []


@pytest.mark.parametrize(
    ("lang", "familiar"),
    [
        ("bg", r"\b((?<!се )провери|докосни|запази|изтрий|копирай|(?<!се )посочи|впиши|твоя\w*)\b"),
        ("el", r"\b(πάτησε|αποθήκευσε|διάγραψε|έλεγξε|γράψε|σου)\b"),
        ("ro", r"\b(atinge|salvează|șterge|copiază|scrie|ta)\b"),
        ("ru", r"\b(нажми|сохрани|удали|проверь|укажи|твоей|тебя)\b"),
        ("de", r"\b(du|dein\w*|tippe|wähle|speichere)\b"),
        ("fr", r"\b(tu|ton|ta|touche|enregistre)\b"),
    ],
)
def test_a_language_keeps_to_one_form_of_address(lang, familiar):
    # Help says what a command does, in the third person, which looks familiar in Romanian.
    spoken = (entry for message, entry in entries(lang).items() if message not in HELP)
    texts = [text for entry in spoken for text in forms(entry)]
    assert [text for text in texts if re.search(familiar, text, re.IGNORECASE)] == []


def test_every_error_can_be_said_in_every_language():
    assert unsayable() == []


def test_why_the_system_refused_is_said_in_the_readers_language():
    for error in SYSTEM:
        assert worded(error, words("en")) == error
        assert worded(error, words("de")) != error
    gone = OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    said = NotationError("{file}: {reason}", file="anna.txt", reason=system(gone)).message
    assert said == "anna.txt: No such file or directory"
    assert worded(said, words("de")) == "anna.txt: Datei oder Ordner nicht gefunden"


def test_every_refusal_of_a_photo_has_a_reason_to_translate():
    loading = (FOLDER.parent / "photo" / "loading.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'problem = \(?\s*"(\w+)"', loading))
    assert codes >= {"not_found", "is_folder", "unreadable"}
    assert codes <= set(REASONS)


def test_an_error_is_said_with_what_it_says_of_another():
    try:
        parse_kingdom("W0 X1")
    except NotationError as error:
        inner = error
    error = NotationError("{file}: {reason}", file="anna.txt", reason=inner)
    assert error.message.startswith("anna.txt: line 1, column 4: 'X1' is not a square")
    assert worded(error.message, words("en")) == error.message
    german = worded(error.message, words("de"))
    assert german.startswith("anna.txt: Zeile 1, Spalte 4: 'X1' ist kein Feld: erwartet wird")
    assert worded("as it is", words("de")) == "as it is"


def test_the_words_of_the_editions():
    assert words("bg")("Middle Kingdom") == "Средното кралство"
    assert words("he")("Mighty Duel") == "דו-קרב"
    assert words("el")("Harmony") == "Αρμονία"
    assert words("ro")("Dynasty") == "Dinastia"
    assert words("ru")("wheat fields") == "пшеничные поля"
    assert words("en")("wheat fields") == "wheat fields"


@pytest.mark.parametrize("lang", ["de", "es", "fr", "it", "nl", "pl"])
def test_what_no_native_speaker_has_read_says_so(lang):
    source = (FOLDER / lang / "LC_MESSAGES" / "kscan.po").read_text(encoding="utf-8")
    assert "Not yet read by a native speaker" in source.split("msgid", 1)[0]


def test_hebrew_holds_names_and_figures_together():
    say = words("he")
    assert "\u2068r0c1.jpg\u2069" in say("The same picture as {photo}.", photo="r0c1.jpg")
    assert say("{file} is not used: {reason}", file="a", reason="b")[0] == "\u200f"
    assert "\u20667 x 7\u2069" in say(tournament_wording.PAGE["ragged"])
    assert say.figure("> 99.9 %") == "\u2066> 99.9 %\u2069"


def test_languages_write_decimals_with_their_own_sign():
    assert {words(lang).figure("99.9 %") for lang in ("en",)} == {"99.9 %"}
    assert words("de").figure("99.9 %") == words("ru").figure("99.9 %") == "99,9 %"


def test_clauses_are_joined_without_a_greek_question_mark():
    assert words("en").joined(["a", "b"]) == "a; b"
    assert words("el").joined(["a", "b"]) == "a· b"


def test_a_message_written_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        catalogue('msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n')


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "bg_BG.UTF-8"}, "bg"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "fr"),
        ({"LANG": "pt_PT"}, "en"),
        ({"LANGUAGE": "pt:el:en", "LANG": "ru_RU"}, "el"),
        ({"LC_ALL": "he_IL", "LANG": "ru_RU"}, "he"),
        ({"LC_ALL": "", "LANG": "ro"}, "ro"),
        ({"LC_ALL": "C", "LANG": "ru_RU"}, "en"),
    ],
)
def test_the_language_of_the_environment(environment, lang):
    assert environment_language(environment) == lang
