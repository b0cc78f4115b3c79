"""What the terminal shows when the page starts, and where it listens."""

import io
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from serving import Page
from tapping import Open, until

from kscan.web import access, address, server
from kscan.web.wording import TERMINAL

URL = "http://192.168.1.7:8047/?key=Vg6wMZ0xkq1oT8b3yQ9dXw"
BLOCKS = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}


def decoded(picture: "np.ndarray[Any, Any]") -> str:
    """Return what a phone's camera reads in a code."""
    large = cv2.resize(picture, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return str(cv2.QRCodeDetector().detectAndDecode(large)[0])


def seen(terminal: str) -> "np.ndarray[Any, Any]":
    """Return a terminal's half blocks as pixels."""
    lines = [line for line in terminal.splitlines() if "█" in line]
    plain = [line.replace("\x1b[97;40m", "").replace("\x1b[0m", "") for line in lines]
    rows = [[BLOCKS[letter][half] for letter in line] for line in plain for half in (0, 1)]
    return np.array(rows, np.uint8)


@pytest.mark.skipif(sys.platform == "win32", reason="there the terminal's own colours are kept")
def test_the_terminal_shows_a_code_of_the_address() -> None:
    out = io.StringIO()
    address.draw_qr(URL, out)
    assert decoded(seen(out.getvalue())) == URL
    assert all(line.startswith("\x1b[97;40m") for line in out.getvalue().splitlines())


def test_the_guests_code_leads_to_the_guests_address(page: Page, phone: Open) -> None:
    tab = phone(page.url)
    tab.goto(page.url.partition("?")[0] + "settings")
    tab.wait_for_selector("#guests-url >> text=http")
    until(lambda: tab.evaluate("document.querySelector('.qr').naturalWidth > 0"))
    shot = tab.locator(".qr").first.screenshot()
    picture = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == tab.inner_text("#guests-url")
    assert tab.inner_text("#guests-url").endswith(f"key={page.guests_key}")


def test_without_a_folder_games_are_kept_in_the_home_folder(tmp_path: Path) -> None:
    """The address stands alone on standard output; Ctrl-C ends it without a word."""
    command = [sys.executable, "-m", "kscan", "serve", "--host", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    environment["XDG_STATE_HOME"] = str(tmp_path / "state")
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    assert started.stdout is not None
    try:
        first = started.stdout.readline()
        address_ = first.strip().replace("/?", "/api/photos?")
        with urllib.request.urlopen(address_, timeout=20) as found:
            assert found.read() == b'{"photos":[]}'
        started.send_signal(signal.SIGINT)
        out, said = started.communicate(timeout=20)
    finally:
        started.kill()
    assert first.startswith("http://127.0.0.1:")
    assert (out, started.returncode) == ("", 0)
    assert said.splitlines()[-1] == TERMINAL["scan"]
    assert (tmp_path / "kscan-games").is_dir()


def test_a_minute_without_a_phone_is_spoken_of(tmp_path: Path) -> None:
    page = server.Serving(tmp_path, None, None, False, None, False)
    app: Any = SimpleNamespace(state=SimpleNamespace())
    err = io.StringIO()
    page._say_lonely(app, err)
    assert "hotspot" in err.getvalue()
    app.state.visited, visited = True, io.StringIO()
    page._say_lonely(app, visited)
    assert visited.getvalue() == ""
    assert server._LONELY == 60


@pytest.mark.parametrize(
    ("route", "others", "taken"),
    [
        ("192.168.1.7", ["172.17.0.1"], "192.168.1.7"),
        ("", ["93.184.216.34", "192.168.1.7"], "192.168.1.7"),
        ("", [], "127.0.0.1"),
    ],
)
def test_the_address_is_that_of_the_default_route(
    monkeypatch: pytest.MonkeyPatch, route: str, others: list[str], taken: str
) -> None:
    monkeypatch.setattr(address, "_default_route", lambda: route)
    monkeypatch.setattr(address, "own_addresses", lambda: iter(others))
    assert address.own_address() == taken


@pytest.mark.parametrize(
    ("scheme", "port", "host", "here"),
    [
        ("http", 8047, "192.168.1.7:8047", True),
        ("http", 80, "192.168.1.7", True),
        ("https", 443, "192.168.1.7", True),
        ("https", 443, "192.168.1.7:80", False),
        ("http", 8047, "192.168.1.7", False),
        ("http", 8047, "kscan.example:8047", False),
    ],
)
def test_a_host_without_a_port_means_the_usual_one(
    scheme: str, port: int, host: str, here: bool
) -> None:
    scope = {"scheme": scheme, "server": ("192.168.1.7", port)}
    assert access._is_here(host, scope) is here


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_who_has_a_certificate_serves_https(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names]
    subprocess.run([*made, "-keyout", key, "-out", cert], check=True, capture_output=True)
    (tmp_path / "games").mkdir()
    more = ("--cert", str(cert), "--cert-key", str(key))
    with Page(tmp_path / "games", tmp_path / "state", more) as page:
        trust = ssl.create_default_context(cafile=str(cert))
        assert page.url.startswith("https://127.0.0.1:")
        with urllib.request.urlopen(
            f"https://127.0.0.1:{page.port}/api/photos?key={page.key}", context=trust, timeout=20
        ) as answer:
            assert answer.read() == b'{"photos":[]}'


def test_a_port_that_is_taken_is_left_to_its_owner(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "kscan", "serve", tmp_path / "games"]
        command += ["--host", "127.0.0.1", "--port", str(port)]
        began = time.monotonic()
        refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 2
    assert f"port {port}" in refused.stderr
    assert time.monotonic() - began < 30
