"""A fold is measured only on what it left out."""

import json
import os
from pathlib import Path

import pytest

from kscan import networks
from kscan.errors import UsageError
from kscan.lab.evaluate.models import LEFT_OUT, Models, fold_models
from kscan.lab.folds import FOLDS


def left_out() -> dict[str, dict[str, list[str]]]:
    """Return the note of folds that left out what was agreed."""
    return {
        fold.name: {"sessions": sorted(fold.sessions), "games": sorted(fold.games)}
        for fold in FOLDS
    }


@pytest.fixture(autouse=True)
def _folds(tmp_path: Path) -> None:
    for fold in FOLDS[:2]:
        (tmp_path / fold.name).mkdir()


def test_folds_that_left_out_what_is_agreed_are_honest(tmp_path: Path) -> None:
    (tmp_path / LEFT_OUT).write_text(json.dumps(left_out()))
    assert fold_models(tmp_path).honest
    assert not Models().honest


def test_a_fold_that_saw_what_it_is_measured_on_is_refused(tmp_path: Path) -> None:
    note = left_out()
    note["fold1"]["sessions"].remove("20180510")
    (tmp_path / LEFT_OUT).write_text(json.dumps(note))
    with pytest.raises(UsageError, match="fold1 did not leave out"):
        fold_models(tmp_path)


def test_only_folds_that_are_there_are_measured(tmp_path: Path) -> None:
    note = left_out()
    del note["fold3"]
    (tmp_path / LEFT_OUT).write_text(json.dumps(note))
    models = fold_models(tmp_path)
    assert [models.has(fold) for fold in FOLDS] == [True, True, False, False]
    assert Models().has(FOLDS[3])
    assert (models.has(None), Models().has(None)) == (False, True)  # what no fold left out


def test_a_folder_without_any_fold_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / LEFT_OUT).write_text(json.dumps(left_out()))
    with pytest.raises(UsageError, match="holds no fold's weights"):
        fold_models(tmp_path / "empty")


def test_folds_without_a_note_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not found"):
        fold_models(tmp_path)


def test_a_folds_weights_are_used_for_as_long_as_it_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(networks.FOLDER_VARIABLE, raising=False)
    shipped = networks.folder()
    with Models(tmp_path).used(FOLDS[1]):
        assert networks.folder() == tmp_path / "fold1"
    assert networks.folder() == shipped
    assert networks.FOLDER_VARIABLE not in os.environ


def test_the_folder_of_before_comes_back_after_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(networks.FOLDER_VARIABLE, "mine")
    with pytest.raises(ZeroDivisionError), Models(tmp_path).used(FOLDS[0]):
        raise ZeroDivisionError
    assert networks.folder() == Path("mine")


def test_weights_are_known_by_their_content(tmp_path: Path) -> None:
    (tmp_path / "fold0/reader.onnx").write_bytes(b"")
    assert Models(tmp_path).hashes() == {
        "fold0/reader.onnx": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    }


def test_what_only_measures_is_not_said_to_ship() -> None:
    assert {name.split("/")[0] for name in Models().hashes()} == {
        "finder.onnx",
        "finder_fields.onnx",
        "reader.onnx",
        "reader_answer.onnx",
    }
