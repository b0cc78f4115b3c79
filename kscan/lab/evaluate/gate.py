"""The accuracy gate: floors that figures may not sink below without somebody saying so.

The file of floors stands in the repository:

    {"floors": {"boards.accuracy": 0.998, ...},    what the shipped weights must reach here and now
     "held_out": {"squares.accuracy": 0.99, ...},  what the recorded figures of the folds must show
     "figures": "figures.json",                    those recorded figures, beside this file
     "shipped": {...}, "data": "..."}               what was measured when the floors were set

The folds' weights do not ship, so their figures cannot be measured again by everybody. Their record
counts only as long as it belongs to the weights that ship: new weights need new folds.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kscan.errors import UsageError
from kscan.files import write
from kscan.lab.evaluate.answers import Json
from kscan.lab.evaluate.parts import weights_under
from kscan.lab.evaluate.report import Report

# A floor lies two squares (photos, ...) below what was measured: another build of OpenCV may
# round the one that stands on the edge the other way.
_SLACK = 2


@dataclass(frozen=True, slots=True)
class Gate:
    """The floors of one file."""

    file: Path
    content: Json

    def complaints(self, report: Report) -> Iterator[str]:
        """Yield a sentence for each fallen figure or stale record."""
        recorded = self._recorded()
        yield from _sunk(self.content["floors"], report.document(), "")
        yield from _sunk(self.content["held_out"], recorded, "held out: ")
        for part in sorted({name.split(".")[0] for name in self.content["held_out"]}):
            yield from self._stale(part, recorded[part]["made"], report.made)

    def _stale(self, part: str, recorded: Json, now: Json) -> Iterator[str]:
        again = f"measure it again (`kscan lab evaluate DATA {part} --folds F --record FILE`)"
        where = f"held out: {part} in {self.content['figures']} was measured for other"
        if weights_under(part, recorded["shipped"]) != weights_under(part, now["shipped"]):
            yield f"{where} weights than those that ship: {again}"
        if recorded["data"] != now["data"]:
            yield f"{where} data than this: {again}"

    def accepting(self, report: Report) -> Json:
        """Return the file's content with new floors.

        What is measured now.
        """
        recorded = self._recorded()
        return {
            "floors": {name: _floor(report.document(), name) for name in self.content["floors"]},
            "held_out": {name: _floor(recorded, name) for name in self.content["held_out"]},
            "figures": self.content["figures"],
            "shipped": report.made["shipped"],
            "data": report.made["data"],
        }

    def _recorded(self) -> Json:
        return _read(self.file.parent / self.content["figures"])


def open_gate(file: Path) -> Gate:
    """Open the gate of the floors in `file`."""
    return Gate(file, _read(file))


def write_floors(gate: Gate, report: Report) -> None:
    """Make what is measured now the floor, higher or lower."""
    write(gate.file, json.dumps(gate.accepting(report), indent=2) + "\n")


def figure(document: Json, name: str) -> float:
    """Return the figure at a dotted path: `boards.accuracy`."""
    value: Any = document
    for key in name.split("."):
        if not isinstance(value, dict) or key not in value:
            raise UsageError(f"{name}: this figure was not measured; name its part, too.")
        value = value[key]
    if not isinstance(value, int | float):
        raise UsageError(f"{name}: this is no figure that could have a floor.")
    return float(value)


def _sunk(floors: dict[str, float], document: Json, which: str) -> Iterator[str]:
    for name, floor in floors.items():
        value = figure(document, name)
        if value < floor:
            yield f"{which}{name} is {value:.4f}, below its floor of {floor:.4f}"


def _floor(document: Json, name: str) -> float:
    return round(max(0.0, figure(document, name) - _SLACK / _count(document, name)), 5)


def _count(document: Json, name: str) -> int:
    """Count the cases behind a figure.

    The `n` nearest to it on its path.
    """
    count = 1
    for key in name.split(".")[:-1]:
        document = document[key]
        count = document.get("n", count)
    return count


def _read(file: Path) -> Json:
    try:
        content: Json = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({error.strerror}).") from None
    except ValueError:
        raise UsageError(f"{file}: is not JSON.") from None
    return content
