"""Which scenes a step shows: the more is still missed on one, the oftener it is drawn."""

import threading
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

_HEEDED = 0.4  # the part of the last loss in a scene's mean
_LEAST = 0.3  # of the mean of all: what is known is not to be forgotten


class Drawing:
    """Draws scenes by the roots of their running mean losses, all alike at first.

    What a step missed counts from the next step on and in an order of its own, so that threads
    which draw and tell at the same time do not race.
    """

    def __init__(self, scenes: int) -> None:
        self._means = np.ones(scenes)
        self._told: list[tuple[int, float]] = []  # scene and loss, since `_step` began
        self._step = -1
        self._lock = threading.Lock()

    def drawn(self, rng: np.random.Generator, step: int, count: int) -> NDArray[np.int64]:
        """Draw a share's scenes for this step."""
        with self._lock:
            if step != self._step:
                self._heed()
                self._step = step
            roots = np.sqrt(self._means)
        weights = roots + _LEAST * roots.mean()
        return rng.choice(len(weights), size=count, p=weights / weights.sum())

    def tell(self, scenes: list[int], losses: list[float]) -> None:
        """Say how much was missed on scenes that were drawn for this step."""
        with self._lock:
            self._told += zip(scenes, losses, strict=True)

    def _heed(self) -> None:
        for scene, loss in sorted(self._told):
            self._means[scene] += _HEEDED * (loss - self._means[scene])
        self._told.clear()

    def state_dict(self) -> dict[str, Any]:
        """Return the means, with all losses told."""
        with self._lock:
            self._heed()
        return {"means": torch.from_numpy(self._means.copy())}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from such means."""
        self._means = state["means"].numpy().copy()
