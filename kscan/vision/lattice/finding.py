"""From a photo to its kingdoms: look at the whole, grow grids, look again at each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice import block as blocks
from kscan.vision.lattice import fields as second
from kscan.vision.lattice.apart import held_apart
from kscan.vision.lattice.cutting import agreed_with_frame
from kscan.vision.lattice.edge import edge_notes
from kscan.vision.lattice.fields import SPAN, Fields
from kscan.vision.lattice.grow import Grid, grow
from kscan.vision.lattice.heat import LONG_SIDE, Sightings, look, sightings
from kscan.vision.lattice.likeness import agreed_with_table
from kscan.vision.lattice.overview import from_above, overview
from kscan.vision.lattice.projective import in_front, inverse, mapped, middles
from kscan.vision.lattice.quality import LEAST_FIELDS, quality
from kscan.vision.records import Lattice, Photo

# The long side, in pixels, of another look where some squares are small in the first, or none seen.
_CLOSER, _SMALL, _FEW = 768, 18.0, 0.1
_FARTHER = 288  # of a last look where the others leave something unexplained
_MOST = 12  # grids that are looked at again; a table has four kingdoms
_PASSES = 3  # quick second looks at one grid at most; most are settled after one
_SETTLED = 0.1  # of a field: what one careful look sets right
_STILL = 0.05  # of a field: after so small a step, and without a doubt, another look says the same
_DOUBT = 0.02  # of a field being covered, or not: with more, the last look is in four turns
_LEAST_QUALITY = 0.5
_SAME = 0.25  # share of a kingdom's fields that lie on another's: then they are one kingdom
_PLAIN = 0.8  # quality of a grid that is believed before others are looked at
_WITHIN = 0.6  # share of a guess's squares that lie on such a grid: it is not looked at again


def find(photo: Photo) -> tuple[Lattice, ...]:
    """The kingdoms in `photo`, the largest first; empty where there is none."""
    views = looks(photo)
    seen = _kingdoms(photo, guessed(views), ())
    left = [_beside(view, seen) for view in views] if seen else []
    if not seen or any(len(view.seen.centres) >= LEAST_FIELDS for view in left):
        # Kingdoms that lie parallel grow into one grid: what is found leaves its neighbour whole.
        # And where a picture on a tile looks like tiles, it does not in a smaller look.
        left += [_beside(view, seen) for view in _other_views(photo, seen)]
        seen = _kingdoms(photo, guessed(left), seen)
    return tuple(sorted(_distinct(seen), key=lambda one: -float(one.covered.sum())))


def _kingdoms(photo: Photo, grids: Sequence[Grid], known: Sequence[Lattice]) -> list[Lattice]:
    """The known kingdoms, and those that a second look at the grids shows."""
    seen = list(known)
    for guess in grids:
        centres = mapped(guess.homography, np.array(sorted(guess.fields)) + 0.5)
        if any(one.quality > _PLAIN and _share_on(centres, one) > _WITHIN for one in seen):
            continue
        looked = settled(photo, guess)
        lattice = _lattice(photo, *looked, guess.support) if looked else None
        if lattice is not None:
            seen.append(lattice)
    return seen


def _distinct(seen: list[Lattice]) -> list[Lattice]:
    """Of grids that lie on each other the best."""
    kept: list[Lattice] = []
    for lattice in sorted(seen, key=lambda one: -one.quality):
        centres = _centres(lattice)
        if all(
            _share_on(centres, other) < _SAME and _share_on(_centres(other), lattice) < _SAME
            for other in kept
        ):
            kept.append(lattice)
    return kept


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What one look at the whole photo shows."""

    seen: Sightings  # in pixels of the picture that was looked at
    to_photo: NDArray[np.float64]


def looks(photo: Photo) -> list[View]:
    """One look at the photo, or two where squares are small in the first."""
    views = [_view(photo, LONG_SIDE)]
    first = views[0].seen
    sides = np.sort(np.sqrt(np.abs(first.u * first.v)))
    if not len(sides) or sides[int(_FEW * len(sides))] < _SMALL:
        views.append(_view(photo, _CLOSER))
    return views


def _other_views(photo: Photo, seen: Sequence[Lattice]) -> list[View]:
    """A smaller look, and one from above at the table on which the largest kingdom lies."""
    views = [_view(photo, _FARTHER)]
    largest = max(seen, key=lambda one: float(one.covered.sum()), default=None)
    above = from_above(photo, largest) if largest else None
    return [*views, View(sightings(look(above[0])), above[1])] if above else views


def _view(photo: Photo, long_side: int) -> View:
    picture, to_photo = overview(photo, long_side)
    return View(sightings(look(picture)), to_photo)


def guesses(photo: Photo) -> list[Grid]:
    """Grids in the photo's pixels, as all looks at it see them: a few, the largest first."""
    return guessed([*looks(photo), _view(photo, _FARTHER)])


def guessed(views: Sequence[View]) -> list[Grid]:
    """The grids in these views."""
    seen = [
        replace(grid, homography=view.to_photo @ grid.homography)
        for view in views
        for grid in grow(view.seen)
    ]
    return sorted(seen, key=lambda grid: -grid.support * len(grid.fields))[:_MOST]


def _beside(view: View, known: Sequence[Lattice]) -> View:
    """The view without the squares of known kingdoms."""
    centres = mapped(view.to_photo, view.seen.centres.points)
    free = np.ones(len(centres), np.bool_)
    for lattice in known:
        free &= ~_on(centres, lattice)
    return replace(view, seen=view.seen.kept(free))


def settled(photo: Photo, grid: Grid) -> tuple[Fields, NDArray[np.float64]] | None:
    """The last look at a grid, and where it then lies; None where no kingdom is seen on it."""
    cols, rows = np.array(sorted(grid.fields)).T
    homography = centred(grid.homography, cols, rows)
    for _ in range(_PASSES):
        fields = second.read(photo, homography) if _sane(homography) else None
        group = blocks.kingdom(fields.covered) if fields else np.zeros((1, 1), dtype=np.bool_)
        if fields is None or not group.any():
            return None
        rows, cols = np.nonzero(group)
        homography = centred(second.refined(fields), cols, rows)
        step = _distance(homography, fields.homography)
        plain = _plain(fields)
        if plain and step < _STILL:
            return fields, homography
        if step < _SETTLED:
            break
    if not _sane(homography):
        return None
    last = second.read(photo, homography, turns=1 if plain else 4)
    return last, second.refined(last)


def _lattice(
    photo: Photo, fields: Fields, homography: NDArray[np.float64], support: float
) -> Lattice | None:
    # Whether a kingdom lies here the network says; the table's look, which fields it covers.
    worth = quality(fields, blocks.kingdom(fields.covered), support)
    covered = held_apart(agreed_with_table(photo, fields), fields.covered)
    group = blocks.kingdom(covered)
    tight = blocks.around(group)
    if tight is None or worth < _LEAST_QUALITY:
        return None
    block = blocks.widened(tight, covered)
    homography = agreed_with_frame(photo, homography, tight)
    origin = second.moved(homography, block.left, block.top)
    notes = edge_notes(photo, homography, group)
    return Lattice(origin, block.cut(covered), worth, notes)


def centred(
    homography: NDArray[np.float64], cols: NDArray[np.int64], rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The grid with its origin moved so that the window's middle is that of the fields."""
    left, top = (int((v.min() + v.max() + 1 - SPAN) // 2) for v in (cols, rows))
    return second.moved(homography, left, top)


def _sane(homography: NDArray[np.float64]) -> bool:
    """Whether the whole window lies in front of the camera."""
    ends = np.array([[0.0, 0.0], [SPAN, 0.0], [SPAN, SPAN], [0.0, SPAN]])
    return bool(np.isfinite(homography).all()) and in_front(homography, ends)


def _plain(fields: Fields) -> bool:
    """Whether one look leaves no doubt which fields are covered."""
    return bool((np.minimum(fields.covered, 1.0 - fields.covered) < _DOUBT).all())


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far apart two grids lie, in fields, over the middle of the window."""
    ends = np.array([[1.0, 1.0], [SPAN - 1.0, 1.0], [SPAN - 1.0, SPAN - 1.0], [1.0, SPAN - 1.0]])
    back = mapped(inverse(other) @ one, ends)
    return float(np.hypot(*(back - ends).T).mean())


def _centres(lattice: Lattice) -> NDArray[np.float64]:
    return lattice.points(middles(lattice.covered > 0.5))


def _share_on(centres: NDArray[np.float64], other: Lattice) -> float:
    """The share of squares with these `centres`, in the photo, that lie on fields of `other`."""
    return float(_on(centres, other).sum() / max(len(centres), 1))


def _on(centres: NDArray[np.float64], other: Lattice) -> NDArray[np.bool_]:
    """Which of these places (n x 2), in the photo, lie on covered fields of `other`."""
    there = np.floor(mapped(inverse(other.homography), centres)).astype(int)
    inside = ((there >= 0) & (there < (other.cols, other.rows))).all(1)
    on = np.zeros(len(centres), np.bool_)
    on[inside] = other.covered[there[inside, 1], there[inside, 0]] > 0.5
    return on
