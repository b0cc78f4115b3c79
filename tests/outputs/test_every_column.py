"""Every column of every table that `kscan batch` writes, against games added up by hand."""

import hashlib
from typing import Any

import playthings
import pytest

PHOTOS = {
    # Wheat 1 x 1; a forest of three without a crown is the largest.
    "round-1/table-2/Anna.jpg": "W1 F0 Cp W0 W0\nF0 F0 .  .  .",
    # A forest of three with a crown, which corrections.csv takes away.
    "round-1/table-2/boris.jpg": "Cy W0 F1 F0 F0",
    "round-1/table-2/Clara.jpg": "Cg P0 P0 S0 S0",
    # Swamp 1 x 2, wheat, and 10 for the castle in the middle.
    "round-2/table-1/anna.jpg": "S2 W0 Cp L0 L0",
    "round-2/table-1/boris.jpg": "F1 W0 Cy F0 F0",
    "round-3/table-1/boris.jpg": "L1 W0 Cy L0 L0",
    "round-3/table-1/Clara.jpg": "Cg P0 P0",
}
BONUSES = "Middle Kingdom, Harmony"
RULES = f"{BONUSES}; grid size detected; ranked by total; ties: largest territory, crowns"
VARIANTS = ("--variant", "middle-kingdom", "--variant", "harmony")


def photo(name: str) -> bytes:
    return playthings.photo(PHOTOS[name], salt=name)


@pytest.fixture
def played(tournament: Any) -> Any:
    """Three rounds of three players; a photo that cannot be read, and one that is there twice."""
    tournament.write({name: photo(name) for name in PHOTOS})
    tournament.write(
        {
            "IMG_1234.jpg": photo("round-1/table-2/Anna.jpg"),
            "round-2/table-1/CLARA.jpg": b"?",
            "corrections.csv": "photo,kingdom,squares\nround-1/table-2/boris.jpg,1,r0c2=F0\n",
        }
    )
    return tournament.run(*VARIANTS)


def as_lines(text: str) -> list[dict[str, str]]:
    """Return a table of headings and lines, `|` between columns."""
    first, *lines = (
        [cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()
    )
    return [dict(zip(first, line, strict=True)) for line in lines]


def test_the_rankings(played: Any) -> None:
    lines = played.table("rankings.csv")
    assert {line.pop("rules") for line in lines} == {RULES}
    assert lines == as_lines("""
round  |table  |place|player|color |points|bonuses|total|largest|crowns|tie_break        |decided_by|photo
round-1|table-2|1    |Anna  |pink  |1     |0      |1    |3      |1     |                 |          |round-1/table-2/Anna.jpg
round-1|table-2|2    |boris |yellow|0     |0      |0    |3      |0     |largest territory|a person  |round-1/table-2/boris.jpg
round-1|table-2|3    |Clara |green |0     |0      |0    |2      |0     |largest territory|          |round-1/table-2/Clara.jpg
round-2|table-1|1    |Anna  |pink  |2     |10     |12   |2      |2     |                 |          |round-2/table-1/anna.jpg
round-2|table-1|2    |boris |yellow|1     |10     |11   |2      |1     |                 |          |round-2/table-1/boris.jpg
round-3|table-1|1    |boris |yellow|1     |10     |11   |2      |1     |                 |          |round-3/table-1/boris.jpg
round-3|table-1|2    |Clara |green |0     |0      |0    |2      |0     |                 |          |round-3/table-1/Clara.jpg
""")  # noqa: E501


def test_the_standings(played: Any) -> None:
    lines = played.table("standings.csv")
    assert {line.pop("rules") for line in lines} == {RULES}
    notes = [line.pop("note") for line in lines]
    assert [bool(note) for note in notes] == [False, True, True], notes  # rounds without a result
    assert lines == as_lines("""
place|player|total|largest|crowns|won|games|tie_break|decided_by_person|to_check|round-1|round-2|round-3
1    |boris |22   |3      |2     |1  |3    |         |1                |0       |0      |11     |11
2    |Anna  |13   |3      |3     |2  |2    |         |0                |0       |1      |12     |
3    |Clara |0    |2      |0     |0  |2    |         |0                |1       |0      |       |0
""")


def test_the_results(played: Any) -> None:
    lines = played.table("results.csv")
    assert {line.pop("rules") for line in lines} == {RULES}
    contents = {name: hashlib.sha256(photo(name)).hexdigest() for name in PHOTOS}
    contents["IMG_1234.jpg"] = contents["round-1/table-2/Anna.jpg"]
    contents["round-2/table-1/CLARA.jpg"] = hashlib.sha256(b"?").hexdigest()
    assert {line["photo"]: line.pop("content") for line in lines} == contents
    sure = [line.pop("confidence") for line in lines]
    assert [bool(one) and 0.97 <= float(one) <= 1 for one in sure] == [True] * 6 + [
        False,
        *[True] * 2,
    ]
    assert lines == as_lines("""
photo                    |status|code         |reason                 |round  |table  |player|color |kingdoms|points|bonuses|total|decided_by|look_at|same_as                 |notes
IMG_1234.jpg             |ok    |             |                       |       |       |Anna  |pink  |1       |1     |0      |1    |          |       |round-1/table-2/Anna.jpg|The same picture as round-1/table-2/Anna.jpg.
round-1/table-2/Anna.jpg |ok    |             |                       |round-1|table-2|Anna  |pink  |1       |1     |0      |1    |          |       |                        |
round-1/table-2/boris.jpg|ok    |             |                       |round-1|table-2|boris |yellow|1       |0     |0      |0    |a person  |       |                        |
round-1/table-2/Clara.jpg|ok    |             |                       |round-1|table-2|Clara |green |1       |0     |0      |0    |          |       |                        |
round-2/table-1/anna.jpg |ok    |             |                       |round-2|table-1|Anna  |pink  |1       |2     |10     |12   |          |       |                        |
round-2/table-1/boris.jpg|ok    |             |                       |round-2|table-1|boris |yellow|1       |1     |10     |11   |          |       |                        |
round-2/table-1/CLARA.jpg|failed|not_a_picture|this is not a picture. |round-2|table-1|      |      |0       |      |       |     |          |       |                        |
round-3/table-1/boris.jpg|ok    |             |                       |round-3|table-1|boris |yellow|1       |1     |10     |11   |          |       |                        |
round-3/table-1/Clara.jpg|ok    |             |                       |round-3|table-1|Clara |green |1       |0     |0      |0    |          |       |                        |
""")  # noqa: E501


def test_the_objects_say_what_the_tables_say(played: Any) -> None:
    objects = played.photos
    for line in played.table("results.csv"):
        one = objects[line["photo"]]
        said = {key: line[key] for key in ("status", "round", "table", "content")}
        assert {key: one[key] for key in said} == said
        assert (one["same_as"] or "") == line["same_as"]
        assert (one["error"] or {}).get("code", "") == line["code"]
        assert (one["error"] or {}).get("message", "") == line["reason"]
        assert " ".join(one["notes"]) == line["notes"]
        assert len(one["kingdoms"]) == int(line["kingdoms"])
        for kingdom in one["kingdoms"]:
            assert (kingdom["player"], kingdom["castle"]["color"]) == (
                line["player"],
                line["color"],
            )
            assert [str(kingdom[key]) for key in ("points", "total")] == [
                line["points"],
                line["total"],
            ]
            assert str(sum(kingdom["bonuses"].values())) == line["bonuses"]
            assert f"{kingdom['total_confidence']:.3f}" == line["confidence"]
            assert kingdom["decided_by_person"] == bool(line["decided_by"])


def test_several_kingdoms_of_a_photo_stand_in_one_order_in_every_column(tournament: Any) -> None:
    kingdoms = ("W1 F0 Cp W0 W0\nF0 F0 .  .  .", "L1 W0 Cy L0 L0", "S0 S0 Cg P0 P0")
    tournament.write({"round-1/table-7.jpg": playthings.photo(*kingdoms)})
    (line,) = tournament.run(*VARIANTS).table("results.csv")
    split = {name: cell.split("; ") for name, cell in line.items()}
    assert split["color"] == ["pink", "yellow", "green"]
    assert split["player"] == [f"{color} (round-1, table-7)" for color in split["color"]]
    assert (split["points"], split["bonuses"]) == (["1", "1", "0"], ["0", "10", "10"])
    assert (split["total"], line["kingdoms"]) == (["1", "11", "10"], "3")
    assert [len(split[name]) for name in ("confidence", "decided_by", "look_at")] == [3] * 3


def test_what_to_look_at_is_written_as_a_correction_of_it(tournament: Any) -> None:
    doubtful = playthings.photo("L1 F0 Cb L0 L0", orders=["doubt"])
    tournament.write({"round-1/table-1/anna.jpg": doubtful})
    found = tournament.run()
    (line,) = found.table("results.csv")
    (kingdom,) = found.photos["round-1/table-1/anna.jpg"]["kingdoms"]
    assert kingdom["doubts"]
    told = [
        f"r{one['row']}c{one['col']}=" + "|".join([one["read"], *(s for s, _ in one["instead"])])
        for one in kingdom["doubts"]
    ]
    assert line["look_at"] == " ".join(told)
    assert (line["status"], found.table("standings.csv")[0]["to_check"]) == ("check", "1")


def test_a_dynasty_has_the_columns_of_the_standings_and_its_table(tournament: Any) -> None:
    names = [f"round-{n}/table-1/{who}.jpg" for n in (1, 2, 3) for who in ("anna", "boris")]
    kingdoms = ("Cp L1 F0", "Cy P0 P0 P0 P0", "Cp W0 W0", "Cy S2 W0", "Cp F1 W0", "Cy W0 W0")
    tournament.write(
        {name: playthings.photo(one, salt=name) for name, one in zip(names, kingdoms, strict=True)}
    )
    found = tournament.run("--variant", "dynasty")
    lines = found.table("dynasties.csv")
    assert {line.pop("rules") for line in lines} == {RULES.replace(BONUSES, "Dynasty")}
    assert {line.pop("note") for line in lines} == {""}
    assert lines == as_lines("""
table  |place|player|total|largest|crowns|won|games|tie_break        |decided_by_person|to_check|round-1|round-2|round-3
table-1|1    |boris |2    |4      |2     |1  |3    |largest territory|0                |0       |0      |2      |0
table-1|2    |anna  |2    |2      |2     |2  |3    |largest territory|0                |0       |1      |0      |1
""")  # noqa: E501
