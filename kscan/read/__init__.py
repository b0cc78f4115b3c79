"""A grid's squares to probabilities: `reader` reads them, `seeing` finds and reads a photo's."""
