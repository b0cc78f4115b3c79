"""What tests of every room share."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from kscan.game.kingdom import Kingdom, parse_kingdom

sys.path.insert(0, str(Path(__file__).parent))

import accessibility

CHECKOUT = Path(__file__).parents[1]
VILLAGE = """
M2 W0 S0 W0 F1
S0 S1 S2 W0 W0
P0 F0 P0 W0 M3
P0 P2 L0 Cp W0
S1 W0 L0 L0 L0
"""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real pictures beside the checkout; skip the test without it."""
    folder = CHECKOUT.parent / "shared"
    if not (folder / "photos").is_dir():
        pytest.skip("needs the real pictures in ../shared")
    return folder


@pytest.fixture(scope="session")
def samples() -> Path:
    """Return the pictures this project painted itself, with their right answers."""
    return CHECKOUT / "samples"


@pytest.fixture
def village() -> Kingdom:
    """Return a 5 x 5 kingdom of the box, its castle in the middle."""
    return parse_kingdom(VILLAGE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by playwright; no longer than a module: it has an event loop."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine (Debian: apt install chromium)")
    api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """Return axe-core; the test is skipped where npm cannot be reached."""
    return accessibility.fetched_axe()


# A busy machine makes a law no wrong one.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")
