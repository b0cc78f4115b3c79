"""Photos of today's phones: 24, 48 and 100 megapixels, beside their own full decoding."""

from collections.abc import Iterator

from kscan.lab.benchmark.figures import Figure, Subject
from kscan.pipeline import scan

SCENE = "village"
SIZES = {24: None, 48: 1.5, 99: None}  # megapixels, and their limits


def measure(subject: Subject) -> Iterator[Figure]:
    """Yield the time to score each, in times of decoding it."""
    for megapixels, limit in SIZES.items():
        data = subject.enlarged(SCENE, float(megapixels))
        seconds = subject.seconds(lambda data=data: scan(data))  # type: ignore[misc]
        ratio = seconds / subject.decoding_of(data)
        yield Figure(f"large.{megapixels}_megapixels", ratio, "x decoding", limit)
