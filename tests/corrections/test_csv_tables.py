"""Tables of any spreadsheet, and files that are none."""

from pathlib import Path

import pytest

from kscan.corrections import csv_tables
from kscan.corrections.csv_tables import read_table
from kscan.errors import UsageError


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_are_found_by_name_whatever_separates_them(tmp_path: Path, separator: str) -> None:
    file = tmp_path / "games.csv"
    rows = [("Player ", "PHOTO"), ("anna", "a.jpg"), ("", ""), ("'=boris", "b.jpg")]
    file.write_bytes("\r\n".join(separator.join(row) for row in rows).encode("utf-8-sig"))
    lines = list(read_table(file, ("photo",)))
    assert [(line.number, line["photo"], line["player"]) for line in lines] == [
        (2, "a.jpg", "anna"),
        (4, "b.jpg", "=boris"),
    ]
    assert lines[0]["round"] == ""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"name,table\nanna,1\n", "no column 'photo'"),
        ("photo\nä".encode("latin-1"), "not UTF-8"),
        (b'photo\n"' + b"x" * 200_000 + b'"\n', "not a table"),
    ],
)
def test_what_is_no_table_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "games.csv"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=said):
        list(read_table(file, ("photo",)))


def test_a_file_that_is_too_large_or_not_there_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_table(tmp_path / "missing.csv", ("photo",)))
    monkeypatch.setattr(csv_tables, "_LARGEST", 10)
    (tmp_path / "large.csv").write_text("photo,player\n")
    with pytest.raises(UsageError, match="too large"):
        list(read_table(tmp_path / "large.csv", ("photo",)))
