"""The report: what was measured, on what, with which weights, and how honest that is."""

import hashlib
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kscan import __version__
from kscan.lab.evaluate.answers import Json
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.parts import PARTS

_TABLES = ("squares.csv", "boards.json", "full.json")
_FROM_FOLDS = (
    "Each picture was read by weights that had not seen its session or its game. The finder, where "
    "folds share one, had seen the boards of other folds (models/README.md)."
)
_FROM_SHIPPED = (
    "These are the shipped weights, which were trained on the project's pictures: on those the "
    "figures show that nothing broke, not how a new photo fares. `--folds` measures that."
)


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one run, part by part, and how they were made."""

    made: Json
    parts: dict[str, Json]

    def document(self) -> Json:
        """Return the whole report for machines."""
        return {"made": self.made, **self.parts}

    def record(self, before: Json) -> Json:
        """Return `before` with this run's parts replaced."""
        now = {name: {"made": self.made, **figures} for name, figures in self.parts.items()}
        return {**before, **now}

    def lines(self) -> Iterator[str]:
        """Yield the report for people."""
        yield self.made["note"]
        for name, figures in self.parts.items():
            yield ""
            yield f"{name}: {PARTS[name][0]}"
            yield from (f"  {line}" for line in _lines_of(figures))


def provenance(data: Path, models: Models) -> Json:
    """When, from which commit, with which weights and on which data figures are made."""
    return {
        "kscan": __version__,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "commit": commit(),
        "weights": "folds" if models.honest else "shipped",
        "honest": models.honest,
        "note": _FROM_FOLDS if models.honest else _FROM_SHIPPED,
        "hashes": models.hashes(),
        "shipped": Models().hashes(),
        "data": data_hash(data),
    }


def commit() -> str | None:
    """Return the checkout's commit, marked if changed.

    None where there is none.
    """
    checkout = Path(__file__).parents[3]
    if not (checkout / ".git").exists():
        return None
    try:
        head = _git(checkout, "rev-parse", "--short=10", "HEAD")
        changed = _git(checkout, "status", "--porcelain", "--untracked-files=no", "--", "kscan")
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"{head} and changes" if changed else head


def _git(checkout: Path, *arguments: str) -> str:
    command = ["git", "-C", str(checkout), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def data_hash(data: Path) -> str:
    """SHA-256 over the labels of the folder `data`, and over its pictures' names and sizes."""
    whole = hashlib.sha256()
    for name in _TABLES:
        if (data / name).is_file():
            whole.update((data / name).read_bytes())
    for file in sorted(data.rglob("*.*")):
        if file.is_file() and file.name not in _TABLES:
            whole.update(f"{file.relative_to(data).as_posix()} {file.stat().st_size}\n".encode())
    return whole.hexdigest()


def _lines_of(figures: Json) -> Iterator[str]:
    """Numbers in lines, nested ones by path, lists counted; the JSON has all of it."""
    for key, value in figures.items():
        if isinstance(value, dict):
            yield from (f"{key}.{line}" for line in _lines_of(value))
        elif isinstance(value, list):
            yield from _lines_of_list(key, value)
        else:
            yield f"{key} {_number(value)}"


def _lines_of_list(key: str, entries: list[Json]) -> Iterator[str]:
    if not entries:
        return
    yield f"{key}:"
    for entry in entries[:40]:
        yield "  " + "  ".join(f"{name} {_number(value)}" for name, value in entry.items())
    if len(entries) > 40:
        yield f"  and {len(entries) - 40} more (--json has them)"


def _number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return "-" if value is None else str(value)
