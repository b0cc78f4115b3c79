"""What tests of every part share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real pictures and labels beside the checkout; skips where it is missing."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("no folder ../shared beside the checkout: no real pictures to measure on")
    return folder
