"""Castles' colours are counted as right, asked or wrong; what is asked is not wrong."""

from kscan.game.kingdom import parse_kingdom
from kscan.game.squares import CastleColor
from kscan.lab.evaluate.castles import Names, color_of


def test_the_colour_of_a_kingdom_is_its_castles() -> None:
    assert color_of(parse_kingdom("W0 Cb\nF1 L0")) is CastleColor.BLUE
    assert color_of(parse_kingdom("W0 C\nF1 L0")) is None


def test_a_colour_that_is_asked_is_neither_right_nor_wrong() -> None:
    names = Names()
    for read in (CastleColor.BLUE, CastleColor.GREEN, None, CastleColor.BLUE):
        names.add(CastleColor.BLUE, read)
    figures = names.figures()
    assert (figures["n"], figures["right"], figures["asked"], figures["wrong"]) == (4, 0.5, 0.25, 1)
