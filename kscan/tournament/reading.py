"""The costly stage: a photo's bytes to evidence. Runs in a child process, on one thread."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kscan import __version__
from kscan.errors import PhotoError
from kscan.tournament.journal import encode
from kscan.tournament.records import Failure, PhotoReading, SeenKingdom

if TYPE_CHECKING:
    from kscan.tournament.batch import Stages

Reader = Callable[[bytes, str], PhotoReading]

# The page shows a photo at up to 600 points; the picture to draw on still shows crowns.
THUMBNAIL, PICTURE = (640, 70), (1600, 80)
_LARGEST = 400_000_001  # one byte more than the loader takes, so that it can say so


def read_file(path: str, read: Reader) -> tuple[str, bytes]:
    """The digest of a file's content and its encoded reading, whatever its name."""
    with open(path, "rb") as file:
        content = file.read(_LARGEST)
    return hashlib.sha256(content).hexdigest(), encode(read(content, Path(path).name))


def read_photo(content: bytes, name: str) -> PhotoReading:
    """What the photo shows of each kingdom, or why nothing was read."""
    import cv2

    from kscan.vision import lattice, photo, preview, squares

    cv2.setNumThreads(1)
    try:
        picture = photo.load(content, name)
    except PhotoError as error:
        return PhotoReading(failure=Failure(error.code, unnamed(error.message, name)))
    lattices = lattice.find(picture)
    evidence = squares.read(picture, lattices)
    kingdoms = tuple(map(SeenKingdom, lattices, evidence))
    nothing = Failure("no_kingdom", "no kingdom was found on this photo.")
    return PhotoReading(
        picture.width,
        picture.height,
        kingdoms,
        None if kingdoms else nothing,
        preview.preview(picture, *THUMBNAIL),
        preview.preview(picture, *PICTURE),
        picture.notes,
    )


def stages() -> "Stages":
    """The stages as they ship."""
    from kscan.reconstruct import reconstruct
    from kscan.tournament.batch import Stages

    return Stages(read_photo, reconstruct, fingerprint())


def unnamed(message: str, name: str) -> str:
    """A message without the file's name before it: the same content may have many names."""
    from kscan.vision.photo import shown

    return message.removeprefix(f"{shown(name)}: ")


@cache
def fingerprint() -> str:
    """The version and the weights that readings depend on, as a short text fit for a file name."""
    from kscan.vision import weights

    sha = hashlib.sha256()
    for file in sorted(weights.folder().glob("*.onnx")):
        sha.update(file.name.encode() + file.read_bytes())
    return f"{__version__}-{sha.hexdigest()[:12]}"
