"""The pictures of the page for phones: its code for guests, a photo read on it, the standings.

`python -m kscan.lab.documents.page` draws them anew, of samples, in Chromium by playwright.
"""

import http.client
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from kscan.files import write_changed
from kscan.lab.documents.blocks import CHECKOUT

FOLDER = "docs/pictures"
_PHONE = {
    "viewport": {"width": 390, "height": 760},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
}
_WIDTH, _COLORS = 520, 160  # of a picture: small files that are still sharp beside text
# Who sent which sample, by round and table.
_SENT = (
    ("1", "1", "Anna", "gaps"),
    ("1", "1", "Ben", "village"),
    ("1", "2", "Cleo", "castle"),
    ("1", "2", "Dan", "leaning"),
    ("2", "1", "Anna", "afternoon"),
    ("2", "1", "Cleo", "lamplight"),
    ("2", "2", "Ben", "cutting_mat"),
    ("2", "2", "Dan", "out_of_focus"),
)


def main() -> None:
    """Draw every picture of the page."""
    from playwright.sync_api import sync_playwright

    with _served() as url, sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_context(**_PHONE).new_page()
        tab.goto(url)
        first = _send(url, *_SENT[0])
        _draw(tab, url, "serve-photo", f"photo/{first}", "#photo image")
        for sent in _SENT[1:]:
            _send(url, *sent)
        _wait(url)
        _draw(tab, url, "serve-standings", "standings", "#games .card")
        _draw(tab, url, "serve-guests", "settings", "#guests-url >> text=http", ".qr")
        browser.close()


def _draw(tab: Any, url: str, name: str, path: str, shown: str, top: str = "body") -> None:
    """Draw a page once something is shown on it, from an element down."""
    tab.goto(url.partition("?")[0] + path)
    tab.locator(shown).first.wait_for()
    tab.wait_for_load_state("networkidle")
    tab.locator(top).first.evaluate("(one) => one.closest('section, body').scrollIntoView()")
    write_changed(CHECKOUT / FOLDER / f"{name}.png", _small(tab.screenshot()))


@contextmanager
def _served() -> Iterator[str]:
    """Serve an empty folder on this machine only; yields the judge's address."""
    with tempfile.TemporaryDirectory() as top:
        (Path(top) / "games").mkdir()
        command = [sys.executable, "-m", "kscan", "serve", f"{top}/games", "-q"]
        command += ["--host", "127.0.0.1", "--port", "0"]
        environment = {**os.environ, "XDG_STATE_HOME": top}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
            server.communicate()


def _send(url: str, round_: str, table: str, player: str, sample: str) -> str:
    """Upload a sample and return its id."""
    where = urlencode({"round": round_, "table": table, "player": player})
    content = (CHECKOUT / "samples" / f"{sample}.jpg").read_bytes()
    return str(_ask(url, "POST", f"/api/photos?{where}", content)["id"])


def _wait(url: str) -> None:
    """Return once every photo is in the standings."""
    while len(_ask(url, "GET", "/api/standings?").get("games", ())) < len(_SENT):
        time.sleep(0.2)


def _ask(url: str, method: str, path: str, body: bytes | None = None) -> Any:
    import json

    place = urlsplit(url)
    line = http.client.HTTPConnection(str(place.hostname), place.port, timeout=60)
    line.request(method, f"{path}&{place.query}", body)
    return json.loads(line.getresponse().read())


def _small(screenshot: bytes) -> bytes:
    """Shrink a screenshot, and write it with few colours."""
    from PIL import Image

    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    height = round(picture.height * _WIDTH / picture.width)
    picture = picture.resize((_WIDTH, height), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.quantize(_COLORS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
