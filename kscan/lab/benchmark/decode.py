"""Decoding: what kscan's loader costs above OpenCV alone."""

from collections.abc import Iterator

from kscan import photo
from kscan.lab.benchmark.figures import Figure, Subject


def measure(subject: Subject) -> Iterator[Figure]:
    """Full decoding in milliseconds, and the loader beside it."""
    yield Figure("decode.opencv", subject.decoding * 1000, "ms")
    loading = subject.seconds(lambda: photo.load(subject.data, subject.photo.name))
    yield Figure("decode.loader", loading / subject.decoding, "x decoding")
