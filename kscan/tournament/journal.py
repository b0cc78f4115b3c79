"""The journal: every finished photo on disk, found again by its content.

One file a photo, named by the hash of its content in a folder named by the version and the weights
that read it. Arrays and JPEG bytes in NumPy's zip format, loaded without running code.
"""

import hashlib
import io
import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from kscan import files
from kscan.tournament.records import Failure, PhotoReading, SeenKingdom

_PART = 1 << 20


def digest_of(path: Path) -> str:
    """The name of a file's content; raises OSError where it cannot be read."""
    sha = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(_PART):
            sha.update(part)
    return sha.hexdigest()


class Journal:
    """The readings of earlier photos below one folder, of one version and its weights."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self._all = folder
        self._mine = folder / fingerprint
        self._known = {file.stem for file in self._mine.glob("*.npz")}

    def __contains__(self, digest: str) -> bool:
        return digest in self._known

    def keep(self, digest: str, reading: bytes) -> None:
        """Put a finished photo's encoded reading on disk; it is there when this returns."""
        files.write(self._file(digest), reading)
        self._known.add(digest)

    def reading(self, digest: str, with_pictures: bool = False) -> PhotoReading | None:
        """What was kept of this content; None where there is nothing, or it is damaged."""
        if digest not in self._known:
            return None
        try:
            return decode(self._file(digest).read_bytes(), with_pictures)
        except (OSError, ValueError, KeyError, EOFError):
            self._known.discard(digest)
            return None

    def forget(self) -> None:
        """Drop everything, so that every photo is read anew."""
        shutil.rmtree(self._mine, ignore_errors=True)
        self._known.clear()

    def others(self) -> int:
        """How many readings of other versions or weights lie beside."""
        return sum(1 for file in self._all.glob("*/*.npz") if file.parent != self._mine)

    def tidy(self, digests: Iterable[str]) -> None:
        """Drop the readings of other versions, of photos that are gone, and unfinished files."""
        wanted = {f"{digest}.npz" for digest in digests}
        for folder in self._all.glob("*"):
            if folder != self._mine and folder.is_dir():
                shutil.rmtree(folder, ignore_errors=True)
        for file in self._mine.glob("*"):
            if file.name not in wanted:
                file.unlink(missing_ok=True)

    def _file(self, digest: str) -> Path:
        return self._mine / f"{digest}.npz"


def encode(reading: PhotoReading) -> bytes:
    """A reading as bytes: the same for the same reading."""
    failure = reading.failure
    said: dict[str, Any] = {
        "width": reading.width,
        "height": reading.height,
        "notes": reading.notes,
        "failure": [failure.code, failure.message] if failure else None,
        "kingdoms": [
            {"quality": seen.lattice.quality, "notes": seen.lattice.notes}
            for seen in reading.kingdoms
        ],
    }
    arrays = {
        "said": _bytes(json.dumps(said, ensure_ascii=False).encode()),
        "thumbnail": _bytes(reading.thumbnail),
        "picture": _bytes(reading.picture),
    }
    for number, seen in enumerate(reading.kingdoms):
        arrays |= {f"{name}{number}": array for name, array in _arrays(seen).items()}
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def decode(content: bytes, with_pictures: bool = True) -> PhotoReading:
    """The reading that `encode` made into bytes; raises ValueError where it did not."""
    from zipfile import BadZipFile

    try:
        kept = np.load(io.BytesIO(content), allow_pickle=False)
    except BadZipFile as error:
        raise ValueError(str(error)) from None
    said = json.loads(kept["said"].tobytes())
    kingdoms = (_seen(kept, number, each) for number, each in enumerate(said["kingdoms"]))
    return PhotoReading(
        said["width"],
        said["height"],
        tuple(kingdoms),
        Failure(*said["failure"]) if said["failure"] else None,
        kept["thumbnail"].tobytes() if with_pictures else b"",
        kept["picture"].tobytes() if with_pictures else b"",
        tuple(said["notes"]),
    )


def _arrays(seen: SeenKingdom) -> dict[str, Any]:
    arrays = {
        "homography": seen.lattice.homography,
        "tiles": seen.lattice.covered,
        "probabilities": seen.evidence.probabilities,
        "colors": seen.evidence.colors,
        "covered": seen.evidence.covered,
    }
    return arrays if seen.evidence.seams is None else arrays | {"seams": seen.evidence.seams}


def _seen(kept: Any, number: int, said: dict[str, Any]) -> SeenKingdom:
    from kscan.vision.records import Evidence, Lattice

    def array(name: str) -> Any:
        return kept[f"{name}{number}"]

    return SeenKingdom(
        Lattice(array("homography"), array("tiles"), said["quality"], tuple(said["notes"])),
        Evidence(
            array("probabilities"),
            array("colors"),
            array("covered"),
            array("seams") if f"seams{number}" in kept else None,
        ),
    )


def _bytes(content: bytes) -> Any:
    return np.frombuffer(content, np.uint8)
