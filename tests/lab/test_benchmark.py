"""The benchmark tells each figure once, against its limit, as ratios."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.cli.lab import benchmark as its_module
from kscan.cli.lab.benchmark import TOPICS
from kscan.errors import UsageError
from kscan.lab.benchmark import decode, watching
from kscan.lab.benchmark.figures import (
    Figure,
    Subject,
    cpu_of_processes,
    decoded,
    enlarged,
)
from kscan.lab.benchmark.report import line


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    picture = np.random.default_rng(1).integers(0, 256, (60, 90, 3), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "duel.jpg"), picture)
    return Subject(tmp_path / "duel.jpg", tmp_path, rounds=1)


def test_every_topic_can_be_measured() -> None:
    for name in TOPICS:
        assert callable(import_module(f"kscan.lab.benchmark.{name}").measure)


def test_a_photo_that_needs_a_look_is_timed_and_a_broken_command_is_not() -> None:
    (seconds,) = cpu_of_processes(("-c", "raise SystemExit(3)"), rounds=1)
    assert seconds > 0
    with pytest.raises(subprocess.CalledProcessError):
        cpu_of_processes(("-c", "raise SystemExit(1)"), rounds=1)


def test_a_limit_is_an_upper_one_unless_it_is_said() -> None:
    assert Figure("score", 9.0, "x decoding", 10.0).kept
    assert not Figure("score", 11.0, "x decoding", 10.0).kept
    assert Figure("two workers", 1.8, "x", 1.7, at_least=True).kept
    assert not Figure("two workers", 1.6, "x", 1.7, at_least=True).kept
    assert Figure("any", 1e9, "ms").kept


def test_a_figure_beyond_its_limit_stands_out() -> None:
    assert "at most 10: NOT KEPT" in line(Figure("score", 11.0, "x decoding", 10.0))
    assert "(at least 1.7)" in line(Figure("batch", 1.8, "x", 1.7, at_least=True))


def test_a_sample_is_enlarged_to_the_size_of_a_phones_photo(subject: Subject) -> None:
    height, width, _ = decoded(subject.enlarged("duel", 0.5)).shape
    assert height * width == pytest.approx(500_000, rel=0.02)
    assert width / height == pytest.approx(1.5, rel=0.02)


def test_what_opencv_cannot_decode_is_no_measure() -> None:
    with pytest.raises(UsageError, match="name a JPEG"):
        enlarged(b"no picture", 1.0)


def test_decoding_is_the_unit(subject: Subject) -> None:
    figures = {figure.name: figure for figure in decode.measure(subject)}
    assert figures["decode.opencv"].unit == "ms"
    assert figures["decode.loader"].unit == "x decoding"
    assert figures["decode.loader"].value > 0


def test_a_process_costs_more_the_more_it_does() -> None:
    much, little = cpu_of_processes(("-c", "sum(range(10**7))"), ("-c", "pass"), rounds=2)
    assert much > little


def test_a_process_finds_everything_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "lesson.py").write_text("")
    seen = tmp_path / "seen.txt"
    code = (
        f"import pathlib, sys; sys.path.insert(0, {str(tmp_path)!r}); import lesson;"
        f"pathlib.Path({str(seen)!r}).write_text(str(pathlib.Path(lesson.__cached__).exists()))"
    )
    cpu_of_processes(("-c", code), rounds=1)
    assert seen.read_text() == "True"


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return decoding measured as one second, so that the command's words can be compared."""

    def measure(_: Subject) -> Iterator[Figure]:
        yield Figure("decode.opencv", 1000.0, "ms")

    monkeypatch.setattr(decode, "measure", measure)


def benchmark(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["lab", "benchmark", "--topic", "decode", *map(str, arguments)])


@pytest.mark.usefixtures("instant")
def test_the_command_prints_figures_machine_and_commit(subject: Subject) -> None:
    result = benchmark("--samples", subject.samples)
    assert result.exit_code == 0
    assert result.stdout.startswith(line(Figure("decode.opencv", 1000.0, "ms")))
    assert '"commit"' in result.stdout
    assert '"processor"' in result.stdout


@pytest.mark.usefixtures("instant")
def test_json_and_record_are_the_same_document(subject: Subject, tmp_path: Path) -> None:
    record = tmp_path / "speed.json"
    result = benchmark("--samples", subject.samples, "--json", "--record", record)
    document = json.loads(result.stdout)
    assert document == json.loads(record.read_text())
    assert document["figures"]["decode.opencv"]["value"] == 1000.0
    assert document["made"]["photo"] == "duel.jpg"


@pytest.mark.parametrize("folder", [".", "a" * 300])
def test_without_samples_their_folder_is_asked_for(tmp_path: Path, folder: str) -> None:
    result = benchmark("--samples", tmp_path / folder)
    assert result.exit_code == 2
    assert "name their folder with --samples" in result.stderr


@pytest.mark.usefixtures("instant")
def test_installed_without_samples_those_of_the_folder_one_is_in_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, samples: Path
) -> None:
    monkeypatch.setattr(its_module, "_BESIDE", tmp_path / "none")
    monkeypatch.chdir(samples.parent)
    assert benchmark().exit_code == 0
    monkeypatch.chdir(tmp_path)
    assert "samples: holds no samples" in benchmark().stderr


def test_photos_of_the_same_sample_are_files_of_their_own(samples: Path) -> None:
    pictures = list(islice(watching.salted(samples), 30))
    assert len(set(pictures)) == 30
    first, again = pictures[0], pictures[11]
    assert len(first) < len(again)
    assert (decoded(first) == decoded(again)).all()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell")
def test_the_memory_of_children_is_seen() -> None:
    code = "held = bytearray(60_000_000); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as child:
        for _ in range(200):
            (held,) = (
                watching.held(pid) for pid in watching.children(os.getpid()) if pid == child.pid
            )
            if held > 60:
                break
            time.sleep(0.05)
        assert child.pid in watching.children(os.getpid())
        child.kill()
    assert 60 < held < 200
