"""Cold starts: what a command costs that is given once."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from kscan.training.benchmark.figures import Figure, Subject, cpu_of_process

_KSCAN = ("-c", "from kscan.cli import main; main()")


def measure(subject: Subject) -> Iterator[Figure]:
    """`kscan score` beside importing OpenCV, and `kscan --help` beside Python alone."""
    libraries = cpu_of_process("-c", "import cv2, numpy", rounds=subject.rounds)
    # In a folder of its own, so that no corrections beside the photo are read.
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(subject.data)
        score = cpu_of_process(*_KSCAN, "score", str(photo), rounds=subject.rounds)
    yield Figure("cold.score", score / libraries, "x import cv2, numpy", 4.0)
    bare = cpu_of_process("-c", "pass", rounds=subject.rounds)
    told = cpu_of_process(*_KSCAN, "--help", rounds=subject.rounds)
    yield Figure("cold.help", told - bare, "s above python", 0.2)
