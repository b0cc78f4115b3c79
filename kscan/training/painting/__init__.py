"""Own drawings of everything a photo of the game shows, in as many styles as wanted."""

from kscan.training.painting.box import paint_box
from kscan.training.painting.castle import paint_castle
from kscan.training.painting.king import paint_king
from kscan.training.painting.solid import REACH, View
from kscan.training.painting.style import Style
from kscan.training.painting.surfaces import SURFACES, paint_surface
from kscan.training.painting.tiles import paint_back, paint_domino, paint_square

__all__ = [
    "REACH",
    "SURFACES",
    "Style",
    "View",
    "paint_back",
    "paint_box",
    "paint_castle",
    "paint_domino",
    "paint_king",
    "paint_square",
    "paint_surface",
]
