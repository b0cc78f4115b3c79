"""Tables and what else may lie under or instead of a kingdom, by name."""

from collections.abc import Callable

import numpy as np

from kscan.lab.painting import printed, tabletops
from kscan.lab.painting.pen import Image

_KINDS: dict[str, Callable[[np.random.Generator, int, int], Image]] = {
    "planks": tabletops.planks,
    "wood": tabletops.wood,
    "carpet": tabletops.carpet,
    "lawn": tabletops.lawn,
    "concrete": tabletops.concrete,
    "cloth": tabletops.cloth,
    "striped": tabletops.striped,
    "checkered": tabletops.checkered,
    "plain": tabletops.plain,
    "white": tabletops.white,
    "dark": tabletops.dark,
    "cutting_mat": tabletops.cutting_mat,
    "tiled": tabletops.tiled,
    "marble": tabletops.marble,
    "newspaper": printed.newspaper,
    "music": printed.music,
    "spreadsheet": printed.spreadsheet,
    "chessboard": printed.chessboard,
    "scattered": printed.scattered,
}
SURFACES: tuple[str, ...] = tuple(_KINDS)


def paint_surface(rng: np.random.Generator, height: int, width: int, kind: str) -> Image:
    """Paint a table top, `height` x `width` x 3, of one of SURFACES."""
    return _KINDS[kind](rng, height, width)
