"""What the journal keeps is kept under a number that changes with it.

`format.json` holds what stored readings look like and say of two samples. Where that changes,
raise FORMAT in kscan/tournament/photo_reading.py and record it anew:

    python tests/tournament/test_format.py
"""

import dataclasses
import enum
import io
import json
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kscan.find.grid import Grid
from kscan.game.box import BASE
from kscan.game.covering import PlacedDomino
from kscan.game.kingdom import Cell
from kscan.game.rules import PLAIN
from kscan.infer.records import Reading
from kscan.read.evidence import LABELS, Evidence
from kscan.records import SeenKingdom, SolvedGame, SolvedKingdom
from kscan.remarks import remark
from kscan.tournament.photo_reading import FORMAT, read_photo, stages
from kscan.tournament.records import Failure, PhotoReading
from kscan.tournament.serialization import decode_game, encode_game, encode_reading

RECORD = Path(__file__).with_name("format.json")
SAMPLES = Path(__file__).parents[2] / "samples"
READ = ("gaps.jpg", "table_of_four.jpg")
# Other processors and releases of OpenCV round differently: probabilities, and pixels.
PROBABILITY, PIXELS = 0.03, 2.0
NOT_KEPT = {"decisions"}


def written_types() -> dict[str, str]:
    """Return every field of the records that are kept, with its type."""
    return dict(sorted(_fields(PhotoReading, set()) | _fields(SolvedGame, set())))


def _fields(kind: Any, known: set[type]) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for part in typing.get_args(kind):
        found |= _fields(part, known)
    if not isinstance(kind, type) or kind in known:
        return found
    known.add(kind)
    if issubclass(kind, enum.Enum):
        return {(kind.__name__, " ".join(member.name for member in kind))}
    if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
        names = {each.__name__: each for each in (Evidence, Grid, PlacedDomino, Reading)}
        hints = typing.get_type_hints(kind, localns=names)
        for name in sorted(hints.keys() - NOT_KEPT):
            found.add((f"{kind.__name__}.{name}", _text(hints[name])))
            found |= _fields(hints[name], known)
    return found


def _text(kind: Any) -> str:
    if "ndarray" in str(kind):  # NumPy's releases write the rest of it differently
        return f"array of {re.search('float64|bool', str(kind))[0]}"
    return kind.__name__ if isinstance(kind, type) else str(kind)


def written_reading() -> dict[str, Any]:
    """Return the parts of one encoded reading, and what its text says."""
    grid = Grid(np.eye(3), np.full((2, 3), 0.75), 0.5, ("touching",))
    seen = SeenKingdom(grid, Evidence(np.full((2, 3, len(LABELS)), 0.25), np.full((2, 3, 4), 0.25)))
    reading = PhotoReading(
        40, 30, (seen,), Failure("code", "sentence"), b"small", b"large", (remark("damaged"),)
    )
    kept = np.load(io.BytesIO(encode_reading(reading)), allow_pickle=False)
    parts = {name: f"{kept[name].dtype} {kept[name].ndim}" for name in sorted(kept.files)}
    return {"parts": parts, "said": json.loads(kept["said"].tobytes())}


def written_game() -> Any:
    """Return one encoded game."""
    placed = PlacedDomino(BASE.dominoes[:2], BASE.dominoes[0], (Cell(0, 0), Cell(0, 1)))
    game = decode_game(encode_game(_solved("gaps.jpg")))
    one = dataclasses.replace(game.kingdoms[0].reading, doubts=(), confidence=(), totals=())
    one = dataclasses.replace(one, total_confidence=0.5, remarks=(remark("unsure", count=2),))
    solved = SolvedKingdom(one, (placed,), (), decided=True)
    return json.loads(encode_game(SolvedGame((solved,), (remark("not_one_game"),), 5)))


def _solved(name: str) -> SolvedGame:
    return stages().solve(_read(name).kingdoms, PLAIN)


def _read(name: str) -> PhotoReading:
    return read_photo((SAMPLES / name).read_bytes(), name)


def said_of(name: str) -> dict[str, Any]:
    """Return what is seen and solved of a sample, with the figures that may be rounded apart."""
    reading = _read(name)
    solved = stages().solve(reading.kingdoms, PLAIN)
    return {
        "remarks": [said.code for said in (*reading.remarks, *solved.remarks)],
        "kingdoms": [
            {
                "notes": list(seen.grid.notes),
                "squares": str(one.reading.kingdom).splitlines(),
                "total": one.reading.total,
                "doubts": [str(doubt.cell) for doubt in one.reading.doubts],
                "remarks": [said.code for said in one.remarks],
                "dominoes": sorted(placed.domino.back for placed in one.dominoes),
                "corners": _rounded(seen.grid.corners(), 1),
                "covered": _rounded(seen.grid.covered, 3),
                "likeliest": _rounded(seen.evidence.probabilities.max(axis=2), 3),
                "castle": _rounded(seen.evidence.colors.max(axis=(0, 1)), 3),
                "confidence": _rounded(np.array(one.reading.confidence), 3),
            }
            for seen, one in zip(reading.kingdoms, solved.kingdoms, strict=True)
        ],
    }


def _rounded(figures: Any, digits: int) -> Any:
    return np.round(figures, digits).tolist()


def recorded() -> dict[str, Any]:
    """Return what was recorded with the number."""
    return json.loads(RECORD.read_text(encoding="utf-8"))


def differences(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Yield the places at which two records differ by more than rounding."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in before.keys() | now.keys():
            yield from differences(before.get(key), now.get(key), f"{where}.{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for index, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(one, other, f"{where}[{index}]")
    elif isinstance(before, float) and isinstance(now, float):
        if abs(before - now) > (PIXELS if "corners" in where else PROBABILITY):
            yield f"{where}: {before} -> {now}"
    elif before != now:
        yield f"{where}: {before} -> {now}"


RAISE = "raise FORMAT, then record it: python tests/tournament/test_format.py"


def test_the_number_is_the_recorded_one() -> None:
    assert recorded()["format"] == FORMAT, RAISE


@pytest.mark.parametrize("part", [written_types, written_reading, written_game])
def test_what_is_written_changes_only_with_the_number(part: Any) -> None:
    assert [*differences(recorded()[part.__name__], part())] == [], RAISE


@pytest.mark.parametrize("name", READ)
def test_what_is_read_of_a_photo_changes_only_with_the_number(name: str) -> None:
    assert [*differences(recorded()[name], said_of(name))] == [], RAISE


def test_a_field_more_is_a_difference() -> None:
    types = written_types()
    assert "Remark.look" in types
    assert [*differences(types, types | {"Remark.new": "int"})] == [".Remark.new: None -> int"]


def test_a_probability_elsewhere_is_a_difference_and_rounding_is_none() -> None:
    assert [*differences({"covered": [0.5]}, {"covered": [0.52]})] == []
    assert [*differences({"covered": [0.5]}, {"covered": [0.56]})] == [".covered[0]: 0.5 -> 0.56"]


def record() -> None:
    """Record what is written and read now, unless the number was forgotten."""
    parts = (written_types, written_reading, written_game)
    now = {"format": FORMAT} | {part.__name__: part() for part in parts}
    now |= {name: said_of(name) for name in READ}
    changed = RECORD.exists() and [*differences(recorded(), now)]
    if changed and recorded()["format"] == FORMAT:
        raise SystemExit("\n".join((*changed, "raise FORMAT in kscan/tournament/photo_reading.py")))
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in now.items())
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    record()
