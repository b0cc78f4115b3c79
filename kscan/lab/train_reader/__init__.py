"""Training of the square reader: the pool of labelled windows, augmentation, net, fit, export."""
