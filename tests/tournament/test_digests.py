"""Photos by what is in them: changed, closed and copied files, and corrections that follow them."""

import errno
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import playthings
import pytest
from playthings import Run

from kscan.corrections.table import read_corrections
from kscan.pipeline import solve
from kscan.tournament import batch, digests, results_folder
from kscan.tournament.digests import contents_of
from kscan.tournament.folder import PhotoFile
from kscan.tournament.names import PhotoNames
from kscan.tournament.records import Failure, PhotoReading
from kscan.tournament.report.progress import Quiet
from kscan.tournament.serialization import encode_reading
from kscan.tournament.stages import read_file
from kscan.tournament.workers import Done, Task

DIGEST = "0123456789abcdef" * 4


def test_copies_have_one_digest_and_what_is_closed_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playthings.write(tmp_path, {"a.jpg": b"one", "b.jpg": b"one", "c.jpg": b"two"})
    gone = Failure("not_found", "gone.")
    photos = [PhotoFile(name, tmp_path / name) for name in ("a.jpg", "b.jpg", "c.jpg")]
    photos.append(PhotoFile("d.jpg", tmp_path / "d.jpg", gone))
    real = digests.digest

    def digest_of(path: Path) -> str:
        if path.name == "c.jpg":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(path)

    monkeypatch.setattr(digests, "digest", digest_of)
    found, failures = contents_of(photos)
    assert found["a.jpg"] == found["b.jpg"]
    assert failures["d.jpg"] == gone
    assert failures["c.jpg"].code == "cannot_open"
    assert set(found) | set(failures) == {photo.name for photo in photos}


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the files that are hashed."""
    names: list[str] = []
    real = digests.digest

    def noted(path: Path) -> str:
        names.append(path.name)
        return real(path)

    monkeypatch.setattr(digests, "digest", noted)
    return names


def aged(path: Path, seconds: float = 60) -> None:
    """Let a file's last change be a while ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_only_files_that_changed_are_hashed_again(
    tmp_path: Path, run: Run, hashed: list[str]
) -> None:
    names = ("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    folder = playthings.write(
        tmp_path / "in", {name: playthings.photo("W0 W0 Cg", salt=name) for name in names}
    )
    for name in names:
        aged(folder / name)
    run()
    assert sorted(hashed) == [*names]
    hashed.clear()
    run()
    assert hashed == []
    aged(folder / "a.jpg", 30)  # another time stamp
    (folder / "b.jpg").write_bytes(playthings.photo("W0 W1 Cg"))  # another size
    content = (folder / "c.jpg").read_bytes()
    then = (folder / "c.jpg").stat().st_mtime
    (folder / "new").write_bytes(content)
    (folder / "new").replace(folder / "c.jpg")  # another inode
    os.utime(folder / "c.jpg", (then, then))
    rows = run().rows
    assert sorted(hashed) == ["a.jpg", "b.jpg", "c.jpg"]
    assert [row.kingdoms[0].total for row in rows] == [0, 2, 0, 0]
    hashed.clear()
    run(check=True)
    assert sorted(hashed) == [*names]


def test_a_file_that_may_change_within_its_time_stamp_is_hashed_again(
    tmp_path: Path, run: Run, hashed: list[str]
) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo("W0 W0 Cg")})
    run()
    run()
    assert hashed == ["a.jpg", "a.jpg"]


@pytest.mark.parametrize("damage", ["", "[]", '{"schema": 1}', '{"schema": "kscan-digests/1"}'])
def test_a_damaged_list_of_digests_is_made_anew(
    tmp_path: Path, run: Run, hashed: list[str], damage: str
) -> None:
    folder = playthings.write(tmp_path / "in", {"a.jpg": playthings.photo("W0 W0 Cg")})
    aged(folder / "a.jpg")
    run()
    (tmp_path / "out" / digests.FILE).write_text(damage)
    run()
    assert hashed == ["a.jpg", "a.jpg"]


def test_a_photo_that_changed_while_it_was_read_is_not_kept(tmp_path: Path) -> None:
    @contextmanager
    def overtaken() -> Iterator[batch.Work]:
        def work(tasks: Sequence[Task]) -> Iterator[Done]:
            for task in tasks:
                answer = task.function(*task.args)
                if task.function is read_file:
                    answer = (DIGEST, answer[1])
                yield Done(task.key, answer)

        yield work

    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo("W0 W0 Cg")})
    request = batch.Request(tmp_path / "in", tmp_path / "out")
    results_folder.claim(request.out, request.folder)
    shipped = batch.Stages(playthings.read, solve, "1")
    (row,) = batch.run(request, shipped, overtaken(), Quiet()).rows
    assert row.failure is not None
    assert row.failure.code == "changed"
    (again,) = batch.run(request, shipped, playthings.here(), Quiet()).rows
    assert again.status == "ok"


def test_workers_that_stand_elsewhere_find_the_photos(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def elsewhere() -> Iterator[batch.Work]:
        def work(tasks: Sequence[Task]) -> Iterator[Done]:
            for task in tasks:
                with monkeypatch.context() as there:
                    there.chdir("/")
                    answer = task.function(*task.args)
                yield Done(task.key, answer)

        yield work

    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo("W0 W0 Cg")})
    monkeypatch.chdir(tmp_path)
    request = batch.Request(Path("in"), Path("out"))
    shipped = batch.Stages(playthings.read, solve, "1")
    (row,) = batch.run(request, shipped, elsewhere(), Quiet()).rows
    assert row.status == "ok"


@pytest.mark.parametrize("content", ["", "0123"])
def test_a_few_letters_of_a_digest_name_no_renamed_photo(tmp_path: Path, content: str) -> None:
    file = tmp_path / "corrections.csv"
    file.write_text(f"photo,squares,content\nold.jpg,ok,{content}\nnew.jpg,,\n")
    found = read_corrections(file, {"new.jpg": DIGEST}, PhotoNames(["new.jpg"]))
    assert found.get("new.jpg", 0) == ()
    (unused,) = playthings.told(found.unused)
    assert "old.jpg" in unused


def test_a_corrected_square_that_is_not_there_needs_a_look(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo("W0 W0 Cg")})
    file = tmp_path / "corrections.csv"
    file.write_text("photo,squares\na.jpg,r5c6=W1\n")
    (row,) = run(corrections=file).rows
    assert row.status == "check"
    assert "r5c6" in playthings.told(row.kingdoms[0].reasons)[0]


def test_a_stated_kingdom_larger_than_what_was_seen_is_believed(tmp_path: Path, run: Run) -> None:
    playthings.write(tmp_path / "in", {"a.jpg": playthings.photo("W0 W0 Cg")})
    file = tmp_path / "corrections.csv"
    file.write_text("photo,squares\na.jpg,W1 F0 L0 L0 Cg / W1 F0 .  .  . \n")
    (row,) = run(corrections=file).rows
    assert row.kingdoms[0].sheet.total == 4
    assert row.kingdoms[0].scored.decided


def test_two_castles_of_one_colour_are_said_by_that_colour(tmp_path: Path, run: Run) -> None:
    names = [f"round-1/table-1/{player}.jpg" for player in ("anna", "boris")]
    photos = [playthings.photo(kingdom) for kingdom in ("Cy W0 W0", "Cp F0 F0")]
    playthings.write(tmp_path / "in", dict(zip(names, photos, strict=True)))
    file = tmp_path / "corrections.csv"
    file.write_text(f"photo,squares\n{names[0]},Cp W0 W0\n")
    anna, boris = run(corrections=file).rows
    assert anna.kingdoms[0].reasons == ()  # a person has decided
    (remark,) = playthings.told(boris.kingdoms[0].reasons)
    assert "The same castle (pink)" in remark


def test_a_file_larger_than_any_photo_is_not_hashed(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.touch()
    os.truncate(path, 200_000_000_000)
    _, failures = contents_of([PhotoFile("a.jpg", path)])
    assert failures["a.jpg"].code == "too_large"


def test_lack_of_memory_is_not_kept_as_damage() -> None:
    reading = encode_reading(PhotoReading(failure=Failure("no_memory", "too little memory.")))
    failure = batch._passing(Done("key", ("digest", reading)), "digest")
    assert failure is not None
    assert failure.code == "no_memory"
    damaged = encode_reading(PhotoReading(failure=Failure("broken_picture", "damaged.")))
    assert batch._passing(Done("key", ("digest", damaged)), "digest") is None
