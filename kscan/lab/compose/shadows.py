"""Shadows of things outside the picture: a hand with a phone, a head, a window's frame."""

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.float32]  # 1 in the shadow


def draw_shadow(rng: np.random.Generator, shape: tuple[int, int]) -> Mask:
    """Draw a shadow on a coarse field of this shape."""
    kinds = (_photographer, _bars, _blob, _half)
    mask = kinds[int(rng.integers(len(kinds)))](rng, shape)
    soft = max(shape) * float(rng.choice((rng.uniform(0.002, 0.01), rng.uniform(0.01, 0.06))))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, soft)), dtype=np.float32)


def _photographer(rng: np.random.Generator, shape: tuple[int, int]) -> Mask:
    """Arms that hold a phone, from one side."""
    mask = np.zeros(shape, np.float32)
    longest = max(shape)
    middle = rng.uniform(0.2, 0.8, 2) * shape[::-1]
    angle = rng.uniform(0, 2 * np.pi)
    inward = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-inward[1], inward[0]])
    long_, wide = rng.uniform(0.15, 0.4) * longest, rng.uniform(0.08, 0.2) * longest
    phone = np.array(
        [
            middle + across * long_ / 2 + inward * wide / 2,
            middle - across * long_ / 2 + inward * wide / 2,
            middle - across * long_ / 2 - inward * wide / 2,
            middle + across * long_ / 2 - inward * wide / 2,
        ]
    )
    cv2.fillConvexPoly(mask, np.rint(phone).astype(np.int32), 1.0, cv2.LINE_AA)
    for end in (-0.5, 0.5):
        hand = middle + across * long_ * end
        elbow = hand - inward * 2 * longest + across * long_ * end * rng.uniform(0.5, 3.0)
        _line(mask, hand, elbow, wide * rng.uniform(0.5, 0.9))
    return mask


def _bars(rng: np.random.Generator, shape: tuple[int, int]) -> Mask:
    """Draw a window frame, or a blind's slats."""
    mask = np.zeros(shape, np.float32)
    longest = max(shape)
    angle, pitch = rng.uniform(0, np.pi), rng.uniform(0.06, 0.5) * longest
    way = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-way[1], way[0]])
    middle = np.array(shape[::-1]) / 2
    for place in range(-12, 13):
        start = middle + across * pitch * (place + 0.3)
        _line(mask, start - way * 2 * longest, start + way * 2 * longest, pitch * 0.25)
    if rng.random() < 0.5:
        _line(mask, middle - across * 2 * longest, middle + across * 2 * longest, pitch * 0.25)
    return mask


def _blob(rng: np.random.Generator, shape: tuple[int, int]) -> Mask:
    """Draw a head or a hand."""
    mask = np.zeros(shape, np.float32)
    middle = rng.uniform(-0.1, 1.1, 2) * shape[::-1]
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    reach = max(shape) * rng.uniform(0.1, 0.4) * np.ones(40)
    for wave in range(2, 7):
        reach = reach * (1 + rng.normal(0, 0.25 / wave) * np.cos(wave * turn + rng.uniform(0, 6)))
    outline = np.column_stack([np.cos(turn), np.sin(turn)]) * reach[:, None] + middle
    cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1.0, cv2.LINE_AA)
    return mask


def _half(rng: np.random.Generator, shape: tuple[int, int]) -> Mask:
    """Everything beyond an edge: a wall, a curtain."""
    mask = np.zeros(shape, np.float32)
    longest = max(shape)
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    edge = np.array(shape[::-1]) * rng.uniform(0.2, 0.8, 2)
    across = np.array([-way[1], way[0]])
    _line(mask, edge + across * 9 * longest + way * 2 * longest,
          edge - across * 9 * longest + way * 2 * longest, 4.0 * longest)  # fmt: skip
    return mask


def _line(mask: Mask, start: NDArray[np.float64], end: NDArray[np.float64], thick: float) -> None:
    """Draw a thick line as a polygon.

    OpenCV's own lines end at 32767 and 255 pixels.
    """
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    side = np.array([-way[1], way[0]]) * thick / 2
    corners = np.array([start + side, end + side, end - side, start - side])
    cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
