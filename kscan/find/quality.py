"""A grid's support in the picture: kingdoms against chessboards and loose tiles."""

import numpy as np
from numpy.typing import NDArray

from kscan.find.block import goes_on
from kscan.find.refine import Fields

LEAST_FIELDS = 5  # a castle and two dominoes: with less laid, no game is over
ONE_DOMINO = 3  # fields: with so few the start tile must be among them
_CASTLE = 0.5
_MANY = 12  # fields: a larger kingdom is no surer for its size

# Fitted as kscan/lab/train_finder/trust.py does, to the grids of weights that find many false ones:
# those that ship leave too few to fit to. The figure is about the probability that a kingdom lies
# there. What tells most is how little the squares still want to move.
_BASE = -30.16
_WEIGHTS = np.array([7.63, 1.69, 0.46, -1.1, 4.62, 11.27])  # along `signs`


def quality(fields: Fields, group: NDArray[np.bool_], support: float) -> float:
    """Return a kingdom's probability on `group`, by logistic regression.

    `support` is that of the first look.
    """
    count = int(group.sum())
    if count < ONE_DOMINO or goes_on(fields.covered, group):
        return 0.0
    if count < LEAST_FIELDS and fields.castle[group].max() < _CASTLE:
        return 0.0
    odds = _BASE + float(_WEIGHTS @ signs(fields, group, support))
    return float(1.0 / (1.0 + np.exp(-odds)))


def signs(fields: Fields, group: NDArray[np.bool_], support: float) -> NDArray[np.float64]:
    """Return the regression's six features.

    First look, sure fields, castle, movement, number, clearness.
    """
    move = float(np.sqrt((fields.shifts[group] ** 2).sum(1).mean()))
    return np.array(
        [
            support,
            _log_odds(float(fields.covered[group].mean())),
            _log_odds(float(fields.castle[group].max())),
            float(np.log(move + 0.002)),
            min(int(group.sum()), _MANY) / _MANY,
            float(np.abs(2.0 * fields.covered - 1.0).mean()),
        ]
    )


def _log_odds(share: float) -> float:
    return float(np.log((share + 1e-3) / (1.0 - share + 1e-3)))
