"""Every labelled picture is left out by exactly one fold."""

import csv
import json
from pathlib import Path

from kscan.lab.folds import FOLDS, fold_of_game, fold_of_session


def test_folds_leave_each_session_and_game_out_once() -> None:
    for left_out in ([f.sessions for f in FOLDS], [f.games for f in FOLDS]):
        assert sum(map(len, left_out)) == len(frozenset.union(*left_out))


def test_every_session_of_the_data_belongs_to_a_fold(shared: Path) -> None:
    with (shared / "photos/squares.csv").open(newline="") as file:
        sessions = {row["session"] for row in csv.DictReader(file)}
    assert {s for s in sessions if fold_of_session(s) is None} == set()
    assert sessions == frozenset.union(*(fold.sessions for fold in FOLDS))


def test_every_game_of_the_data_belongs_to_a_fold(shared: Path) -> None:
    boards = json.loads((shared / "photos/boards.json").read_text())
    games = {board["game"] for board in boards.values()}
    assert {g for g in games if fold_of_game(g) is None} == set()


def test_an_unknown_session_has_no_fold() -> None:
    assert fold_of_session("a new camera") is None
    assert fold_of_game("g7") is None
