"""What players are called who are known by their photos only."""

from types import SimpleNamespace as Seen
from typing import Any

import pytest

from kscan.game.kingdom import parse_kingdom
from kscan.game.ranking import TieRule
from kscan.game.scoring import score
from kscan.locale import words
from kscan.report import card
from kscan.report.scan_names import player_names, ranking


def photo_of(path: str, *castles: str) -> Any:
    """As much of a scan as names are made of."""
    kingdoms = [Seen(reading=Seen(kingdom=parse_kingdom(castle)), player="") for castle in castles]
    return Seen(photo=path, kingdoms=kingdoms)


def names(*photos: Any) -> list[list[str]]:
    return player_names(photos, words("en"))


def test_castles_name_the_players_by_colour_where_no_other_has_it() -> None:
    assert names(photo_of("a.jpg", "Cb", "Cg", "Cg", "C")) == [["blue", "2", "3", "4"]]


def test_a_name_that_is_on_several_photos_says_which() -> None:
    photos = photo_of("anna.jpg", "Cb"), photo_of("boris.jpg", "Cb"), photo_of("vera.jpg", "Cg")
    assert names(*photos) == [["blue (anna)"], ["blue (boris)"], ["green"]]


@pytest.mark.parametrize(
    ("paths", "called"),
    [
        (("a/1.jpg", "b/1.jpg"), ("a/1", "b/1")),
        (("1.jpg", "a/1.jpg"), ("1.jpg", "a/1")),
        (("1.jpg", "1.png"), ("1.jpg", "1.png")),
        (("a/x/1.jpg", "b/x/1.jpg", "2.jpg"), ("a/x/1", "b/x/1", "2")),
        (("/x/1.jpg", "/y/1.jpg"), ("x/1", "y/1")),
        (("picture", "picture"), ("picture 1", "picture 2")),  # from bytes, which have no path
    ],
)
def test_players_of_one_game_are_told_apart_by_the_end_of_the_path(
    paths: tuple[str, ...], called: tuple[str, ...]
) -> None:
    assert names(*(photo_of(path, "C") for path in paths)) == [[f"1 ({end})"] for end in called]


def test_a_tie_is_broken_by_the_rule_that_is_played() -> None:
    wide, crowned = "Cb W0 W0 W1", "Cg W1 L1 F1"  # 3 points each
    kingdoms = [Seen(sheet=score(parse_kingdom(text))) for text in (wide, crowned)]
    scans: Any = [Seen(kingdoms=kingdoms)]
    first = [
        ranking(scans, [["wide", "crowned"]], rule)[0].contender.name
        for rule in (TieRule.RULEBOOK, TieRule.DEMO)
    ]
    assert first == ["wide", "crowned"]


@pytest.mark.parametrize(
    ("castles", "headed"), [(("Cb", "C", "C"), ["blue", "k2", "k3"]), (("C",), [""])]
)
def test_a_card_numbers_kingdoms_as_the_picture_does(
    monkeypatch: pytest.MonkeyPatch, castles: tuple[str, ...], headed: list[str]
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(
        card, "card", lambda _, kingdoms, __: drawn.extend(one.name for one in kingdoms) or b""
    )
    scan = photo_of("a.jpg", *castles)
    scan.picture = lambda: b""
    for one in scan.kingdoms:
        one.sheet = score(one.reading.kingdom)
    card.share(scan)
    assert drawn == headed


def test_the_cards_of_a_games_photos_say_who_won_it(monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[tuple[str, int | None]] = []
    monkeypatch.setattr(
        card, "card", lambda _, found, __: places.extend((k.name, k.place) for k in found) or b""
    )
    game = [photo_of("anna.jpg", "Cb W0 W1"), photo_of("ben.jpg", "Cg M3 W0")]
    for scan in game:
        scan.picture = lambda: b""
        for one in scan.kingdoms:
            one.sheet = score(one.reading.kingdom)
    for scan in game:
        card.share(scan, game=game)
    card.share(game[0])
    assert places == [("blue", 2), ("green", 1), ("blue", None)]
