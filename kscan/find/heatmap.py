"""The first look: a network marks tiles, vertices and centres of squares on the whole photo."""

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import networks
from kscan.find import local_frame as frame
from kscan.find.homography import Points
from kscan.find.peaks import Peaks, local_maxima, non_maximum_suppression

STRIDE = 4  # pixels of the picture to one of the maps
LONG_SIDE = 512  # of the first look: a square wants 20 pixels here, and has fewer in a smaller one
MARGIN = 16  # of plain grey all around: a kingdom that fills the photo shows its vertices
GREY = (128, 128, 128)
CHANNELS = 3 + frame.NUMBERS
LEAST_PEAK = 0.25
_NET = "finder"

_Float = TypeVar("_Float", np.float32, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """The network's output, as maps at a quarter of the picture's size."""

    tile: NDArray[np.float32]  # probability that a kingdom's tile lies here
    vertex: NDArray[np.float32]
    centre: NDArray[np.float32]
    frames: NDArray[np.float32]  # height x width x 5, see local_frame.py, in pixels of the picture


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Single squares and vertices, in pixels of the picture."""

    centres: Peaks
    u: NDArray[np.complex128]  # the axes of each centre's square, v a quarter turn after u
    v: NDArray[np.complex128]
    vertices: Peaks
    tiles: NDArray[np.float64]  # how probable it is that a tile lies at each centre

    def kept(self, keep: NDArray[np.bool_]) -> "Sightings":
        """Return the vertices and the squares selected by `keep`."""
        return Sightings(
            self.centres.kept(keep), self.u[keep], self.v[keep], self.vertices, self.tiles[keep]
        )


def look(picture: NDArray[np.uint8]) -> Heat:
    """Run the network on `picture`.

    BGR, at the network's scale, grey at its border.
    """
    blob = cv2.dnn.blobFromImage(picture, 1.0 / 255.0, mean=GREY)
    maps = (1, CHANNELS, picture.shape[0] // STRIDE, picture.shape[1] // STRIDE)
    raw = networks.network(_NET).answer(blob, maps)[0]
    tile, vertex, centre = expit(raw[:3])
    return Heat(tile, vertex, centre, np.moveaxis(raw[3:], 0, -1))


def expit(logits: NDArray[_Float]) -> NDArray[_Float]:
    """Return the probability for each of the log odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-logits)), dtype=logits.dtype)


def sightings(heat: Heat) -> Sightings:
    """Find the peaks of `heat`, with each square's axes."""
    centres = local_maxima(heat.centre, LEAST_PEAK)
    u, v = _axes(heat, centres)
    apart = non_maximum_suppression(centres, 0.45 * np.minimum(np.abs(u), np.abs(v)) / STRIDE)
    u, v = _axes(heat, apart)
    vertices = local_maxima(heat.vertex, LEAST_PEAK)
    tiles = at(heat.tile, apart.points).astype(np.float64)
    return Sightings(_in_picture(apart), u, v, _in_picture(vertices), tiles)


def _axes(heat: Heat, found: Peaks) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    u, v = frame.decoded(at(heat.frames, found.points).astype(np.float64))
    turned_right = (np.conj(u) * v).imag > 0
    return u, np.where(turned_right, v, -v)


def at(heat: NDArray[np.float32], points: Points) -> NDArray[np.float32]:
    """Sample a map (height x width ...) at points (n x 2)."""
    height, width = heat.shape[:2]
    places = np.rint(points).astype(int)  # a peak on the rim may lie half a pixel beyond it
    cols, rows = np.clip(places, 0, [width - 1, height - 1]).T
    return np.asarray(heat[rows, cols], dtype=np.float32)


def _in_picture(found: Peaks) -> Peaks:
    """Convert map pixels to picture pixels, both counted from centres."""
    return Peaks((found.points + 0.5) * STRIDE - 0.5, found.scores)
