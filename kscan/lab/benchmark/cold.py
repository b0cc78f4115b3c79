"""Cold starts: what a command costs that is given once."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from kscan.lab.benchmark.figures import Figure, Subject, cpu_of_processes

SAMPLE = "gaps"
_KSCAN = ("-c", "from kscan.cli import main; main()")
_BARE, _LIBRARIES = ("-c", "pass"), ("-c", "import cv2, numpy")


def measure(subject: Subject) -> Iterator[Figure]:
    """`kscan score` of the photo and a sample beside importing OpenCV; `--help` beside Python."""
    # In a folder of its own, so that no corrections beside the photo are read.
    with tempfile.TemporaryDirectory() as folder:
        photo, sample = Path(folder) / "photo.jpg", Path(folder) / "sample.jpg"
        photo.write_bytes(subject.data)
        sample.write_bytes((subject.samples / f"{SAMPLE}.jpg").read_bytes())
        scores = [(*_KSCAN, "score", str(file)) for file in (photo, sample)]
        libraries, *scored = cpu_of_processes(_LIBRARIES, *scores, rounds=subject.rounds)
    for name, seconds in zip(("score", "sample"), scored, strict=True):
        yield Figure(f"cold.{name}", seconds / libraries, "x import cv2, numpy", 4.0)
    bare, told = cpu_of_processes(_BARE, (*_KSCAN, "--help"), rounds=subject.rounds)
    yield Figure("cold.help", told - bare, "s above python", 0.2)
