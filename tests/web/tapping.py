"""What a person does on the page: takes photos, taps squares, waits for what follows."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
Open = Callable[..., Any]


def until(wanted: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds; playwright's own way needs what the page's policy forbids."""
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)


def shoot(tab: Any, photo: Path) -> None:
    """Take a photo with the large button, and wait for its reading."""
    before = tab.locator("#game article").count()
    tab.set_input_files("#camera", str(photo))
    until(lambda: tab.locator("#game article").count() > before)


def total(tab: Any) -> str:
    """Return the total of the newest photo's first kingdom."""
    return str(tab.locator(".kingdom .total").first.inner_text())


def put(tab: Any, cell: str, *tiles: str) -> None:
    """Tap a square of the newest kingdom, and then what it is."""
    tab.locator(f".kingdom [data-cell={cell}]").first.tap()
    for square in tiles:
        tab.locator(f'.sheet .tile[data-square="{square}"]').last.tap()
    tab.wait_for_selector(".cover", state="detached")
