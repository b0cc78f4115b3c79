"""Thousands of requests by strangers: none gets in, none hurts; all 10,000 with KSCAN_FULL=1."""

import http.client
import os
import random
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from serving import Page, memory

FULL = os.environ.get("KSCAN_FULL") == "1"
REQUESTS = 10_000 if FULL else 400
PATHS = ("/", "/review", "/standings", "/settings", "/api/photos", "/api/settings", "/qr/judge.svg")
TRICKS = (
    *("/static/x/../../keys.py", "/static/x/%2e%2e/keys.py", "/static/x/..%2f..%2fkeys.py"),
    *(
        "/../games.csv",
        "/photos/",
        "/results/rules.toml",
        "//etc/passwd",
        "/static/x/\\..\\keys.py",
    ),
    *("/api/photos/..%2f..%2fgames.csv", "/api/photos/%00/picture", "/photo/../../etc/passwd/x"),
)
Attack = Callable[["Stranger"], int]


class Stranger:
    """One who sends requests over a connection that is kept as long as it lasts."""

    def __init__(self, page: Page) -> None:
        self.page, self.chance = page, random.Random(25)
        self.line = http.client.HTTPConnection("127.0.0.1", page.port, timeout=10)

    def send(self, method: str, path: str, headers: dict[str, str] | None = None) -> int:
        """Send a request, and return its answer's status; a word in a 403 is a failure."""
        for _ in range(2):
            try:
                self.line.request(method, path, headers=headers or {})
                answer = self.line.getresponse()
                content = answer.read()
                break
            except (OSError, http.client.HTTPException):
                self.line.close()
        if answer.status == 403:
            assert content == b""
            assert answer.headers.get("server") is None
        return answer.status

    def raw(self, text: bytes) -> int:
        """Send bytes on a line of their own; 0 where it is closed without an answer."""
        with socket.create_connection(("127.0.0.1", self.page.port), timeout=15) as line:
            try:
                line.sendall(text)
                first = line.recv(64).split(b" ")
            except OSError:
                return 0
            return int(first[1]) if len(first) > 1 else 0


def method(stranger: Stranger) -> str:
    return stranger.chance.choice(["GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD"])


def without_a_key(stranger: Stranger) -> int:
    return stranger.send(method(stranger), stranger.chance.choice(PATHS))


def with_a_wrong_key(stranger: Stranger) -> int:
    key = stranger.chance.choice(["", "x", secrets.token_urlsafe(16), "k" * 3000, "%00", "%ff%fe"])
    return stranger.send(method(stranger), f"{stranger.chance.choice(PATHS)}?key={key}")


def with_an_old_key(stranger: Stranger) -> int:
    cookie = {"cookie": f"kscan_{stranger.page.port}={OLD[0]}"}
    return stranger.send("GET", stranger.chance.choice(PATHS), cookie)


def with_a_key_but_a_foreign_host(stranger: Stranger) -> int:
    host = stranger.chance.choice(
        ["evil.example", "evil.example:80", "127.0.0.1", "[::1]:1", "a b"]
    )
    return stranger.send("GET", f"/api/photos?key={stranger.page.key}", {"host": host})


def with_a_key_but_a_foreign_origin(stranger: Stranger) -> int:
    origin = stranger.chance.choice(["http://evil.example", "null", "https://127.0.0.1", "file://"])
    path = f"/api/settings?key={stranger.page.key}"
    return stranger.send("PATCH", path, {"origin": origin})


def with_a_key_out_of_the_folder(stranger: Stranger) -> int:
    cookie = {"cookie": f"kscan_{stranger.page.port}={stranger.page.key}"}
    return stranger.send("GET", stranger.chance.choice(TRICKS), cookie)


def with_a_key_and_too_much(stranger: Stranger) -> int:
    head = f"POST /api/photos?key={stranger.page.key} HTTP/1.1\r\nHost: 127.0.0.1"
    size = stranger.chance.choice([10**9, 10**12, 10**18])
    return stranger.raw(f"{head}:{stranger.page.port}\r\nContent-Length: {size}\r\n\r\n".encode())


def with_a_key_and_without_end(stranger: Stranger) -> int:
    head = f"PATCH /api/settings?key={stranger.page.key} HTTP/1.1\r\nHost: 127.0.0.1"
    chunks = (b"%x\r\n" % 65536 + b" " * 65536 + b"\r\n") * 3
    chunked = f"{head}:{stranger.page.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    return stranger.raw(chunked.encode() + chunks)


def with_noise(stranger: Stranger) -> int:
    return stranger.raw(
        stranger.chance.randbytes(stranger.chance.randrange(20, 3000)) + b"\r\n\r\n"
    )


OLD: list[str] = []
ATTACKS: dict[Attack, set[int]] = {
    without_a_key: {403},
    with_a_wrong_key: {403},
    with_an_old_key: {403},
    with_a_key_but_a_foreign_host: {403},
    with_a_key_but_a_foreign_origin: {403},
    with_a_key_out_of_the_folder: {404, 405},
    with_a_key_and_too_much: {413},
    with_a_key_and_without_end: {413},
    with_noise: {0, 400, 403},
}


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_no_stranger_gets_in(page: Page, samples: Path) -> None:
    OLD.append(page.key)
    page.stop()
    page.more = ("--new-key",)
    page.start()
    page.upload(samples / "gaps.jpg", round="1", table="1")
    page.settled(lambda found: bool(found["games"]))
    before, started, settings = memory(page), files_below(page.folder), page.ask("GET", SETTINGS)
    stranger = Stranger(page)
    chances = [10 if each is not with_a_key_and_without_end else 1 for each in ATTACKS]
    found: Counter[tuple[str, int]] = Counter()
    began = time.monotonic()
    for attack in stranger.chance.choices([*ATTACKS], chances, k=REQUESTS):
        status = attack(stranger)
        assert status in ATTACKS[attack], (attack.__name__, status)
        found[attack.__name__, status] += 1
    print(f"{REQUESTS} requests in {time.monotonic() - began:.0f} s: {dict(found)}")
    assert {name for name, _ in found} == {attack.__name__ for attack in ATTACKS}
    assert page.ask("GET", SETTINGS).json == settings.json
    assert files_below(page.folder) == started
    assert memory(page) - before < 20_000  # kB


SETTINGS = "/api/settings"
