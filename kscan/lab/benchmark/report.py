"""The benchmark's report: every figure of one run, with the machine and the commit."""

import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from kscan import __version__
from kscan.lab.benchmark.figures import Figure, Subject, Topic, fresh_memory
from kscan.lab.evaluate.report import commit


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of one run, and where it ran."""

    made: dict[str, Any]
    figures: tuple[Figure, ...]

    def document(self) -> dict[str, Any]:
        """Return the whole run for machines."""
        return {"made": self.made, "figures": {f.name: _entry(f) for f in self.figures}}


def measured(subject: Subject, topics: tuple[str, ...]) -> Iterator[Figure]:
    """Yield the figures of the topics, each as soon as it is known, on one thread."""
    import cv2

    cv2.setNumThreads(1)
    fresh_memory()
    for name in topics:
        topic = cast(Topic, import_module(f"kscan.lab.benchmark.{name}"))
        yield from topic.measure(subject)


def machine(subject: Subject) -> dict[str, Any]:
    """Describe the machine and its software."""
    import cv2

    return {
        "kscan": __version__,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "commit": commit(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": platform.system(),
        "python": platform.python_version(),
        "opencv": cv2.__version__,
        "photo": subject.photo.name,
    }


def line(figure: Figure) -> str:
    """Write one figure for people."""
    text = f"{figure.name:28} {figure.value:10.3g} {figure.unit}"
    if figure.limit is not None:
        bound = "at least" if figure.at_least else "at most"
        text += f" ({bound} {figure.limit:g}{'' if figure.kept else ': NOT KEPT'})"
    return text + (f"  {figure.note}" if figure.note else "")


def _entry(figure: Figure) -> dict[str, Any]:
    fields = {key: value for key, value in asdict(figure).items() if key != "name"}
    return {**fields, "value": float(f"{figure.value:.4g}"), "kept": figure.kept}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = (text.partition(":")[2].strip() for text in lines if text.startswith("model name"))
    return next(named, platform.processor())
