"""The pool: every labelled window that the square reader may learn from, in memory."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan.lab.train_reader.labels import Target

CANVAS = 112  # pixels: the square's 64 and three eighths of a neighbour on each side
CORE = slice(24, 88)  # where the square itself lies
_AT_ONCE = 1024  # windows that are gathered before they become one array
VEILED = "veiled"  # the source of squares in composed photos that are hidden in part
COVERED = "covered"  # and of fields of which hardly anything is seen


@dataclass(frozen=True, slots=True)
class Window:
    """One labelled square with as much of its surroundings as its source shows."""

    pixels: NDArray[np.uint8]  # CANVAS x CANVAS x 3, BGR
    known: NDArray[np.bool_]  # CANVAS x CANVAS: where the source shows anything
    target: Target
    group: str  # windows of one group share their light: they may be each other's neighbours
    source: str  # squares, boards, art, surfaces, painted, composed, veiled, covered
    stray: float  # how far the net may be shown it off the middle, in squares


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Windows as arrays, with the odds at which each is drawn."""

    pixels: NDArray[np.uint8]  # n x CANVAS x CANVAS x 3
    known: NDArray[np.bool_]  # n x CANVAS x CANVAS
    targets: NDArray[np.int64]  # n x 3: ground, crowns, colour; -1 where unknown
    groups: NDArray[np.int64]  # n
    odds: NDArray[np.float64]  # n, sums to 1
    others: NDArray[np.float32]  # n: how far each is "something else" instead
    strays: NDArray[np.float32]  # n
    sources: NDArray[np.str_]  # n
    lone: NDArray[np.bool_]  # n: bare tables; asked for with every window that is drawn

    def __len__(self) -> int:
        return len(self.pixels)

    def drawn_by(self, quotas: dict[str, float]) -> "Pool":
        """Reweigh the windows to meet each source's quota.

        Within a source rare labels and rare groups are drawn more often than their number says; but
        where a square is hidden, how often each label lies there is all that is known.
        """
        odds = _odds(self.targets, self.groups, self.sources, quotas)
        return replace(self, odds=odds)

    def draw(self, kingdoms: int, windows: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Windows for a batch: `kingdoms` runs of `windows` that share their light.

        Bare tables have no light of their own to tell: they lie as holes in the others.
        """
        anchors = rng.choice(len(self), kingdoms, p=self.odds)
        runs = [self._run(int(anchor), windows, rng) for anchor in anchors]
        return np.concatenate(runs)

    def _run(self, anchor: int, windows: int, rng: np.random.Generator) -> NDArray[np.int64]:
        if self.lone[anchor]:
            others = self.odds * ~self.lone
            host = int(rng.choice(len(self), p=others / others.sum()))
            run = self._run(host, windows, rng)
            run[0] = anchor
            return run
        members = np.flatnonzero(self.groups == self.groups[anchor])
        odds = self.odds[members] / self.odds[members].sum()
        run = rng.choice(members, windows, replace=len(members) < windows, p=odds)
        run[0] = anchor
        return np.asarray(run, np.int64)


def bare_window(
    square: NDArray[np.uint8], target: Target, group: str, source: str, stray: float
) -> Window:
    """Make a window of a square's picture alone."""
    pixels = np.zeros((CANVAS, CANVAS, 3), np.uint8)
    known = np.zeros((CANVAS, CANVAS), np.bool_)
    size = CORE.stop - CORE.start
    shrinking = square.shape[0] > size
    pixels[CORE, CORE] = cv2.resize(
        square, (size, size), interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_CUBIC
    )
    known[CORE, CORE] = True
    return Window(pixels, known, target, group, source, stray)


def gather(windows: Iterable[Window], quotas: dict[str, float]) -> Pool:
    """Pool all `windows`, drawn by source quota."""
    pixels, known, told = [], [], []
    source = iter(windows)
    while block := list(islice(source, _AT_ONCE)):
        pixels.append(np.stack([w.pixels for w in block]))
        known.append(np.stack([w.known for w in block]))
        told += [(w.target, w.group, w.source, w.stray) for w in block]
    if not told:
        raise ValueError("a pool needs windows")
    targets, groups, sources, strays = zip(*told, strict=True)
    return Pool(
        pixels=_joined(pixels),
        known=_joined(known),
        targets=np.array([[t.ground, t.crowns, t.color] for t in targets], np.int64),
        groups=np.unique(groups, return_inverse=True)[1].astype(np.int64),
        odds=np.full(len(told), 1 / len(told)),
        others=np.array([t.other for t in targets], np.float32),
        strays=np.array(strays, np.float32),
        sources=np.array(sources),
        lone=np.array(sources) == "surfaces",
    ).drawn_by(quotas)


def _joined(blocks: list[NDArray[Any]]) -> NDArray[Any]:
    """Concatenate the blocks, freeing each.

    They would not fit otherwise.
    """
    whole = np.empty((sum(map(len, blocks)), *blocks[0].shape[1:]), blocks[0].dtype)
    end = len(whole)
    while blocks:
        block = blocks.pop()
        whole[end - len(block) : end] = block
        end -= len(block)
    return whole


def _odds(
    targets: NDArray[np.int64],
    groups: NDArray[np.int64],
    sources: NDArray[np.str_],
    quotas: dict[str, float],
) -> NDArray[np.float64]:
    odds = np.zeros(len(targets))
    labels = targets[:, 0] * 8 + targets[:, 1] + 1
    for source in np.unique(sources):
        here = np.flatnonzero(sources == source)
        rarity = np.ones(len(here))
        if source not in (VEILED, COVERED):
            rarity = _rarity(labels[here]) * _rarity(labels[here] * 10_000 + groups[here])
        odds[here] = quotas[str(source)] * rarity / rarity.sum()
    return np.asarray(odds / odds.sum(), np.float64)


def _rarity(keys: NDArray[np.int64]) -> NDArray[np.float64]:
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return np.asarray(1.0 / np.sqrt(counts[inverse]), np.float64)
