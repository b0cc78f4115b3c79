"""Cold starts: what a command costs that is given once."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from kscan.training.benchmark.figures import Figure, Subject, cpu_of_processes

_KSCAN = ("-c", "from kscan.cli import main; main()")
_BARE, _LIBRARIES = ("-c", "pass"), ("-c", "import cv2, numpy")


def measure(subject: Subject) -> Iterator[Figure]:
    """`kscan score` beside importing OpenCV, and `kscan --help` beside Python alone."""
    # In a folder of its own, so that no corrections beside the photo are read.
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(subject.data)
        score = (*_KSCAN, "score", str(photo))
        libraries, scored = cpu_of_processes(_LIBRARIES, score, rounds=subject.rounds)
    yield Figure("cold.score", scored / libraries, "x import cv2, numpy", 4.0)
    bare, told = cpu_of_processes(_BARE, (*_KSCAN, "--help"), rounds=subject.rounds)
    yield Figure("cold.help", told - bare, "s above python", 0.2)
