"""Making the weights and the samples, and measuring: nothing outside imports it but commands.

`painting` draws tiles, `compose` photos of them; `train_finder` and `train_reader` train the
networks on what `dataset` reads, by the `folds`. `evaluate`, `benchmark`, `fuzz` and `mutate` say
how good it all is, and `documents` writes that into the docs.
"""
