"""requirements.lock holds a version of everything that the tests need, in the range asked for."""

import re
import tomllib
from pathlib import Path

from kscan.lab import lock

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def locked() -> dict[str, str]:
    """Read the lock file: versions by package."""
    lines = lock.FILE.read_text(encoding="utf-8").splitlines()
    pins = (line.split("==") for line in lines if not line.startswith("#"))
    return dict(pins)  # type: ignore[arg-type]


def numbers(version: str) -> tuple[int, ...]:
    """Return a version's numbers, to compare."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def test_every_dependency_is_locked_within_its_range() -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["test"]]
    lines += [line for name in ("dask", "docs", "heic", "xlsx") for line in extras[name]]
    found = locked()
    for line in lines:
        if not line.startswith("kscan["):
            name, least = line.split(">=")
            assert numbers(found[name]) >= numbers(least), line


def test_what_extras_need_is_found_and_what_they_do_not_ask_for_is_not() -> None:
    found = lock.versions("kscan", ("xlsx",))
    assert found.keys() >= {"openpyxl", "numpy", "click"}
    assert "torch" not in found
    assert "kscan" not in found
