"""`kscan lab train`: refuses before hours are spent, and says what a fold left out."""

import importlib
import json
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.cli.lab import train
from kscan.lab.folds import FOLDS, LEFT_OUT

Made = list[tuple[Any, ...]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Return what was asked of the training, which does nothing; PyTorch seems to be there."""
    asked: Made = []
    training_run = ModuleType("kscan.lab.train_reader.training_run")
    training_run.NAMES = ("reader", "reader_answer")  # type: ignore[attr-defined]
    training_run.usual_plan = lambda seed: ("plan", seed)  # type: ignore[attr-defined]
    training_run.make = lambda *given, **_: asked.append(given[:-1])  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, training_run.__name__, training_run)
    package = importlib.import_module("kscan.lab.train_reader")
    monkeypatch.setattr(package, "training_run", training_run, raising=False)
    monkeypatch.setattr(train, "find_spec", lambda name: ModuleSpec(name, None))
    return asked


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["lab", "train", "reader", *map(str, arguments)])


def test_without_pytorch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "find_spec", lambda _: None)
    result = run(".", "-o", "models")
    assert result.exit_code == 2
    assert "pip install torch onnx" in result.stderr


@pytest.mark.parametrize("which", ["reader", "finder"])
def test_help_needs_no_pytorch(monkeypatch: pytest.MonkeyPatch, which: str) -> None:
    monkeypatch.setattr(train, "find_spec", lambda _: None)
    result = CliRunner().invoke(main, ["lab", "train", which, "--help"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert "DATA is a folder of labelled pictures" in result.stdout


def test_all_pictures_are_learned_from_unless_a_fold_is_named(tmp_path: Path, made: Made) -> None:
    result = run(tmp_path, "-o", tmp_path / "out", "--work", tmp_path / "work", "--seed", "7")
    assert result.exit_code == 0, result.stderr
    work = tmp_path / "work" / "seed7"
    assert made == [(tmp_path, tmp_path / "out", work, None, ("plan", 7))]


def test_the_weights_go_to_a_folder_of_their_own_that_is_named(tmp_path: Path, made: Made) -> None:
    result = run(tmp_path)
    assert result.exit_code == 0, result.stderr
    assert made[0][1] == Path("weights")
    assert "the weights are in weights" in result.stderr


def test_a_fold_has_a_folder_of_its_own_and_a_note(tmp_path: Path, made: Made) -> None:
    out = tmp_path / "out"
    out.mkdir()
    assert run(tmp_path, "-o", out, "--fold", "fold2").exit_code == 0
    assert made[0][1:4] == (out / "fold2", Path("training/seed1"), FOLDS[2])
    note = json.loads((out / LEFT_OUT).read_text())
    assert note["fold2"]["games"] == sorted(FOLDS[2].games)


def test_weights_are_not_replaced_unasked(tmp_path: Path, made: Made) -> None:
    (tmp_path / "reader_answer.onnx").write_text("precious")
    result = run(tmp_path, "-o", tmp_path)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert made == []
    assert run(tmp_path, "-o", tmp_path, "--force").exit_code == 0
    assert len(made) == 1
