"""A folder of composed photos: JPEG files and one file of truth, a line a photo."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kscan.errors import UsageError
from kscan.files import write
from kscan.lab.compose.composer import compose
from kscan.lab.compose.held_out import material
from kscan.lab.compose.material import Material
from kscan.lab.compose.recipe import Hazard, Recipe
from kscan.lab.folds import FOLDS

TRUTH = "truth.jsonl"
QUALITY = 97  # the photo has been through a camera's JPEG before; this one should not show
OFTEN = 25  # photos after which the truth is written down


@dataclass(frozen=True, slots=True)
class Order:
    """The photos that are wanted; photo k is the same however many there are."""

    data: Path | None  # None: own paintings only
    seed: int
    long_side: int | None = None
    kingdoms: int | None = None
    size: int | None = None
    force: frozenset[Hazard] = field(default_factory=frozenset)
    without: frozenset[Hazard] = field(default_factory=frozenset)
    fold: int | None = None
    held_out: bool = False
    paintings: bool = True  # own paintings beside what `data` holds

    def terms(self) -> dict[str, Any]:
        """Return the terms common to all lines of truth.

        How the photos were made.
        """
        return {
            "painted": self.data is None,
            "seed": self.seed,
            "long_side": self.long_side,
            "kingdoms": self.kingdoms,
            "size": self.size,
            "force": sorted(hazard.value for hazard in self.force),
            "without": sorted(hazard.value for hazard in self.without),
            "fold": self.fold,
            "held_out": self.held_out,
            "paintings": self.paintings,
        }


def fill_album(
    folder: Path, order: Order, count: int, jobs: int = 1, told: Callable[[int], None] | None = None
) -> int:
    """Compose what is missing of the first `count` photos into `folder`; how many were missing.

    Raises UsageError where the folder holds photos of another order.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines = _known(folder, order)
    missing = [k for k in range(count) if k not in lines]
    for done, (k, line) in enumerate(_made(folder, order, missing, jobs), 1):
        lines[k] = line
        if done % OFTEN == 0 or done == len(missing):
            write(folder / TRUTH, "".join(f"{lines[n]}\n" for n in sorted(lines)).encode())
        if told is not None:
            told(done)
    return len(missing)


def _known(folder: Path, order: Order) -> dict[int, str]:
    """Return the lines of truth of existing photos."""
    source = folder / TRUTH
    if not source.exists():
        return {}
    lines = {}
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        try:
            entry = json.loads(line)
            same, k, photo = entry["order"] == order.terms(), int(entry["number"]), entry["photo"]
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{source}, line {number}: not a line of truth") from None
        if not same:
            raise UsageError(f"{source}: made with other options; choose another folder")
        if (folder / photo).exists():
            lines[k] = line
    return lines


def _made(folder: Path, order: Order, numbers: list[int], jobs: int) -> Iterator[tuple[int, str]]:
    if jobs == 1:
        yield from ((k, _make(folder, order, k)) for k in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = {k: pool.submit(_make, folder, order, k) for k in numbers}
        yield from ((k, future.result()) for k, future in futures.items())


def _make(folder: Path, order: Order, number: int) -> str:
    """Write one photo; its line of truth."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([order.seed, number])
    recipe = Recipe.random(
        rng,
        kingdoms=order.kingdoms,
        size=order.size,
        long_side=order.long_side,
        force=order.force,
        without=order.without,
    )
    stuff = replace(_material(order.data, order.fold, order.held_out), paintings=order.paintings)
    composed = compose(rng, stuff, recipe)
    name = f"{number:05d}.jpg"
    file = cv2.imencode(".jpg", composed.pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    write(folder / name, file.tobytes())
    high, wide = composed.pixels.shape[:2]
    return json.dumps(
        {
            "photo": name,
            "number": number,
            "width": wide,
            "height": high,
            "hazards": sorted(hazard.value for hazard in composed.hazards),
            "kingdoms": [kingdom.record() for kingdom in composed.kingdoms],
            "order": order.terms(),
        }
    )


@lru_cache(maxsize=1)
def _material(data: Path | None, fold: int | None, held_out: bool) -> Material:
    if data is None:
        return Material.painted()
    if fold is None:
        return Material.from_data(data)
    return material(data, FOLDS[fold], held_out=held_out)
