"""Memory: the most a process holds that scores a photo of fifty megapixels."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kscan.lab.benchmark.figures import Figure, Subject, enlarged
from kscan.lab.benchmark.watching import held

MEGAPIXELS = 50.0
_TELL = "from kscan.lab.benchmark.memory import peak; print(peak())"
_OPEN = "from kscan import photo; {}(photo.read({{0!r}}))"
_WORKS = (
    (
        "find",
        "from kscan import photo; from kscan.read import seeing; "
        "seeing.find_and_read(photo.read({0!r}))",
        250.0,
    ),
    ("score", "from kscan import scan; scan({0!r})", 250.0),
)


def peak() -> float:
    """Return this process's peak memory, in MB."""
    # Where there is no /proc; it also counts what the process held that started this one.
    by_usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return held(os.getpid(), "VmHWM") or by_usage


def measure(subject: Subject) -> Iterator[Figure]:
    """Yield the peak of a new process that finds, and of one that scores."""
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(enlarged(subject.data, MEGAPIXELS))
        for name, work, limit in _WORKS:
            code = f"{work.format(str(photo))}; {_TELL}"
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True
            )
            yield Figure(f"memory.{name}_50_megapixels", float(done.stdout), "MB", limit)
