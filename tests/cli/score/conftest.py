"""What the tests of `kscan score` share: eyes that are told what they see, and photos for them."""

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan import find
from kscan.evidence import Evidence
from kscan.find.grid import Grid
from kscan.game.kingdom import Kingdom
from kscan.photo.records import Photo
from kscan.read import reader

sys.path.insert(0, str(Path(__file__).parent))  # before the tests are imported

from told import HAMLET, lying_at, sure_of


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch, village: Kingdom) -> None:
    """Dark photos show nothing, bright ones a clear village, middling ones a doubtful one.

    Wide photos show a second kingdom. Both stages print what they should not.
    """

    def found(photo: Photo) -> tuple[Grid, ...]:
        print("a library talks")
        if photo.pixels.mean() < 80:
            return ()
        found = (lying_at(10, village), lying_at(150, HAMLET))
        return found if photo.width > 200 else found[:1]

    def read(photo: Photo, grids: Sequence[Grid]) -> tuple[Evidence, ...]:
        print("and again")
        doubtful = photo.pixels.mean() < 170
        truths = [village if one.rows == 5 else HAMLET for one in grids]
        return tuple(sure_of(truth, doubtful and truth is village) for truth in truths)

    def from_corners(
        photo: Photo,
        corners: Sequence[Sequence[float]],
        size: int = 5,
        rows: int | None = None,
        cols: int | None = None,
    ) -> Grid:
        del photo, size, cols
        return lying_at(corners[0][0], HAMLET if rows == 3 else village)

    monkeypatch.setattr(find, "find", found)
    monkeypatch.setattr(find, "from_corners", from_corners)
    monkeypatch.setattr(reader, "read", read)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, light, width in (
        ("dark", 30, 160),
        ("clear", 220, 160),
        ("doubtful", 120, 160),
        ("table", 220, 300),
    ):
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((120, width, 3), light, np.uint8))
    (tmp_path / "text.jpg").write_text("hello")
    return tmp_path
