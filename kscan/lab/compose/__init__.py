"""Whole photos of kingdoms with exact ground truth, composed from pictures and paintings."""

from kscan.lab.compose.composer import compose
from kscan.lab.compose.material import Material
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.compose.truth import Composed, ComposedKingdom

__all__ = ["Composed", "ComposedKingdom", "Hazard", "Material", "Recipe", "compose"]
