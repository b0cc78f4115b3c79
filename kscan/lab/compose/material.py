"""What photos may be composed of: tiles, tables, and nothing that is held out."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kscan.errors import UsageError
from kscan.game.box import BASE, Box
from kscan.lab import by_eye, dataset
from kscan.lab.compose.editions import (
    SCANNED,
    Edition,
    PaintedTiles,
    PhotographedTiles,
    TileSet,
)
from kscan.lab.compose.sources import STRAYING, from_art, from_boards, from_squares

PAINTED = 0.2  # the share of photos with painted tiles where there are others, too
LABELS_OF_A_BOX = 20  # sixteen kinds of land and four castles


@dataclass(frozen=True)
class Material:
    """The pictures that may be used."""

    editions: tuple[Edition, ...]  # with all labels, if need be from their spares
    neutral: Edition | None  # the one whose light counts as white
    surfaces: tuple[Path, ...]
    boards: tuple[dataset.LabelledBoard, ...]  # those on the even grid, with or without castle
    paintings: bool  # whether own paintings may be used, too
    dyed: float = 0.0  # the share of photographed surfaces that get another colour

    @classmethod
    def from_data(
        cls,
        folder: Path,
        *,
        games: Collection[str] | None = None,
        sessions: Collection[str] | None = None,
        surfaces: Collection[str] | None = None,
        paintings: bool = True,
    ) -> "Material":
        """Load the folder's material of these games, sessions and surfaces.

        Surfaces by file name.
        """
        boards = tuple(
            board
            for board in dataset.boards(folder)
            if (games is None or board.game in games) and board.file.name not in STRAYING
        )
        crops = (s for s in dataset.squares(folder) if sessions is None or s.session in sessions)
        editions = [
            from_art(folder),
            *from_boards(boards),
            *from_squares(crops, by_eye.castle_colors()),
        ]
        tables = tuple(
            path for path in dataset.surfaces(folder) if surfaces is None or path.name in surfaces
        )
        editions = [replace(edition, art=folder / "art") for edition in editions]
        return cls(_filled(editions), editions[0], tables, boards, paintings)

    @classmethod
    def painted(cls) -> "Material":
        """Own paintings only."""
        return cls((), None, (), (), True)

    def tiles(
        self,
        rng: np.random.Generator,
        detail: int,
        board: dataset.LabelledBoard | None = None,
        box: Box = BASE,
    ) -> TileSet:
        """Choose pictures of the box's tiles for one photo.

        A square's side is about `detail` pixels. With a board that is shown as it is, the tiles of
        its game.
        """
        same = [e for e in self.editions if board and e.name == f"game {board.game}"]
        if same and self.neutral is not None:
            return PhotographedTiles(same[0], self.neutral, rng, box)
        if self.paintings and (not self.editions or rng.random() < PAINTED):
            return PaintedTiles(rng, box)
        fine = [edition for edition in self.editions if edition.detail * 1.6 >= detail]
        choices = fine or list(self.editions)
        if not choices or self.neutral is None:
            raise UsageError("there is no material to compose photos of")
        weights = np.array([_worth(edition) for edition in choices])
        chosen = choices[int(rng.choice(len(choices), p=weights / weights.sum()))]
        return PhotographedTiles(chosen, self.neutral, rng, box)


def _worth(edition: Edition) -> float:
    """Return an edition's weight, growing with its labels."""
    kind = 4.0 if edition.name == SCANNED else 1.5 if edition.name.startswith("game") else 1.0
    return kind * (len(edition.squares) / LABELS_OF_A_BOX) ** 2


def _filled(editions: list[Edition]) -> tuple[Edition, ...]:
    """Give each edition a chain of spares, richest first.

    So that no label is missing.
    """
    chain: Edition | None = None
    for edition in sorted(editions, key=lambda e: (len(e.squares), e.detail)):
        chain = replace(edition, spare=chain)
    spares = []
    while chain is not None:
        spares.append(chain)
        chain = chain.spare
    return tuple(
        replace(edition, spare=spares[1] if edition.name == spares[0].name else spares[0])
        for edition in editions
    )
