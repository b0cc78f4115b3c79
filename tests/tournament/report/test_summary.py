"""What is said at the end: how many, what to look at, and no more names than one can read."""

from pathlib import Path

import playthings
from playthings import Run

from kscan.locale import words
from kscan.tournament.report.summary import summary, warnings
from kscan.tournament.standings import standings

ENGLISH = words("en")


def said(batch: object, out: Path) -> list[str]:
    return list(summary(batch, out, ENGLISH, warnings(batch, ENGLISH)))  # type: ignore[arg-type]


def test_photos_are_counted_and_what_needs_a_look_is_named(tmp_path: Path, run: Run) -> None:
    playthings.write(
        tmp_path / "in",
        {
            "good.jpg": playthings.photo("Cg W0 W0"),
            "doubtful.jpg": playthings.photo("Cp W0 M3", orders=["doubt"]),
            "bad.jpg": b"no photo",
            "notes.txt": b"left aside",
        },
    )
    first, *rest = said(run(), tmp_path / "out")
    assert first.startswith("3 photos: 1 ok, 1 to check, 1 failed")
    text = "\n".join(rest)
    assert "needs a look: doubtful.jpg: " in text
    assert "not read: bad.jpg: this is not a picture." in text
    assert "ignored (not photos): notes.txt" in text
    assert rest[-1].endswith("index.html")


def test_more_than_one_can_read_are_counted(tmp_path: Path, run: Run) -> None:
    photos = {f"{n:02d}.jpg": f"no photo {n}".encode() for n in range(23)}
    photos |= {f"{n:02d}.txt": b"text" for n in range(22)}
    playthings.write(tmp_path / "in", photos)
    lines = said(run(), tmp_path / "out")
    assert sum(line.startswith("  not read: ") for line in lines) == 21
    assert "  not read: ... and 3 more" in lines
    (aside,) = (line for line in lines if "ignored" in line)
    assert aside.endswith("19.txt, ... and 2 more")


def test_readings_of_another_version_are_said_to_be_unused(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"good.jpg": playthings.photo("Cg W0 W0")})
    assert not any("another version" in line for line in said(run(), tmp_path / "out"))
    assert any("another version" in line for line in said(run(fingerprint="2"), tmp_path / "out"))


def test_players_without_a_name_and_lines_without_a_photo_are_warned_of(
    tmp_path: Path, run: Run
) -> None:
    playthings.write(tmp_path / "in", {"round-1/table-4.jpg": playthings.photo("Cp W0 W0")})
    games = tmp_path / "games.csv"
    games.write_text("photo,player\nnowhere.jpg,anna\n")
    batch = run(games=games)
    missing, unnamed = warnings(batch, ENGLISH)
    assert "nowhere.jpg" in missing
    assert "1" in unnamed
    assert f"  {missing}" in said(batch, tmp_path / "out")


def test_a_dynasty_of_two_rounds_is_said_to_be_none(tmp_path: Path, run: Run) -> None:
    seats = {"anna.jpg": "W0 W0 Cp", "boris.jpg": "F0 F0 Cy"}
    photos = {
        f"round-{n}/table-1/{name}": playthings.photo(kingdom, salt=str(n))
        for n in (1, 2)
        for name, kingdom in seats.items()
    }
    playthings.write(tmp_path / "in", photos)
    batch = run()
    posted = standings(batch.rows, with_dynasties=True)
    assert posted.dynasties == ()
    (said,) = warnings(batch, ENGLISH, posted.no_dynasties)
    assert said == "No Dynasty for anna, boris: they played 2 games together, and it takes 3."
