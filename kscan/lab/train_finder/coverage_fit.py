"""Fitting how much the look of the table counts, and how much the square reader does.

python -m kscan.lab.train_finder.coverage_fit DATA --folds FOLDS
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import find, networks
from kscan.find.coverage.decision import finder_odds, network_odds, reader_odds
from kscan.find.coverage.table_likeness import distances, features_of
from kscan.find.finder import guesses, settled
from kscan.find.refine import SPAN, Fields
from kscan.lab.compose import Material, Recipe, compose
from kscan.lab.compose.held_out import material
from kscan.lab.evaluate.progress import told
from kscan.lab.folds import FULL_FOLD
from kscan.lab.train_finder.cache import true_grid
from kscan.lab.train_finder.judge import laid_on
from kscan.lab.train_finder.scenes import TrueGrid
from kscan.photo.records import Photo
from kscan.read import reader

SEED = 70_000  # far from those of training and of every figure
_OFF = 0.2  # of a square: grids that lie no better tell nothing of single fields
_MOSTLY = 0.9  # of a kingdom's fields lie on a grid that is its own

Looked = Iterable[tuple[Photo, tuple[TrueGrid, ...]]]


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """Fields of known kingdoms: what speaks for each being covered, and whether it is."""

    signs: NDArray[np.float64]  # fields x signs
    covered: NDArray[np.bool_]


def photos(stuff: Material, count: int) -> Iterator[tuple[Photo, tuple[TrueGrid, ...]]]:
    """Composed photos of one kingdom, every eighth of four."""
    for number in told(range(count), "composed photos", every=20):
        rng = np.random.default_rng([SEED, number])
        made = compose(rng, stuff, Recipe.random(rng, kingdoms=4 if number % 8 == 7 else 1))
        yield Photo(f"{number:04d}", made.pixels), tuple(map(true_grid, made.kingdoms))


def by_look(looked_at: Looked) -> Told:
    """Collect network odds and distances to table and tiles.

    Where these are known.
    """
    rows, covered = [], []
    for photo, truths in looked_at:
        for fields in _windows(photo):
            known, away = distances(photo, fields, features_of(fields))
            every = np.dstack([network_odds(fields), away])
            for truth in truths:
                there, told_apart = _on(truth, fields.homography, (SPAN, SPAN))
                if told_apart.any():
                    rows.append(every[known & told_apart])
                    covered.append(there[known & told_apart])
    return Told(np.concatenate(rows), np.concatenate(covered))


def _windows(photo: Photo) -> Iterator[Fields]:
    for guess in guesses(photo):
        looked = settled(photo, guess)
        if looked is not None:
            yield looked[0]


def by_reader(looked_at: Looked) -> Told:
    """Collect the reader's and the finder's odds.

    Each as it is heeded when both are heard.
    """
    rows, covered = [], []
    for photo, truths in looked_at:
        grids = find.find(photo)
        for grid, seen in zip(grids, reader.read(photo, grids), strict=True):
            both = np.dstack([reader_odds(seen), finder_odds(grid)])
            for truth in truths:
                there, told_apart = _on(truth, grid.homography, (grid.rows, grid.cols))
                rows.append(both[told_apart])
                covered.append(there[told_apart])
    return Told(np.concatenate(rows), np.concatenate(covered))


def _on(
    truth: TrueGrid, homography: NDArray[np.float64], shape: tuple[int, int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the covered fields, and those known for certain.

    Of a found grid.
    """
    nothing = np.zeros(shape, np.bool_)
    placed = laid_on(truth, homography)
    if placed is None or placed.error > _OFF:
        return nothing, nothing
    covered = _marked(placed.covered, shape)
    # Another kingdom of the table may lie parallel to this one, beyond its grid.
    if covered.sum() < _MOSTLY * len(placed.covered):
        return nothing, nothing
    return covered, ~_marked(placed.unseen, shape)


def _marked(fields: Iterable[tuple[int, int]], shape: tuple[int, int]) -> NDArray[np.bool_]:
    mask = np.zeros(shape, np.bool_)
    for col, row in fields:
        if 0 <= row < shape[0] and 0 <= col < shape[1]:
            mask[row, col] = True
    return mask


def fitted(known: Told) -> tuple[float, NDArray[np.float64], float]:
    """Fit base and weights by logistic regression; return the loss.

    Weights along the signs, the loss a field.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import log_loss

    model = LogisticRegression(C=100.0, max_iter=5000).fit(known.signs, known.covered)
    loss = log_loss(known.covered, model.predict_proba(known.signs))
    return float(model.intercept_[0]), np.asarray(model.coef_[0]), float(loss)


@click.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--folds", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--photos", "count", type=int, default=400, show_default=True)
def main(data: Path, folds: Path, count: int) -> None:
    """Print the constants of find/coverage/decision.py for the weights in FOLDS.

    The second rest on the first: where those change, run it again.
    """
    cv2.setNumThreads(1)
    looked_at = list(photos(material(data, FULL_FOLD, held_out=True), count))
    with networks.used_from(folds / FULL_FOLD.name):
        for name, told_by in (("likeness", by_look), ("seeing", by_reader)):
            known = told_by(looked_at)
            base, weighed, loss = fitted(known)
            signs_weigh = ", ".join(f"{weight:.2f}" for weight in weighed)
            click.echo(f"{name}: base {base:.2f}, weights {signs_weigh}")
            click.echo(f"  {len(known.covered)} fields, log loss {loss:.5f}")


if __name__ == "__main__":
    main()
