"""Which tests reach which lines, and how long each takes: measured once, on the code as it is.

As a pytest plugin (`-p kscan.lab.mutate.reach`) this module writes down the times.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kscan.errors import UsageError

_TIMES = "KSCAN_TEST_TIMES"  # names the file that gets them
_SLOW = 1.0  # seconds of a test for which no time is known
# Two thirds of all time, and nothing that they claim is about the rooms that get faults; the others
# look at the source alone.
_APART = (
    *("lab", "photo", "find", "read"),
    *("test_described.py", "test_docs.py", "test_figures.py", "test_how_reading_works.py"),
    *("test_issue_forms.py", "test_language.py", "test_layers.py", "test_package.py"),
    *("test_recipes.py", "test_site.py"),
)


@dataclass(frozen=True, slots=True)
class Reach:
    """The tests by what they run."""

    seconds: Mapping[str, float]  # of every test that passed
    lines: Mapping[str, Mapping[int, frozenset[str]]]  # by module and line
    failed: tuple[str, ...] = ()  # what pytest says of those that failed without any fault

    def of_line(self, path: str, line: int) -> frozenset[str]:
        """List the tests that run a line; none where it runs only when it is imported."""
        return self.lines.get(path, {}).get(line, frozenset())

    def of_module(self, path: str) -> frozenset[str]:
        """List the tests that run anything of a module; all where nothing of it is ever called."""
        found = frozenset().union(*self.lines.get(path, {}).values())
        return found or frozenset(self.seconds)

    def time(self, test: str) -> float:
        """Look up the seconds that a test takes."""
        return self.seconds.get(test, _SLOW)


def measure(tree: Path, limit: float) -> Reach:
    """Run a checkout's tests under coverage; those that fail without a fault are left out."""
    times, data = tree / ".times.json", tree / ".coverage"
    asked = ["-p", "kscan.lab.mutate.reach", "--cov=kscan", "--cov-context=test", "--cov-report="]
    asked += [f"--ignore=tests/{name}" for name in _APART]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--hypothesis-seed=0", *asked],
        cwd=tree,
        env={
            **os.environ,
            "PYTHONPATH": str(tree),
            "COVERAGE_FILE": str(data),
            _TIMES: str(times),
        },
        capture_output=True,
        text=True,
        timeout=limit,
        check=False,
    )
    if not data.is_file() or not times.is_file():
        raise UsageError("the tests do not run:\n" + "\n".join(done.stdout.splitlines()[-5:]))
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    seconds = json.loads(times.read_text())
    return Reach(seconds, dict(_lines(tree, data, frozenset(seconds))), tuple(failed))


def _lines(
    tree: Path, data: Path, tests: frozenset[str]
) -> Iterator[tuple[str, dict[int, frozenset[str]]]]:
    from coverage import CoverageData

    measured = CoverageData(str(data))
    measured.read()
    for file in measured.measured_files():
        by_line = {
            line: tests.intersection(one.rpartition("|")[0] for one in contexts)
            for line, contexts in measured.contexts_by_lineno(file).items()
        }
        yield Path(file).relative_to(tree).as_posix(), by_line


_taken: dict[str, float] = {}
_wrong: set[str] = set()


def pytest_runtest_logreport(report: Any) -> None:
    """Add up what a test's parts took (called by pytest)."""
    _taken[report.nodeid] = _taken.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        _wrong.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write down how long those that passed took (called by pytest)."""
    if file := os.environ.get(_TIMES):
        passed = {test: seconds for test, seconds in _taken.items() if test not in _wrong}
        Path(file).write_text(json.dumps(passed))
