"""The kingdom objects of the JSON contract."""

import json

from kscan.game.covering import cover
from kscan.game.kingdom import parse_kingdom
from kscan.game.legality import examine
from kscan.game.ranking import Contender, rank
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.variants import Variant
from kscan.report.json import kingdom_object, ranking_objects

CONTRACT = {
    "size", "rows", "cols", "squares", "castle", "dominoes", "territories", "bonuses", "points",
    "total", "notes",
}  # fmt: skip


def test_a_kingdom_has_every_field_that_a_photo_does_not_add():
    kingdom = parse_kingdom("W0 W0 Cg\n. . F1")
    entry = kingdom_object(score(kingdom), name="anna", findings=examine(kingdom).broken, lang="en")
    assert set(entry) >= CONTRACT | {"name"}
    assert json.loads(json.dumps(entry)) == entry
    assert entry["squares"] == [["W0", "W0", "Cg"], [".", ".", "F1"]]
    assert entry["castle"] == {"row": 0, "col": 2, "color": "green"}
    assert [finding["code"] for finding in entry["findings"]] == ["odd_land"]


def test_without_a_name_there_is_none():
    assert "name" not in kingdom_object(score(parse_kingdom("C")))


def test_a_castle_is_null_where_none_or_several_stand():
    assert kingdom_object(score(parse_kingdom("W0 W0")))["castle"] is None
    assert kingdom_object(score(parse_kingdom("C C")))["castle"] is None
    assert kingdom_object(score(parse_kingdom("C")))["castle"]["color"] is None


def test_dominoes_list_all_their_numbers():
    kingdom = parse_kingdom("F1 W0 C")
    entry = kingdom_object(score(kingdom), dominoes=cover(kingdom).dominoes)
    assert [(d["numbers"], sorted(d["cells"])) for d in entry["dominoes"]] == [
        ([24, 25, 26, 27], [[0, 0], [0, 1]])
    ]


def test_bonuses_are_named_as_in_the_contract():
    variants = frozenset({Variant.MIDDLE_KINGDOM, Variant.HARMONY, Variant.MIGHTY_DUEL})
    entry = kingdom_object(score(parse_kingdom("W1 C"), Rules(variants)), lang="en")
    assert entry["bonuses"] == {"middle_kingdom": 0, "harmony": 0}
    assert (entry["size"], entry["points"], entry["total"]) == (7, 1, 1)
    assert len(entry["notes"]) == 1


def test_a_ranking_says_what_decided():
    places = rank([Contender("a", 5, 2, 1), Contender("b", 5, 1, 1), Contender("c", 1, 1, 1)])
    assert [(p["place"], p["name"], p["decided_by"]) for p in ranking_objects(places)] == [
        (1, "a", "largest_territory"),
        (2, "b", "largest_territory"),
        (3, "c", None),
    ]
