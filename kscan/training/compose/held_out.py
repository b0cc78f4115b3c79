"""What a fold trains on, and what it leaves out so that photos of it measure honestly."""

from pathlib import Path

from kscan.training import dataset
from kscan.training.compose.material import Material
from kscan.training.folds import FOLDS, Fold


def material_of(folder: Path, fold: Fold, *, held_out: bool) -> Material:
    """The material that a fold's models have seen; with `held_out` that which they have not.

    Each fold leaves out its sessions, its games and every so manieth surface.
    """
    games = {board.game for board in dataset.boards(folder)}
    sessions = {square.session for square in dataset.squares(folder)}
    surfaces = [path.name for path in dataset.surfaces(folder)]
    left_out = set(surfaces[fold.index :: len(FOLDS)])
    if held_out:
        return Material.from_data(
            folder, games=fold.games, sessions=fold.sessions, surfaces=left_out
        )
    return Material.from_data(
        folder,
        games=games - fold.games,
        sessions=sessions - fold.sessions,
        surfaces=set(surfaces) - left_out,
    )
