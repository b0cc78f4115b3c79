"""Pixels to evidence: the only code that imports OpenCV outside reports and training."""
