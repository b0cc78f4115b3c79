"""Pixels to evidence: beside reports, training and a batch's workers all that imports OpenCV."""
