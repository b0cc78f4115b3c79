"""Finding: the whole finder, and what of it the first look takes."""

from collections.abc import Iterator

from kscan.training.benchmark.figures import Figure, Subject
from kscan.vision import lattice, photo
from kscan.vision.lattice.grow import grow
from kscan.vision.lattice.heat import look, sightings
from kscan.vision.lattice.scales import Scales


def measure(subject: Subject) -> Iterator[Figure]:
    """The finder in times of decoding, and its stages."""
    loaded = photo.load(subject.data, subject.photo.name)
    whole = subject.seconds(lambda: lattice.find(loaded))
    yield Figure("find", whole / subject.decoding, "x decoding", 6.0)

    reducing = subject.seconds(lambda: Scales(loaded).whole())
    yield Figure("find.reduce", reducing / subject.decoding, "x decoding")
    picture, to_photo = Scales(loaded).whole()
    looking = subject.seconds(lambda: look(picture, to_photo))
    yield Figure("find.first_look", looking / subject.decoding, "x decoding")
    heat = look(picture, to_photo)
    growing = subject.seconds(lambda: grow(sightings(heat)))
    yield Figure("find.grow", growing / subject.decoding, "x decoding")
    rest = whole - reducing - looking - growing
    yield Figure("find.second_looks", rest / subject.decoding, "x decoding")
