"""Sets of tiles to lay, from pictures of single squares and of whole dominoes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kscan.game.box import BASE, Box
from kscan.game.squares import CastleColor
from kscan.lab.compose import giants
from kscan.lab.compose.pictures import Pixels, mean_light, read_picture, relit, resized
from kscan.lab.compose.seams import joined
from kscan.lab.painting import Style, paint_back, paint_domino, paint_square

SCANNED, PAINTED = "art", "painted"  # editions: the flat scans, and what was painted here
FINEST_PAINTING = 192  # pixels of a square's side: paintings show no more at a larger size
SAMPLED = 6  # pictures of a label from which its usual light is taken
DULLEST, BRIGHTEST = 0.4, 2.5  # limits to how far one picture is relit


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a square or of a domino, or the part of a picture that shows one."""

    path: Path
    part: tuple[int, int, int, int] | None = None  # top, bottom, left, right
    turn: int = 0  # quarter turns counter-clockwise that bring its first half to the left

    def pixels(self) -> Pixels:
        """Read its pixels."""
        whole = read_picture(self.path)
        if self.part is not None:
            top, bottom, left, right = self.part
            whole = whole[top:bottom, left:right]
        return np.rot90(whole, self.turn)

    def light(self) -> NDArray[np.float64]:
        """Return its mean linear light, blue, green and red."""
        return _light_of(self)


@lru_cache(maxsize=16384)
def _light_of(picture: Picture) -> NDArray[np.float64]:
    return mean_light(picture.pixels())


@dataclass(frozen=True, eq=False)
class Crowned:
    """A picture of a square into which a second crown was laid."""

    laid: Pixels

    def pixels(self) -> Pixels:
        """Return its pixels."""
        return self.laid

    def light(self) -> NDArray[np.float64]:
        """Return its mean linear light, blue, green and red."""
        return mean_light(self.laid)


class TileSet(Protocol):
    """One box of tiles, as it is drawn in one photo."""

    @property
    def edition(self) -> str:
        """The name of the edition that its pictures are of."""
        ...

    @property
    def light(self) -> NDArray[np.float64]:
        """The colour of the light that is in the tiles' pictures, 1 1 1 for white."""
        ...

    @property
    def detail(self) -> int:
        """How many pixels of a square's side the pictures resolve."""
        ...

    def domino(self, number: int, side: int) -> Pixels:
        """Print the domino, its first half left: `side` high."""
        ...

    def start(self, color: CastleColor, side: int) -> Pixels:
        """Print the start tile of that colour."""
        ...

    def back(self, side: int) -> Pixels:
        """Print the back of a domino."""
        ...

    def piece(self, picture: Picture, side: int) -> Pixels:
        """Print one square of a photographed board."""
        ...


@dataclass(frozen=True)
class Edition:
    """Pictures taken in one light, and another edition for what they lack."""

    name: str
    squares: Mapping[str, Sequence[Picture]]  # by notation
    dominoes: Mapping[str, Sequence[Picture]]  # by their face, whole ones
    upright: bool  # whether every picture of a square stands the right way up
    detail: int  # pixels of a square's side
    spare: "Edition | None" = None
    art: Path | None = None  # scans that show how a crown is printed

    @cached_property
    def usual(self) -> dict[str, NDArray[np.float64]]:
        """The usual linear light of each label's pictures."""
        return {  # the median, because some pictures are mostly glare
            label: np.median([picture.light() for picture in _spread(pictures)], axis=0)
            for label, pictures in self.squares.items()
            if pictures
        }

    @cached_property
    def crowned(self) -> Mapping[str, Sequence[Crowned]]:
        """Squares that no picture shows, made of those with a crown less."""
        if self.art is None:
            return {}
        crown, made = giants.printed_crown(self.art), dict[str, list[Crowned]]()
        for label, more in giants.MORE.items():
            once = (picture.pixels() for picture in self.squares.get(label, ()))
            if self.upright:
                twice = [giants.scan_with_second_crown(pixels, crown) for pixels in once]
            else:
                perhaps = (giants.photo_with_second_crown(pixels, crown) for pixels in once)
                twice = [pixels for pixels in perhaps if pixels is not None]
            made[more] = [Crowned(pixels) for pixels in twice]
        return made

    def pictures(self, label: str) -> Sequence[Picture | Crowned]:
        """Return the label's pictures, empty if there are none."""
        return self.squares.get(label) or self.crowned.get(label, ())

    def usual_light(self, label: str) -> NDArray[np.float64]:
        """Return the usual linear light of the label's pictures."""
        if label in self.usual:
            return self.usual[label]
        lights = [picture.light() for picture in self.pictures(label)]
        return np.asarray(np.median(lights, axis=0))

    def light_beside(self, other: "Edition") -> NDArray[np.float64]:
        """Return this edition's light relative to another's.

        Where the other's is white, from the labels that both have.
        """
        common = [
            label for label in self.usual if label in other.usual and not label.startswith("C")
        ]
        if not common:
            return np.ones(3)
        ratios = [np.log((self.usual[k] + 0.01) / (other.usual[k] + 0.01)) for k in common]
        return np.asarray(np.exp(np.median(ratios, axis=0)))


def _spread(pictures: Sequence[Picture]) -> Sequence[Picture]:
    return pictures[:: max(1, len(pictures) // SAMPLED)][:SAMPLED]


class PhotographedTiles:
    """Tiles from the pictures of an edition, brought into one light for one photo."""

    def __init__(
        self, edition: Edition, neutral: Edition, rng: np.random.Generator, box: Box = BASE
    ) -> None:
        self._edition = edition
        self._box = box
        self._rng = rng
        self._style = Style.random(rng)
        self._evenness = float(rng.uniform(0.4, 1.0))
        self._margin = float(rng.uniform(0.0, 0.04))
        own = np.clip(edition.light_beside(neutral), 0.15, 3.0)
        kept = rng.uniform(0.0, 0.7)
        self._gain = own ** (kept - 1.0)
        self._light = np.asarray(own**kept / (own**kept).max())

    @property
    def edition(self) -> str:
        """The name of the edition: flat scans, a game or a session."""
        return self._edition.name

    @property
    def light(self) -> NDArray[np.float64]:
        """The colour of the light that is left in the pictures."""
        return self._light

    @property
    def detail(self) -> int:
        """How many pixels of a square's side the pictures resolve."""
        return self._edition.detail

    def domino(self, number: int, side: int) -> Pixels:
        """Print the domino from one picture or two squares."""
        domino = self._box.dominoes[number - 1]
        whole = self._edition.dominoes.get(domino.face, ())
        if whole and self._rng.random() < 0.9:
            picture = whole[int(self._rng.integers(len(whole)))]
            return resized(relit(picture.pixels(), self._gain), 2 * side, side)
        spin = 2 * int(self._rng.integers(2))
        halves = (self._square(str(h), side, spin) for h in (domino.first, domino.second))
        same = domino.first.terrain is domino.second.terrain
        return joined(self._rng, *halves, same_land=same)

    def start(self, color: CastleColor, side: int) -> Pixels:
        """Print the start tile of that colour."""
        return self._square(f"C{color.value}", side, int(self._rng.integers(4)))

    def back(self, side: int) -> Pixels:
        """Paint the back of a domino."""
        fine = min(side, FINEST_PAINTING)
        return resized(paint_back(self._style, self._rng, fine), 2 * side, side)

    def piece(self, picture: Picture, side: int) -> Pixels:
        """Relight one square of a photographed board."""
        return resized(relit(picture.pixels(), self._gain), side, side)

    def _square(self, label: str, side: int, spin: int) -> Pixels:
        edition, gain = self._edition, self._gain
        while edition.spare is not None and not edition.pictures(label):
            gain = gain * edition.light_beside(edition.spare)
            edition = edition.spare
        pictures = edition.pictures(label)
        picture = pictures[int(self._rng.integers(len(pictures)))]
        pixels = picture.pixels()
        odd = (edition.usual_light(label) + 0.01) / (picture.light() + 0.01)
        gain = gain * np.clip(odd, DULLEST, BRIGHTEST) ** self._evenness
        turn = spin if edition.upright else int(self._rng.integers(4))
        cut = round(min(pixels.shape[:2]) * self._margin)
        inner = pixels[cut : pixels.shape[0] - cut, cut : pixels.shape[1] - cut]
        return resized(relit(np.rot90(inner, turn), gain), side, side)


class PaintedTiles:
    """Tiles of an edition that nobody printed."""

    edition = PAINTED

    def __init__(self, rng: np.random.Generator, box: Box = BASE) -> None:
        self._style = Style.random(rng)
        self._box = box
        self._rng = rng

    @property
    def light(self) -> NDArray[np.float64]:
        """White: paintings bring no light of their own."""
        return np.ones(3)

    @property
    def detail(self) -> int:
        """How many pixels of a square's side the paintings resolve."""
        return FINEST_PAINTING

    def domino(self, number: int, side: int) -> Pixels:
        """Paint the domino."""
        domino, fine = self._box.dominoes[number - 1], min(side, FINEST_PAINTING)
        halves = str(domino.first), str(domino.second)
        return resized(paint_domino(*halves, self._style, self._rng, fine), 2 * side, side)

    def start(self, color: CastleColor, side: int) -> Pixels:
        """Paint the start tile."""
        fine = min(side, FINEST_PAINTING)
        painted = paint_square(f"C{color.value}", self._style, self._rng, fine)
        return resized(painted, side, side)

    def back(self, side: int) -> Pixels:
        """Paint the back of a domino."""
        fine = min(side, FINEST_PAINTING)
        return resized(paint_back(self._style, self._rng, fine), 2 * side, side)

    def piece(self, picture: Picture, side: int) -> Pixels:
        """Print one square of a photographed board unchanged."""
        return resized(picture.pixels(), side, side)
