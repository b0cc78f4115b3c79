"""Pages that the tests of this room open."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from serving import Page
from tapping import PHONE, Open


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


@pytest.fixture
def phone(browser: Any) -> Iterator[Open]:
    """Open an address as a phone does; what the console complains of fails the test."""
    complaints: list[str] = []
    opened: list[Any] = []
    known = ["net::ERR_"]  # what a browser says of a network that is gone

    def complain(message: Any) -> None:
        if message.type in ("error", "warning") and not any(one in message.text for one in known):
            complaints.append(message.text)

    def start(url: str, refused: int = 0, **more: Any) -> Any:
        if refused:  # a status that the test expects
            known.append(f"responded with a status of {refused}")
        context = browser.new_context(**{**PHONE, "locale": "en-GB", **more})
        opened.append(context)
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        tab.on("console", complain)
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(url)
        return tab

    yield start
    for context in opened:
        context.close()
    assert complaints == []
