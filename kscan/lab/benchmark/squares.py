"""Reading: the squares of the photo's kingdom, cut out and classified, told for forty-nine."""

from collections.abc import Iterator

from kscan import find, networks, photo
from kscan.lab.benchmark.figures import Figure, Subject
from kscan.read import reader
from kscan.sight import nothing_on

COUNT = 49  # of a 7 x 7


def measure(subject: Subject) -> Iterator[Figure]:
    """Forty-nine squares in times of decoding, cutting apart, and the size of the weights."""
    loaded = photo.load(subject.data, subject.photo.name)
    # Squares that are there: what is in doubt is looked at more often, and costs more.
    found = find.find(loaded)[:1]
    if not found:
        raise nothing_on(loaded)
    share = COUNT / sum(one.rows * one.cols for one in found)
    # A copy each time: a photo keeps its reductions.
    reading = subject.seconds(lambda: reader.read(loaded.as_decoded(), found)) * share
    yield Figure("squares.49", reading / subject.decoding, "x decoding", 2.0)
    cutting = subject.seconds(lambda: reader.cut(loaded.as_decoded(), found[0])) * share
    yield Figure("squares.cut", cutting / subject.decoding, "x decoding")
    size = sum(networks.path(name).stat().st_size for name in ("reader", "reader_answer")) / 1e6
    yield Figure("squares.weights", size, "MB", 5.0)
