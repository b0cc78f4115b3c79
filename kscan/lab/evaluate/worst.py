"""A sheet of the worst answers: each crop with what it is and what was read."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.evidence import LABELS
from kscan.files import write
from kscan.lab.evaluate.answers import Answers

SIDE = 96
CAPTION = 34
COLUMNS = 10
_INK = (30, 30, 30)


def sheet(answers: Answers, most: int = 60) -> NDArray[np.uint8]:
    """Draw the squares with the least probable right answers.

    Worst first.
    """
    certainty = answers.probabilities[np.arange(len(answers)), answers.truth]
    worst = np.argsort(certainty, kind="stable")[:most]
    tiles = [_tile(answers, int(i), float(certainty[i])) for i in worst]
    blank = np.full((SIDE + CAPTION, SIDE, 3), 255, np.uint8)
    tiles += [blank] * (-len(tiles) % COLUMNS)
    rows = [np.hstack(tiles[i : i + COLUMNS]) for i in range(0, len(tiles), COLUMNS)]
    return np.vstack(rows)


def draw(answers: Answers, file: Path) -> None:
    """Write the sheet to `file`, a PNG."""
    _, data = cv2.imencode(".png", sheet(answers))
    write(file, data.tobytes())


def _tile(answers: Answers, index: int, certainty: float) -> NDArray[np.uint8]:
    tile = np.full((SIDE + CAPTION, SIDE, 3), 255, np.uint8)
    shown = cv2.resize(answers.crops[index], (SIDE - 4, SIDE - 4), interpolation=cv2.INTER_AREA)
    tile[2 : SIDE - 2, 2 : SIDE - 2] = shown
    said = LABELS[answers.read[index]]
    first = f"{LABELS[answers.truth[index]]} read {said}"
    _write(tile, first, SIDE + 10)
    _write(tile, f"{certainty:.3f} {answers.groups[index][:9]}", SIDE + 25)
    return tile


def _write(tile: NDArray[np.uint8], text: str, baseline: int) -> None:
    cv2.putText(tile, text, (2, baseline), cv2.FONT_HERSHEY_PLAIN, 0.75, _INK, 1, cv2.LINE_AA)
