"""`kscan batch` as a person meets it: exit codes, what it says, what it refuses."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.locale import words
from kscan.pipeline import solve
from kscan.tournament import batch, stages, workers
from kscan.tournament.report.wording import ROUND, TABLE

PLAYTHINGS = Path(__file__).parents[1] / "tournament"
KINGDOM = "L0 W0 W1 L0 Cg"


@pytest.fixture(autouse=True)
def playthings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos that say what lies on them, read in this process."""
    monkeypatch.syspath_prepend(str(PLAYTHINGS))
    monkeypatch.setenv("LANGUAGE", "en")
    import playthings

    monkeypatch.setattr(stages, "stages", lambda: batch.Stages(playthings.read, solve, "1"))
    monkeypatch.setattr(workers, "local", lambda *_: playthings.here())


def call(tmp_path: Path, *more: str, photos: dict[str, bytes] | None = None) -> Result:
    if photos is not None:
        sys.modules["playthings"].write(tmp_path / "in", photos)
    (tmp_path / "in").mkdir(exist_ok=True)
    arguments = ["batch", str(tmp_path / "in"), "-o", str(tmp_path / "out"), *more]
    return CliRunner().invoke(main, arguments)


def photo(*orders: str) -> bytes:
    return bytes(sys.modules["playthings"].photo(KINGDOM, orders=orders))


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (["ok"], 0),
        (["ok", "check"], 3),
        (["ok", "check", "failed"], 4),
        ([], 2),
    ],
)
def test_exit_codes_say_the_worst(tmp_path: Path, files: list[str], code: int) -> None:
    made = {"ok": photo(), "check": photo("doubt"), "failed": b"?"}
    result = call(tmp_path, photos={f"{name}.jpg": made[name] for name in files})
    assert result.exit_code == code, result.output


def test_the_summary_counts_and_names_what_to_look_at(tmp_path: Path) -> None:
    result = call(tmp_path, photos={"a.jpg": photo(), "b\n.jpg": b"?", "readme.txt": b""})
    lines = result.stdout.splitlines()
    assert lines[0] == "2 photos: 1 ok, 0 to check, 1 failed (2 read now, 0 before)"
    assert "  not read: b\\n.jpg: this is not a picture." in lines
    assert "  ignored (not photos): readme.txt" in lines
    assert lines[-1] == f"look at {tmp_path / 'out' / 'index.html'}"


def test_progress_names_every_photo_and_quiet_names_none(tmp_path: Path) -> None:
    result = call(tmp_path, photos={"a.jpg": photo()})
    assert "1/1 a.jpg" in result.stderr
    result = call(tmp_path, "--quiet")
    assert (result.stdout, result.stderr) == ("", "")


def test_games_and_corrections_among_the_photos_are_found(tmp_path: Path) -> None:
    result = call(
        tmp_path,
        photos={
            "a.jpg": photo(),
            "games.csv": b"photo,round,table,player\na.jpg,1,1,anna\n",
            "corrections.csv": b"photo,squares\na.jpg,L0 W0 W0 L0 Cg\n",
        },
    )
    assert result.exit_code == 0
    standing = (tmp_path / "out" / "standings.csv").read_text().splitlines()[1]
    assert standing.startswith("1,anna,0,")


@pytest.mark.parametrize("more", [["--jobs", "0"], ["--jobs", "2", "--dask", "x"], ["--size", "6"]])
def test_what_contradicts_itself_is_refused(tmp_path: Path, more: list[str]) -> None:
    assert call(tmp_path, *more).exit_code == 2
    assert not (tmp_path / "out").exists()


def test_a_folder_of_other_things_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    result = call(tmp_path, photos={"a.jpg": photo()})
    assert result.exit_code == 2
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["thesis.txt"]


def test_the_page_and_the_summary_speak_the_language_asked_for(tmp_path: Path) -> None:
    result = call(tmp_path, "--lang", "ru", photos={"a.jpg": photo("doubt"), "b.jpg": b"?"})
    assert result.stdout.startswith("2 снимка; прочитано: 0, нужно проверить: 1")
    assert "чтение: 2" in result.stderr
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="ru">' in page
    assert "<h2>Нужно проверить</h2>" in page
    assert "Needs a look" not in page


def test_tables_for_spreadsheets_are_the_same_in_every_language(tmp_path: Path) -> None:
    photos = {"round-1/table-1/anna.jpg": photo("doubt"), "b.jpg": b"?"}
    photos["round-1/table-2/IMG_1235.jpg"] = photo()  # nobody's: called after its castle
    said = []
    for lang in ("en", "he"):
        call(tmp_path, "--lang", lang, photos=photos)
        files = [*(tmp_path / "out").glob("*.csv"), tmp_path / "out" / "results.jsonl"]
        said.append([file.read_bytes() for file in sorted(files)])
    assert said[0] == said[1]
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert 'dir="rtl"' in page
    where = ", ".join(words("he")(each, name=number) for each, number in ((ROUND, 1), (TABLE, 2)))
    assert f"ירוקה (\u2068{where}\u2069)" in page
    assert "green (round-1, table-2)" not in page
