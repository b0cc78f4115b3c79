"""The costly stage: a photo's bytes to evidence. Runs in a child process, on one thread."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kscan import __version__
from kscan.errors import KscanError, shown
from kscan.tournament.encoding import encode_reading
from kscan.tournament.folder import closed
from kscan.tournament.records import Failure, PhotoReading, SeenKingdom, Window

if TYPE_CHECKING:
    from kscan.tournament.batch import Stages
    from kscan.vision.records import Photo
    from kscan.vision.seeing import Seen

Reader = Callable[[bytes, str, Sequence[Window]], PhotoReading]

# The page has hundreds of the small ones in it; the picture to draw on still shows crowns.
THUMBNAIL, PICTURE = (512, 65), (1600, 80)
_LARGEST = 400_000_001  # one byte more than the loader takes, so that it can say so
_BLOCK = 1 << 20
# The rooms that decide what is read: a checkout changes without its version doing so.
_ROOMS = ("vision", "reconstruct", "game", "tournament", "report/picture.py")


def read_file(path: str, windows: Sequence[Window], read: Reader) -> tuple[str, bytes]:
    """The digest of a file's content and its encoded reading, whatever its name.

    Where the file cannot be opened, no digest and a reading that says why.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(_LARGEST)
            sha = hashlib.sha256(content)
            while more := file.read(_BLOCK):
                sha.update(more)
    except OSError as error:
        return "", encode_reading(PhotoReading(failure=closed("file", error)))
    return sha.hexdigest(), encode_reading(read(content, Path(path).name, windows))


def read_photo(content: bytes, name: str, windows: Sequence[Window] = ()) -> PhotoReading:
    """What the photo shows of each kingdom, or why nothing was read.

    Where a person gave `windows`, the kingdoms lie there and are not looked for.
    """
    import cv2

    from kscan.vision import photo, preview

    cv2.setNumThreads(1)
    try:
        picture = photo.load(content, name)
        kingdoms = tuple(map(SeenKingdom, *_seen(picture, windows)))
    except KscanError as error:
        return PhotoReading(failure=Failure(error.code, unnamed(error.message, name)))
    nothing = Failure("no_kingdom", "no kingdom was found on this photo.")
    copy = preview.preview(picture, *PICTURE)
    return PhotoReading(
        picture.width,
        picture.height,
        kingdoms,
        None if kingdoms else nothing,
        preview.preview(photo.load(copy, name), *THUMBNAIL),  # much faster than of the whole
        copy if kingdoms else b"",
        picture.notes,
    )


def _seen(picture: "Photo", windows: Sequence[Window]) -> "Seen":
    from kscan.vision.seeing import see, see_between

    if not windows:
        return see(picture)
    return see_between(picture, [(one.corners, one.rows, one.cols) for one in windows])


def stages() -> "Stages":
    """The stages as they ship."""
    from kscan.reconstruct import reconstruct
    from kscan.tournament.batch import Stages

    return Stages(read_photo, reconstruct, fingerprint())


def unnamed(message: str, name: str) -> str:
    """A message without the file's name before it: the same content may have many names."""
    bare = message.removeprefix(f"{shown(name)}: ")
    return bare.replace("(--max", "(kscan score --max")  # a batch has no such option


@cache
def fingerprint() -> str:
    """The version, code and weights that readings depend on, as a short text for a file name."""
    from kscan.vision import weights

    house = Path(__file__).parents[1]
    code = [file for room in _ROOMS for file in _sources(house / room)]
    sha = hashlib.sha256()
    for file in (*code, *sorted(weights.folder().glob("*.onnx"))):
        sha.update(file.name.encode() + file.read_bytes())
    return f"{__version__}-{sha.hexdigest()[:12]}"


def _sources(room: Path) -> list[Path]:
    return sorted(room.rglob("*.py")) if room.is_dir() else [room]
