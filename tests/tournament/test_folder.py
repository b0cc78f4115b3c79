"""The folder: every photo once, in a fixed order, whatever lies around it."""

import os
from pathlib import Path

import pytest

from kscan.tournament.folder import natural, photos_below


def names(folder: Path, out: Path | None = None) -> list[str]:
    return [photo.name for photo in photos_below(folder, out).photos]


def make(folder: Path, *files: str, content: bytes = b"x") -> Path:
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def test_photos_are_in_the_order_a_person_expects(tmp_path: Path) -> None:
    make(tmp_path, "round-10/a.jpg", "round-2/b.jpg", "round-2/a.JPG")
    assert names(tmp_path) == ["round-2/a.JPG", "round-2/b.jpg", "round-10/a.jpg"]


def test_what_is_no_photo_is_left_aside_and_named(tmp_path: Path) -> None:
    make(tmp_path, "a.jpg", "notes.txt", "games.csv", "._a.jpg", ".DS_Store", "film.mov")
    found = photos_below(tmp_path)
    assert [photo.name for photo in found.photos] == ["a.jpg"]
    assert set(found.ignored) == {"notes.txt", "games.csv", "._a.jpg", ".DS_Store", "film.mov"}


def test_a_photo_without_a_photos_name_is_known_by_its_beginning(tmp_path: Path) -> None:
    make(tmp_path, "upload", content=b"\xff\xd8\xff\xe0 jpeg")
    assert names(tmp_path) == ["upload"]


def test_results_among_the_photos_are_not_scanned(tmp_path: Path) -> None:
    make(tmp_path, "a.jpg", "results/pictures/a.jpg")
    assert names(tmp_path, tmp_path / "results") == ["a.jpg"]


def test_other_results_among_the_photos_are_not_scanned(tmp_path: Path) -> None:
    make(tmp_path, "a.jpg", "last/pictures/a-0123.jpg", "last/kscan-batch.json", "round-1/b.jpg")
    assert names(tmp_path, tmp_path / "results") == ["a.jpg", "round-1/b.jpg"]


def test_links_that_go_round_in_circles_end(tmp_path: Path) -> None:
    make(tmp_path, "real/a.jpg")
    (tmp_path / "real" / "again").symlink_to(tmp_path)
    (tmp_path / "again").symlink_to(tmp_path / "real")
    assert names(tmp_path) == ["real/a.jpg"]


def test_a_linked_folder_elsewhere_is_followed_once(tmp_path: Path) -> None:
    make(tmp_path / "elsewhere", "a.jpg")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "two").symlink_to(tmp_path / "elsewhere")
    assert names(tmp_path / "in") == ["one/a.jpg"]


def test_links_to_nothing_and_to_themselves_are_rows_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nowhere.jpg")
    (tmp_path / "self.jpg").symlink_to(tmp_path / "self.jpg")
    troubles = [photo.trouble for photo in photos_below(tmp_path).photos]
    assert [trouble and trouble.code for trouble in troubles] == ["not_found", "cannot_open"]


def test_a_pipe_called_jpg_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    (photo,) = photos_below(tmp_path).photos
    assert photo.trouble is not None
    assert photo.trouble.code == "not_a_file"


@pytest.mark.parametrize("name", ["é ü.jpg", "two\nlines.jpg", "=1+1.jpg", "a'b\"c.jpg", "-x.jpg"])
def test_odd_names_are_photos_like_others(tmp_path: Path, name: str) -> None:
    make(tmp_path, name)
    assert names(tmp_path) == [name]


def test_a_name_that_is_not_utf_8_is_printable(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jpg")).write_bytes(b"x")
    (photo,) = photos_below(tmp_path).photos
    assert photo.name.encode() == b"\\xff.jpg"
    assert photo.path.read_bytes() == b"x"


def test_numbers_sort_by_value() -> None:
    assert sorted(["t10", "t9", "T1"], key=natural) == ["T1", "t9", "t10"]
