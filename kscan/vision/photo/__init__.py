"""Pictures in: from a file or bytes to upright pixels, within limits."""

from kscan.vision.photo.loading import DEFAULT_LIMITS, Limits, load, read

__all__ = ["DEFAULT_LIMITS", "Limits", "load", "read"]
