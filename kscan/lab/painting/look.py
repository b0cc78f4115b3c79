"""The look of one terrain in one edition: what its drawings are made of."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kscan.lab.painting.colors import Bgr, drawn
from kscan.lab.painting.grain import Ground
from kscan.lab.painting.pen import Pen


@dataclass(frozen=True, slots=True)
class Materials:
    """What an edition builds with."""

    roof: Bgr
    wall: Bgr
    wood: Bgr
    thatch: Bgr
    stone: Bgr
    cloth: Bgr
    fleece: Bgr
    gold: Bgr

    @classmethod
    def random(cls, rng: np.random.Generator) -> "Materials":
        """Materials of an edition that nobody printed."""
        return cls(
            roof=drawn(rng, (-15, 30), (0.35, 0.9), (0.35, 0.85)),
            wall=drawn(rng, (25, 55), (0.03, 0.35), (0.7, 1.0)),
            wood=drawn(rng, (12, 38), (0.3, 0.8), (0.25, 0.65)),
            thatch=drawn(rng, (38, 56), (0.35, 0.85), (0.6, 0.98)),
            stone=drawn(rng, (25, 60), (0.03, 0.5), (0.45, 0.92)),
            cloth=drawn(rng, (0, 360), (0.0, 0.85), (0.6, 1.0)),
            fleece=drawn(rng, (30, 60), (0.0, 0.15), (0.85, 1.0)),
            gold=drawn(rng, (40, 56), (0.55, 1.0), (0.75, 1.0)),
        )


@dataclass(frozen=True, slots=True)
class Look:
    """One terrain of one edition."""

    ground: Ground
    plant: Bgr
    plant_light: Bgr
    accent: Bgr
    shadow: Bgr
    materials: Materials
    motifs: tuple[str, ...]  # small things that this edition scatters
    features: tuple[str, ...]  # large things that this edition draws, none to several
    density: float  # how many small things: about this many a square
    bare_share: float  # how often a square has no small things at all
    motif_size: float  # in squares
    feature_size: float  # in squares
    feature_share: float  # how often a square has a large thing


Drawing = Callable[[Pen, np.random.Generator, Look], None]
