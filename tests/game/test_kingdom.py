"""Kingdoms as they lie on the table."""

from kscan.game.kingdom import parse_kingdom
from kscan.game.squares import CastleColor


def test_the_colour_is_that_of_the_only_castle():
    assert parse_kingdom("W0 Cb").castle_color is CastleColor.BLUE
    assert parse_kingdom("W0 C").castle_color is None
    assert parse_kingdom("W0 W0").castle_color is None


def test_a_kingdom_of_two_castles_has_no_colour():
    assert parse_kingdom("Cb W0 Cg").castle_color is None
    assert parse_kingdom("Cb W0 C").castle_color is None
