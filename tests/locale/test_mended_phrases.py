"""What a careful reader found wrong or odd in five of the languages is not said again."""

import re

import pytest

from kscan.locale import FOLDER
from kscan.locale.compile import catalogue

ONCE_SAID = {
    "bg": (
        "затова прието е",
        "Докосни какво всъщност е съмнителният квадрат",
        "мрежата, обща",
        "наречено по замъка",
        "запиши я",
        "и го изберете",
        "споделено",
        "картин",
        "Не се допира",
        "искат да се погледне",
        "Вярно е така",
        "Вземи",
        "Откажи",
        "Никои снимки не казват",
    ),
    "he": (
        "על מה שהריבוע שבספק באמת",
        "כמו שזה",
        "אין מה שאומר",
        "ובחרו אותו",
        "; דו-קרב",
        "מבקשים בדיקה",
        "אינו משיק",
        "מתקנת",
        "שאומרות",
    ),
    "el": (
        "Πάτησε τι είναι",
        "ακόμα έναν έλεγχο",
        "αποθήκευσέ την",
        "επιλέξτε το, για",
        "Κοινά παιχνίδια",
        "κοιτάξτε",
        "πολλές εικόνες",
        "Δεν αγγίζει",
        "δεν καλύπτουν",
        "Έλεγξε παρακαλώ",
        "τρέξε το ξανά",
        "σιγουριά",
        "το έκρινε",
    ),
    "ro": (
        "Atinge ce este",
        "cer încă o privire",
        "salveaz-o",
        "se află castelul în centru",
        "sau salvează din nou",
        "Grila",
        "jocuri împreună",
        "Nu atinge",
        "la rând",
        "punctare",
        "cere un supliment",
        "după corectura",
        "Te rugăm",
        "hotărât",
    ),
    "ru": (
        "Нажми, чем",
        "выберите его, для",
        "чьё которое",
        "сохрани её",
        "Положение",
        "от поля",
        "просят проверки",
        "Не прилегает",
        "имеет",
        "что {photo}",
        "видна неясно",
        "раунд",
        "решаешь ты",
        "которые не снимки",
        "Отбросить",
        "Разложи их",
    ),
}


@pytest.mark.parametrize(("lang", "phrases"), ONCE_SAID.items())
def test_a_phrase_that_was_mended_stays_away(lang: str, phrases: tuple[str, ...]) -> None:
    source = (FOLDER / lang / "LC_MESSAGES" / "kscan.po").read_text(encoding="utf-8")
    said = [text for one in catalogue(source) if one.id for text in forms(one.string)]
    assert len(said) > 500
    assert [phrase for phrase in phrases if any(phrase in text for text in said)] == []


def forms(translation: str | tuple[str, ...]) -> list[str]:
    """Return every form of a translation, without direction marks."""
    texts = (translation,) if isinstance(translation, str) else translation
    return [re.sub("[\u200e\u200f\u2066-\u2069]", "", text) for text in texts]
