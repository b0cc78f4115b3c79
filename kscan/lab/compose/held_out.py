"""What a fold trains on, and what it leaves out so that photos of it measure honestly."""

from pathlib import Path

from kscan.lab import dataset
from kscan.lab.compose.material import Material
from kscan.lab.folds import FOLDS, Fold


def material(folder: Path, fold: Fold | None, *, held_out: bool = False) -> Material:
    """Return a fold's material, or all of it.

    What `fold` trains on, or what it leaves out: its sessions, its games and one surface of every
    len(FOLDS).
    """
    if fold is None:
        return Material.from_data(folder)
    games = {board.game for board in dataset.boards(folder)}
    sessions = {square.session for square in dataset.squares(folder)}
    surfaces = {path.name for path in dataset.surfaces(folder)}
    left_out = {path.name for path in held_out_surfaces(folder, fold)}
    if held_out:
        return Material.from_data(
            folder, games=fold.games, sessions=fold.sessions, surfaces=left_out
        )
    return Material.from_data(
        folder,
        games=games - fold.games,
        sessions=sessions - fold.sessions,
        surfaces=surfaces - left_out,
    )


def held_out_surfaces(folder: Path, fold: Fold) -> tuple[Path, ...]:
    """Return the surfaces held out by the fold."""
    return dataset.surfaces(folder)[fold.index :: len(FOLDS)]
