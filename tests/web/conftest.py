"""Pages that the tests of this room open."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from serving import Page


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """Yield a page for an empty folder."""
    folder = tmp_path / "games"
    folder.mkdir()
    with Page(folder, tmp_path / "state") as served:
        yield served


@pytest.fixture(scope="module")
def shared_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield a page that the tests of a module share: none of them counts what is in it."""
    top = tmp_path_factory.mktemp("served")
    (top / "games").mkdir()
    with Page(top / "games", top / "state") as served:
        yield served
