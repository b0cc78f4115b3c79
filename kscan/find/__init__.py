"""Where kingdoms lie in a photo: a homography for each, and which fields are covered."""

from kscan.find.finder import find
from kscan.find.given_corners import from_corners

__all__ = ["find", "from_corners"]
