"""Reading: the squares of a 7 x 7, cut from the photo and classified."""

from collections.abc import Iterator

from kscan.training.benchmark.figures import Figure, Subject
from kscan.vision import photo, squares, weights
from kscan.vision.lattice import from_corners

SIDE = 7


def measure(subject: Subject) -> Iterator[Figure]:
    """Forty-nine squares in times of decoding, cutting apart, and the size of the weights."""
    loaded = photo.load(subject.data, subject.photo.name)
    # The time depends on how many squares are cut and how large they are, not on what they show.
    inset = 0.1 * min(loaded.width, loaded.height)
    right, bottom = loaded.width - inset, loaded.height - inset
    corners = ((inset, inset), (right, inset), (right, bottom), (inset, bottom))
    lattices = (from_corners(loaded, corners, SIDE),)
    reading = subject.seconds(lambda: squares.read(loaded, lattices))
    yield Figure("squares.49", reading / subject.decoding, "x decoding", 2.0)
    cutting = subject.seconds(lambda: squares.cut(loaded, lattices[0]))
    yield Figure("squares.cut", cutting / subject.decoding, "x decoding")
    size = weights.path("squares").stat().st_size / 1e6
    yield Figure("squares.weights", size, "MB", 5.0)
