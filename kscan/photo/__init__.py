"""Pictures in: from a file or bytes to upright pixels, within limits."""

from kscan.photo.loading import DEFAULT_LIMITS, Limits, enough_memory, load, read

__all__ = ["DEFAULT_LIMITS", "Limits", "enough_memory", "load", "read"]
