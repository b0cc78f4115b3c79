"""Scoring: a whole photo, warm, decoding included."""

from collections.abc import Iterator

from kscan.lab.benchmark.figures import Figure, Subject
from kscan.pipeline import scan

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
