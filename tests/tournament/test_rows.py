"""What a row says of a photo that does not fit its place, its game or its grid."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.corrections.decisions import GridIs
from kscan.game.variants import Variant
from kscan.pipeline import solve
from kscan.remarks import remark
from kscan.tournament import batch, results_folder
from kscan.tournament.records import Failure, PhotoReading, Row
from kscan.tournament.report.progress import Quiet
from kscan.tournament.stages import solve_game
from kscan.tournament.workers import Done, Task

GREEN, PINK = "W0 W0 Cg", "Cp F0 F0"


def rows(
    folder: Path,
    read: Callable[..., PhotoReading],
    pool: batch.Pool | None = None,
    corrections: Path | None = None,
) -> list[Row]:
    """Return the rows of `folder / "in"` as this reader sees its photos."""
    request = batch.Request(folder / "in", folder / "out", corrections=corrections)
    results_folder.claim(request.out, request.folder)
    shipped = batch.Stages(read, solve, "1")
    return list(batch.run(request, shipped, pool or playthings.here(), Quiet()).rows)


def games(folder: Path, *lines: str) -> Path:
    file = folder / "games.csv"
    file.write_text("\n".join(("photo,round,table,player,color", *lines)))
    return file


def test_a_player_whose_castle_is_not_there_is_missed(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"table.jpg": playthings.photo(GREEN)})
    seats = games(tmp_path, "table.jpg,1,4,anna,green", "table.jpg,1,4,boris,pink")
    (row,) = run(games=seats).rows
    assert playthings.told(row.remarks) == ["No kingdom was found for boris."]
    assert row.status == "check"


def test_one_player_with_a_colour_is_that_player(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"table.jpg": playthings.photo(PINK)})
    (row,) = run(games=games(tmp_path, "table.jpg,1,4,anna,green")).rows
    assert [(kingdom.player, kingdom.named) for kingdom in row.kingdoms] == [("anna", True)]


def test_a_kingdom_of_another_colour_is_not_the_named_players_where_several_sit(
    tmp_path: Path, run: Run
) -> None:
    playthings.write(tmp_path / "in", {"t.jpg": playthings.photo(GREEN)})
    (row,) = run(games=games(tmp_path, "t.jpg,1,1,anna,pink", "t.jpg,1,1,boris,")).rows
    assert [kingdom.named for kingdom in row.kingdoms] == [False]
    gone, whose = playthings.told(row.remarks)
    assert gone == "No kingdom was found for anna."
    assert "give the castle colours of boris" in whose


@pytest.mark.parametrize("table", ["1,1", ","])
def test_players_without_colours_are_not_told_that_their_kingdoms_are_missing(
    tmp_path: Path, run: Run, table: str
) -> None:
    playthings.write(tmp_path / "in", {"t.jpg": playthings.photo(GREEN, PINK)})
    (row,) = run(games=games(tmp_path, f"t.jpg,{table},anna,", f"t.jpg,{table},boris,")).rows
    (whose,) = playthings.told(row.remarks)
    assert "give the castle colours of anna, boris" in whose


def test_a_castle_whose_colour_was_not_read_is_asked_for(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"t.jpg": playthings.photo(GREEN, "C F0 F0")})
    (row,) = run(games=games(tmp_path, "t.jpg,1,1,anna,green", "t.jpg,1,1,boris,pink")).rows
    (said,) = playthings.told(row.remarks)
    assert said.endswith("tap the castle of boris and choose a colour.")


def test_a_colour_without_a_player_names_nobody(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"IMG_1234.jpg": playthings.photo(GREEN)})
    (row,) = run(games=games(tmp_path, "IMG_1234.jpg,1,1,,green")).rows
    assert [(one.player, one.named) for one in row.kingdoms] == [("green (1, 1)", False)]


@pytest.mark.parametrize("seats", [["1,1,,"], ["1,1,,green", "1,1,,pink"]])
def test_a_photo_of_several_kingdoms_is_not_the_player_whom_its_file_is_called_after(
    tmp_path: Path, run: Run, seats: list[str]
) -> None:
    playthings.write(tmp_path / "in", {"family.jpg": playthings.photo(GREEN, PINK)})
    (row,) = run(games=games(tmp_path, *(f"family.jpg,{seat}" for seat in seats))).rows
    assert [(one.player, one.named) for one in row.kingdoms] == [
        ("green (1, 1)", False),
        ("pink (1, 1)", False),
    ]
    assert row.remarks == ()


def test_a_photo_of_two_castles_is_no_players_where_one_kingdom_is_found(
    tmp_path: Path, run: Run
) -> None:
    playthings.write(tmp_path / "in", {"family.jpg": playthings.photo(GREEN)})
    (row,) = run(games=games(tmp_path, "family.jpg,1,1,,green", "family.jpg,1,1,,pink")).rows
    assert [one.named for one in row.kingdoms] == [False]


def test_of_one_players_photo_the_largest_kingdom_counts(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo(GREEN, PINK)
    playthings.write(tmp_path / "in", {"round-1/table-1/anna.jpg": photo})
    (row,) = run().rows
    assert [kingdom.player for kingdom in row.kingdoms] == ["anna"]
    assert "2" in playthings.told(row.remarks)[0]


def test_a_kingdom_of_a_duel_among_three_needs_a_look(tmp_path: Path, run: Run) -> None:
    wide = "L0 L0 Cb W0 W0 F0 F0"
    kingdoms = {"anna.jpg": GREEN, "boris.jpg": PINK, "clara.jpg": wide}
    photos = {name: playthings.photo(one) for name, one in kingdoms.items()}
    playthings.write(tmp_path / "in" / "round-1" / "table-1", photos)
    anna, boris, clara = run().rows
    assert [anna.status, boris.status, clara.status] == ["ok", "ok", "check"]
    said = playthings.told(clara.kingdoms[0].reasons)
    assert said == ["Players: 3; the Mighty Duel is for 2."]


def test_kingdoms_without_a_table_are_called_after_photo_and_castle(
    tmp_path: Path, run: Run
) -> None:
    playthings.write(tmp_path / "in", {"evening.jpg": playthings.photo(GREEN, "C L0 L0")})
    (row,) = run().rows
    assert [kingdom.player for kingdom in row.kingdoms] == ["evening green", "evening 2"]


@pytest.mark.parametrize(
    ("quality", "notes", "said"),
    [(0.3, (), "grid is not clear"), (0.9, ("partly_outside",), "partly outside")],
)
def test_a_doubtful_grid_needs_a_look(
    tmp_path: Path, quality: float, notes: tuple[str, ...], said: str
) -> None:
    def read(content: bytes, name: str, windows: Sequence[GridIs] = ()) -> PhotoReading:
        reading = playthings.read(content, name, windows)
        (seen,) = reading.kingdoms
        grid = replace(seen.grid, quality=quality, notes=notes)
        return replace(reading, kingdoms=(replace(seen, grid=grid),))

    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(GREEN)})
    (row,) = rows(tmp_path, read)
    assert row.status == "check"
    assert said in playthings.told(row.kingdoms[0].reasons)[0]


@pytest.mark.parametrize(("squares", "status"), [("r0c0=W0", "check"), ("W0 W0 Cg", "ok")])
def test_a_doubtful_grid_is_settled_by_the_whole_kingdom_not_by_a_square(
    tmp_path: Path, squares: str, status: str
) -> None:
    def read(content: bytes, name: str, windows: Sequence[GridIs] = ()) -> PhotoReading:
        reading = playthings.read(content, name, windows)
        (seen,) = reading.kingdoms
        return replace(reading, kingdoms=(replace(seen, grid=replace(seen.grid, quality=0.3)),))

    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(GREEN)})
    corrections = tmp_path / "corrections.csv"
    corrections.write_text(f"photo,kingdom,squares\na.jpg,1,{squares}\n")
    (row,) = rows(tmp_path, read, corrections=corrections)
    assert (row.status, row.decided) == (status, True)


def test_one_corrected_square_leaves_a_shared_domino_to_be_said(tmp_path: Path, run: Run) -> None:
    photos = {"anna.jpg": playthings.photo("Cp W0 M3"), "boris.jpg": playthings.photo("Cy W0 M3")}
    playthings.write(tmp_path / "in" / "round-1" / "table-1", photos)
    before = [row.status for row in run().rows]
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,kingdom,squares\nanna.jpg,1,r0c0=Cp\n")
    assert [row.status for row in run(corrections=corrections).rows] == before == ["check", "check"]


def test_what_is_wrong_with_the_file_needs_a_look(tmp_path: Path) -> None:
    def read(content: bytes, name: str, windows: Sequence[GridIs] = ()) -> PhotoReading:
        return replace(playthings.read(content, name, windows), remarks=(remark("damaged"),))

    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(GREEN)})
    (row,) = rows(tmp_path, read)
    assert row.status == "check"
    assert playthings.told(row.remarks) == [
        "The file is damaged; parts of the picture may be wrong."
    ]


def test_a_game_that_could_not_be_solved_fails_all_its_photos(tmp_path: Path) -> None:
    @contextmanager
    def tired() -> Iterator[batch.Work]:
        def work(tasks: Sequence[Task]) -> Iterator[Done]:
            for task in tasks:
                if task.function is solve_game:
                    yield Done(task.key, failure=Failure("timeout", "not done in time."))
                else:
                    yield Done(task.key, task.function(*task.args))

        yield work

    names = [f"round-1/table-1/{player}.jpg" for player in ("anna", "boris")]
    photos = (playthings.photo(GREEN), playthings.photo(PINK))
    playthings.write(tmp_path / "in", dict(zip(names, photos, strict=True)))
    played = rows(tmp_path, playthings.read, tired())
    assert [row.photo for row in played] == names
    assert {row.failure.code for row in played if row.failure} == {"timeout"}
    assert {row.status for row in played} == {"failed"}


def test_two_at_a_table_share_the_grid_that_one_of_them_shows(tmp_path: Path, run: Run) -> None:
    small, wide = "W0 W0 Cg F0 F0", "L0 L0 Cb W0 W0 F0 F0"
    photos = {"anna.jpg": playthings.photo(small), "boris.jpg": playthings.photo(wide)}
    playthings.write(tmp_path / "in" / "round-1" / "table-1", photos)
    duel = run(variants=frozenset({Variant.HARMONY})).rows
    assert [row.kingdoms[0].sheet.size for row in duel] == [7, 7]
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,kingdom,squares\nboris.jpg,1,L0 L0 Cb W0 W0\n")
    rows = run(variants=frozenset({Variant.HARMONY}), corrections=corrections).rows
    assert [row.kingdoms[0].sheet.size for row in rows] == [5, 5]


def test_a_kingdom_stated_wider_than_it_was_seen_changes_the_others_bonus(
    tmp_path: Path, run: Run, samples: Path
) -> None:
    full = (samples / "castle.answer.txt").read_text()
    photos = {"anna.jpg": playthings.photo(full), "boris.jpg": playthings.photo("L0 L0 Cb L0 L0")}
    playthings.write(tmp_path / "in" / "round-1" / "table-1", photos)
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,kingdom,squares\nboris.jpg,1,L0 L0 Cb L0 L0 F0 F0\n")
    anna, _ = run(variants=frozenset({Variant.HARMONY}), corrections=corrections).rows
    kingdom = anna.kingdoms[0]
    assert kingdom.sheet.bonuses == {Variant.HARMONY: 0}
    assert kingdom.reading.total == kingdom.sheet.total
