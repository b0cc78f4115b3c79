"""Colours as drawings use them: BGR triples of 0 to 255."""

import colorsys

import numpy as np

Bgr = tuple[float, float, float]

BLACK: Bgr = (12.0, 12.0, 14.0)
WHITE: Bgr = (248.0, 250.0, 250.0)


def hsv(hue: float, saturation: float, value: float) -> Bgr:
    """Convert hue (degrees), saturation and value (0 to 1)."""
    r, g, b = colorsys.hsv_to_rgb(
        (hue % 360.0) / 360.0, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0)
    )
    return (255.0 * b, 255.0 * g, 255.0 * r)


def drawn(
    rng: np.random.Generator,
    hues: tuple[float, float],
    saturations: tuple[float, float],
    values: tuple[float, float],
) -> Bgr:
    """Draw a colour from ranges of hue, saturation and value."""
    return hsv(rng.uniform(*hues), rng.uniform(*saturations), rng.uniform(*values))


def shaded(color: Bgr, factor: float) -> Bgr:
    """Darken (below 1) or brighten (above 1) the colour."""
    b, g, r = color
    return (min(b * factor, 255.0), min(g * factor, 255.0), min(r * factor, 255.0))


def mixed(one: Bgr, other: Bgr, share: float) -> Bgr:
    """Between two colours; `share` of the other."""
    return (
        one[0] + (other[0] - one[0]) * share,
        one[1] + (other[1] - one[1]) * share,
        one[2] + (other[2] - one[2]) * share,
    )


def varied(rng: np.random.Generator, color: Bgr, amount: float = 0.08) -> Bgr:
    """Vary the colour's brightness a little.

    No two printed things are equal.
    """
    return shaded(color, 1.0 + rng.uniform(-amount, amount))
