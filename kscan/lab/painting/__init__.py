"""Own drawings of everything a photo of the game shows, in as many styles as wanted."""

from kscan.lab.painting.backs import paint_any_back
from kscan.lab.painting.box import paint_box
from kscan.lab.painting.castle import paint_castle
from kscan.lab.painting.king import paint_king
from kscan.lab.painting.paper import PAPERS, paint_paper
from kscan.lab.painting.solid import REACH, View
from kscan.lab.painting.style import Style
from kscan.lab.painting.surfaces import SURFACES, paint_surface
from kscan.lab.painting.tiles import paint_back, paint_domino, paint_square

__all__ = [
    "PAPERS",
    "REACH",
    "SURFACES",
    "Style",
    "View",
    "paint_any_back",
    "paint_back",
    "paint_box",
    "paint_castle",
    "paint_domino",
    "paint_king",
    "paint_paper",
    "paint_square",
    "paint_surface",
]
