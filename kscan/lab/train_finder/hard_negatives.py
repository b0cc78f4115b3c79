"""Hard negatives: grids seen by the first look without a kingdom, for the second to reject."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kscan import networks
from kscan.find.finder import centred, guesses
from kscan.lab.train_finder.scenes import Scene, load, save
from kscan.photo.records import Photo

Report = Callable[[str], None]

_MOST = 6  # of one photo


def mark_hard_negatives(folder: Path, first_look: Path, report: Report) -> None:
    """Write into the scenes without a kingdom what the weights in `first_look` take for one.

    Scenes that are marked already are left as they are.
    """
    with networks.used_from(first_look):
        for number, file in enumerate(sorted(folder.glob("*.npz")), 1):
            one = load(file)
            if not one.kingdoms and not one.hard_negatives:
                save(file, replace(one, hard_negatives=hard_negatives(one)))
            if number % 500 == 0:
                report(f"{number} photos searched for what looks like a kingdom")


def hard_negatives(one: Scene) -> tuple[NDArray[np.float64], ...]:
    """Collect hard negatives: windows on the first look's grids.

    Those of most squares first.
    """
    found = guesses(Photo("scene", one.pixels()))[:_MOST]
    return tuple(
        centred(grid.homography, *np.array(sorted(grid.fields)).T) for grid in found if grid.fields
    )
