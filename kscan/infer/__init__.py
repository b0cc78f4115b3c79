"""Evidence of one kingdom, or of a whole game, to the most probable kingdoms the box allows."""

from kscan.infer.reading import another_box, infer_kingdoms
from kscan.infer.records import Doubt, Instead, Reading

__all__ = ["Doubt", "Instead", "Reading", "another_box", "infer_kingdoms"]
