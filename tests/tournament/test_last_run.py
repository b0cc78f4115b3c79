"""A run with nothing new says what the last one said, without reading anything."""

import os
from pathlib import Path

import pytest

from kscan.tournament.last_run import FILE, Outcome, forget, inputs_key, recall, remember

SAID = Outcome(3, ("2 photos", "look"), ("look",))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("in/round-1/anna.jpg", "in/kscan.toml", "in/results/standings.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path / "in"


def key(folder: Path, *rules: str) -> str:
    return inputs_key(folder, folder / "results", (folder / "games.csv", None), rules)


def test_the_same_files_and_rules_are_recalled(folder: Path) -> None:
    remember(folder / "results", key(folder), SAID)
    assert recall(folder / "results", key(folder)) == SAID
    assert recall(folder / "results", key(folder, "harmony")) is None


@pytest.mark.parametrize("change", ["content", "time", "new", "gone", "moved", "table"])
def test_any_change_of_the_folder_is_noticed(folder: Path, change: str) -> None:
    photo = folder / "round-1" / "anna.jpg"
    before = key(folder)
    if change == "content":
        photo.write_text("another")
    elif change == "time":
        os.utime(photo, ns=(1, 1))
    elif change == "new":
        (folder / "round-1" / "anna.jpg.kingdom").write_text("")
    elif change == "gone":
        photo.unlink()
    elif change == "moved":
        photo.rename(photo.with_name("ben.jpg"))
    else:
        (folder / "games.csv").write_text("photo\n")
    assert key(folder) != before


@pytest.mark.parametrize("touched", ["standings.csv", FILE])
def test_results_that_somebody_touched_are_made_anew(folder: Path, touched: str) -> None:
    remember(folder / "results", key(folder), SAID)
    (folder / "results" / touched).write_text("{}")
    assert recall(folder / "results", key(folder)) is None


def test_a_run_that_was_stopped_leaves_nothing_to_recall(folder: Path) -> None:
    remember(folder / "results", key(folder), SAID)
    forget(folder / "results")
    assert recall(folder / "results", key(folder)) is None


def test_a_link_that_leads_back_is_followed_once(folder: Path) -> None:
    (folder / "round-1" / "again").symlink_to(folder)
    assert key(folder) == key(folder)
