"""Crowns: what they look like in one edition, and where they lie on a square."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kscan.lab.painting.colors import BLACK, WHITE, Bgr, drawn, mixed, shaded
from kscan.lab.painting.pen import Pen

Place = tuple[float, float, float]  # x and y in squares, turn in degrees


@dataclass(frozen=True, slots=True)
class CrownStyle:
    """The crown of one edition; lengths in crown widths unless said otherwise."""

    width: float  # in squares
    height: float
    points: int
    notch: float  # how deep the gaps between the points reach, as a share of the height
    flare: float  # how much wider the points spread than the base
    sag: float  # how far the base bends down
    fill: Bgr
    rim: Bgr | None  # the broad outline
    rim_width: float
    ink: Bgr | None  # the thin line around the rim
    line: Bgr  # lines within
    tone: float  # how much darker the lower half is
    balls: float  # radius of the balls on the points; 0 for none
    band: bool
    jewels: Bgr | None
    shadow: float  # strength of the shadow beneath; 0 for none
    layout: str  # where an edition puts its crowns, mostly: top, side or free
    margin: float  # from the edge of the square, in squares
    gap: float  # between crowns of a row

    @classmethod
    def random(cls, rng: np.random.Generator) -> "CrownStyle":
        """Draw a crown of no printed edition."""
        usual = rng.random() < 0.6  # yellow with a white rim, as the printed game has it
        fill = (
            drawn(rng, (44, 56), (0.5, 0.95), (0.85, 1.0))
            if usual or rng.random() < 0.6
            else drawn(rng, (25, 60), (0.0, 1.0), (0.6, 1.0))
        )
        rim = WHITE if usual else (WHITE, BLACK, None, mixed(fill, BLACK, 0.6))[rng.integers(4)]
        rim_width = rng.uniform(0.05, 0.14) if rim is not None else 0.0
        balls = rng.uniform(0.05, 0.1) if rng.random() < 0.5 else 0.0
        dark = drawn(rng, (10, 50), (0.2, 0.9), (0.05, 0.35))
        return cls(
            # Three side by side must fit.
            width=min(rng.uniform(0.18, 0.32), 0.95 / (3.0 + 6.0 * (rim_width + balls))),
            height=rng.uniform(0.5, 0.9),
            points=int(rng.choice([3, 3, 4, 5, 5])),
            notch=rng.uniform(0.35, 0.75),
            flare=rng.uniform(0.0, 0.3),
            sag=rng.uniform(-0.03, 0.14),
            fill=fill,
            rim=rim,
            rim_width=rim_width,
            # A crown without a rim needs a line to stand out from wheat and gold.
            ink=dark if rim is None or rng.random() < 0.65 else None,
            line=mixed(fill, dark, rng.uniform(0.3, 1.0)),
            tone=rng.uniform(0.75, 0.95) if rng.random() < 0.5 else 1.0,
            balls=balls,
            band=bool(rng.random() < 0.5),
            jewels=drawn(rng, (0, 360), (0.6, 1.0), (0.4, 1.0)) if rng.random() < 0.35 else None,
            shadow=rng.uniform(0.2, 0.5) if rng.random() < 0.4 else 0.0,
            layout=str(rng.choice(["top", "side", "free"], p=[0.7, 0.12, 0.18])),
            margin=rng.uniform(0.02, 0.07),
            gap=rng.uniform(0.02, 0.3),
        )

    def outline(self) -> NDArray[np.float64]:
        """Return the crown's outline around its middle, one unit wide."""
        base, half = 0.5 / (1.0 + self.flare), self.height / 2.0
        tips = np.linspace(-0.5, 0.5, self.points)
        valleys = (tips[1:] + tips[:-1]) / 2.0
        top = np.empty((2 * self.points - 1, 2))
        top[0::2, 0], top[1::2, 0] = tips, valleys * (0.5 + base)
        middle_is_highest = 0.12 * self.height * (1.0 - np.abs(tips) * 2.0)
        top[0::2, 1] = -half + 0.12 * self.height - middle_is_highest
        top[1::2, 1] = -half + self.notch * self.height
        bottom = [(base, half), (base / 2, half + self.sag), (0.0, half + self.sag * 1.3)]
        return np.concatenate([top, bottom, [(-base / 2, half + self.sag), (-base, half)]])


def draw_crown(pen: Pen, crown: CrownStyle) -> None:
    """Draw one crown around the pen's (0, 0), one unit wide."""
    outline = crown.outline()
    tips = outline[0 : 2 * crown.points - 1 : 2]
    rim = crown.rim_width
    if crown.shadow:
        pen.veil(outline * 1.15 + (0.06, 0.1), BLACK, crown.shadow)
    if crown.ink is not None:
        _around(pen, outline, tips, crown.ink, 2.0 * rim + 0.07, crown.balls)
    if crown.rim is not None:
        _around(pen, outline, tips, crown.rim, 2.0 * rim, crown.balls)
    if crown.ink is not None and rim:
        pen.line(outline, crown.line, 0.05, closed=True)
    pen.inked(None).polygon(outline, crown.fill)
    if crown.tone != 1.0:
        low = outline[1 : 2 * crown.points - 1 : 2]
        lower = np.concatenate([low * (1.15, 1.0) + (0.0, 0.08), outline[2 * crown.points - 1 :]])
        pen.inked(None).polygon(lower, shaded(crown.fill, crown.tone))
    _inside(pen.inked(None), crown, outline, tips)


def _around(
    pen: Pen,
    outline: NDArray[np.float64],
    tips: NDArray[np.float64],
    color: Bgr,
    width: float,
    balls: float,
) -> None:
    pen.line(outline, color, width, closed=True)
    if balls:
        for x, y in tips:
            pen.inked(None).disc(x, y, balls + width / 2.0, color)


def _inside(
    pen: Pen, crown: CrownStyle, outline: NDArray[np.float64], tips: NDArray[np.float64]
) -> None:
    if crown.balls:
        for x, y in tips:
            pen.disc(x, y, crown.balls, shaded(crown.fill, 1.05))
    base, half = outline[2 * crown.points - 1, 0], crown.height / 2.0
    if crown.band:
        y = half - 0.16 * crown.height
        pen.line([(-base, y), (0.0, y + crown.sag), (base, y)], crown.line, 0.045)
    if crown.jewels is not None:
        for x in np.linspace(-0.6 * base, 0.6 * base, 3):
            pen.disc(x, half - 0.12 * crown.height, 0.05, crown.jewels)


def crown_places(count: int, crown: CrownStyle, rng: np.random.Generator) -> list[Place]:
    """Choose places for `count` crowns.

    Mostly in a row along an edge that begins in a corner.
    """
    if crown.layout == "free" and rng.random() < 0.7:
        return _free(count, crown, rng)
    if crown.layout == "side" and rng.random() < 0.8:
        return _column(count, crown, rng)
    return _row(count, crown, rng)


def _reach(crown: CrownStyle) -> tuple[float, float]:
    pad = crown.margin + crown.width * (crown.rim_width + crown.balls / 2.0)
    return pad + crown.width / 2.0, pad + crown.width * crown.height / 2.0


def _row(count: int, crown: CrownStyle, rng: np.random.Generator) -> list[Place]:
    across, down = _reach(crown)
    step = min(
        crown.width * (1.0 + 2.0 * (crown.rim_width + crown.balls) + crown.gap),
        (1.0 - 2.0 * across) / max(count - 1, 1),
    )
    xs = across + step * np.arange(count)
    if rng.random() < 0.12:
        xs = xs + (1.0 - xs[0] - xs[-1]) / 2.0
    elif rng.random() < 0.5:
        xs = 1.0 - xs
    y = down if rng.random() < 0.85 else 1.0 - down
    wobble = rng.uniform(-0.015, 0.015, (count, 2))
    return [(float(x + a), float(y + b), 0.0) for x, (a, b) in zip(xs, wobble, strict=True)]


def _column(count: int, crown: CrownStyle, rng: np.random.Generator) -> list[Place]:
    across, down = _reach(crown)
    high = crown.height + 2.0 * (crown.rim_width + crown.balls) + 1.3 * max(crown.sag, 0.0)
    step = crown.width * (high + 0.05 + crown.gap / 2.0)
    step = min(step, (1.0 - 2.0 * down) / max(count - 1, 1))
    ys = down + step * np.arange(count)
    if rng.random() < 0.4:
        ys = 1.0 - ys
    x = across if rng.random() < 0.5 else 1.0 - across
    return [(x, float(y), 0.0) for y in ys]


def _free(count: int, crown: CrownStyle, rng: np.random.Generator) -> list[Place]:
    across, down = _reach(crown)
    places: list[Place] = []
    for _ in range(60):
        if len(places) == count:
            return places
        x, y = rng.uniform(across, 1.0 - across), rng.uniform(down, 1.0 - down)
        apart = crown.width * (1.15 + 2.0 * crown.rim_width)
        if all(np.hypot(x - a, y - b) > apart for a, b, _ in places):
            places.append((float(x), float(y), float(rng.choice([0, 0, 0, rng.uniform(-40, 40)]))))
    return places if len(places) == count else _row(count, crown, rng)


def crown_square(pen: Pen, count: int, crown: CrownStyle, rng: np.random.Generator) -> None:
    """`count` crowns on the square whose corner is the pen's (0, 0)."""
    if count == 0:
        return
    for x, y, turn in crown_places(count, crown, rng):
        draw_crown(pen.at(x, y, crown.width, turn), crown)
