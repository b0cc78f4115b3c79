"""Views of the photo: whole, closer, and from above at the planes of squares."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kscan.find.grid import Grid
from kscan.find.heatmap import LONG_SIDE, STRIDE, Heat, Sightings, at, look, sightings
from kscan.find.homography import Points, inverse, mapped
from kscan.find.overview import flattened, from_above, overview
from kscan.find.plane import Squares, carried_axes, plane_of
from kscan.photo.records import Photo

# The long side, in pixels, of another look where some squares are small in the first, or none seen.
_CLOSER, _SMALL, _FEW = 768, 18.0, 0.1
# Where nothing is found: so long a side, and so many views from above at what is seen there, either
# way that it may lean. Of 20 composed kingdoms each that span 12 % of the short side, lean by 55 to
# 60 and by 60 to 65 degrees, corner first, 17, 19 and 13 are found so; 0, 13 and 3 without.
_SEARCH = ((LONG_SIDE, 2), (_CLOSER, 1), (1152, 1))
FARTHER = 288  # of a last look where the others leave something unexplained
FROM_AFAR = (FARTHER, 176)  # where no kingdom is seen for squares that are too large


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The result of one look at the whole photo."""

    seen: Sightings  # in pixels of the picture that was looked at
    to_photo: NDArray[np.float64]
    # height x width, at a STRIDE-th of the picture's size: probability that a tile lies there
    tile: NDArray[np.float32] = field(default_factory=lambda: np.zeros((1, 1), np.float32))

    def tile_at(self, places: Points) -> NDArray[np.float64]:
        """Return the probability of a tile at places (n x 2)."""
        if not len(places):
            return np.zeros(0)
        seen = mapped(inverse(self.to_photo), places)
        return at(self.tile, (seen + 0.5) / STRIDE - 0.5).astype(np.float64)


def looks(photo: Photo) -> list[View]:
    """Look once, or twice if squares look small."""
    views = [whole(photo, LONG_SIDE)]
    first = views[0].seen
    sides = np.sort(np.sqrt(np.abs(first.u * first.v)))
    if not len(sides) or sides[int(_FEW * len(sides))] < _SMALL:
        views.append(whole(photo, _CLOSER))
    return views


def search(photo: Photo, first: View) -> Iterator[View]:
    """Yield views for small squares, and planes seen from the side."""
    for long_side, rounds in _SEARCH:
        base = first if long_side == LONG_SIDE else whole(photo, long_side)
        if base is not first:
            yield base
        for way in (-1.0, 1.0):
            yield from _flattened(photo, base, way, rounds)


def _flattened(photo: Photo, view: View, way: float, rounds: int) -> Iterator[View]:
    """Yield views from above, each improved by the last."""
    for _ in range(rounds):
        plane = plane_of(squares(view), way)
        if plane is None:
            return
        picture, to_photo = flattened(photo, plane)
        view = _view(look(picture), to_photo)
        yield view


def squares(view: View) -> Squares:
    """Return the view's squares in the photo's pixels."""
    seen, points = view.seen, view.seen.centres.points
    u, v = (carried_axes(view.to_photo, points, axes) for axes in (seen.u, seen.v))
    return Squares(mapped(view.to_photo, points), u, v, seen.centres.scores, seen.tiles)


def other_views(photo: Photo, seen: Sequence[Grid]) -> list[View]:
    """Look at a smaller photo, and from above the table.

    The table of the largest kingdom.
    """
    views = [whole(photo, FARTHER)]
    largest = max(seen, key=lambda one: float(one.covered.sum()), default=None)
    above = from_above(photo, largest) if largest else None
    return [*views, _view(look(above[0]), above[1])] if above else views


def whole(photo: Photo, long_side: int) -> View:
    """Look at the whole photo, reduced to `long_side` pixels."""
    picture, to_photo = overview(photo, long_side)
    return _view(look(picture), to_photo)


def _view(heat: Heat, to_photo: NDArray[np.float64]) -> View:
    return View(sightings(heat), to_photo, heat.tile)
