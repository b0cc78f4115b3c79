"""A small data folder in which each square's grey says what it is, and a reader of greys."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kscan.evidence import LABELS
from kscan.read import reader

SIDE = 40
BOARD = ["W0 F1", "C ."]
SINGLE = (("W0", "20180405"), ("M3", "20180510"), ("P2", "IMG_4048-4054"), ("C", "IMG_1474-1485"))


def grey_of(label: str) -> int:
    return 10 + 9 * LABELS.index(label)


def painted(rows: Sequence[str]) -> NDArray[np.uint8]:
    """Return a picture of squares in the greys of their labels."""
    greys = np.array([[grey_of(label) for label in row.split()] for row in rows], np.uint8)
    large = np.kron(greys, np.ones((SIDE, SIDE), np.uint8))
    return np.repeat(large[..., None], 3, axis=2)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name in ("squares", "boards", "full"):
        (tmp_path / name).mkdir()
    with (tmp_path / "squares.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["file", "label", "photo", "board", "session"])
        for label, session in SINGLE:
            cv2.imwrite(str(tmp_path / f"squares/{label}.png"), painted([label]))
            table.writerow([f"{label}.png", label, "p", "b", session])
    board = {"kingdom": "k", "game": "g1", "castle": "blue", "castle_standing": True}
    board |= {"cells": BOARD, "hidden": [[0, 1]]}  # type: ignore[dict-item]
    (tmp_path / "boards.json").write_text(json.dumps({"1.png": board}))
    cv2.imwrite(str(tmp_path / "boards/1.png"), painted(BOARD))
    laid = cv2.copyMakeBorder(painted(BOARD), 30, 10, 20, 50, cv2.BORDER_CONSTANT)
    cv2.imwrite(str(tmp_path / "full/a.png"), laid)
    corners = [[20, 30], [100, 30], [100, 110], [20, 110]]
    photo = {"size": [120, 150], "rows": 2, "cols": 2, "corners": corners, "cells": BOARD}
    (tmp_path / "full.json").write_text(json.dumps({"a.png": photo | {"points": 0}}))
    return tmp_path


@pytest.fixture
def grey_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the label whose grey is nearest in the middle of each window."""

    def classify(windows: reader.Windows) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        middle = reader.SIDE // 2
        greys = windows[:, middle, middle, 0].astype(float)
        distance = np.abs(greys[:, None] - [grey_of(label) for label in LABELS])
        odds = np.where(distance == distance.min(1, keepdims=True), 0.95, 0.05 / 26)
        return odds / odds.sum(1, keepdims=True), np.full((len(windows), 4), 0.25)

    monkeypatch.setattr(reader, "classify", classify)
