"""What tests of every room share."""

from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real pictures beside the checkout; the test is skipped where it is missing."""
    folder = CHECKOUT.parent / "shared"
    if not (folder / "photos").is_dir():
        pytest.skip("needs the real pictures in ../shared")
    return folder


@pytest.fixture(scope="session")
def samples() -> Path:
    """The pictures this project painted itself, with their right answers."""
    return CHECKOUT / "samples"
