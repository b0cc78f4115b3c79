"""Style: one consistent edition of the game, drawn at random."""

from dataclasses import dataclass

import numpy as np

from kscan.game.squares import BASE_TERRAINS, Terrain
from kscan.lab.painting import forest, lake, mine, pasture, swamp, wheat
from kscan.lab.painting.buildings import FEATURES as BUILDINGS
from kscan.lab.painting.colors import BLACK, WHITE, Bgr, drawn, mixed, shaded
from kscan.lab.painting.crowns import CrownStyle
from kscan.lab.painting.grain import Ground
from kscan.lab.painting.look import Drawing, Look, Materials
from kscan.lab.painting.start import PRINTINGS

_MODULES = {
    Terrain.WHEAT: wheat,
    Terrain.FOREST: forest,
    Terrain.LAKE: lake,
    Terrain.PASTURE: pasture,
    Terrain.SWAMP: swamp,
    Terrain.MINE: mine,
}
MOTIFS: dict[str, Drawing] = {
    name: drawing for module in _MODULES.values() for name, drawing in module.MOTIFS.items()
}
FEATURES: dict[str, Drawing] = BUILDINGS | {
    name: drawing for module in _MODULES.values() for name, drawing in module.FEATURES.items()
}

_Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Span:
    """The colours and grains in which one terrain is still that terrain."""

    ground: tuple[_Range, _Range, _Range]  # hue, saturation, value
    plant: tuple[_Range, _Range, _Range]
    accent: tuple[_Range, _Range, _Range]
    grains: tuple[str, ...]
    contrast: _Range
    density: _Range  # small things a square
    motif_size: _Range
    feature_share: _Range
    bare_share: float


_SPANS = {
    Terrain.WHEAT: _Span(
        ((34, 54), (0.55, 1.0), (0.78, 1.0)),
        ((30, 52), (0.5, 0.95), (0.5, 0.95)),
        ((-20, 30), (0.6, 1.0), (0.5, 0.95)),
        ("clouds", "fibres", "speckle", "hatching", "canvas_cloth"),
        (0.08, 0.7), (0, 14), (0.05, 0.16), (0.1, 0.8), 0.25,
    ),
    Terrain.FOREST: _Span(
        ((65, 135), (0.3, 0.85), (0.18, 0.6)),
        ((85, 150), (0.4, 0.9), (0.18, 0.6)),
        ((-20, 60), (0.5, 1.0), (0.5, 1.0)),
        ("clouds", "speckle", "patches", "cells"),
        (0.3, 1.0), (10, 28), (0.2, 0.42), (0.1, 0.7), 0.0,
    ),
    Terrain.LAKE: _Span(
        ((192, 228), (0.5, 1.0), (0.45, 0.95)),
        ((90, 150), (0.4, 0.9), (0.3, 0.8)),
        ((-20, 60), (0.4, 1.0), (0.6, 1.0)),
        ("ripples", "clouds", "cells", "canvas_cloth", "patches"),
        (0.1, 0.8), (0, 10), (0.06, 0.2), (0.2, 0.8), 0.25,
    ),
    Terrain.PASTURE: _Span(
        ((72, 108), (0.42, 0.86), (0.6, 0.92)),
        ((80, 130), (0.4, 0.9), (0.3, 0.8)),
        ((0, 360), (0.4, 1.0), (0.6, 1.0)),
        ("clouds", "speckle", "fibres", "patches", "hatching"),
        (0.1, 0.6), (2, 18), (0.05, 0.17), (0.1, 0.8), 0.15,
    ),
    Terrain.SWAMP: _Span(
        ((26, 75), (0.1, 0.42), (0.42, 0.85)),
        ((45, 110), (0.15, 0.6), (0.2, 0.6)),
        ((60, 180), (0.1, 0.5), (0.3, 0.8)),
        ("clouds", "patches", "speckle", "cells", "ripples"),
        (0.3, 1.0), (3, 14), (0.1, 0.34), (0.2, 0.8), 0.05,
    ),
    Terrain.MINE: _Span(
        ((10, 60), (0.0, 0.3), (0.1, 0.4)),
        ((20, 60), (0.1, 0.5), (0.3, 0.7)),
        ((0, 360), (0.3, 1.0), (0.5, 1.0)),
        ("clouds", "speckle", "cells", "patches"),
        (0.2, 0.8), (2, 14), (0.06, 0.2), (0.4, 0.9), 0.12,
    ),
}  # fmt: skip

# Large things that stand on any terrain; all others stay on their own.
_ANYWHERE = tuple(BUILDINGS)


def _ground(rng: np.random.Generator, span: _Span) -> Ground:
    middle = drawn(rng, *span.ground)
    return Ground(
        dark=shaded(middle, rng.uniform(0.55, 0.85)),
        middle=middle,
        light=mixed(shaded(middle, 1.12), WHITE, rng.uniform(0.0, 0.3)),
        grain=str(rng.choice(span.grains)),
        coarseness=rng.uniform(0.4, 2.5),
        fine=str(rng.choice(["speckle", "fibres", "canvas_cloth", "speckle"])),
        fine_coarseness=rng.uniform(0.5, 2.0),
        fine_share=rng.uniform(0.0, 0.6),
        contrast=rng.uniform(*span.contrast),
    )


def _some(rng: np.random.Generator, names: tuple[str, ...], most: int) -> tuple[str, ...]:
    count = int(rng.integers(1, min(most, len(names)) + 1))
    return tuple(str(name) for name in rng.choice(names, count, replace=False))


def _look(rng: np.random.Generator, terrain: Terrain, materials: Materials) -> Look:
    span, module = _SPANS[terrain], _MODULES[terrain]
    ground, plant = _ground(rng, span), drawn(rng, *span.plant)
    own, anywhere = _some(rng, tuple(module.FEATURES), 4), _some(rng, _ANYWHERE, 3)
    return Look(
        ground=ground,
        plant=plant,
        plant_light=mixed(shaded(plant, 1.5), ground.light, rng.uniform(0.0, 0.4)),
        accent=drawn(rng, *span.accent),
        shadow=mixed(shaded(ground.dark, rng.uniform(0.2, 0.5)), BLACK, 0.3),
        materials=materials,
        motifs=_some(rng, tuple(module.MOTIFS), 3),
        features=own + anywhere,
        density=rng.uniform(*span.density),
        bare_share=span.bare_share,
        motif_size=rng.uniform(*span.motif_size),
        feature_size=rng.uniform(0.4, 0.8),
        feature_share=rng.uniform(*span.feature_share),
    )


@dataclass(frozen=True, slots=True)
class Style:
    """One edition: the looks of its terrains, its crowns, its start tile, its print."""

    looks: tuple[Look, ...]  # one a terrain, in the order of BASE_TERRAINS
    crown: CrownStyle
    ink: Bgr | None  # outlines of drawn things
    ink_width: float  # in squares
    seam: Bgr  # the line between two terrains of one domino
    seam_width: float
    seam_rough: float
    border: Bgr | None  # a printed frame around each domino
    border_width: float
    vignette: float  # how much darker (or, below 0, lighter) the print is at the edge
    vivid: float  # saturation of the print
    gloss: float  # strength of a printed or varnished sheen
    decoys: float  # how often a square shows something in the colours of crowns that is none
    start: str  # which printing of the start tile
    back: Bgr
    back_light: Bgr

    @classmethod
    def random(cls, rng: np.random.Generator) -> "Style":
        """Draw an edition nobody printed."""
        materials = Materials.random(rng)
        back = drawn(rng, (0, 360), (0.0, 0.8), (0.2, 0.9))
        return cls(
            looks=tuple(_look(rng, terrain, materials) for terrain in BASE_TERRAINS),
            crown=CrownStyle.random(rng),
            ink=drawn(rng, (10, 50), (0.2, 0.8), (0.05, 0.3)) if rng.random() < 0.6 else None,
            ink_width=rng.uniform(0.006, 0.02),
            seam=drawn(rng, (15, 45), (0.2, 0.8), (0.1, 0.6)),
            seam_width=float(rng.choice([0.0, rng.uniform(0.01, 0.04), rng.uniform(0.01, 0.04)])),
            seam_rough=float(rng.choice([0.0, rng.uniform(0.2, 1.0), rng.uniform(0.2, 1.0)])),
            border=drawn(rng, (20, 60), (0.0, 0.5), (0.05, 0.95)) if rng.random() < 0.2 else None,
            border_width=rng.uniform(0.008, 0.03),
            vignette=rng.uniform(-0.12, 0.3) if rng.random() < 0.6 else 0.0,
            vivid=rng.uniform(0.75, 1.08),
            gloss=rng.uniform(0.05, 0.25) if rng.random() < 0.25 else 0.0,
            decoys=rng.uniform(0.05, 0.25) if rng.random() < 0.3 else 0.0,
            start=str(rng.choice(list(PRINTINGS))),
            back=back,
            back_light=mixed(back, WHITE, rng.uniform(0.2, 0.8)),
        )

    def look(self, terrain: Terrain) -> Look:
        """Return this edition's look of a terrain."""
        return self.looks[BASE_TERRAINS.index(terrain)]
