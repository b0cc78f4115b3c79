"""The `.kingdom` files beside photos, as `kscan score --save` writes them: what persons settled."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kscan.corrections import SUFFIX, CorrectedKingdom, beside, recall
from kscan.errors import KscanError, shown
from kscan.report.batch_wording import NOT_USED
from kscan.report.scan_wording import STALE
from kscan.tournament.folder import PhotoFile
from kscan.tournament.records import Remark, Window, remark

Settled = tuple[CorrectedKingdom, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """What files beside photos settle, by the photos' content, and what is wrong with some."""

    settled: Mapping[str, Settled]
    remarks: Mapping[str, Remark]  # by the photo's name

    def windows(self, digest: str) -> tuple[Window, ...]:
        """Where the kingdoms of this content lie; nothing where no person said so."""
        return tuple(
            Window(one.corners, one.kingdom.rows, one.kingdom.cols)
            for one in self.settled.get(digest, ())
        )

    def key(self, digest: str) -> str:
        """What a photo's reading is kept under: its content, and where persons say to look."""
        if not (windows := self.windows(digest)):
            return digest
        return f"{digest}-{hashlib.sha256(repr(windows).encode()).hexdigest()[:16]}"


def read_beside(photos: Iterable[PhotoFile], digests: Mapping[str, str]) -> Beside:
    """What lies beside these photos, which have these digests by name; of copies the first's."""
    settled: dict[str, Settled] = {}
    remarks: dict[str, Remark] = {}
    for photo in photos:
        digest = digests.get(photo.name)
        file = shown(photo.name + SUFFIX)
        try:
            found = recall(photo.path) if digest else None
        except KscanError as error:
            reason = error.message.removeprefix(f"{shown(beside(photo.path))}: ")
            remarks[photo.name] = remark(NOT_USED, file=file, reason=reason)
            continue
        if found is None or digest is None:
            continue
        if found.fingerprint == digest:
            settled.setdefault(digest, found.kingdoms)
        else:
            remarks[photo.name] = remark(STALE, file=file)
    return Beside(settled, remarks)
