"""`kscan lab fuzz`: counts outcomes, names failures, keeps what failed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from kscan.cli.lab import fuzz
from kscan.lab.fuzz.watching import Order, Outcome, dice_for


def test_every_case_is_counted() -> None:
    done = CliRunner().invoke(fuzz.command, ["--texts", "30", "--seed", "3"])
    assert done.exit_code == 0
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("texts: 30 cases, 0 failed")
    assert last.split()[0].isdigit()


def test_a_failure_is_named_and_kept_and_gives_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def watched(order: Order, count: int) -> Iterator[Outcome]:
        yield Outcome(0, "kingdom", 0.01, 40)
        yield Outcome(1, "crash", 0.5, 40, 0, "ended with -11")
        assert (order.trial, count) == ("texts", 2)

    monkeypatch.setattr(fuzz, "watched", watched)
    asked = ["--texts", "2", "--seed", "5", "--keep", str(tmp_path / "kept")]
    done = CliRunner().invoke(fuzz.command, asked)
    assert done.exit_code == 1
    assert "texts 1: crash: ended with -11" in done.stderr
    assert "texts: 2 cases, 1 failed" in done.stdout
    (kept,) = (tmp_path / "kept").iterdir()
    made = fuzz.TRIALS["texts"]().make(dice_for("texts", 5, 1))
    assert kept.name == "texts-5-1"
    assert kept.read_bytes() == made.encode("utf-8", "surrogatepass")


def test_threads_and_kills_are_counted() -> None:
    done = CliRunner().invoke(fuzz.command, ["--threads", "10", "--kills", "3"])
    assert done.exit_code == 0, done.output
    assert "threads: 10 scans, 0 differ" in done.output
    assert re.search(r"kills: 3, \d before the end, \d reruns, 0 failed", done.output)
