"""The workbook opens in spreadsheets, says what the tables say, and runs nothing."""

import csv
import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import playthings
import pytest
from click.testing import CliRunner
from playthings import Run

from kscan.cli import main
from kscan.locale import words
from kscan.tournament.batch import Request
from kscan.tournament.report import xlsx
from kscan.tournament.report.publish import WORKBOOK, About, publish
from kscan.tournament.standings import standings

openpyxl = pytest.importorskip("openpyxl", reason="the extra `xlsx` writes workbooks")
OFFICE = shutil.which("soffice") or shutil.which("libreoffice")


@pytest.fixture
def out(tmp_path: Path, run: Run) -> Path:
    photos = {
        f"round-{number}/table-1/{name}.jpg": playthings.photo(kingdom, salt=f"{number}{name}")
        for number in (1, 2)
        for name, kingdom in (("anna", "Cp W0 W1"), ("=1+1", "Cy W0 M3"))
    }
    playthings.write(tmp_path / "in", {**photos, "broken.jpg": b""})
    batch = run()
    request = Request(tmp_path / "in", tmp_path / "out")
    about = About("cup", "1", (), words("en"), bom=True, xlsx=True)
    publish(batch, standings(batch.rows), request, about)
    return request.out


def sheets(path: Path) -> dict[str, list[list[Any]]]:
    book = openpyxl.load_workbook(path)
    return {sheet.title: [[cell.value for cell in row] for row in sheet] for sheet in book}


def test_standings_games_and_photos_are_three_sheets(out: Path) -> None:
    found = sheets(out / WORKBOOK)
    assert list(found) == ["Standings", "Games", "Photos"]
    head, first, second, *_ = found["Standings"]
    assert head[:4] == ["place", "player", "total", "largest territory"]
    assert head[-3:] == ["round 1", "round 2", "note"]
    assert [first[:3], second[:3]] == [[1, "=1+1", 6], [2, "anna", 4]]
    assert [len(found[name]) for name in ("Games", "Photos")] == [1 + 4 + 2, 1 + 5 + 2]


def test_every_sheet_names_the_rules_below_its_table(out: Path) -> None:
    rules = "no variants; grid size detected; ranked by total; ties: largest territory, crowns"
    for name, lines in sheets(out / WORKBOOK).items():
        assert (lines[-1][0], set(lines[-1][1:]), set(lines[-2])) == (rules, {None}, {None}), name
    for sheet in openpyxl.load_workbook(out / WORKBOOK):
        assert sheet.auto_filter.ref.endswith(str(sheet.max_row - 2))


def test_the_photos_say_why_in_words(out: Path) -> None:
    reasons = {line[0]: line[6] for line in sheets(out / WORKBOOK)["Photos"][1:]}
    assert reasons["broken.jpg"] == "this is not a picture."
    assert "(" not in "".join(text or "" for text in reasons.values())  # no record as text


def test_in_hebrew_the_sheets_run_from_the_right(tmp_path: Path, run: Run) -> None:
    playthings.write(
        tmp_path / "in", {"round-1/table-1.jpg": playthings.photo("Cp W0 W1", "Cy M3")}
    )
    batch = run(lang="he")
    request = Request(tmp_path / "in", tmp_path / "out", lang="he")
    publish(batch, standings(batch.rows), request, About("cup", "1", (), words("he"), xlsx=True))
    book = openpyxl.load_workbook(request.out / WORKBOOK)
    assert all(sheet.sheet_view.rightToLeft for sheet in book)
    names = [cell.value for row in book.worksheets[0] for cell in row]
    assert any(words("he")("pink") in str(name) for name in names)


def test_a_name_that_begins_like_a_formula_is_text(out: Path) -> None:
    book = openpyxl.load_workbook(out / WORKBOOK)
    names = [cell for sheet in book for row in sheet for cell in row if cell.value == "=1+1"]
    assert names
    assert {cell.data_type for cell in names} == {"s"}


def test_photos_link_to_their_pictures(out: Path) -> None:
    sheet = openpyxl.load_workbook(out / WORKBOOK)["Photos"]
    links = [row[0].hyperlink.target for row in sheet if row[0].hyperlink]
    assert len(links) == 4
    assert all((out / link).is_file() for link in links)


def test_with_a_mark_every_csv_is_utf_8_for_excel(out: Path) -> None:
    tables = sorted(out.glob("*.csv"))
    assert len(tables) == 3
    for table in tables:
        content = table.read_bytes()
        assert content.startswith(b"\xef\xbb\xbf")
        lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
        assert len({len(line) for line in lines}) == 1


def converted(file: Path, to: str, folder: Path) -> Path:
    """Let LibreOffice open a file without a window, and save it as another kind."""
    if OFFICE is None:
        pytest.skip("no LibreOffice on this machine (Debian: apt install libreoffice-calc-nogui)")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    more = ["--headless", "--convert-to", to, "--outdir", str(folder)]
    subprocess.run([OFFICE, profile, *more, str(file)], check=True, timeout=120)
    return folder / f"{file.stem}.{to}"


def test_libreoffice_opens_the_workbook(out: Path, tmp_path: Path) -> None:
    text = converted(out / WORKBOOK, "csv", tmp_path).read_text(encoding="utf-8")
    assert "anna" in text.splitlines()[2]


@pytest.mark.parametrize("name", ["standings", "rankings", "results"])
def test_libreoffice_opens_the_tables_and_runs_nothing(
    out: Path, tmp_path: Path, name: str
) -> None:
    with (out / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.reader(file))
    book = openpyxl.load_workbook(converted(out / f"{name}.csv", "xlsx", tmp_path))
    cells = [cell for row in book.active for cell in row]
    assert (book.active.max_row, book.active.max_column) == (len(lines), len(lines[0]))
    assert "anna" in {cell.value for cell in cells}
    assert {cell.data_type for cell in cells} <= {"s", "n"}  # no formula


def test_without_the_library_the_extra_is_named_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx, "find_spec", lambda _: None)
    playthings.write(tmp_path, {"a.jpg": playthings.photo("Cp W0 W1")})
    done = CliRunner().invoke(main, ["batch", str(tmp_path), "--xlsx"])
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [tmp_path / "a.jpg"])
    assert "pip install openpyxl" in done.stderr
