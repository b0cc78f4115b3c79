"""The finder: a homography for each kingdom in a photo, and its covered fields."""

from kscan.find.finder import find
from kscan.find.given_corners import from_corners

__all__ = ["find", "from_corners"]
