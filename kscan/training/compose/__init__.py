"""Whole photos of kingdoms with exact ground truth, composed from pictures and paintings."""

from kscan.training.compose.composer import compose
from kscan.training.compose.material import Material
from kscan.training.compose.recipe import Hazard, Recipe
from kscan.training.compose.truth import Composed, ComposedKingdom

__all__ = ["Composed", "ComposedKingdom", "Hazard", "Material", "Recipe", "compose"]
