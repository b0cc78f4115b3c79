"""What is fuzzed: the loader, the whole pipeline, the notation. Each case gives one outcome."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

import cv2
import numpy as np

from kscan import photo
from kscan.errors import PhotoError, UsageError
from kscan.lab.fuzz import pictures
from kscan.lab.fuzz.mangling import Pixels, busy_scene, mangled
from kscan.lab.fuzz.mutating import mutated
from kscan.lab.fuzz.promises import BrokenPromiseError, refused
from kscan.lab.fuzz.structures import restructured
from kscan.lab.fuzz.texts import judge, written

SAMPLES = Path(__file__).parents[3] / "samples"
NAME = "picture"
# Low, so that a decoder which believes another size than the header's reader is caught cheaply.
LIMITS = photo.Limits(pixels=4_000_000)

T = TypeVar("T", bytes, str)


@dataclass(frozen=True, slots=True)
class Trial(Generic[T]):
    """How inputs are made from dice, and what is done with one."""

    make: Callable[[Random], T]
    run: Callable[[T], str]


def images() -> Trial[bytes]:
    """Damaged pictures of every kind, through the loader."""
    seeds = seed_pictures()

    def make(dice: Random) -> bytes:
        # Mostly little damage: it passes the header's reader and meets the decoders.
        seed, most = dice.choice(seeds), dice.choice((1, 1, 2, 8))
        if dice.random() < 0.4:
            return mutated(seed, dice, seeds, most)
        whole = restructured(seed, dice)
        return mutated(whole, dice, most=1) if dice.random() < 0.2 else whole

    return Trial(make, load)


def pipeline() -> Trial[bytes]:
    """Damaged and strange photos, through everything up to the score."""
    seeds = [path.read_bytes() for path in sorted(SAMPLES.glob("*.jpg"))]
    if not seeds:
        raise UsageError(f"{SAMPLES} holds no samples to damage; make them first")

    def make(dice: Random) -> bytes:
        data = dice.choice(seeds)
        if dice.random() < 0.5:
            return mutated(data, dice, seeds, most=3)
        return pictures.jpeg(mangled(photo.load(data, NAME).pixels, dice))

    return Trial(make, scan)


def texts() -> Trial[str]:
    """Damaged kingdoms in the notation, parsed, scored and checked against the rules."""
    return Trial(written, judge)


TRIALS: dict[str, Callable[[], Trial[bytes] | Trial[str]]] = {
    "images": images,
    "pipeline": pipeline,
    "texts": texts,
}


def seed_pictures() -> tuple[bytes, ...]:
    """Return a small whole file of each kind that can be written here."""
    scene = busy_scene(96, 128)
    alpha = np.dstack([scene, scene[:, :, 0]])
    deep = scene.astype(np.uint16) * 257
    files = [
        pictures.jpeg(scene, 6), pictures.jpeg(scene[:, :, 0].copy()),
        pictures.encoded(".jpg", scene), _progressive(scene),
        pictures.png(scene, 3), pictures.png(alpha), pictures.png(deep), pictures.png(scene, 1, 2),
        pictures.webp(scene, 8), pictures.webp(alpha), pictures.webp(scene, 1, 3),
        pictures.tiff(scene, 5), pictures.tiff(deep), pictures.tiff(alpha, 1, 2),
        pictures.encoded(".tiff", scene), pictures.encoded(".bmp", scene),
        pictures.gif(scene), pictures.gif(scene, 3),
        pictures.avif(scene), pictures.avif(scene, b"irot\1", b"imir\0"), _heic(scene),
    ]  # fmt: skip
    return tuple(data for data in files if data)


def _progressive(scene: Pixels) -> bytes:
    return cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()


def _heic(scene: Pixels) -> bytes | None:
    try:
        return pictures.heic(scene)
    except ImportError:
        return None


def load(data: bytes) -> str:
    """Load a picture: `loaded`, or the code of the refusal."""
    try:
        loaded = photo.load(data, NAME, LIMITS)
    except PhotoError as error:
        return refused(error, NAME)
    pixels = loaded.pixels
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        raise BrokenPromiseError(f"not a photo: {pixels.dtype} {pixels.shape}")
    if loaded.width * loaded.height > LIMITS.pixels:
        raise BrokenPromiseError(f"beyond the limit: {pixels.shape}")
    return "damage noted" if loaded.notes else "loaded"


def scan(data: bytes) -> str:
    """Read and score a photo: the status of the scan, or the code of the refusal."""
    from kscan.pipeline import scan as whole

    try:
        done = whole(data, corners=_some_corners(Random(data)), limits=LIMITS)
    except UsageError as error:  # corners that enclose nothing
        return refused(error)
    if done.error is not None:
        return refused(done.error, NAME)
    for kingdom in done.kingdoms:
        if kingdom.sheet.total < 0 or not np.isfinite(kingdom.grid.corners()).all():
            raise BrokenPromiseError(f"no kingdom at all: {kingdom.sheet.total}")
    if done.status == "ok" and photo.load(data, NAME, LIMITS).notes:
        raise BrokenPromiseError("a damaged photo is called sure")
    return done.status


def _some_corners(dice: Random) -> list[tuple[float, float]] | None:
    """Now and then corners as a clumsy person gives them, for photos in which nothing is found."""
    if dice.random() < 0.7:
        return None
    ends = ((0, 0), (1, 0), (1, 1), (0, 1))
    reach, stray = dice.choice((30, 900, 5000)), dice.choice((5, 400))
    return [(x * reach + dice.uniform(-stray, stray), y * reach + dice.random()) for x, y in ends]
