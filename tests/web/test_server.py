"""The server of a folder: its settings, its events, its lock, its keys."""

import json
from pathlib import Path

from serving import Page, kscan


def test_settings_are_those_of_the_folder(page: Page, samples: Path) -> None:
    key = page.upload(samples / "village.jpg", round="1", table="1").json["id"]
    plain = page.photo(key)["photo"]["kingdoms"][0]
    said = {"title": "Spring cup", "variants": ["middle-kingdom", "harmony"]}
    assert page.ask("PATCH", "/api/settings", said).status == 200
    richer = page.photo(key)["photo"]["kingdoms"][0]
    assert richer["total"] == plain["total"] + sum(richer["bonuses"].values())
    assert set(richer["bonuses"]) == {"middle_kingdom", "harmony"}
    assert 'title = "Spring cup"' in (page.folder / "kscan.toml").read_text()
    assert page.ask("PATCH", "/api/settings", {"variant": []}).status == 400


def test_pages_hear_what_happens(page: Page, samples: Path) -> None:
    import http.client

    stream = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
    stream.request("GET", f"/api/events?key={page.key}")
    events = stream.getresponse()
    assert events.headers["content-type"].startswith("text/event-stream")
    key = page.upload(samples / "gaps.jpg", round="1", table="1").json["id"]
    heard: set[str] = set()
    while not {"photo", "standings"} <= heard:
        line = events.readline().decode()
        assert line, heard
        if line.startswith("event: "):
            heard.add(line[7:].strip())
        if line.startswith("data: ") and "id" in line:
            assert json.loads(line[6:])["id"] == key
    assert page.stop() == 0  # an open stream does not keep the server alive
    stream.close()


def test_one_server_or_batch_a_folder(page: Page) -> None:
    for command in ("serve", "batch"):
        more = ["-o", page.folder / "results"] if command == "batch" else ["--host", "127.0.0.1"]
        second = kscan(command, page.folder, *more)
        assert second.returncode == 2
        assert "at work" in second.stderr


def test_keys_and_port_outlive_a_restart(page: Page) -> None:
    before, page.port = page.url, page.port
    assert page.stop() == 0
    page.more = ()
    page.start()
    assert page.url == before
    page.stop()
    page.more = ("--new-key",)
    page.start()
    assert page.url != before
