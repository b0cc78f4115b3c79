"""Fitting what a grid's quality weighs: on which grids of composed photos a kingdom truly lies."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import networks
from kscan.find import block as blocks
from kscan.find.finder import guesses, settled
from kscan.find.grid import Grid
from kscan.find.quality import LEAST_FIELDS, signs
from kscan.lab.compose import Material, Recipe, compose
from kscan.lab.compose.held_out import material
from kscan.lab.compose.recipe import LOOKALIKES
from kscan.lab.folds import FULL_FOLD
from kscan.lab.train_finder.cache import true_grid
from kscan.lab.train_finder.judge import judged
from kscan.lab.train_finder.scenes import TrueGrid
from kscan.photo.records import Photo

SEED = 60_000  # far from those of training and of every figure


@dataclass(frozen=True, slots=True, eq=False)
class Grids:
    """Grids that were looked at twice."""

    signs: NDArray[np.float64]  # n x 6
    true: NDArray[np.bool_]  # n: whether a kingdom lies there


def photos(stuff: Material, count: int) -> Iterator[tuple[Photo, tuple[TrueGrid, ...]]]:
    """Composed photos by turns with kingdoms, without, and with what looks like one."""
    for number in range(count):
        rng = np.random.default_rng([SEED, number])
        kingdoms = (1, 0, 4, 0)[number % 4]
        force = [LOOKALIKES[number // 4 % len(LOOKALIKES)]] if number % 4 == 1 else []
        made = compose(rng, stuff, Recipe.random(rng, kingdoms=kingdoms, force=force))
        yield Photo(f"{number:04d}", made.pixels), tuple(map(true_grid, made.kingdoms))


def grids(looked_at: Iterable[tuple[Photo, tuple[TrueGrid, ...]]]) -> Grids:
    """Collect the finder's grids before any is rejected."""
    found, true = [], []
    for photo, truths in looked_at:
        for guess in guesses(photo):
            looked = settled(photo, guess)
            group = blocks.kingdom(looked[0].covered) if looked else np.zeros((1, 1), np.bool_)
            if looked is None or group.sum() < LEAST_FIELDS:
                continue
            grid = Grid(looked[1], np.where(group, looked[0].covered, 0.0), 1.0)
            found.append(signs(looked[0], group, guess.support))
            true.append(any(one.seen for one in judged(truths, [grid])))
    return Grids(np.array(found), np.array(true))


def fitted(known: Grids) -> tuple[float, NDArray[np.float64]]:
    """Fit base and weights by logistic regression.

    Weights along the signs.
    """
    from sklearn.linear_model import LogisticRegression

    spread = known.signs.std(axis=0) + 1e-9
    model = LogisticRegression(C=10.0, max_iter=2000).fit(known.signs / spread, known.true)
    return float(model.intercept_[0]), np.asarray(model.coef_[0] / spread)


@click.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--folds", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--photos", "count", type=int, default=400, show_default=True)
def main(data: Path, folds: Path, count: int) -> None:
    """Print the constants of kscan/find/quality.py for the weights in FOLDS."""
    cv2.setNumThreads(1)
    with networks.used_from(folds / FULL_FOLD.name):
        known = grids(photos(material(data, FULL_FOLD, held_out=True), count))
    base, weighed = fitted(known)
    odds = base + known.signs @ weighed
    wrong = int(((odds > 0) != known.true).sum())
    click.echo(f"{len(known.true)} grids, {int(known.true.sum())} kingdoms, {wrong} told wrong")
    click.echo(f"_BASE = {base:.2f}")
    click.echo(f"_WEIGHTS = np.array([{', '.join(f'{w:.2f}' for w in weighed)}])")


if __name__ == "__main__":
    main()
