"""Which weights are measured: those that ship, or the folds' own."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kscan import networks
from kscan.errors import UsageError
from kscan.files import digest
from kscan.lab.folds import FOLDS, LEFT_OUT, Fold


@dataclass(frozen=True, slots=True)
class Models:
    """The weights to measure; each fold's are used for what that fold has not seen."""

    folds: Path | None = None  # None: the shipped weights, which have seen everything

    @property
    def honest(self) -> bool:
        """Whether what is measured was kept from the weights that are measured."""
        return self.folds is not None

    def has(self, fold: Fold | None) -> bool:
        """Return True if weights blind to this fold exist.

        It is not measured if not. What no fold leaves out (None) is measured with the shipped
        weights only.
        """
        return self.folds is None or (fold is not None and (self.folds / fold.name).is_dir())

    @contextmanager
    def used(self, fold: Fold | None) -> Iterator[None]:
        """Read with the weights of this fold until the block ends."""
        if self.folds is None or fold is None:
            yield
            return
        with networks.used_from(self.folds / fold.name):
            yield

    def hashes(self) -> dict[str, str]:
        """SHA-256 of each weights file, by its name (and fold)."""
        root = self.folds or networks.folder()
        files = sorted(root.rglob("*.onnx") if self.folds else root.glob("*.onnx"))
        return {str(file.relative_to(root)): digest(file) for file in files}


def fold_models(folder: Path) -> Models:
    """Load the folds' weights in `folder`.

    UsageError unless its note says they left out what is agreed. A fold whose weights saw what it
    is measured on would give figures that are too good. Not all folds need be there: what only a
    missing one has not seen is not measured.
    """
    note = folder / LEFT_OUT
    if not note.is_file():
        raise UsageError(
            f"{note}: not found; `kscan lab train` writes it beside the folds' weights."
        )
    left_out = json.loads(note.read_text(encoding="utf-8"))
    there = [fold for fold in FOLDS if Models(folder).has(fold)]
    if not there:
        raise UsageError(
            f"{folder}: holds no fold's weights; `kscan lab train ... --fold` makes them."
        )
    for fold in there:
        said = left_out.get(fold.name, {})
        agreed = {"sessions": sorted(fold.sessions), "games": sorted(fold.games)}
        if {key: sorted(said.get(key, ())) for key in agreed} != agreed:
            raise UsageError(f"{note}: {fold.name} did not leave out what it is to be measured on.")
    return Models(folder)
