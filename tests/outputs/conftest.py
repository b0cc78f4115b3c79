"""Commands on photos that show what a test says, and all that they write read back."""

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from kscan import find
from kscan.cli import main
from kscan.evidence import CLASSES, Evidence, widened
from kscan.find.grid import Grid
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.squares import CastleColor
from kscan.photo.records import Photo
from kscan.pipeline import solve
from kscan.read import reader
from kscan.tournament import batch, stages, workers

# Before the tests are imported, and so that child processes import `playthings` as they do.
sys.path.insert(0, str(Path(__file__).parents[1] / "tournament"))

import playthings

SIDE, APART = 20, 160  # pixels of a square, and from one kingdom of a photo to the next


@dataclass(frozen=True)
class Outputs:
    """What one run of `kscan batch` printed and wrote."""

    result: Result
    folder: Path

    def table(self, name: str) -> list[dict[str, str]]:
        """Return the lines of a CSV file by its headings."""
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    @property
    def photos(self) -> dict[str, dict]:
        """The objects of results.jsonl by photo."""
        lines = (self.folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
        return {one["photo"]: one for one in map(json.loads, lines)}

    @property
    def page(self) -> str:
        """The page as HTML."""
        return (self.folder / "index.html").read_text(encoding="utf-8")

    @property
    def contents(self) -> dict[str, bytes]:
        """Every table and every drawing, by its place: all but the page, which says how it ran."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        kept = {path.relative_to(self.folder).as_posix(): path for path in files}
        return {
            name: path.read_bytes()
            for name, path in sorted(kept.items())
            if name.endswith((".csv", ".jsonl")) or name.startswith("pictures/")
        }


@dataclass
class Tournament:
    """A folder of playthings' photos, and `kscan batch` on it in this process."""

    root: Path
    shipped: dict[str, object]

    @property
    def photos(self) -> Path:
        return self.root / "in"

    def write(self, files: Mapping[str, bytes | str]) -> None:
        """Put these files among the photos."""
        told = {name: one.encode() if isinstance(one, str) else one for name, one in files.items()}
        playthings.write(self.photos, told)

    def run(self, *options: str, out: str = "out") -> Outputs:
        """`kscan batch` on the photos into `out`."""
        where = [str(self.photos), "-o", str(self.root / out)]
        given = ["batch", *where, "--lang", "en", "--change", *options]
        result = CliRunner().invoke(main, given)
        assert result.exit_code in (0, 3, 4), result.output
        return Outputs(result, self.root / out)


@pytest.fixture
def tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Return an empty folder; its photos are read by playthings."""
    shipped: dict[str, object] = {"weights": "1", "read": playthings.read}
    monkeypatch.setattr(
        stages, "stages", lambda: batch.Stages(shipped["read"], solve, shipped["weights"])
    )
    monkeypatch.setattr(workers, "local", lambda *_: playthings.here())
    (tmp_path / "in").mkdir()
    return Tournament(tmp_path, shipped)


@dataclass
class Table:
    """Photos whose kingdoms a test names, and `kscan score` on them."""

    folder: Path
    shown: list[tuple[tuple[Kingdom, Mapping[tuple[int, int], Mapping[str, float]]], ...]] = field(
        default_factory=list
    )

    def photo(
        self, name: str, *kingdoms: str, views: Sequence[Mapping[tuple[int, int], object]] = ()
    ) -> Path:
        """Add a photo of these kingdoms side by side; `views` says what else squares may be."""
        parsed = [parse_kingdom(text) for text in kingdoms]
        looks = [*views, *({} for _ in parsed[len(views) :])]
        self.shown.append(tuple(zip(parsed, looks, strict=True)))  # type: ignore[arg-type]
        pixels = np.full((120, max(APART * len(parsed), APART), 3), 150, np.uint8)
        pixels[..., 0] = len(self.shown)
        path = self.folder / name
        cv2.imwrite(str(path), pixels)
        return path

    def on(self, photo: Photo) -> Sequence[tuple[Kingdom, Mapping]]:
        """Return what the photo shows."""
        return self.shown[int(photo.pixels[0, 0, 0]) - 1]

    def score(self, *arguments: str | Path) -> Result:
        """`kscan score` with these arguments."""
        return CliRunner().invoke(main, ["score", *map(str, arguments), "--lang", "en"])

    def document(self, *arguments: str | Path) -> dict:
        """Return what `kscan score --json` prints with these arguments."""
        return json.loads(self.score(*arguments, "--json").stdout)


def _lying(place: int, kingdom: Kingdom) -> Grid:
    move = np.array([[SIDE, 0.0, 10.0 + APART * place], [0.0, SIDE, 10.0], [0.0, 0.0, 1.0]])
    return Grid(move, np.full((kingdom.rows, kingdom.cols), 0.99), 0.9)


def _seen(kingdom: Kingdom, views: Mapping[tuple[int, int], Mapping[str, float]]) -> Evidence:
    probabilities = np.full((kingdom.rows, kingdom.cols, len(CLASSES)), 1e-5)
    colors = np.full((kingdom.rows, kingdom.cols, 4), 0.02)
    for cell in kingdom.cells():
        square = kingdom[cell]
        probabilities[cell][CLASSES.index("C" if square.castle else str(square))] = 1.0
        if square.color:
            colors[cell][list(CastleColor).index(square.color)] = 0.94
    for at, view in views.items():
        probabilities[at] = 1e-5
        for label, share in view.items():
            probabilities[at][CLASSES.index(label)] = share
    return Evidence(widened(probabilities / probabilities.sum(2, keepdims=True)), colors)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a folder of photos that show what a test says."""
    told = Table(tmp_path)

    def place(grid: Grid) -> int:
        return int(grid.homography[0, 2]) // APART

    def found(photo: Photo) -> tuple[Grid, ...]:
        return tuple(_lying(n, kingdom) for n, (kingdom, _) in enumerate(told.on(photo)))

    def read(photo: Photo, grids: Sequence[Grid]) -> tuple[Evidence, ...]:
        return tuple(_seen(*told.on(photo)[place(one)]) for one in grids)

    def between(photo: Photo, corners: Sequence[Sequence[float]], *_: object, **__: object) -> Grid:
        number = int(corners[0][0]) // APART
        return _lying(number, told.on(photo)[number][0])

    monkeypatch.setattr(find, "find", found)
    monkeypatch.setattr(find, "from_corners", between)
    monkeypatch.setattr(reader, "read", read)
    return told
