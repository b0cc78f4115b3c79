"""How well a picture supports a grid: what separates kingdoms from chessboards and loose tiles."""

import numpy as np
from numpy.typing import NDArray

from kscan.vision.lattice.fields import Fields

_LEAST_FIELDS = 5  # a castle and two dominoes: with less laid, no game is over
_MANY = 12  # fields: a larger kingdom is no surer for its size

# Fitted (logistic regression) to 380 grids of 210 composed photos with and without kingdoms: the
# figure is about the probability that a kingdom lies there. What tells most is how little the
# squares still want to move: a lookalike's fields never agree on a grid.
_BASE = -30.16
_SUPPORT, _SURE, _CASTLE, _MOVE, _COUNT, _DECIDED = 7.63, 1.69, 0.46, -1.1, 4.62, 11.27


def quality(fields: Fields, group: NDArray[np.bool_], support: float) -> float:
    """0 to 1; `group` are the fields taken for the kingdom, `support` that of the first look."""
    count = int(group.sum())
    if count < _LEAST_FIELDS:
        return 0.0
    move = float(np.sqrt((fields.shifts[group] ** 2).sum(1).mean()))
    odds = (
        _BASE
        + _SUPPORT * support
        + _SURE * _log_odds(float(fields.covered[group].mean()))
        + _CASTLE * _log_odds(float(fields.castle[group].max()))
        + _MOVE * float(np.log(move + 0.002))
        + _COUNT * min(count, _MANY) / _MANY
        + _DECIDED * float(np.abs(2.0 * fields.covered - 1.0).mean())
    )
    return float(1.0 / (1.0 + np.exp(-odds)))


def _log_odds(share: float) -> float:
    return float(np.log((share + 1e-3) / (1.0 - share + 1e-3)))
