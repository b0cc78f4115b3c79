"""What tests of every room share."""

from pathlib import Path

import hypothesis
import pytest

from kscan.game.kingdom import Kingdom, parse_kingdom

CHECKOUT = Path(__file__).parents[1]
VILLAGE = """
M2 W0 S0 W0 F1
S0 S1 S2 W0 W0
P0 F0 P0 W0 M3
P0 P2 L0 Cp W0
S1 W0 L0 L0 L0
"""


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


# A busy machine makes a law no wrong one.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")
