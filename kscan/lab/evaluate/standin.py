"""A stand-in for eyes: evidence of a known kingdom that errs at a chosen rate.

A square is seen through a channel that mixes it up with what a camera mixes it up with. Most
squares are easy, some hard, and the evidence knows which: it is the channel's posterior, so it
is calibrated whatever the rate, and what the reconstruction makes of it can be measured without
a picture.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from kscan.evidence import CLASSES, Evidence, widened
from kscan.game.box import BASE
from kscan.game.kingdom import Kingdom
from kscan.game.squares import KINDS, CastleColor
from kscan.lab.evaluate.answers import class_of

Floats = NDArray[np.float64]

# What is taken for what, and how often beside the rest; as the trial readers mixed them up:
# glare on wheat, a crown too few or too many, the start tile's grey, bare table.
_MIXED_UP = """
S0 C 6   W0 C 6   F0 C 4   P0 C 2   L0 C 2   W0 P0 8   W0 S0 4   P0 F0 4   S0 F0 4   L0 . 4
S1 S2 10 M2 M3 8  M1 M2 6  P1 P2 8  W0 W1 6  F0 F1 6   L0 L1 6   P0 P1 6   S0 S1 6   M0 M1 4
M0 S0 3  W0 . 3   P0 . 3   C . 3    L0 F0 3  W1 P1 3   F1 P1 2   P2 W1 1   S2 F1 1   M3 S0 1
"""
_RARELY = 0.15  # any other mixture
HARD = (0.1, 0.8)  # a hard square is taken for another one with a chance between these
EASY = 0.05  # an easy one with this share of the rate
COLOR_ERROR = 0.05  # the castle's colour is taken for another one


def evidence_of(window: Kingdom, rng: np.random.Generator, error: float) -> Evidence:
    """Evidence of every field of `window`, of whose likeliest labels about `error` are wrong.

    The finder has no view of its own in it.
    """
    chances = _chances(rng, window.rows * window.cols, error)
    seen = [
        _seen(rng, class_of(window[cell]), chance)
        for cell, chance in zip(window.cells(), chances, strict=True)
    ]
    shape = (window.rows, window.cols)
    return Evidence(
        widened(np.array(seen).reshape(*shape, len(CLASSES))),
        np.array([_color(rng, window[cell].color) for cell in window.cells()]).reshape(*shape, 4),
    )


def _chances(rng: np.random.Generator, fields: int, error: float) -> Floats:
    """For each field the chance to be taken for another one."""
    easy = EASY * error
    hard = (error - easy) / (sum(HARD) / 2 - easy)
    return np.where(rng.random(fields) < hard, rng.uniform(*HARD, fields), easy)


def _seen(rng: np.random.Generator, truth: int, chance: float) -> Floats:
    mixed = _mixtures()
    shown = int(rng.choice(len(CLASSES), p=mixed[truth])) if rng.random() < chance else truth
    likelihood = chance * mixed[:, shown]
    likelihood[shown] += 1.0 - chance
    posterior = likelihood * _shares()
    return np.asarray(posterior / posterior.sum(), dtype=np.float64)


def _color(rng: np.random.Generator, color: CastleColor | None) -> Floats:
    if color is None:
        return np.full(4, 0.25)
    shown = list(CastleColor).index(color)
    if rng.random() < COLOR_ERROR:
        shown = int(rng.integers(4))
    view = np.full(4, COLOR_ERROR / 4)
    view[shown] += 1.0 - COLOR_ERROR
    return view


@cache
def _shares() -> Floats:
    """Return each class's share of the fields."""
    in_box = [BASE.counts[kind] for kind in KINDS]
    castles, empty_fields = 4, 4  # a field or so a kingdom stays empty
    shares = np.array([*in_box, castles, empty_fields], dtype=np.float64)
    return np.asarray(shares / shares.sum(), dtype=np.float64)


@cache
def _mixtures() -> Floats:
    """Row by true class: the chances of what it is taken for, itself left out."""
    weights = np.full((len(CLASSES), len(CLASSES)), _RARELY)
    words = _MIXED_UP.split()
    for one, other, weight in zip(words[::3], words[1::3], words[2::3], strict=True):
        a, b = CLASSES.index(one), CLASSES.index(other)
        weights[a, b] = weights[b, a] = float(weight)
    np.fill_diagonal(weights, 0.0)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float64)
