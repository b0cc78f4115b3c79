"""The yardstick's figures, on the same pictures and the same folds as the reader's."""

from pathlib import Path

from kscan.training import squares_baseline
from kscan.training.evaluation.answers import Answers
from kscan.training.evaluation.models import Models


def baseline(data: Path, _: Models) -> Answers:
    """The answers of the classical reader; it is fitted anew for each fold, which takes minutes."""
    return squares_baseline.measure(data)
