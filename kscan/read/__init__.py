"""A grid's squares to probabilities."""
