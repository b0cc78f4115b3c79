"""How runs end that cannot go on: a full disk, a reader who left, Ctrl-C, a photo that hangs."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

KSCAN = [sys.executable, "-m", "kscan"]
NOTATION = "W0 W1 C F0 F0\n"


def run(*arguments: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **more}
    command = [*KSCAN, *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, **more)


@pytest.fixture
def kingdom(tmp_path: Path) -> str:
    path = tmp_path / "anna.txt"
    path.write_text(NOTATION)
    return str(path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
@pytest.mark.parametrize("command", ["tally", "score", "--help"])
def test_a_full_disk_behind_the_output_is_said(command: str, kingdom: str, samples: Path) -> None:
    arguments = {"tally": ["tally", kingdom], "score": ["score", str(samples / "gaps.jpg"), "-q"]}
    with open("/dev/full", "w") as full:
        done = run(*arguments.get(command, [command]), stdout=full)
    assert done.returncode == 2
    assert done.stderr == (
        "kscan: standard output cannot be written (No space left on device); make room and try "
        "again.\n"
    )


@pytest.mark.parametrize("command", ["tally", "score"])
def test_a_reader_who_left_is_no_fault(command: str, kingdom: str, samples: Path) -> None:
    arguments = {"tally": ["tally", kingdom], "score": ["score", str(samples / "gaps.jpg"), "-q"]}
    reading, writing = os.pipe()
    os.close(reading)
    done = run(*arguments[command], stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


_SLOW = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test in the background ignores it
import kscan.__main__
class Import:
    def find_spec(self, name, *_):
        if name == {module!r}:
            print("now", flush=True)
            try:
                time.sleep(60)
            finally:
                print("later", flush=True)
                {after}
sys.meta_path.insert(0, Import())
kscan.__main__.main()
"""


@pytest.mark.parametrize("module", ["kscan.cli", "kscan.cli.tally"])
def test_ctrl_c_while_modules_are_imported_is_130(module: str, kingdom: str) -> None:
    code = _SLOW.format(module=module, after="pass")
    slow = subprocess.Popen(
        [sys.executable, "-c", code, "tally", kingdom],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert slow.stdout is not None
    slow.stdout.readline()
    slow.send_signal(signal.SIGINT)
    _, said = slow.communicate(timeout=60)
    assert (slow.returncode, said) == (130, "kscan: interrupted\n")


def test_a_second_ctrl_c_ends_what_tidies_up(kingdom: str) -> None:
    code = _SLOW.format(module="kscan.cli.tally", after="time.sleep(60)")
    slow = subprocess.Popen(
        [sys.executable, "-c", code, "tally", kingdom],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert slow.stdout is not None
    for _ in range(2):
        slow.stdout.readline()
        slow.send_signal(signal.SIGINT)
    _, said = slow.communicate(timeout=60)
    assert (slow.returncode, "Traceback" in said) == (130, False)


_HANGS = """
import time
import kscan.photo.decoding as decoding
decode = decoding.decode
def hang(data, header):
    time.sleep(60 if header.width == 333 else 0)
    return decode(data, header)
decoding.decode = hang
from kscan.__main__ import main
main()
"""


@pytest.fixture
def hanging(tmp_path: Path) -> str:
    """Return a photo on which the decoder hangs."""
    path = tmp_path / "slow.png"
    cv2.imwrite(str(path), np.zeros((333, 333, 3), np.uint8))
    return str(path)


@pytest.mark.parametrize("command", ["score", "find"])
@pytest.mark.parametrize("as_json", [True, False])
def test_a_photo_that_hangs_ends_the_run_with_what_is_done(
    command: str, as_json: bool, hanging: str, samples: Path
) -> None:
    given = [str(samples / "gaps.jpg"), hanging, str(samples / "castle.jpg")]
    options = ["--json"] if as_json else []
    done = subprocess.run(
        [sys.executable, "-c", _HANGS, command, *given, "--timeout", "10", "-q", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4
    slow, unread = done.stderr.splitlines()
    assert "slow.png: not done after 10 seconds" in slow
    assert "castle.jpg: not read" in unread
    if as_json:
        photos = json.loads(done.stdout)["photos"]
        assert [photo["photo"] for photo in photos] == given
        assert photos[0]["kingdoms"]
        assert [photo["error"]["code"] for photo in photos[1:]] == ["timeout", "not_read"]
    else:
        assert "gaps.jpg" in done.stdout


def test_photos_of_one_game_are_given_up_together(hanging: str, samples: Path) -> None:
    options = ["--same-game", "--timeout", "3", "--json", "-q"]
    done = subprocess.run(
        [sys.executable, "-c", _HANGS, "score", str(samples / "gaps.jpg"), hanging, *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4
    photos = json.loads(done.stdout)["photos"]
    assert [photo["error"]["code"] for photo in photos] == ["timeout", "timeout"]
