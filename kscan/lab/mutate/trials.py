"""One fault at a time in a copy of the checkout, and the tests that reach it."""

import os
import resource
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from kscan.lab.mutate.mutants import Mutant
from kscan.lab.mutate.reach import Reach

End = Literal["room", "other", "hung", "survived"]

_COPIED = ("kscan", "tests", "samples", "models", "docs")
_OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
_CPU = 30.0  # CPU seconds that pytest may take beside the tests
_PATIENCE = 300.0  # seconds for what waits without using the processor
_MEMORY = 6 << 30  # bytes: a loop that never ends must not take the machine's

# A process that has imported the libraries and is forked for each fault: of the 2.2 CPU s of a
# start 0.5 are left.
_STARTER = get_context("forkserver")
_STARTER.set_forkserver_preload(["pytest", "numpy", "cv2", "hypothesis", "click", "jinja2"])


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault, and what noticed it."""

    mutant: Mutant
    end: End
    test: str = ""  # the first that failed
    tests: int = 0  # that were to be run
    seconds: float = 0.0  # that they take without a fault


@contextmanager
def copied(checkout: Path) -> Iterator[Path]:
    """Copy what the tests need into a temporary folder, removed in the end."""
    with TemporaryDirectory(prefix="kscan-mutate-") as folder:
        tree = Path(folder) / "checkout"
        tree.mkdir()
        unwanted = shutil.ignore_patterns("__pycache__", ".*_cache")
        for name in _COPIED:
            if (checkout / name).is_dir():
                shutil.copytree(checkout / name, tree / name, symlinks=True, ignore=unwanted)
        for file in (*checkout.glob("*.md"), *checkout.glob("*.toml"), *checkout.glob("LICENSE")):
            shutil.copy(file, tree)
        yield tree


def tried(tree: Path, mutant: Mutant, reach: Reach, most: float) -> Trial:
    """Run the tests that reach a fault, its room's and the fast ones first, until one fails.

    First those that run its line, then those that run anything else of its module: what is kept
    from an earlier call is run by one test only. Of both as many as take `most` seconds.
    """
    module = tree / mutant.path
    sound = module.read_text(encoding="utf-8")
    _put(module, mutant.source)
    try:
        on_line = reach.of_line(mutant.path, mutant.line)
        for tests in (on_line, reach.of_module(mutant.path) - on_line):
            chosen = _affordable(_in_order(tests, mutant.room, reach), reach, most)
            if chosen and (end := _run(tree, mutant, chosen, reach)).end != "survived":
                return end
    finally:
        _put(module, sound)
    return end if chosen else Trial(mutant, "survived")


def _put(module: Path, source: str) -> None:
    """Write a module, without the bytecode of what it was: times of files are too coarse."""
    module.write_text(source, encoding="utf-8")
    for compiled in (module.parent / "__pycache__").glob(f"{module.stem}.*.pyc"):
        compiled.unlink()


def _in_order(tests: frozenset[str], room: str, reach: Reach) -> list[str]:
    return sorted(tests, key=lambda test: (not of_room(test, room), reach.time(test), test))


def of_room(test: str, room: str) -> bool:
    """Say whether a test is among those of a room."""
    return test.startswith((f"tests/{room}/", f"tests/test_{room}.py"))


def _affordable(tests: Sequence[str], reach: Reach, most: float) -> list[str]:
    chosen, spent = [], 0.0
    for test in tests:
        spent += reach.time(test)
        if spent > most:
            break
        chosen.append(test)
    return chosen


def _run(tree: Path, mutant: Mutant, tests: Sequence[str], reach: Reach) -> Trial:
    expected = sum(map(reach.time, tests))
    said = tree / ".said.txt"
    running = _STARTER.Process(target=run_tests, args=(tree, said, tests, _CPU + 4 * expected))
    running.start()
    running.join(_PATIENCE + 10 * expected)
    if running.exitcode is None or running.exitcode == -signal.SIGXCPU:
        with suppress(ProcessLookupError):
            os.killpg(running.pid or 0, signal.SIGKILL)
        running.kill()
        running.join()
        return Trial(mutant, "hung", "", len(tests), expected)
    if running.exitcode == 0:
        return Trial(mutant, "survived", "", len(tests), expected)
    lines = said.read_text(encoding="utf-8").splitlines()
    failed = next((line for line in lines if line.startswith(("FAILED ", "ERROR "))), "")
    test = failed.partition(" ")[2].partition(" - ")[0]
    # Where nothing can be imported any more, every test fails, the room's first.
    own = of_room(test, mutant.room) or "::" not in test
    return Trial(mutant, "room" if own else "other", test, len(tests), expected)


def run_tests(tree: Path, said: Path, tests: Sequence[str], cpu: float) -> None:
    """Run these tests until one fails, in a process of their own, on the code of `tree`.

    For `cpu` seconds at most: those do not depend on what else the machine does.
    """
    import pytest

    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (int(cpu), int(cpu) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    os.chdir(tree)
    os.environ["PYTHONPATH"] = str(tree)
    sys.path.insert(0, str(tree))
    for name in [name for name in sys.modules if name.partition(".")[0] == "kscan"]:
        del sys.modules[name]  # of the checkout that runs this, without the fault
    with said.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        sys.exit(pytest.main([*_OPTIONS, *tests]))
