"""The `.kingdom` files beside a folder's photos, as `kscan score --save` writes them."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kscan.corrections.decisions import Decisions, GridIs, of_kind
from kscan.corrections.kingdom_file import SUFFIX, beside, recall
from kscan.errors import KscanError, shown
from kscan.game.box import BASE, Box
from kscan.game.remark import Remark
from kscan.remarks import remark
from kscan.tournament.folder import PhotoFile


@dataclass(frozen=True, slots=True)
class KingdomFiles:
    """Decisions of `.kingdom` files, by the photos' content, and remarks on bad ones."""

    decided: Mapping[str, tuple[Decisions, ...]]
    remarks: Mapping[str, Remark]  # by the photo's name

    def grids(self, digest: str) -> tuple[GridIs, ...]:
        """Return the grids stated for this content, if any."""
        return tuple(of_kind(one, GridIs)[0] for one in self.decided.get(digest, ()))

    def key(self, digest: str) -> str:
        """Return a reading's key: its content and stated grids."""
        if not (grids := self.grids(digest)):
            return digest
        places = [(grid.corners, grid.rows, grid.cols) for grid in grids]
        return f"{digest}-{hashlib.sha256(repr(places).encode()).hexdigest()[:16]}"


def read_beside(
    photos: Iterable[PhotoFile], digests: Mapping[str, str], box: Box = BASE
) -> KingdomFiles:
    """Read the `.kingdom` files of these photos.

    `digests` are by name; of copies the first counts.
    """
    decided: dict[str, tuple[Decisions, ...]] = {}
    remarks: dict[str, Remark] = {}
    for photo in photos:
        digest = digests.get(photo.name)
        file = shown(photo.name + SUFFIX)
        try:
            found = recall(photo.path, box) if digest else None
        except KscanError as error:
            reason = error.message.removeprefix(f"{shown(beside(photo.path))}: ")
            remarks[photo.name] = remark("not_used", file=file, reason=reason)
            continue
        if found is None or digest is None:
            continue
        if found.fingerprint == digest:
            decided.setdefault(digest, found.kingdoms)
        else:
            remarks[photo.name] = remark("stale", file=file)
    return KingdomFiles(decided, remarks)
