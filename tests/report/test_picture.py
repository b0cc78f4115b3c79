"""The photo with its readings drawn on it."""

import cv2
import numpy as np
import pytest

from kscan.find.grid import Grid
from kscan.game.kingdom import Cell, parse_kingdom
from kscan.game.scoring import score
from kscan.game.squares import parse_square
from kscan.infer import Doubt, Reading
from kscan.photo.records import Photo
from kscan.records import ScoredKingdom
from kscan.report.picture import picture

KINGDOM = parse_kingdom("L1 L0 W0\nL0 C  W1\n.  F0 F0")


def scanned(homography: list[list[float]], doubts: bool = True) -> ScoredKingdom:
    reading = Reading(
        kingdom=KINGDOM,
        top_left=Cell(0, 0),
        confidence=((0.9,) * 3,) * 3,
        doubts=(Doubt(Cell(2, 2), parse_square("F0"), ()),) if doubts else (),
        total=11,
        total_confidence=0.9,
        totals=((11, 0.9),),
    )
    return ScoredKingdom(
        Grid(np.array(homography, dtype=np.float64), np.ones((3, 3)), 0.9),
        reading,
        score(KINGDOM),
    )


def drawn(
    homography: list[list[float]],
    shape: tuple[int, int] = (300, 400),
    doubts: bool = True,
    count: int = 1,
) -> np.ndarray:
    photo = Photo("photo", np.full((*shape, 3), 128, np.uint8))
    content = picture(photo, (scanned(homography, doubts),) * count)
    pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return pixels


UPRIGHT = [[80.0, 0, 60], [0, 80, 40], [0, 0, 1]]


def test_territories_are_tinted_and_the_table_is_left_alone() -> None:
    pixels = drawn(UPRIGHT).astype(int)
    lake, table = pixels[65, 190], pixels[250, 100]
    assert lake[0] > lake[2] + 15  # blue in BGR
    assert np.ptp(table) < 12
    assert abs(int(table.mean()) - 128) < 12


def test_a_doubt_is_framed_in_red() -> None:
    pixels = drawn(UPRIGHT).astype(int)
    around = pixels[200:280, 220:300]
    assert ((around[..., 2] > 180) & (around[..., 0] < 90) & (around[..., 1] < 90)).sum() > 100


def test_the_frame_of_a_doubt_leaves_its_label_as_it_is() -> None:
    label = np.s_[210:221, 250:270]  # around the place of F0
    framed, plain = (drawn(UPRIGHT, doubts=doubts).astype(int)[label] for doubts in (True, False))
    assert plain.max() > 240
    assert np.abs(framed - plain).mean() < 4  # what JPEG changes beside a frame


def test_rows_columns_and_kingdoms_are_named_at_the_edge() -> None:
    def white(top: int, left: int, pixels: np.ndarray) -> int:
        return int((pixels[top - 8 : top + 8, left - 10 : left + 10] > 230).all(axis=2).sum())

    alone, several = drawn(UPRIGHT), drawn(UPRIGHT, count=2)
    columns = [(29, 100), (29, 180), (29, 260)]
    rows = [(80, 47), (160, 47), (240, 47)]
    assert all(white(top, left, alone) > 5 for top, left in (*columns, *rows))
    assert (white(29, 47, alone), white(29, 47, several) > 5) == (0, True)


@pytest.mark.parametrize(
    "homography",
    [
        [[900.0, 0, -500], [0, 900, -500], [0, 0, 1]],
        [[1e5, 0, 0], [0, 1e5, 0], [0, 0, 1]],
        [[2.0, 0, 0], [0, 2, 0], [0, 0, 1]],
        [[60.0, 30, 60], [-20, 60, 90], [0.001, 0.002, 1]],
    ],
)
def test_a_kingdom_may_lie_anywhere(homography: list[list[float]]) -> None:
    assert drawn(homography).shape == (300, 400, 3)


def test_a_large_photo_becomes_a_picture_that_can_be_mailed() -> None:
    assert max(drawn(UPRIGHT, (2000, 4800)).shape) == 2400


def test_the_photo_itself_is_not_drawn_on() -> None:
    photo = Photo("photo", np.full((300, 400, 3), 128, np.uint8))
    picture(photo, (scanned(UPRIGHT),))
    assert (photo.pixels == 128).all()
