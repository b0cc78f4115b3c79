"""The yardstick's figures, on the same pictures and the same folds as the reader's."""

from pathlib import Path

from kscan.lab import baseline as squares_baseline
from kscan.lab.evaluate.answers import Answers
from kscan.lab.evaluate.models import Models


def baseline(data: Path, _: Models) -> Answers:
    """Return the classical reader's answers.

    It is fitted for each fold, which takes minutes.
    """
    return squares_baseline.measure(data)
