"""A kingdom is cut out of what was looked at: its squares and corrections stay where they lie."""

import re
from typing import Any

import playthings
import pytest

SIDE, LEFT, TOP = 60, 40, 30  # of a square of playthings' photos, and where the first one begins
ANNA = "round-1/table-1/anna.jpg"


def window(kingdom: str, rows: int, cols: int) -> str:
    """Return the kingdom with so many empty rows above it and columns beside it."""
    width = len(kingdom.splitlines()[0].split()) + cols
    lines = [" ".join("." * width)] * rows
    return "\n".join([*lines, *(" ".join([*"." * cols, row]) for row in kingdom.splitlines())])


def corners(row: int, col: int, rows: int, cols: int) -> list[list[float]]:
    """Those of a block of so many squares that begins at this square."""
    x, y = LEFT + SIDE * col, TOP + SIDE * row
    right, bottom = x + SIDE * cols, y + SIDE * rows
    return [[x, y], [right, y], [right, bottom], [x, bottom]]


def only(found: Any) -> dict:
    (kingdom,) = found.photos[ANNA]["kingdoms"]
    return kingdom


def corrected(tournament: Any, kingdom: str, said: str, *orders: str) -> Any:
    tournament.write(
        {
            ANNA: playthings.photo(kingdom, orders=orders),
            "corrections.csv": f"photo,kingdom,squares\n{ANNA},1,{said}\n",
        }
    )
    return tournament.run()


@pytest.mark.parametrize(("rows", "cols"), [(0, 0), (2, 0), (0, 2), (1, 2), (3, 1)])
def test_a_kingdom_lies_where_its_squares_lie(tournament: Any, rows: int, cols: int) -> None:
    tournament.write({ANNA: playthings.photo(window("W0 W0 Cg\nF0 F0 .", rows, cols))})
    assert only(tournament.run())["corners"] == corners(rows, cols, 2, 3)


@pytest.mark.parametrize("cols", [0, 1, 2, 4])
@pytest.mark.parametrize("rows", [0, 2])
def test_a_stated_kingdom_lies_where_the_photo_shows_it(
    tournament: Any, rows: int, cols: int
) -> None:
    """Its last squares are the last of the window: there is one place less than one may think."""
    shown = window("F0 F0 Cg\nW0 W0 L0", rows, cols)
    found = corrected(tournament, shown, "F0 Cg / W0 L0")
    assert only(found)["corners"] == corners(rows, cols + 1, 2, 2)
    found = corrected(tournament, shown, "W0 W0 Cg")
    assert only(found)["corners"][0][0] == LEFT + SIDE * cols


@pytest.mark.parametrize("at", ["r0c5", "r1c0", "r1c5", "r6c6", "r0c6", "r3c0"])
def test_a_corrected_square_beyond_an_edge_is_asked_about(tournament: Any, at: str) -> None:
    found = corrected(tournament, "L0 W0 W1 L0 Cg", f"{at}=W0")
    (line,) = found.table("results.csv")
    assert (line["status"], line["total"], line["decided_by"]) == ("check", "2", "")
    assert at in line["look_at"]


def test_of_corrected_squares_those_inside_count_all_the_same(tournament: Any) -> None:
    found = corrected(tournament, "L0 W0 W1 L0 Cg", "r0c2=W0 r0c5=W0 r1c0=F0")
    (line,) = found.table("results.csv")
    assert (line["status"], line["total"], line["decided_by"]) == ("check", "0", "a person")
    assert ("r0c5" in line["look_at"], "r1c0" in line["look_at"]) == (True, True)
    assert "r0c2" not in line["look_at"]


def crossings(page: str) -> list[list[list[float]]]:
    """Where the lines of the grid cross on the photo, row by row, as the page draws them."""
    (outline,) = re.findall(r'data-outline="([^"]+)"', page)
    return [
        [[*map(float, point.split(","))] for point in row.split()] for row in outline.split(";")
    ]


@pytest.mark.parametrize(("rows", "cols"), [(0, 0), (1, 2)])
def test_the_page_draws_the_grid_around_its_tiles(tournament: Any, rows: int, cols: int) -> None:
    kingdom = "W0 W0 Cg\nF0 F0 L0"
    tournament.write({ANNA: playthings.photo(window(kingdom, rows, cols), orders=["doubt"])})
    tournament.write(
        {"corrections.csv": f"photo,kingdom,squares\n{ANNA},1,{kingdom.replace(chr(10), ' / ')}\n"}
    )
    page = tournament.run().page
    assert crossings(page) == [
        [corners(rows + row, cols + col, 0, 0)[0] for col in range(4)] for row in range(3)
    ]


def cards(page: str) -> list[str]:
    """Return the photos on the page, from above."""
    return re.findall(r'<article class="card[^"]*"[^>]*data-find="(\S*)', page)


def test_what_is_least_certain_is_asked_about_first(tournament: Any) -> None:
    copied = playthings.photo("F0 F0 Cy L0 L0")
    tournament.write(
        {
            "round-1/table-1/a.jpg": copied,
            "round-1/table-1/b.jpg": copied,  # another player's: a look, and no doubt of a square
            "round-1/table-2/c.jpg": playthings.photo("L1 F0 Cb L0 L0", orders=["doubt"]),
            "round-1/table-3/d.jpg": b"?",
            "round-1/table-4/e.jpg": playthings.photo("W0 W0 Cp P0 P0"),
        }
    )
    found = tournament.run()
    status = {name: one["status"] for name, one in found.photos.items()}
    assert [*status.values()] == ["check", "check", "check", "failed", "ok"]
    sure = {
        name: min(kingdom["total_confidence"] for kingdom in one["kingdoms"])
        for name, one in found.photos.items()
        if one["kingdoms"]
    }
    assert sure["round-1/table-2/c.jpg"] < sure["round-1/table-1/b.jpg"]
    order = [name.split("/")[-1] for name in cards(found.page)]
    assert order[:4] == ["c.jpg", "a.jpg", "b.jpg", "d.jpg"]
    assert order[4:] == ["e.jpg"]


@pytest.mark.parametrize("margin", [0, 1])
@pytest.mark.parametrize(("said", "seen"), [("ok", "M3"), ("W0 M3 Cp", "other")])
def test_what_a_stated_kingdom_takes_is_gone_for_the_others(
    tournament: Any, margin: int, said: str, seen: str
) -> None:
    """Wherever it lies in its window: there is one M3 in the box."""
    tournament.write(
        {
            ANNA: playthings.photo(window("W0 M1 Cp", margin, margin)),
            "round-1/table-1/boris.jpg": playthings.photo("W0 M3 Cy", orders=["doubt"]),
            "corrections.csv": f"photo,kingdom,squares\n{ANNA},1,{said}\n",
        }
    )
    (boris,) = tournament.run().photos["round-1/table-1/boris.jpg"]["kingdoms"]
    assert ("M3" in boris["squares"][0]) is (seen == "M3")
