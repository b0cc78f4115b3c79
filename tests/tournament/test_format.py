"""What the cache keeps is kept under a number that changes with it.

`format.json` holds what stored readings look like and say of two samples. Where that changes,
raise FORMAT in kscan/tournament/stages.py and record it anew:

    python tests/tournament/test_format.py
"""

import dataclasses
import enum
import io
import json
import re
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import playthings
import pytest
from numpy.typing import NDArray

from kscan.evidence import LABELS, Evidence
from kscan.find.grid import Grid
from kscan.game.box import BASE
from kscan.game.covering import PlacedDomino
from kscan.game.gamefile import parse_game
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.rules import PLAIN
from kscan.game.squares import parse_square
from kscan.infer.records import Doubt, Instead, Reading
from kscan.records import SeenKingdom, SolvedGame, SolvedKingdom
from kscan.remarks import remark
from kscan.tournament.records import Failure, PhotoReading
from kscan.tournament.serialization import encode_game, encode_reading
from kscan.tournament.stages import FORMAT, read_photo, stages

RECORD = Path(__file__).with_name("format.json")
SAMPLES = Path(__file__).parents[2] / "samples"
READ = {"gaps.jpg": 200, "table_of_four.jpg": 360, "out_of_focus.jpg": 150}  # so wide
# Other processors and releases of OpenCV round differently: log odds, and pixels.
LOG_ODDS, PIXELS = 0.3, 1.0
SUREST = 1e-5
NOISE = 0.5
# No domino has two mines with a crown; seven in a row are for the Mighty Duel.
ODD = {"Cb M1 M1\nW0 W0 L0\nF0 F0 L0": 0.9995, "Cb W0 W0 F0 F0 L0 L0": 0.6}  # how sure
NOT_KEPT = {"decisions"}
WHEAT, MINE = parse_square("W1"), parse_square("M3")


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
    if "ndarray" in str(kind).lower():  # NumPy's releases write the rest of it differently
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
    doubt = Doubt(Cell(0, 1), WHEAT, (Instead(MINE, 0.25, 9),))
    one = Reading(
        Kingdom(((WHEAT, MINE),)), Cell(1, 2), ((0.5, 0.75),), (doubt,), 7, 0.5, ((7, 0.5),),
        (remark("unsure", count=2),), (Cell(0, 0),),
    )  # fmt: skip
    solved = SolvedKingdom(one, (placed,), (), decided=True)
    return json.loads(encode_game(SolvedGame((solved,), (remark("not_one_game"),), 5)))


def photo(name: str) -> dict[str, Any]:
    """Return what is seen and solved of a sample, reduced until squares are hard to tell."""
    pixels = cv2.imread(str(SAMPLES / name))
    factor = READ[name] / pixels.shape[1]
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    reading = read_photo(cv2.imencode(".png", small)[1].tobytes(), name)
    seen = [
        {
            "notes": list(one.grid.notes),
            "corners": _rounded(one.grid.corners(), 1),
            "quality": _odds(np.array(one.grid.quality)),
            "covered": _odds(one.grid.covered),
            "likeliest": [LABELS[label] for label in one.evidence.probabilities.argmax(2).flat],
            "how likely": _odds(one.evidence.probabilities.max(axis=2)),
            "castle": _odds(one.evidence.colors.max(axis=2)),
        }
        for one in reading.kingdoms
    ]
    remarks = [said.code for said in reading.remarks]
    return {"remarks": remarks, "seen": seen, "solved": _answer(reading.kingdoms)}


def in_doubt() -> dict[str, Any]:
    """Return what is solved of two kingdoms whose squares are seen with much noise."""
    dice = np.random.default_rng(2)
    kingdoms = []
    for name in ("village", "gaps"):
        (named,) = parse_game((SAMPLES / f"{name}.answer.txt").read_text(), name)
        clear = playthings.seen(named.kingdom, 0.9)
        noise = dice.gamma(0.05, size=clear.evidence.probabilities.shape)
        mixed = clear.evidence.probabilities + NOISE * noise / noise.sum(axis=2, keepdims=True)
        evidence = Evidence(mixed / mixed.sum(axis=2, keepdims=True), clear.evidence.colors)
        kingdoms.append(SeenKingdom(clear.grid, evidence))
    kingdoms += [playthings.seen(parse_kingdom(text), sure) for text, sure in ODD.items()]
    return {"together": _answer(kingdoms[:2]), "alone": [_answer([one]) for one in kingdoms]}


def _answer(kingdoms: Sequence[SeenKingdom]) -> dict[str, Any]:
    solved = stages().solve(kingdoms, PLAIN)
    return {
        "remarks": [said.code for said in solved.remarks],
        "kingdoms": [
            {
                "squares": str(one.reading.kingdom).splitlines(),
                "total": one.reading.total,
                "how sure": _odds(np.array(one.reading.total_confidence)),
                "confidence": _odds(np.array(one.reading.confidence)),
                "doubts": [str(doubt.cell) for doubt in one.reading.doubts],
                "foreign": [str(cell) for cell in one.reading.foreign],
                "remarks": [said.code for said in one.remarks],
                "dominoes": sorted(placed.domino.back for placed in one.dominoes),
            }
            for one in solved.kingdoms
        ],
    }


def _odds(probabilities: NDArray[np.float64]) -> Any:
    clipped = np.clip(probabilities, SUREST, 1 - SUREST)
    return _rounded(np.log(clipped / (1 - clipped)), 2)


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
        if abs(before - now) > (PIXELS if "corners" in where else LOG_ODDS):
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
    assert [*differences(recorded()[name], photo(name))] == [], RAISE


def test_what_is_solved_in_doubt_changes_only_with_the_number() -> None:
    assert [*differences(recorded()["in_doubt"], in_doubt())] == [], RAISE


def test_a_field_more_is_a_difference() -> None:
    types = written_types()
    assert "Remark.look" in types
    assert [*differences(types, types | {"Remark.new": "int"})] == [".Remark.new: None -> int"]


def test_other_odds_are_a_difference_and_rounding_is_none() -> None:
    assert [*differences({"covered": [0.5]}, {"covered": [0.7]})] == []
    assert [*differences({"covered": [0.5]}, {"covered": [0.9]})] == [".covered[0]: 0.5 -> 0.9"]


def record() -> None:
    """Record what is written and read now, unless the number was forgotten."""
    parts = (written_types, written_reading, written_game, in_doubt)
    now = {"format": FORMAT} | {part.__name__: part() for part in parts}
    now |= {name: photo(name) for name in READ}
    changed = RECORD.exists() and [*differences(recorded(), now)]
    if changed and recorded()["format"] == FORMAT:
        raise SystemExit("\n".join((*changed, "raise FORMAT in kscan/tournament/stages.py")))
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in now.items())
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    record()
