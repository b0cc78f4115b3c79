"""The labelled kingdoms of real tables."""

import json
from pathlib import Path

import pytest
from hypothesis import settings

from kscan.game.kingdom import Kingdom, parse_kingdom

# What holds holds on a busy machine, too.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def _parsed(label: dict[str, list[str]]) -> Kingdom:
    return parse_kingdom("\n".join(label["cells"]))


@pytest.fixture(scope="session")
def boards(shared: Path) -> dict[str, dict]:
    return json.loads((shared / "photos" / "boards.json").read_text())


@pytest.fixture(scope="session")
def full(shared: Path) -> dict[str, dict]:
    return json.loads((shared / "photos" / "full.json").read_text())


@pytest.fixture(scope="session")
def labelled(boards: dict[str, dict], full: dict[str, dict]) -> dict[str, Kingdom]:
    """Every labelled grid, by its picture."""
    return {name: _parsed(label) for name, label in {**boards, **full}.items()}


@pytest.fixture(scope="session")
def real(boards: dict[str, dict], labelled: dict[str, Kingdom]) -> dict[str, Kingdom]:
    """Every kingdom once, by its name."""
    return {
        boards[name]["kingdom"] if name in boards else name.split(".")[0]: kingdom
        for name, kingdom in labelled.items()
    }


@pytest.fixture(scope="session")
def games(boards: dict[str, dict]) -> dict[str, list[Kingdom]]:
    """Return the four kingdoms of each of the six games."""
    found: dict[str, dict[str, Kingdom]] = {}
    for label in boards.values():
        found.setdefault(label["game"], {})[label["kingdom"]] = _parsed(label)
    return {game: list(kingdoms.values()) for game, kingdoms in found.items()}
