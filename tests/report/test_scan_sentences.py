"""What a reading says of itself."""

import pytest

from kscan.game.kingdom import Cell
from kscan.game.squares import parse_square
from kscan.locale import LANGUAGES, words
from kscan.reconstruct import Doubt, Instead, Note
from kscan.report.scan_sentences import doubt_text, note_text, percent, photo_notes
from kscan.report.scan_wording import PHOTO_NOTES
from kscan.scan import Scan
from kscan.vision.photo.header import Header
from kscan.vision.photo.loading import _notes

REPAIRED = Note("repaired", (Cell(1, 3),), (parse_square("W0"), parse_square("P0")))
DOUBT = Doubt(Cell(1, 3), parse_square("W0"), (Instead(parse_square("P0"), 0.21, 63),))


@pytest.mark.parametrize(
    ("probability", "text"),
    [(1.0, "> 99.9 %"), (0.9988, "99.9 %"), (0.5, "50 %"), (0.021, "2.1 %"), (0.0, "< 0.1 %")],
)
def test_nothing_is_said_to_be_certain(probability: float, text: str) -> None:
    assert percent(probability) == text


def test_a_repair_names_the_square_and_both_readings() -> None:
    assert note_text(REPAIRED, words("en")).startswith("r1c3: P0, though it looks like W0")


def test_a_doubt_names_the_other_total() -> None:
    assert doubt_text(DOUBT, 0.78, words("en")) == "r1c3: W0 (78 %); or P0 (21 %), total then 63"


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_language_says_it_in_its_own_words(lang: str) -> None:
    say = words(lang)
    assert "r1c3" in note_text(REPAIRED, say)
    assert note_text(REPAIRED, say) != note_text(REPAIRED, words("en"))
    assert "63" in doubt_text(DOUBT, 0.78, say)


def test_all_that_loading_says_of_a_picture_is_known_here() -> None:
    several = Header("TIFF", 9, 9, pictures=2)
    assert {*_notes(several, ["Corrupt JPEG data: premature end"])} == {*PHOTO_NOTES}


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_what_loading_says_of_a_picture_is_said_in_every_language(lang: str) -> None:
    scan = Scan("a.jpg", notes=PHOTO_NOTES)
    assert photo_notes(scan, words("en")) == [*PHOTO_NOTES]
    assert not {*photo_notes(scan, words(lang))} & {*PHOTO_NOTES}
