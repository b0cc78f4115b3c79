"""Making the weights and the samples, and measuring: nothing outside imports it but commands.

`painting` draws tiles, `compose` photos of them; `squares` and `grid` train the networks on
what `dataset` reads, by the `folds`; `evaluation`, `benchmark` and `fuzz` say how good it all is.
"""
