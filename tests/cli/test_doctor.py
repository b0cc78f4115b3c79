"""`kscan doctor` says in ten lines what works, and fails only where scoring does."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from kscan import networks
from kscan.cli import main
from kscan.locale import LANGUAGES

WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
from kscan.__main__ import main
main()
"""


def doctor(*missing: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a Python that lacks these modules."""
    code = WITHOUT.format(missing=missing)
    command = [sys.executable, "-c", code, "doctor", "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_says_in_ten_lines_what_works() -> None:
    done = CliRunner().invoke(main, ["doctor", "--lang", "en"])
    lines, _, verdict = done.stdout.rstrip().rpartition("\n\n")
    assert (done.exit_code, len(lines.splitlines())) == (0, 10)
    assert "The painted sample scores 15" in lines
    assert f"model {networks.digest()}" in lines
    assert verdict == "kscan can score photos on this computer."


def test_what_is_optional_may_be_absent() -> None:
    done = doctor("pillow_heif", "dask", "openpyxl")
    assert done.returncode == 0
    assert done.stdout.count("not installed") == 3
    assert "Optional. To add it: pip install pillow-heif" in done.stdout
    assert "pip install kscan" not in done.stdout


@pytest.mark.parametrize("missing", ["cv2", "numpy"])
def test_it_fails_where_nothing_can_be_scored(missing: str) -> None:
    done = doctor(missing)
    assert done.returncode == 4
    assert "does not work" in done.stdout
    assert "kscan cannot score photos on this computer." in done.stdout


def test_the_version_is_said_without_opencv_too() -> None:
    code = WITHOUT.format(missing=["cv2"]).replace("main()", "sys.argv[1:] = ['-V']; main()")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "OpenCV cannot be loaded" in done.stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_every_language(lang: str) -> None:
    said = CliRunner().invoke(main, ["doctor", "--lang", lang]).stdout
    assert ("kscan can score photos" in said) == (lang == "en")
