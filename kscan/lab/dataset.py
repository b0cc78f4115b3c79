"""The labelled pictures of a data folder: squares, boards, whole photos, and bare tables."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kscan.errors import UsageError
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.squares import CastleColor, Square, parse_square


@dataclass(frozen=True, slots=True)
class LabelledSquare:
    """One square cut from a phone photo."""

    file: Path
    square: Square
    photo: str
    board: str
    session: str  # one camera in one light


@dataclass(frozen=True, slots=True)
class LabelledBoard:
    """One whole kingdom, cut out and squared up, without a margin."""

    file: Path
    kingdom: Kingdom  # its castle has its colour
    castle_standing: bool  # the 3D castle hides what lies behind it
    hidden: frozenset[Cell]  # fields whose crowns cannot be seen
    name: str
    game: str  # four kingdoms of one box


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPhoto:
    """One raw photo of a kingdom."""

    file: Path
    kingdom: Kingdom
    corners: NDArray[np.float64]  # 4 x 2, of the block in the upright photo, top-left first
    points: int  # without bonuses


def squares(data: Path) -> tuple[LabelledSquare, ...]:
    """List the single squares of the folder `data`."""
    table = _needed(data, "squares.csv")
    with table.open(newline="", encoding="utf-8") as file:
        return tuple(
            LabelledSquare(
                data / "squares" / row["file"],
                parse_square(row["label"]),
                row["photo"],
                row["board"],
                row["session"],
            )
            for row in csv.DictReader(file)
        )


def boards(data: Path) -> tuple[LabelledBoard, ...]:
    """List the cut-out boards of the folder `data`.

    In the order of its table.
    """
    return tuple(
        LabelledBoard(
            file=data / "boards" / name,
            kingdom=_with_castle_color(entry),
            castle_standing=entry["castle_standing"],
            hidden=frozenset(Cell(*cell) for cell in entry.get("hidden", ())),
            name=entry["kingdom"],
            game=entry["game"],
        )
        for name, entry in _table(data, "boards.json").items()
    )


def photos(data: Path) -> tuple[LabelledPhoto, ...]:
    """List the raw photos of the folder `data`."""
    return tuple(
        LabelledPhoto(
            file=data / "full" / name,
            kingdom=parse_kingdom("\n".join(entry["cells"])),
            corners=np.array(entry["corners"], dtype=np.float64),
            points=entry["points"],
        )
        for name, entry in _table(data, "full.json").items()
    )


def surfaces(data: Path) -> tuple[Path, ...]:
    """Pictures of bare tables, floors and cloths."""
    return _pictures(data, "surfaces")


def art(data: Path) -> tuple[tuple[Path, Square], ...]:
    """Flat scans of printed squares, with what each shows."""
    scans = _pictures(data, "art")
    return tuple((scan, parse_square(scan.stem.split("_")[0])) for scan in scans)


def _table(data: Path, name: str) -> dict[str, dict[str, Any]]:
    with _needed(data, name).open(encoding="utf-8") as file:
        table: dict[str, dict[str, Any]] = json.load(file)
    return table


def _pictures(data: Path, name: str) -> tuple[Path, ...]:
    return tuple(sorted(_needed(data, name).iterdir()))


def _needed(data: Path, name: str) -> Path:
    needed = data / name
    if not needed.exists():
        raise UsageError(
            f"{needed}: not found. The data folder holds squares.csv, boards.json and full.json "
            "beside the folders squares, boards, full, surfaces and art."
        )
    return needed


def _with_castle_color(entry: dict[str, Any]) -> Kingdom:
    color = CastleColor[entry["castle"].upper()]
    plain = parse_kingdom("\n".join(entry["cells"]))
    return plain.replaced(lambda _, s: Square(castle=True, color=color) if s.castle else s)
