"""The command line as a whole: help, errors, exit codes."""

import subprocess
import sys
from types import SimpleNamespace

import click
import cv2
import pytest
from click.testing import CliRunner

from kscan import __version__, networks
from kscan.cli import COMMANDS, main
from kscan.errors import KscanError, ModelError, NotationError, PhotoError, UsageError


def failing(monkeypatch, error):
    """Return the command line with a command `tally` that only fails."""

    @click.command()
    def command():
        """Fail."""
        raise error

    monkeypatch.setitem(sys.modules, "kscan.cli.tally", SimpleNamespace(command=command))
    return CliRunner()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotationError("what is wrong"), 2),
        (UsageError("what is wrong"), 2),
        (PhotoError("broken_picture", "what is wrong"), 4),
        (ModelError("what is wrong"), 1),
        (KscanError("other", "what is wrong"), 1),
    ],
)
def test_an_error_is_one_sentence_on_standard_error_and_an_exit_code(monkeypatch, error, code):
    result = failing(monkeypatch, error).invoke(main, ["tally"])
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr == "kscan: what is wrong\n"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_interrupted_is_130(monkeypatch, error):
    result = failing(monkeypatch, error).invoke(main, ["tally"])
    assert result.exit_code == 130
    assert result.stderr.strip() == "kscan: interrupted"


def test_a_fault_of_kscan_shows_its_traceback_only_when_asked(monkeypatch):
    runner = failing(monkeypatch, ZeroDivisionError("by nothing"))
    result = runner.invoke(main, ["tally"])
    assert result.exit_code == 1
    assert "ZeroDivisionError: by nothing" in result.stderr
    assert "Traceback" not in result.stderr
    assert isinstance(runner.invoke(main, ["-v", "tally"]).exception, ZeroDivisionError)


def test_the_version_names_the_weights_and_opencv():
    said = CliRunner().invoke(main, ["--version"]).stdout
    model, opencv = networks.digest(), cv2.__version__
    assert said == f"kscan {__version__} (model {model}, OpenCV {opencv})\n"


@pytest.mark.parametrize(
    ("given", "command"),
    [
        (["anna.JPG"], "kscan score anna.JPG"),
        (["my photo.heic", "--brief"], 'kscan score "my photo.heic" --brief'),
        (["photos"], "kscan batch photos"),
        (["anna.txt"], "kscan tally anna.txt"),
    ],
)
def test_a_photo_in_the_place_of_a_command_is_told_the_command(
    given, command, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photos").mkdir()
    done = CliRunner().invoke(main, given)
    assert done.exit_code == 2
    assert done.stderr.rstrip().endswith(f": {command}")


def test_a_misspelt_command_is_not_taken_for_a_photo():
    assert ": kscan" not in CliRunner().invoke(main, ["scoer"]).stderr


def test_the_package_runs_as_a_command():
    told = subprocess.run(
        [sys.executable, "-m", "kscan", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in told.stdout


def test_an_unknown_command_is_wrong_usage():
    assert CliRunner().invoke(main, ["nothing"]).exit_code == 2


def test_the_help_names_every_command_and_exit_code():
    text = CliRunner().invoke(main, ["--help"]).stdout
    assert all(name in text and line in text for name, line in COMMANDS.items())
    assert all(f" {code} " in " ".join(text.split()) for code in (0, 1, 2, 3, 4, 130))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_of_its_own(name):
    command = main.get_command(click.Context(main), name)
    assert isinstance(command, click.Command)
    assert command.help


@pytest.mark.parametrize("arguments", [["--help"], ["tally", "--help"]])
def test_help_imports_nothing_heavy(arguments):
    code = (
        f"import sys; from kscan.cli import main; main({arguments}, standalone_mode=False); "
        "sys.exit(not {'numpy', 'cv2', 'scipy', 'rich', 'torch'}.isdisjoint(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
