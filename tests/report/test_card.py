"""The card to share: a phone wide, with every name in its own letters."""

import cv2
import numpy as np
import pytest

from kscan.game.kingdom import parse_kingdom
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.variants import Variant
from kscan.locale import words
from kscan.report.card import WIDTH, CardKingdom, card, visual

SHEET = score(parse_kingdom("W0 W1 Cp\nL1 F0 F1"), Rules(frozenset({Variant.HARMONY})))


def photo(rows: int, cols: int) -> bytes:
    return cv2.imencode(".jpg", np.full((rows, cols, 3), 90, np.uint8))[1].tobytes()


@pytest.mark.parametrize("shape", [(300, 400), (3000, 1000), (10, 4000)])
@pytest.mark.parametrize("players", [1, 4])
def test_a_card_is_as_wide_as_a_phone_whatever_the_photo(
    shape: tuple[int, int], players: int
) -> None:
    kingdoms = [CardKingdom("Anna" * 20, SHEET, place) for place in range(1, players + 1)]
    drawn = cv2.imdecode(np.frombuffer(card(photo(*shape), kingdoms, words("en")), np.uint8), 1)
    assert drawn.shape[1] == WIDTH
    assert drawn.shape[0] < 3 * WIDTH


@pytest.mark.parametrize(
    ("text", "drawn"),
    [("Anna 12", "Anna 12"), ("חנה", "הנח"), ("חנה 12", "12 הנח"), ("Анна", "Анна")],
)
def test_hebrew_is_drawn_from_the_right(text: str, drawn: str) -> None:
    assert visual(text) == drawn


@pytest.mark.parametrize("lang", ["bg", "el", "en", "he", "ro", "ru"])
def test_every_language_has_a_card(lang: str) -> None:
    assert card(photo(200, 300), [CardKingdom("Λέο", SHEET, 1)], words(lang))[:3] == b"\xff\xd8\xff"
