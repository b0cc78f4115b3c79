"""Nobody gets in without a key, and nothing that is sent leads out of the folder."""

import random
import re
import socket
import stat
import threading
import time
from pathlib import Path

import pytest
from pictures import different
from serving import Page

PATHS = (
    *("/", "/review", "/standings", "/settings", "/photo/x", "/api/photos", "/api/settings"),
    *("/api/standings", "/api/events", "/static/x/style.css", "/qr/judge.svg", "/nowhere"),
)


def test_without_a_key_there_is_not_a_word(shared_page: Page) -> None:
    for path in PATHS:
        for method in ("GET", "POST", "PATCH", "DELETE", "OPTIONS"):
            answer = shared_page.send(method, path)
            assert (answer.status, answer.content) == (403, b"")
            assert "server" not in answer.headers


@pytest.mark.parametrize("key", ["", "x", "é" * 30, "A" * 22, "%00", "k" * 5000])
def test_a_wrong_key_opens_nothing(shared_page: Page, key: str) -> None:
    from urllib.parse import quote

    assert shared_page.send("GET", f"/api/photos?key={quote(key)}").status == 403
    cookie = {"cookie": f"kscan_{shared_page.port}={quote(key)}"}
    assert shared_page.send("GET", "/api/photos", headers=cookie).status == 403


def test_the_first_page_moves_the_key_into_a_cookie(shared_page: Page) -> None:
    first = shared_page.send("GET", f"/?key={shared_page.key}&lang=he")
    assert (first.status, first.headers["location"]) == (303, "/?lang=he")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    home = shared_page.send("GET", "/", headers={"cookie": first.headers["cookies"]})
    assert home.status == 200
    assert shared_page.key.encode() not in home.content
    leading = shared_page.send("GET", f"//elsewhere.example/?key={shared_page.key}")
    assert leading.headers["location"].startswith("/elsewhere.example")


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:80"},
        {"host": "127.0.0.1"},
        {"host": ""},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
    ],
)
def test_foreign_hosts_and_origins_are_refused(shared_page: Page, headers: dict[str, str]) -> None:
    path = f"/api/photos?key={shared_page.key}"
    answer = shared_page.send("GET", path, headers=headers)
    assert (answer.status, answer.content) == (403, b"")


def test_the_own_origin_passes(shared_page: Page) -> None:
    path = f"/api/photos?key={shared_page.key}"
    for host in ("127.0.0.1", "localhost"):
        here = f"{host}:{shared_page.port}"
        headers = {"host": here, "origin": f"http://{here}"}
        assert shared_page.send("GET", path, headers=headers).status == 200


def test_every_answer_keeps_the_page_to_itself(shared_page: Page) -> None:
    for path in ("/", "/api/photos", "/static/x/style.css", "/settings"):
        cookie = {"cookie": f"kscan_{shared_page.port}={shared_page.key}"}
        headers = shared_page.send("GET", path, headers=cookie).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages_hold_no_script_of_their_own(shared_page: Page) -> None:
    import re

    cookie = {"cookie": f"kscan_{shared_page.port}={shared_page.key}"}
    for path in ("/", "/photo/x", "/review", "/standings", "/settings"):
        page = shared_page.send("GET", path, headers=cookie).content.decode()
        assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
        assert re.findall(r"\son\w+=|style=|https?://", page) == []


@pytest.mark.parametrize(
    "path",
    [
        "/static/x/../../keys.py",
        "/static/x/..%2f..%2fkeys.py",
        "/static/x/%2e%2e/keys.py",
        "/static/../../../../etc/passwd",
        "/static/x/",
        "/static/x/shell.html",
        "/api/photos/..%2f..%2fgames.csv/picture",
        "/api/photos/%2e%2e/picture",
        "/games.csv",
        "/results/",
        "/photos/",
    ],
)
def test_no_path_leads_to_a_file(shared_page: Page, path: str) -> None:
    cookie = {"cookie": f"kscan_{shared_page.port}={shared_page.key}"}
    assert shared_page.send("GET", path, headers=cookie).status == 404


@pytest.mark.parametrize("name", ["../../x.jpg", "/etc/cron.d/x", "..\\x", "a\0b", "=cmd()"])
def test_what_a_phone_calls_things_never_becomes_a_path(
    shared_page: Page, samples: Path, name: str
) -> None:
    photo = (samples / "gaps.jpg").read_bytes() + name.encode()
    where = {"round": name, "table": name, "player": name, "name": name}
    assert shared_page.upload(photo, **where).status == 201
    names = {file.name for file in shared_page.folder.parent.rglob("*")}
    assert not [one for one in names if "x" in one and "photo" not in one and "." not in one[-4:]]
    kept = {file.parent.name for file in shared_page.folder.rglob("photo-*.jpg")}
    assert kept == {"photos"}


def test_the_keys_lie_where_only_the_user_reads_them(shared_page: Page) -> None:
    (file,) = shared_page.state.rglob("serve-*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    inside = [path.read_bytes() for path in shared_page.folder.rglob("*") if path.is_file()]
    assert not any(shared_page.key.encode() in content for content in inside)


def test_guests_send_and_see_their_own(shared_page: Page, samples: Path) -> None:
    guests = shared_page.guests_key
    phones = [
        {"cookie": f"kscan_{shared_page.port}={guests}; kscan_{shared_page.port}_device={device}"}
        for device in ("aaaa", "bbbb")
    ]
    photo = (samples / "leaning.jpg").read_bytes()
    path = "/api/photos?round=1&table=9&player=Mia"
    key = shared_page.send("POST", path, photo, phones[0]).json["id"]
    mine, other = (shared_page.send("GET", "/api/photos", headers=p).json for p in phones)
    assert [one["id"] for one in mine["photos"]] == [key]
    assert other["photos"] == []
    shared_page.ask("POST", path, different(samples / "leaning.jpg", 1, 500)[0], guests)
    assert shared_page.ask("GET", "/api/photos", key=guests).json["photos"] == []  # no cookie
    one = f"/api/photos/{key}"
    fix = b'{"fixes": ["r0c0=W0"]}'
    assert shared_page.send("PATCH", one, fix, phones[0]).status == 200
    assert shared_page.photo(key)["decisions"][0]["by"] == "guest"
    for method, at, body in (
        ("PATCH", one, b'{"total": 90}'),
        ("DELETE", one, None),
        ("GET", "/api/standings", None),
        ("GET", "/api/settings", None),
        ("PATCH", "/api/settings", b'{"title": "x"}'),
        ("GET", "/qr/judge.svg", None),
        ("GET", "/settings", None),
    ):
        assert shared_page.send(method, at, body, phones[0]).status == 403
    for method, at in (("GET", one), ("PATCH", one), ("GET", f"{one}/picture")):
        assert shared_page.send(method, at, b"{}", phones[1]).status == 403


def raw(page: Page, text: bytes, wait: float = 1.5) -> bytes:
    """Return what the server answers to these bytes."""
    with socket.create_connection(("127.0.0.1", page.port), timeout=wait) as line:
        line.sendall(text)
        try:
            return line.recv(65536)
        except (TimeoutError, ConnectionError):
            return b""


def test_sizes_are_limited_while_reading(shared_page: Page) -> None:
    head = (
        f"POST /api/photos?key={shared_page.key} HTTP/1.1\r\nHost: 127.0.0.1:{shared_page.port}\r\n"
    )
    announced = raw(shared_page, f"{head}Content-Length: 99999999999\r\n\r\n".encode())
    assert b" 413 " in announced.partition(b"\r\n")[0]
    patch = head.replace("POST /api/photos", "PATCH /api/settings")
    endless = b"%x\r\n" % 65536 + b" " * 65536 + b"\r\n"
    sent = f"{patch}Transfer-Encoding: chunked\r\n\r\n".encode() + endless * 3
    assert b" 413 " in raw(shared_page, sent).partition(b"\r\n")[0]


def test_long_heads_and_nonsense_are_cut_off(shared_page: Page) -> None:
    assert b"200" not in raw(shared_page, b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n")[:15]
    noise = random.Random(1).randbytes(5000)
    assert b"200" not in raw(shared_page, noise)[:15]
    assert shared_page.ask("GET", "/api/photos").status == 200


def test_wrong_keys_are_no_obstacle_for_right_ones(shared_page: Page) -> None:
    """Phones behind one hotspot share an address: nobody is locked out for another's mistakes."""
    stop = threading.Event()

    def guess() -> None:
        for _ in range(300):
            if stop.is_set():
                return
            assert shared_page.send("GET", "/?key=wrong").status == 403

    strangers = [threading.Thread(target=guess) for _ in range(4)]
    for stranger in strangers:
        stranger.start()
    began = time.monotonic()
    for _ in range(20):
        assert shared_page.ask("GET", "/api/photos").status == 200
    took = (time.monotonic() - began) / 20
    stop.set()
    for stranger in strangers:
        stranger.join()
    assert took < 0.5


def test_pages_use_nothing_that_a_phone_of_2021_lacks() -> None:
    """Safari 14 and Chrome 90: what came later is not there, or not needed to use the page."""
    from kscan import web

    later = (
        *(
            r"[\w\])]\.at\(",
            r"\bstructuredClone\b",
            r"Object\.hasOwn\(",
            r"\.findLast",
            r"\.toSorted\(",
        ),
        *(r"\.toReversed\(", r"\?\?=", r"\|\|=", r"&&=", r":has\(", r"color-mix\(", r"@container"),
        *(r"\d[sdl]v[hw]\b", r"@layer", r"showModal", r"<dialog", r"\binert\b", r"\.replaceAll\("),
        *(
            r"Promise\.any",
            r"\bArray\.fromAsync",
            r"#[a-z]\w* = ",
            r"static \{",
            r"navigator\.share",
        ),
    )
    folder = Path(web.__file__).parent / "static"
    found = [
        (file.name, pattern)
        for file in folder.iterdir()
        for pattern in later
        if re.search(pattern, file.read_text(encoding="utf-8"))
    ]
    assert found == []
