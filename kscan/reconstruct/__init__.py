"""Evidence of one kingdom, or of a whole game, to the most probable kingdoms the box allows."""

from kscan.reconstruct.reading import reconstruct
from kscan.reconstruct.records import Doubt, Fix, Instead, Note, Reading, Status

__all__ = ["Doubt", "Fix", "Instead", "Note", "Reading", "Status", "reconstruct"]
