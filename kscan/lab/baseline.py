"""The yardstick: what classical features and a support vector machine read of the same squares."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from kscan import photo as loader
from kscan.evidence import LABELS
from kscan.lab.dataset import LabelledSquare, squares
from kscan.lab.evaluate.answers import UNKNOWN, Answers, joined, label_of
from kscan.lab.folds import FOLDS, Fold

SIDE = 64
CELL = 8
ORIENTATIONS = 9
SEED = 7

Pixels = NDArray[np.uint8]
Features = NDArray[np.float32]


def measure(data: Path) -> Answers:
    """Read every square by the fold blind to its session."""
    labelled = squares(data)
    pictures = np.stack([_read(square.file) for square in labelled])
    there = {square.session for square in labelled}
    return joined(_of_fold(fold, labelled, pictures) for fold in FOLDS if fold.sessions & there)


def features(picture: Pixels) -> Features:
    """Edges (histograms of oriented gradients) and colours of one SIDE x SIDE square."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    return np.concatenate([_edges(lab[..., 0]), _colours(lab)])


def _of_fold(fold: Fold, labelled: Sequence[LabelledSquare], pictures: Pixels) -> Answers:
    sessions = np.array([square.session for square in labelled])
    truth = np.array([label_of(square.square) for square in labelled])
    unseen = np.isin(sessions, sorted(fold.sessions))
    model = _fitted(pictures[~unseen], truth[~unseen], sessions[~unseen])
    probabilities = np.zeros((int(unseen.sum()), len(LABELS)))
    probabilities[:, model.classes_] = model.predict_proba(_all_features(pictures[unseen]))
    return Answers(
        names=tuple(labelled[i].file.name for i in np.flatnonzero(unseen).tolist()),
        groups=tuple(sessions[unseen].tolist()),
        truth=truth[unseen].astype(np.int64),
        probabilities=probabilities,
        crops=pictures[unseen],
        colors=np.zeros((len(probabilities), 4)),
        true_colors=np.full(len(probabilities), UNKNOWN),
    )


def _fitted(pictures: Pixels, truth: NDArray[np.int64], sessions: NDArray[np.str_]) -> Any:
    """Fit the best machine for unseen sessions.

    To turned and relit copies.
    """
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.decomposition import PCA
    from sklearn.model_selection import GridSearchCV, StratifiedGroupKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    machine = make_pipeline(
        StandardScaler(), PCA(256, random_state=SEED), SVC(class_weight="balanced")
    )
    grid = {"svc__C": [2, 8, 32], "svc__gamma": [0.0005, 0.0015, 0.005]}
    search = GridSearchCV(machine, grid, cv=StratifiedGroupKFold(3), n_jobs=1, refit=False)
    search.fit(_all_features(pictures), truth, groups=sessions)
    machine.set_params(**search.best_params_)
    copies = np.concatenate([_relit(np.rot90(pictures, k, axes=(1, 2)), k) for k in range(4)])
    labels, groups = np.tile(truth, 4), np.tile(sessions, 4)
    folds = list(StratifiedGroupKFold(3).split(copies, labels, groups))
    calibrated = CalibratedClassifierCV(machine, cv=folds, ensemble=False, method="temperature")
    return calibrated.fit(_all_features(copies), labels)


def _relit(pictures: Pixels, seed: int) -> Pixels:
    """Relight the pictures warmer, colder, darker and brighter.

    The first copy (0) stays.
    """
    if seed == 0:
        return pictures
    rng = np.random.default_rng(seed)
    warmth, light = rng.normal(0, 0.15, (2, len(pictures), 1))
    gains = np.exp(light + warmth * np.array([-1.0, 0.0, 1.0]))
    relit = np.clip(pictures * gains[:, None, None, :], 0, 255)
    return np.asarray(relit, dtype=np.uint8)


def _all_features(pictures: Pixels) -> Features:
    return np.stack([features(picture) for picture in pictures])


def _read(file: Path) -> Pixels:
    pixels = loader.read(file).pixels
    resized = cv2.resize(pixels, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(resized, dtype=np.uint8)


def _edges(light: Features) -> Features:
    across, down = cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1)
    strength, angle = cv2.cartToPolar(across, down)
    bins = (angle % np.pi * (ORIENTATIONS / np.pi)).astype(np.int64) % ORIENTATIONS
    side = SIDE // CELL
    rows, cols = np.indices(light.shape) // CELL
    places = (rows * side + cols) * ORIENTATIONS + bins
    cells = np.bincount(places.ravel(), strength.ravel(), side * side * ORIENTATIONS)
    cells = cells.reshape(side, side, ORIENTATIONS)
    blocks = np.concatenate(
        [cells[r : side - 1 + r, c : side - 1 + c] for r in (0, 1) for c in (0, 1)], axis=2
    )
    blocks /= np.linalg.norm(blocks, axis=2, keepdims=True) + 10.0
    return blocks.ravel().astype(np.float32)


def _colours(lab: Features) -> Features:
    """Mean and spread of each patch, and histograms of the whole."""
    patches = lab.reshape(4, SIDE // 4, 4, SIDE // 4, 3)
    means, spreads = patches.mean(axis=(1, 3)), patches.std(axis=(1, 3))
    histograms = [
        np.histogram(lab[..., channel], bins=24, range=(0, 256), density=True)[0] * 100
        for channel in range(3)
    ]
    parts = [means.ravel() / 64, spreads.ravel() / 32, *histograms]
    return np.concatenate(parts).astype(np.float32)
