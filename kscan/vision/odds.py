"""Probabilities as log odds, in which what several witnesses say adds up."""

import numpy as np
from numpy.typing import NDArray


def log_odds(share: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """The log odds of each probability; nobody is believed to be wrong more seldom than `least`."""
    clear = np.clip(share, least, 1.0 - least)
    return np.asarray(np.log(clear / (1.0 - clear)), dtype=np.float64)


def as_probabilities(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities of which these are the log odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-odds)), dtype=np.float64)
