"""What a reader answered for labelled squares, and every figure that follows from it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kscan.evidence import CLASSES, LABELS, OTHER_LABEL
from kscan.game.squares import CastleColor, Square

Json = dict[str, Any]

SURE = 0.99  # from here on an answer counts as said with certainty
SOMETHING_ELSE = 0.1  # from here on a field counts as perhaps neither tile nor table
BINS = 15  # of the expected calibration error
UNKNOWN = -1
_GROUNDS = tuple(name[0] for name in LABELS)


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Squares with their right answers and what was said of them; all along the first axis."""

    names: tuple[str, ...]  # where to find the square: `a.jpg`, or `a.jpg r2c3`
    groups: tuple[str, ...]  # what it is counted by: session, game, photo
    truth: NDArray[np.int64]  # index into LABELS
    probabilities: NDArray[np.float64]  # n x 27, along LABELS
    crops: NDArray[np.uint8]  # n x side x side x 3: to look at
    colors: NDArray[np.float64]  # n x 4, along CastleColor
    true_colors: NDArray[np.int64]  # UNKNOWN where there is no castle, or its colour is not known

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def read(self) -> NDArray[np.int64]:
        """The most probable class of each square."""
        return np.asarray(self.probabilities.argmax(axis=1), dtype=np.int64)

    @property
    def confidence(self) -> NDArray[np.float64]:
        """How probable that class is said to be."""
        return np.asarray(self.probabilities.max(axis=1), dtype=np.float64)

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which squares are read as they are."""
        return np.asarray(self.read == self.truth, dtype=np.bool_)

    def figures(self) -> Json:
        """Return every figure, ready for JSON."""
        if not len(self):
            return {"n": 0}
        return {
            "n": len(self),
            "accuracy": float(self.right.mean()),
            "terrain": float(self._same_ground().mean()),
            "wrong": int((~self.right).sum()),
            "something_else": int((self.probabilities[:, OTHER_LABEL] >= SOMETHING_ELSE).sum()),
            "groups": self._by_group(),
            "confusions": self._confusions(),
            "calibration": self._calibration(),
            "castle_color": self._castle_colors(),
            "mistakes": self._mistakes(),
        }

    def _same_ground(self) -> NDArray[np.bool_]:
        grounds = np.array(_GROUNDS)
        return np.asarray(grounds[self.read] == grounds[self.truth])

    def _by_group(self) -> Json:
        groups, right = np.array(self.groups), self.right
        return {
            str(group): {
                "n": int((groups == group).sum()),
                "accuracy": float(right[groups == group].mean()),
            }
            for group in np.unique(groups)
        }

    def _confusions(self) -> list[Json]:
        wrong = ~self.right
        pairs = Counter(zip(self.truth[wrong].tolist(), self.read[wrong].tolist(), strict=True))
        return [
            {"is": LABELS[truth], "read": LABELS[read], "n": n}
            for (truth, read), n in pairs.most_common()
        ]

    def _calibration(self) -> Json:
        sure = self.confidence >= SURE
        return {
            "expected_error": expected_calibration_error(self.right, self.confidence),
            "sure": int(sure.sum()),
            "sure_right": float(self.right[sure].mean()) if sure.any() else None,
        }

    def _castle_colors(self) -> Json:
        known = self.true_colors != UNKNOWN
        right = self.colors[known].argmax(axis=1) == self.true_colors[known]
        return {"n": int(known.sum()), "accuracy": float(right.mean()) if known.any() else None}

    def _mistakes(self) -> list[Json]:
        worst = np.flatnonzero(~self.right)
        worst = worst[np.argsort(-self.confidence[worst], kind="stable")]
        return [
            {
                "square": self.names[i],
                "is": LABELS[self.truth[i]],
                "read": LABELS[self.read[i]],
                "said": round(float(self.confidence[i]), 4),
            }
            for i in worst.tolist()
        ]


def expected_calibration_error(right: NDArray[np.bool_], confidence: NDArray[np.float64]) -> float:
    """Return the mean gap between confidence and success.

    Over bins of equal width.
    """
    from sklearn.calibration import calibration_curve

    share, said = calibration_curve(right, confidence, n_bins=BINS)
    inner_edges = np.linspace(0.0, 1.0, BINS + 1)[1:-1]
    counts = np.bincount(np.searchsorted(inner_edges, confidence), minlength=BINS)
    return float(np.average(np.abs(share - said), weights=counts[counts > 0]))


def wilson(count: int, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of `count` among `n`."""
    if not n:
        return 0.0, 1.0
    z, share = 1.96, count / n
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * float(np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def class_of(square: Square) -> int:
    """Return a square's index in CLASSES, castles all alike."""
    return CLASSES.index("C" if square.castle else str(square))


def label_of(square: Square) -> int:
    """Return the index in LABELS of what lies on a field, whatever a castle's colour."""
    return LABELS.index("C" if square.castle else str(square))


def color_of(square: Square) -> int:
    """Return a castle's index along CastleColor, or UNKNOWN."""
    return list(CastleColor).index(square.color) if square.color else UNKNOWN


def joined(several: Iterable[Answers]) -> Answers:
    """Join the answers of several readers."""
    listed = list(several)
    return Answers(
        names=tuple(name for answers in listed for name in answers.names),
        groups=tuple(group for answers in listed for group in answers.groups),
        truth=np.concatenate([answers.truth for answers in listed]),
        probabilities=np.concatenate([answers.probabilities for answers in listed]),
        crops=np.concatenate([answers.crops for answers in listed]),
        colors=np.concatenate([answers.colors for answers in listed]),
        true_colors=np.concatenate([answers.true_colors for answers in listed]),
    )
