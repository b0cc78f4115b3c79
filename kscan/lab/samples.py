"""The sample photos: painted and composed here, with their right answers beside them.

python -m kscan.lab.samples FOLDER
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kscan.errors import KscanError, UsageError
from kscan.files import write
from kscan.game.covering import cover_game
from kscan.game.kingdom import Kingdom
from kscan.lab.compose import Composed, ComposedKingdom, Hazard, Material, Recipe, compose
from kscan.lab.compose.layout import lay_out

LONG_SIDE = 1600  # of a sample, in pixels
LARGEST = 400_000  # bytes of a sample
_QUALITIES = (92, 88, 84, 78, 70, 60, 50, 40)  # of JPEG, the best first that is small enough
_TRIES = 4000  # seeds after which a wish is taken to be impossible
_FILLED = 0.33  # of the photo at least shows kingdoms
_ASKEW = np.radians(30)  # a kingdom turned by more does not show which side is its top


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo to be painted: the first seed's that is as wished."""

    name: str
    recipe: Recipe
    seed: int
    least: int  # covered squares of each kingdom
    most: int
    hidden: tuple[int, int] = (0, 0)  # how many squares something hides, castles' own apart


def _recipe(*hazards: Hazard, kingdoms: int = 1, size: int = 5) -> Recipe:
    return Recipe(kingdoms, size, LONG_SIDE, frozenset(hazards))


SAMPLES: tuple[Sample, ...] = (
    Sample("village", _recipe(Hazard.WOOD), 27, 25, 25),
    Sample("duel", _recipe(Hazard.HOLES, Hazard.CARPET, size=7), 1000, 45, 49),
    Sample("gaps", _recipe(Hazard.HOLES), 2000, 15, 19),
    Sample("leaning", _recipe(Hazard.TILT, Hazard.CHECKERED), 3000, 25, 25),
    Sample("table_of_four", _recipe(Hazard.HOLES, Hazard.WOOD, kingdoms=4), 4000, 17, 25),
    Sample("castle", _recipe(Hazard.CASTLE, Hazard.TILT, Hazard.WOOD), 5000, 25, 25),
    Sample("lamplight", _recipe(Hazard.WARM, Hazard.VIGNETTE, Hazard.SHADOW), 6000, 23, 25),
    Sample("cutting_mat", _recipe(Hazard.MAT, Hazard.LOOSE, Hazard.KINGS), 7000, 23, 25),
    Sample("afternoon", _recipe(Hazard.GLARE, Hazard.BACKS, Hazard.BOX), 8000, 23, 25),
    Sample("hand_in_view", _recipe(Hazard.HAND, Hazard.WHITE_TABLE), 9000, 25, 25, (1, 4)),
    Sample("out_of_focus", _recipe(Hazard.DEFOCUS, Hazard.DARK, Hazard.NOISE), 10000, 25, 25),
)


def paint_samples(
    folder: Path,
    samples: Sequence[Sample] = SAMPLES,
    *,
    replace: bool = False,
    told: Callable[[str], None] = lambda _: None,
) -> tuple[Path, ...]:
    """Write the pictures and their answers to `folder`.

    `told` hears of each one. Raises UsageError where a picture is there already and was not to be
    replaced.
    """
    pictures = tuple(folder / f"{sample.name}.jpg" for sample in samples)
    for picture in pictures:
        if picture.exists() and not replace:
            raise UsageError(f"{picture} exists already: choose another folder, or --replace")
    for sample, picture in zip(samples, pictures, strict=True):
        composed = composed_sample(sample)
        write(picture, _packed(composed))
        write(picture.with_suffix(".answer.txt"), answer(composed.kingdoms))
        told(f"{picture}: {len(composed.kingdoms)} kingdom(s), {picture.stat().st_size} bytes")
    return pictures


def composed_sample(sample: Sample) -> Composed:
    """Compose the first seed's photo meeting the wishes.

    Kingdoms were finished by the rules.
    """
    material = Material.painted()
    for seed in _promising(sample):
        composed = compose(np.random.default_rng(seed), material, sample.recipe)
        if _as_wished(sample, composed):
            return composed
    raise UsageError(f"sample {sample.name}: no photo in {_TRIES} is as wished")


def answer(kingdoms: Sequence[ComposedKingdom]) -> str:
    """Write the kingdoms in the photo's orientation.

    Where there are several, each under its colour.
    """
    shown = [(as_shown(kingdom), kingdom) for kingdom in _in_reading_order(kingdoms)]
    if len(shown) == 1:
        return f"{shown[0][0]}\n"
    named = (f"# {k.color.name.lower() if k.color else 'castle'}\n{text}\n" for text, k in shown)
    return "\n".join(named)


def as_shown(composed: ComposedKingdom) -> Kingdom:
    """Turn the kingdom by quarters to the photo's orientation."""
    quarters = round(_angle(composed) / (np.pi / 2)) % 4
    kingdom = composed.kingdom
    for _ in range(quarters):
        kingdom = kingdom.turned()
    return kingdom


def _angle(composed: ComposedKingdom) -> float:
    """By how much the grid is turned clockwise in the photo, in radians."""
    row, col = composed.kingdom.rows / 2, composed.kingdom.cols / 2
    left, right = composed.points(np.array([[col - 0.5, row], [col + 0.5, row]]))
    return float(np.arctan2(right[1] - left[1], right[0] - left[0]))


def _in_reading_order(kingdoms: Sequence[ComposedKingdom]) -> list[ComposedKingdom]:
    """From top to bottom, those side by side from left to right."""

    def middle(composed: ComposedKingdom) -> tuple[float, float]:
        at = composed.points(np.array([[composed.kingdom.cols / 2, composed.kingdom.rows / 2]]))
        return float(at[0, 0]), float(at[0, 1])

    rows = sorted(kingdoms, key=lambda k: middle(k)[1])
    beside = max(1, round(len(rows) / 2)) if len(rows) > 2 else len(rows)
    ordered: list[ComposedKingdom] = []
    for start in range(0, len(rows), beside):
        ordered += sorted(rows[start : start + beside], key=lambda k: middle(k)[0])
    return ordered


def _promising(sample: Sample) -> Iterator[int]:
    """Seeds whose kingdoms are as wished, found without drawing anything."""
    for seed in range(sample.seed, sample.seed + _TRIES):
        layout = lay_out(np.random.default_rng(seed), sample.recipe, ())
        if _finished(sample, [kingdom.kingdom for kingdom in layout.kingdoms]):
            yield seed


def _finished(sample: Sample, kingdoms: Sequence[Kingdom]) -> bool:
    """Return True if every kingdom is legal and complete.

    It has the squares wished for.
    """
    if not all(sample.least <= len(kingdom.covered) <= sample.most for kingdom in kingdoms):
        return False
    coverings = cover_game(kingdoms)
    return coverings is not None and all(covering.buildable for covering in coverings)


def _as_wished(sample: Sample, composed: Composed) -> bool:
    """Return True if the photo shows its kingdoms well.

    Whole, upright enough, as much of them as wished.
    """
    kingdoms = composed.kingdoms
    if not _finished(sample, [kingdom.kingdom for kingdom in kingdoms]):
        return False
    if any(kingdom.partly_outside for kingdom in kingdoms) or _filled(composed) < _FILLED:
        return False
    askew = (_angle(k) - round(_angle(k) / (np.pi / 2)) * (np.pi / 2) for k in kingdoms)
    if any(abs(angle) > _ASKEW for angle in askew):
        return False
    hidden = sum(not k.kingdom[cell].castle for k in kingdoms for cell in k.hidden)
    least, most = sample.hidden
    return least <= hidden <= most


def _filled(composed: Composed) -> float:
    """Return the squares' share of the photo."""
    height, width = composed.pixels.shape[:2]
    squares = np.concatenate([k.squares.reshape(-1, 4, 2) for k in composed.kingdoms])
    squares = squares[~np.isnan(squares[:, 0, 0])].astype(np.float32)
    return float(sum(cv2.contourArea(square) for square in squares) / (height * width))


def _packed(composed: Composed) -> bytes:
    """Encode the photo as a small JPEG."""
    for quality in _QUALITIES:
        file = cv2.imencode(".jpg", composed.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        if file.nbytes < LARGEST:
            break
    return file.tobytes()


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint the samples into the folder that is given; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m kscan.lab.samples", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures and answers go")
    parser.add_argument("--replace", action="store_true", help="overwrite those that are there")
    parser.add_argument("--only", metavar="NAME", help="paint this one only")
    asked = parser.parse_args(arguments)
    chosen = [sample for sample in SAMPLES if asked.only in (None, sample.name)]
    try:
        if not chosen:
            names = ", ".join(sample.name for sample in SAMPLES)
            raise UsageError(f"no sample {asked.only!r}: expected one of {names}")
        paint_samples(asked.folder, chosen, replace=asked.replace, told=print)
    except KscanError as error:
        print(f"samples: {error.message}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
