"""What a kingdom's text says, and the empty squares around it that say nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kscan.errors import NotationError
from kscan.game.gamefile import parse_game
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.legality import examine
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import CastleColor
from kscan.game.variants import Variant

ALL = Rules(frozenset({Variant.MIDDLE_KINGDOM, Variant.HARMONY}))
margins = st.integers(0, 2)


def framed(kingdom: Kingdom, top: int, left: int, bottom: int, right: int) -> Kingdom:
    """Return the kingdom with empty rows and columns around it, within a block of 7 x 7."""
    width = kingdom.cols + left + right
    rows = [" ".join(map(str, row)) for row in kingdom.squares]
    inner = [" ".join((*"." * left, row, *"." * right)) for row in rows]
    empty = " ".join("." * width)
    return parse_kingdom("\n".join([*[empty] * top, *inner, *[empty] * bottom]))


@given(top=margins, left=margins, data=st.data())
def test_empty_rows_and_columns_around_a_kingdom_change_no_score(
    top: int, left: int, data: st.DataObject
) -> None:
    village = parse_kingdom("M2 W0 S0 W0 F1\nS0 S1 Cp W0 W0\nP0 F0 P0 W0 M3")
    bottom, right = data.draw(st.integers(0, 4 - top)), data.draw(st.integers(0, 2 - left))
    wider = framed(village, top, left, bottom, right)
    own, other = score(village, ALL), score(wider, ALL)
    assert (other.size, other.total, other.bonuses) == (own.size, own.total, own.bonuses)
    assert [found.code for found in examine(wider).broken] == [
        found.code for found in examine(village).broken
    ]


@pytest.mark.parametrize("margin", [0, 1])
def test_a_complete_kingdom_is_complete_wherever_it_lies(margin: int, village: Kingdom) -> None:
    sheet = score(framed(village, margin, margin, margin, margin), ALL)
    assert (sheet.size, sheet.bonuses[Variant.HARMONY]) == (5, 5)


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("W0 W0 Cg", CastleColor.GREEN),
        ("W0 W0 C", None),
        ("W0 W0 .", None),
        ("Cp W0 Cg", None),
        ("Cp W0 Cp", None),
    ],
)
def test_a_kingdom_has_the_colour_of_its_one_castle(text: str, color: CastleColor | None) -> None:
    assert parse_kingdom(text).castle_color is color


@pytest.mark.parametrize(
    "above",
    [
        "",
        "\n\n",
        "#: a comment\n",
        "# anna\n",
        "#: a comment\n# anna\n#: another\n",
        "# anna\nW0 C\n\n# boris\n#: a comment\n\n",
        "# anna\n#: a comment\n#: a second one\n\n",
        "# anna\nW0 C\n#: in between\n\n# boris\nF0 F0\n#: here, too\n",
    ],
)
@pytest.mark.parametrize("wrong", ["W0 Q9", "# \n"])
def test_a_message_names_the_line_whatever_stands_above(above: str, wrong: str) -> None:
    line = above.count("\n") + 1
    with pytest.raises(NotationError, match=rf"^line {line}[:,]"):
        parse_game(above + wrong, "anna")
