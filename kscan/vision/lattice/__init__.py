"""Where kingdoms lie in a photo: a homography for each, and which fields are covered."""

from kscan.vision.lattice.finding import find
from kscan.vision.lattice.given import from_corners

__all__ = ["find", "from_corners"]
