"""Scoring: a whole photo, warm, decoding included."""

from collections.abc import Iterator

import cv2

from kscan.lab.benchmark.figures import Figure, Subject
from kscan.pipeline import scan
from kscan.tournament.workers import cores

# The sample, enlarged to nine megapixels, and its limit.
SCENES = (("5x5", "village", 8.0), ("7x7", "duel", 10.0), ("four", "table_of_four", 25.0))


def measure(subject: Subject) -> Iterator[Figure]:
    """Yield scoring times relative to the photo's decoding.

    Of the photo itself, then of one of each kind of game.
    """
    whole = subject.seconds(lambda: scan(subject.data))
    yield Figure("score", whole / subject.decoding, "x decoding", 10.0, note=subject.photo.name)
    for name, sample, limit in SCENES:
        picture = subject.enlarged(sample)
        seconds = subject.seconds(lambda data=picture: scan(data))  # type: ignore[misc]
        ratio = seconds / subject.decoding_of(picture)
        yield Figure(f"score.{name}", ratio, "x decoding", limit, note=f"samples/{sample}.jpg")
    yield from _on_two_cores(subject)


def _on_two_cores(subject: Subject) -> Iterator[Figure]:
    """Compare the time that one photo takes on two cores with that on one."""
    if cores() < 2:
        return
    one, two = subject.wall(lambda: scan(subject.data)), 0.0
    before = cv2.getNumThreads()
    try:
        cv2.setNumThreads(2)
        two = subject.wall(lambda: scan(subject.data))
    finally:
        cv2.setNumThreads(before)
    yield Figure("score.two_cores", two / one, "x one core", 0.7)
