"""From a photo to its kingdoms: look at the whole, grow grids, look again at each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kscan.find import block as blocks
from kscan.find import refine as second
from kscan.find.coverage import decision
from kscan.find.coverage.table_likeness import features_of
from kscan.find.grid import Grid
from kscan.find.grow import FEWEST, GridCandidate, grow
from kscan.find.homography import in_front, inverse, mapped, middles
from kscan.find.neighbours import on, with_cut_fields, with_squares
from kscan.find.photo_edge import edge_notes, snapped_to_frame
from kscan.find.quality import LEAST_FIELDS, ONE_DOMINO, quality
from kscan.find.refine import SPAN, Fields
from kscan.find.views import FARTHER, FROM_AFAR, View, looks, other_views, search, squares, whole
from kscan.photo.records import Photo

_MOST = 12  # grids looked at again, and kingdoms; a table has four, and sixteen took 6 s to read
# And in a search: what 42 composed small or leaning kingdoms are found by is one of the first 13.
_MOST_SEARCHED = 24
_MOST_BEGUN = 4  # and in each look for a kingdom of one domino
_PASSES = 3  # quick second looks at one grid at most; most are settled after one
_SETTLED = 0.1  # of a field: what one careful look sets right
_STILL = 0.05  # of a field: after so small a step, and without a doubt, another look says the same
_DOUBT = 0.02  # of a field being covered, or not: with more, the last look is in four turns
_LEAST_QUALITY = 0.5
_SAME = 0.25  # share of a kingdom's fields that lie on another's: then they are one kingdom
_PLAIN = 0.8  # quality of a grid that is believed before others are looked at
_WITHIN = 0.6  # share of a guess's squares that lie on such a grid: it is not looked at again


def find(photo: Photo) -> tuple[Grid, ...]:
    """Find the kingdoms in `photo`, the largest first."""
    views = looks(photo)
    seen = _kingdoms(photo, guessed(views), ())
    if not seen:
        first = views[0]
        views, seen = _searched(photo, _from_afar(photo, first), ONE_DOMINO, _MOST_BEGUN)
        if not seen:
            views, seen = _searched(photo, search(photo, first))
    left = [_beside(view, seen) for view in views] if seen else []
    if not seen or any(len(view.seen.centres) >= LEAST_FIELDS for view in left):
        # Kingdoms that lie parallel grow into one grid: what is found leaves its neighbour whole.
        # And where a picture on a tile looks like tiles, it does not in a smaller look.
        left += [_beside(view, seen) for view in other_views(photo, seen)]
        seen = _kingdoms(photo, guessed(left)[: _MOST - len(seen)], seen)
    kept = sorted(_non_maximum_suppression(seen), key=lambda one: -float(one.covered.sum()))
    views = views or left
    for view in views:
        kept = with_squares(kept, squares(view))
    return tuple(with_cut_fields(photo, kept, views[0]))


def _kingdoms(photo: Photo, grids: Sequence[GridCandidate], known: Sequence[Grid]) -> list[Grid]:
    """Confirm `grids` by a second look, beside known kingdoms."""
    seen = list(known)
    for guess in grids:
        centres = mapped(guess.homography, np.array(sorted(guess.fields)) + 0.5)
        if any(one.quality > _PLAIN and _share_on(centres, one) > _WITHIN for one in seen):
            continue
        looked = settled(photo, guess)
        grid = _grid(photo, *looked, guess.support) if looked else None
        if grid is not None:
            seen.append(grid)
    return seen


def _from_afar(photo: Photo, first: View) -> Iterator[View]:
    """Yield views from farther, for a start tile with one domino that fills the photo."""
    yield first
    for side in FROM_AFAR:
        yield whole(photo, side)


def _searched(
    photo: Photo, views: Iterable[View], fewest: int = FEWEST, most: int = _MOST
) -> tuple[list[View], list[Grid]]:
    """Search these views until a kingdom of `fewest` squares or more is found.

    Of each at most `most` grids are looked at again. Return the views and the kingdoms.
    """
    left = _MOST_SEARCHED
    for view in views:
        grids = guessed([view], fewest)[: min(most, left)]
        seen = _kingdoms(photo, grids, ())
        if seen:
            return [view], seen
        left -= len(grids)
        if not left:
            break
    return [], []


def _non_maximum_suppression(seen: list[Grid]) -> list[Grid]:
    """Keep the best of overlapping grids."""
    kept: list[Grid] = []
    for grid in sorted(seen, key=lambda one: -one.quality):
        centres = _centres(grid)
        if all(
            _share_on(centres, other) < _SAME and _share_on(_centres(other), grid) < _SAME
            for other in kept
        ):
            kept.append(grid)
    return kept


def guesses(photo: Photo) -> list[GridCandidate]:
    """Guess grids from all looks at the photo.

    In the photo's pixels, the largest first.
    """
    return guessed([*looks(photo), whole(photo, FARTHER)])


def guessed(views: Sequence[View], fewest: int = FEWEST) -> list[GridCandidate]:
    """Grow the grids of `fewest` squares or more seen in these views.

    In the photo's pixels, the largest first.
    """
    seen = [
        replace(grid, homography=view.to_photo @ grid.homography)
        for view in views
        for grid in grow(view.seen, fewest)
    ]
    return sorted(seen, key=lambda grid: -grid.support * len(grid.fields))[:_MOST]


def _beside(view: View, known: Sequence[Grid]) -> View:
    """Return the view without the squares of known kingdoms."""
    centres = mapped(view.to_photo, view.seen.centres.points)
    free = np.ones(len(centres), np.bool_)
    for grid in known:
        free &= ~on(centres, grid)
    return replace(view, seen=view.seen.kept(free))


def settled(photo: Photo, grid: GridCandidate) -> tuple[Fields, NDArray[np.float64]] | None:
    """Refine a grid until it is still.

    Return the last look and the grid's homography then; None if no kingdom is seen on it.
    """
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


def _grid(
    photo: Photo, fields: Fields, homography: NDArray[np.float64], support: float
) -> Grid | None:
    # Whether a kingdom lies here the network says; the table's look, which fields it covers.
    worth = quality(fields, blocks.kingdom(fields.covered), support)
    if worth < _LEAST_QUALITY:
        return None
    features = features_of(fields)
    covered = decision.in_window(photo, fields, features)
    group = blocks.kingdom(covered)
    tight = blocks.around(group)
    if tight is None:
        return None
    block = blocks.widened(tight, covered)
    homography = snapped_to_frame(photo, homography, tight)
    origin = second.moved(homography, block.left, block.top)
    notes = edge_notes(photo, homography, group)
    if decision.is_hidden(photo, fields, features, covered):
        notes = (*notes, decision.NOT_TABLE)
    return Grid(origin, block.cut(covered), worth, notes)


def centred(
    homography: NDArray[np.float64], cols: NDArray[np.int64], rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Move the grid's origin to centre the fields in the window."""
    left, top = (int((v.min() + v.max() + 1 - SPAN) // 2) for v in (cols, rows))
    return second.moved(homography, left, top)


def _sane(homography: NDArray[np.float64]) -> bool:
    """Return True if the whole window is before the camera."""
    ends = np.array([[0.0, 0.0], [SPAN, 0.0], [SPAN, SPAN], [0.0, SPAN]])
    return bool(np.isfinite(homography).all()) and in_front(homography, ends)


def _plain(fields: Fields) -> bool:
    """Return True if one look leaves no field in doubt."""
    return bool((np.minimum(fields.covered, 1.0 - fields.covered) < _DOUBT).all())


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return two grids' distance, in fields, over the window's middle."""
    ends = np.array([[1.0, 1.0], [SPAN - 1.0, 1.0], [SPAN - 1.0, SPAN - 1.0], [1.0, SPAN - 1.0]])
    back = mapped(inverse(other) @ one, ends)
    return float(np.hypot(*(back - ends).T).mean())


def _centres(grid: Grid) -> NDArray[np.float64]:
    return grid.points(middles(grid.covered > 0.5))


def _share_on(centres: NDArray[np.float64], other: Grid) -> float:
    """Return the share of `centres` (photo pixels) on `other`."""
    return float(on(centres, other).sum() / max(len(centres), 1))
