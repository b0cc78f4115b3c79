"""`kscan score` with other boxes and with quests."""

from pathlib import Path

import pytest
from told import document, run

LAKES = "--quest=four-corners=lake"


def test_quests_are_scored_on_photos(folder: Path) -> None:
    (photo,) = document(folder / "clear.png", "--box", "giants", LAKES)["photos"]
    (kingdom,) = photo["kingdoms"]
    (quest,) = kingdom["quests"]
    corners = [[0, 0], [0, 4], [4, 0], [4, 4]]
    lakes = [[r, c] for r, c in corners if kingdom["squares"][r][c].startswith("L")]
    assert (quest["quest"], quest["points"]) == ("four-corners=lake", 5 * len(lakes))
    assert quest["cells"] == lakes
    assert kingdom["total"] == kingdom["points"] + quest["points"]


def test_a_giant_is_a_fix_where_giants_are_played(folder: Path) -> None:
    photo = folder / "clear.png"
    (before,) = document(photo, "--box", "giants")["photos"][0]["kingdoms"]
    row, col = next(
        (r, c) for r, line in enumerate(before["squares"]) for c, s in enumerate(line) if "1" in s
    )
    fix = f"r{row}c{col}={before['squares'][row][col]}'"
    (after,) = document(photo, "--box", "giants", "--fix", fix)["photos"][0]["kingdoms"]
    assert after["squares"][row][col] == fix.partition("=")[2]
    assert after["crowns"] == before["crowns"] - 1
    assert [finding["code"] for finding in after["findings"]] == [
        finding["code"] for finding in before["findings"]
    ]


def test_a_saved_giant_is_read_again(folder: Path) -> None:
    photo = folder / "clear.png"
    assert run(photo, "--box", "giants", "--fix", "r4c0=S1'", "--save").exit_code in (0, 3)
    (kingdom,) = document(photo, "--box", "giants")["photos"][0]["kingdoms"]
    assert kingdom["squares"][4][0] == "S1'"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--box", "gaints"], "choose base, giants, xl, queendomino, or a file"),
        (["--fix", "r0c0=W2"], "W2 does not exist: W has 0 or 1 crowns"),
        ([LAKES, "--variant", "harmony"], "quests take the place of harmony"),
    ],
)
def test_what_the_box_or_the_rules_do_not_know_is_refused(
    folder: Path, options: list[str], message: str
) -> None:
    result = run(folder / "clear.png", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
