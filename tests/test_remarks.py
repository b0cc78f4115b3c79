"""What kscan says, and who must look."""

import pytest

from kscan.errors import PhotoError
from kscan.game.box import BASE
from kscan.game.kingdom import Cell, parse_kingdom
from kscan.game.legality import Fault, examine, examine_game
from kscan.game.remark import Remark
from kscan.game.rules import Rules
from kscan.game.squares import parse_square
from kscan.infer import Doubt, Instead
from kscan.locale import LANGUAGES, words
from kscan.photo.header import Header
from kscan.photo.loading import _notes
from kscan.remarks import GAME_RULES, KINGDOM_RULES, PHOTO, remark, sentence
from kscan.report.sentences import doubt_text, failure_text, percent

REPAIRED = remark("repaired", cells=(Cell(1, 3),), squares=(parse_square("W0"), parse_square("P0")))
DOUBT = Doubt(Cell(1, 3), parse_square("W0"), (Instead(parse_square("P0"), 0.21, 63),))


@pytest.mark.parametrize(
    ("probability", "text"),
    [(1.0, "> 99.9 %"), (0.9988, "99.9 %"), (0.5, "50 %"), (0.021, "2.1 %"), (0.0, "< 0.1 %")],
)
def test_nothing_is_said_to_be_certain(probability: float, text: str) -> None:
    assert percent(probability, words("en")) == text


def test_a_probability_is_written_as_the_language_writes_figures() -> None:
    assert percent(1.0, words("de")) == "> 99,9 %"
    assert percent(1.0, words("he")) == "\u2066> 99.9 %\u2069"


def test_a_repair_names_the_square_and_both_readings() -> None:
    assert sentence(REPAIRED, words("en")).startswith("r1c3: taken as P0. It looks like W0, but")


def test_a_square_taken_away_is_called_empty() -> None:
    empty, wheat = parse_square("."), parse_square("W0")
    away = remark("repaired", cells=(Cell(0, 0),), squares=(wheat, empty))
    come = remark("repaired", cells=(Cell(0, 0),), squares=(empty, wheat))
    assert sentence(away, words("en")).startswith("r0c0: taken as empty. It looks like W0, but")
    assert "looks like an empty square, but" in sentence(come, words("en"))


def test_dominoes_that_connect_to_nothing_are_placed() -> None:
    lakes = Remark("not_connected", cells=(Cell(0, 5), Cell(0, 6)), dominoes=BASE.dominoes[8:9])
    assert sentence(lakes, words("en")).endswith("play: L0 L0 at r0c5-r0c6 (no. 9).")


def test_a_doubt_names_the_other_total() -> None:
    assert doubt_text(DOUBT, 0.78, words("en")) == "r1c3: W0 (78 %); or P0 (21 %), total then 63"


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_language_says_it_in_its_own_words(lang: str) -> None:
    say = words(lang)
    assert "r1c3" in sentence(REPAIRED, say)
    assert sentence(REPAIRED, say) != sentence(REPAIRED, words("en"))
    assert "63" in doubt_text(DOUBT, 0.78, say)


def test_all_that_loading_says_of_a_picture_is_known_here() -> None:
    several = Header("TIFF", 9, 9, pictures=2)
    assert {*_notes(several, ["Corrupt JPEG data: premature end"])} <= {*PHOTO}


@pytest.mark.parametrize("code", ["several_frames", "damaged"])
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_what_loading_says_of_a_picture_is_said_in_every_language(lang: str, code: str) -> None:
    assert sentence(remark(code), words(lang)) != sentence(remark(code), words("en"))


def test_a_failure_is_worded_in_the_readers_language() -> None:
    error = PhotoError("no_kingdom", "dark.jpg: no kingdom found; give its corners")
    assert failure_text("dark.jpg", error, words("en")) == error.message
    assert failure_text("dark.jpg", error, words("de")).startswith("dark.jpg: Kein Königreich")
    assert failure_text("dark.jpg", error, words("he")).startswith("\u2068dark.jpg\u2069: ")


def test_why_a_file_is_not_used_is_worded_in_the_readers_language() -> None:
    said = remark("not_used", file="a.kingdom", reason="line 4: W2 does not exist")
    assert sentence(said, words("en")) == "a.kingdom is not used: line 4: W2 does not exist"
    assert "line 4" not in sentence(said, words("ru"))


def test_a_rule_that_people_break_on_the_table_sends_nobody_to_look() -> None:
    looks = {
        said.code: said.look for said in examine(parse_kingdom("C F0 F0\n. . .\nW0 W0 .")).broken
    }
    assert looks == {"not_connected": False}


def test_a_row_too_long_for_the_grid_sends_someone_to_look() -> None:
    long = examine(parse_kingdom("C W0 W0 W0 W0 W0 W0"), Rules(size=5)).broken
    assert [said.look for said in long if said.code == "too_large"] == [True]


def test_what_a_game_breaks_as_a_whole_sends_someone_to_look() -> None:
    together = examine_game([parse_kingdom("Cb W0 W0"), parse_kingdom("Cb F0 F0")]).broken
    assert [(said.code, said.look) for said in together] == [("same_castle", True)]


def test_every_rule_that_can_be_broken_has_its_sentence() -> None:
    assert {fault.value for fault in Fault} <= {*KINGDOM_RULES, *GAME_RULES}
