"""What the fits of likeness and seeing rest on: fields of known kingdoms, told apart rightly."""

import numpy as np
import pytest

from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.lab.train_finder.cache import true_grid
from kscan.lab.train_finder.coverage_fit import Looked, Told, by_look, by_reader, fitted
from kscan.photo.records import Photo


@pytest.fixture(scope="module")
def looked_at() -> Looked:
    """Return a painted kingdom with holes, and where it truly lies."""
    rng = np.random.default_rng(12)
    recipe = Recipe(size=5, long_side=700, hazards=frozenset({Hazard.HOLES, Hazard.DARK_TABLE}))
    made = compose(rng, Material.painted(), recipe)
    return [(Photo("painted", made.pixels), tuple(map(true_grid, made.kingdoms)))]


def test_tiles_lie_farther_from_the_table_than_holes(looked_at: Looked) -> None:
    told = by_look(looked_at)
    network, table, _ = told.signs.T
    assert told.covered.any()
    assert network[told.covered].min() > network[~told.covered].max()
    assert np.median(table[told.covered]) > np.median(table[~told.covered])


def test_reader_and_finder_both_know_tiles_from_table(looked_at: Looked) -> None:
    told = by_reader(looked_at)
    for sign in told.signs.T:
        assert np.median(sign[told.covered]) > 3
        assert np.median(sign[~told.covered]) < -1


def test_the_fit_finds_what_counts() -> None:
    rng = np.random.default_rng(1)
    signs = rng.normal(0, 3, (4000, 2))
    covered = rng.random(4000) < 1 / (1 + np.exp(-(1.0 + 2.0 * signs[:, 0])))
    base, weights, loss = fitted(Told(signs, covered))
    assert base == pytest.approx(1.0, abs=0.3)
    assert weights == pytest.approx([2.0, 0.0], abs=0.3)
    assert 0 < loss < 0.3
