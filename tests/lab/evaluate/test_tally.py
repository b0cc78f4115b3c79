"""Readings beside the truth: what is missed counts, too."""

from kscan.game.kingdom import Kingdom
from kscan.lab.evaluate.tally import Tally


def test_a_kingdom_of_which_nothing_was_read_is_wrong_and_looked_at(village: Kingdom) -> None:
    tally = Tally()
    tally.add_missed(village)
    figures = tally.figures()
    assert (figures["n"], figures["totals"], figures["squares"]) == (1, 0, 0)
    assert (figures["check"], figures["silently_wrong"]) == (1, 0)
