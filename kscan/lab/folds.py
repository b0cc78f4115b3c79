"""The folds: what each measuring model is not trained on, so that figures speak of new photos."""

import json
from dataclasses import dataclass
from pathlib import Path

from kscan.files import write

LEFT_OUT = "folds.json"  # beside the folds' folders of weights: what each was not trained on


@dataclass(frozen=True, slots=True)
class Fold:
    """One way to leave pictures out; a model of this fold has never seen them."""

    index: int
    sessions: frozenset[str]  # of `squares`: one light each, of one camera
    games: frozenset[str]  # of `boards`: the four kingdoms of one game each

    @property
    def name(self) -> str:
        """The name of the fold's folder of weights."""
        return f"fold{self.index}"


# Sessions are grouped so that each fold leaves out one large session and some small ones. The
# fourth trains on every board: there are six games, and three folds leave out two each.
FOLDS: tuple[Fold, ...] = (
    Fold(0, frozenset({"20180405", "20180505", "IMG_3886-3890"}), frozenset({"g1", "g2"})),
    Fold(1, frozenset({"20180510", "UNADJ_thumb", "kd1-28"}), frozenset({"g3", "g4"})),
    Fold(2, frozenset({"20180511", "a_c_board_seven", "IMG_4048-4054"}), frozenset({"g5", "g6"})),
    Fold(3, frozenset({"IMG_1474-1485", "IMG_4062-4145", "IMG_9390-9405"}), frozenset()),
)

# No fold trains on the raw photos of `full`. This one measures them, because the session
# a_c_board_seven, which it leaves out too, shows one of the same tables.
FULL_FOLD = FOLDS[2]


def fold_of_session(session: str) -> Fold | None:
    """Return the session's held-out fold, if known."""
    return next((fold for fold in FOLDS if session in fold.sessions), None)


def fold_of_game(game: str) -> Fold | None:
    """Return the game's held-out fold, if known."""
    return next((fold for fold in FOLDS if game in fold.games), None)


def fold_called(name: str | None) -> Fold | None:
    """Return the fold of that name; None for none."""
    return next((fold for fold in FOLDS if fold.name == name), None)


def note_left_out(folder: Path, fold: Fold) -> None:
    """Write down in `folder`, beside the other folds, what this fold was not trained on."""
    note = folder / LEFT_OUT
    known = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
    known[fold.name] = {"sessions": sorted(fold.sessions), "games": sorted(fold.games)}
    write(note, json.dumps(known, indent=2, sort_keys=True) + "\n")
