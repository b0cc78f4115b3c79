"""The first look: a network marks tiles, vertices and centres of squares on the whole photo."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.vision import weights
from kscan.vision.lattice import frame
from kscan.vision.lattice.peaks import Peaks, peaks, spread_out

STRIDE = 4  # pixels of the picture to one of the maps
LONG_SIDE = 512  # of the first look: a square wants 20 pixels here, and has fewer in a smaller one
MARGIN = 16  # of plain grey all around: a kingdom that fills the photo shows its vertices
GREY = (128, 128, 128)
CHANNELS = 3 + frame.NUMBERS
LEAST_PEAK = 0.25
_NET = "lattice"


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """What the network sees, as maps at a quarter of the picture's size."""

    tile: NDArray[np.float32]  # probability that a kingdom's tile lies here
    vertex: NDArray[np.float32]
    centre: NDArray[np.float32]
    frames: NDArray[np.float32]  # height x width x 5, see frame.py, in pixels of the picture


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Single squares and vertices, in pixels of the picture."""

    centres: Peaks
    u: NDArray[np.complex128]  # the axes of each centre's square, v a quarter turn after u
    v: NDArray[np.complex128]
    vertices: Peaks

    def kept(self, keep: NDArray[np.bool_]) -> "Sightings":
        """The same vertices, and of the squares those where `keep` is true."""
        return Sightings(self.centres.kept(keep), self.u[keep], self.v[keep], self.vertices)


def look(picture: NDArray[np.uint8]) -> Heat:
    """The maps of `picture` (BGR, already at the network's scale, grey at its border)."""
    blob = cv2.dnn.blobFromImage(picture, 1.0 / 255.0, mean=GREY)
    maps = (1, CHANNELS, picture.shape[0] // STRIDE, picture.shape[1] // STRIDE)
    raw = weights.network(_NET).answer(blob, maps)[0]
    tile, vertex, centre = 1.0 / (1.0 + np.exp(-raw[:3]))
    return Heat(tile, vertex, centre, np.moveaxis(raw[3:], 0, -1))


def sightings(heat: Heat) -> Sightings:
    """The peaks of `heat`, each centre with the axes of its square."""
    centres = peaks(heat.centre, LEAST_PEAK)
    u, v = _axes(heat, centres)
    apart = spread_out(centres, 0.45 * np.minimum(np.abs(u), np.abs(v)) / STRIDE)
    u, v = _axes(heat, apart)
    return Sightings(_in_picture(apart), u, v, _in_picture(peaks(heat.vertex, LEAST_PEAK)))


def _axes(heat: Heat, found: Peaks) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    height, width = heat.frames.shape[:2]
    at = np.rint(found.points).astype(int)  # a peak on the rim may lie half a pixel beyond it
    cols, rows = np.clip(at, 0, [width - 1, height - 1]).T
    u, v = frame.decoded(heat.frames[rows, cols].astype(np.float64))
    turned_right = (np.conj(u) * v).imag > 0
    return u, np.where(turned_right, v, -v)


def _in_picture(found: Peaks) -> Peaks:
    """From pixels of the maps to pixels of the picture; both count from pixel centres."""
    return Peaks((found.points + 0.5) * STRIDE - 0.5, found.scores)
