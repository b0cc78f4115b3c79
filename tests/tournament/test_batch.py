"""A folder of photos to rows: one a photo, whatever the photo."""

import os
from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.errors import UsageError
from kscan.tournament.standings import standings

ANNA, BORIS = "W0 W0 Cp F0 F0", "F0 F0 Cy L0 L1\n.  .  .  .  W0"
SCORES = "L0 W0 W1 L0 Cg"


def statuses(batch: object) -> dict[str, str]:
    return {row.photo: row.status for row in batch.rows}  # type: ignore[attr-defined]


def test_every_photo_has_one_row_with_its_total_or_its_reason(tmp_path: Path, run: Run) -> None:
    playthings.write(
        tmp_path / "in",
        {
            "round-1/table-1/anna.jpg": playthings.photo(ANNA),
            "round-1/table-1/clara.jpg": playthings.photo(SCORES),
            "empty.jpg": b"",
            "text.jpg": b"not a picture",
            "table.jpg": playthings.photo(),
        },
    )
    rows = {row.photo: row for row in run().rows}
    assert {photo: row.status for photo, row in rows.items()} == {
        "empty.jpg": "failed",
        "table.jpg": "failed",
        "text.jpg": "failed",
        "round-1/table-1/anna.jpg": "ok",
        "round-1/table-1/clara.jpg": "ok",
    }
    assert [kingdom.sheet.total for kingdom in rows["round-1/table-1/clara.jpg"].kingdoms] == [2]
    assert rows["table.jpg"].failure is not None
    assert rows["table.jpg"].failure.code == "no_kingdom"


def test_a_photo_that_hangs_or_kills_its_reader_touches_no_other(tmp_path: Path, run: Run) -> None:
    playthings.write(
        tmp_path / "in",
        {
            "a.jpg": playthings.photo(ANNA, orders=["hang"]),
            "b.jpg": playthings.photo(ANNA, orders=["die"]),
            "c.jpg": playthings.photo(ANNA, orders=[f"once {tmp_path / 'died'}"]),
            "d.jpg": playthings.photo(ANNA),
        },
    )
    rows = {row.photo: row for row in run(children=2, timeout=6).rows}
    codes = [rows[name].failure and rows[name].failure.code for name in sorted(rows)]
    assert codes == ["timeout", "crashed", None, None]


def test_a_second_run_reads_nothing_again(tmp_path: Path, run: Run) -> None:
    folder = playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(ANNA), "b.jpg": b"?"})
    assert run().read == 2
    (folder / "a.jpg").rename(folder / "renamed.jpg")
    again = run()
    assert (again.read, again.kept) == (0, 2)
    assert statuses(again) == {"b.jpg": "failed", "renamed.jpg": "ok"}


def test_force_reads_all_anew(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(ANNA)})
    run()
    assert run(force=True).read == 1


def test_photos_that_are_out_of_reach_for_a_while_keep_their_readings(
    tmp_path: Path, run: Run
) -> None:
    made = {name: playthings.photo(ANNA, salt=name) for name in ("a.jpg", "b.jpg")}
    photos = playthings.write(tmp_path / "in", made)
    run()
    (photos / "b.jpg").rename(tmp_path / "b.jpg")
    (photos / "b.jpg").symlink_to(tmp_path / "elsewhere" / "b.jpg")
    assert statuses(run()) == {"a.jpg": "ok", "b.jpg": "failed"}
    (tmp_path / "b.jpg").rename(photos / "b.jpg")
    assert run().read == 0


def test_a_folder_that_was_emptied_leaves_the_results_as_they_are(tmp_path: Path, run: Run) -> None:
    photos = playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(ANNA)})
    run()
    photos.rename(tmp_path / "away")
    photos.mkdir()
    with pytest.raises(UsageError, match="no photos lie there any more"):
        run()
    photos.rmdir()
    (tmp_path / "away").rename(photos)
    assert run().read == 0


def test_force_forgets_nothing_where_the_corrections_cannot_be_read(
    tmp_path: Path, run: Run
) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(ANNA)})
    run()
    corrections = tmp_path / "corrections.csv"
    corrections.write_text("photo,squares\na.jpg,r0c0=Z9\n")
    with pytest.raises(UsageError, match="line 2"):
        run(force=True, corrections=corrections)
    assert run().read == 0


def test_another_version_is_not_mixed_in(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(ANNA)})
    run(fingerprint="old")
    again = run(fingerprint="new")
    assert (again.read, again.outdated) == (1, 1)


@pytest.mark.parametrize("part", [b"said.npy", b"thumbnail.npy", b"probabilities0.npy", b""])
def test_a_damaged_journal_is_read_again(tmp_path: Path, run: Run, part: bytes) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(ANNA)})
    run()
    (kept,) = (tmp_path / "out" / "journal").glob("*/*.npz")
    content = bytearray(kept.read_bytes())
    if part:
        content[content.index(part) + 200] ^= 1
    else:
        del content[-200:]
    kept.write_bytes(content)
    again = run()
    assert again.read == 1
    assert statuses(again) == {"a.jpg": "ok"}


def test_the_same_picture_twice_is_said_and_counted_once(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo(SCORES)
    playthings.write(tmp_path / "in", {"copy.jpg": photo, "round-1/table-1/anna.jpg": photo})
    copy, anna = run().rows
    assert (copy.same_as, copy.counts) == (anna.photo, False)
    assert (anna.same_as, anna.counts, anna.status) == ("", True, "ok")


def test_the_same_picture_at_two_tables_needs_a_look(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo(SCORES)
    playthings.write(
        tmp_path / "in", {"round-1/table-1/anna.jpg": photo, "round-1/table-2/boris.jpg": photo}
    )
    assert list(statuses(run()).values()) == ["ok", "check"]


def test_a_domino_seen_twice_in_a_game_is_said(tmp_path: Path, run: Run) -> None:
    mine = "Cp W0 M3"
    playthings.write(
        tmp_path / "in",
        {
            "round-1/table-1/anna.jpg": playthings.photo(mine, salt="1"),
            "round-1/table-1/boris.jpg": playthings.photo(mine.replace("Cp", "Cy"), salt="2"),
        },
    )
    anna, boris = run().rows
    assert {anna.status, boris.status} == {"check"}
    contradicted, said = playthings.told(anna.kingdoms[0].reasons)
    assert contradicted.startswith("These kingdoms are not from one game")
    assert said == "Squares M3: 2 in the game, 1 in the box (anna: r0c2; boris: r0c2)."
    assert anna.kingdoms[0].reading.certainty is None


def test_a_photo_of_the_whole_table_is_told_apart_by_castles(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"round-1/table-4.jpg": playthings.photo(SCORES, "Cp W0 W0")})
    games = tmp_path / "games.csv"
    games.write_text(
        "photo;round;table;player;color\n"
        "table-4.jpg;1;4;anna;green\ntable-4.jpg;1;4;boris;pink\nnowhere.jpg;1;1;x;\n"
    )
    batch = run(games=games)
    (row,) = batch.rows
    assert [(kingdom.player, kingdom.sheet.total) for kingdom in row.kingdoms] == [
        ("anna", 2),
        ("boris", 0),
    ]
    assert playthings.told(batch.unmatched) == [
        "games.csv, line 4: there is no photo 'nowhere.jpg'."
    ]


def test_without_names_the_castles_name_the_players(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"round-1/table-4.jpg": playthings.photo(SCORES, "Cp W0 W0")})
    (row,) = run().rows
    assert [kingdom.player for kingdom in row.kingdoms] == [
        "green (round-1, table-4)",
        "pink (round-1, table-4)",
    ]
    assert not any(kingdom.named for kingdom in row.kingdoms)


def test_more_kingdoms_than_players_at_a_table_are_no_game(tmp_path: Path, run: Run) -> None:
    photos = {f"round-1/table-1/{n}x.jpg": playthings.photo("Cp W0 W0", salt=n) for n in "abcde"}
    playthings.write(tmp_path / "in", photos)
    batch = run()
    assert set(statuses(batch).values()) == {"check"}
    posted = standings(batch.rows)
    assert [len(game.placings) for game in posted.games] == [1] * 5
    assert [player.won for player in posted.players] == [0] * 5


def test_more_kingdoms_than_players_on_a_photo_are_no_game(tmp_path: Path, run: Run) -> None:
    photo = playthings.photo(*["Cp W0 W0"] * 5)
    playthings.write(tmp_path / "in", {"evening.jpg": photo})
    batch = run()
    assert statuses(batch) == {"evening.jpg": "check"}
    assert [len(game.placings) for game in standings(batch.rows).games] == [1] * 5


def test_one_and_three_hands_give_the_same_rows(tmp_path: Path, run: Run) -> None:
    photos = {f"{n}.jpg": playthings.photo(SCORES, salt=str(n)) for n in range(9)}
    playthings.write(tmp_path / "in", photos)
    alone = run(children=1)
    together = run(children=3, force=True)
    assert list(map(repr, alone.rows)) == list(map(repr, together.rows))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may open all")
def test_a_photo_without_permission_says_so(tmp_path: Path, run: Run) -> None:
    folder = playthings.write(tmp_path / "in", {"a.jpg": playthings.photo(ANNA)})
    (folder / "a.jpg").chmod(0)
    (row,) = run().rows
    assert row.failure is not None
    assert row.failure.code == "no_permission"
