"""A page served for a test: its process, and the requests that a program sends it."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlencode, urlsplit


@dataclass
class Answer:
    """What a request was answered with."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        """The content, parsed."""
        return json.loads(self.content)


@dataclass
class Page:
    """`kscan serve` in a process of its own, on this machine only."""

    folder: Path
    state: Path
    more: tuple[str, ...] = ()
    largest_file: int = 0  # bytes, where the disk is to be full beyond
    port: int = 0
    url: str = ""
    process: "subprocess.Popen[str] | None" = field(default=None, repr=False)

    def __enter__(self) -> "Page":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop(signal.SIGKILL)
        assert "Traceback" not in self.log.read_text()

    def start(self) -> None:
        """Start it, and wait for its address."""
        command = [sys.executable, "-m", "kscan", "serve", str(self.folder)]
        command += ["--host", "127.0.0.1", "--port", str(self.port), *self.more]
        environment = {**os.environ, "XDG_STATE_HOME": str(self.state)}
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                preexec_fn=self._limit if self.largest_file else None,
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url, self.log.read_text()
        self.port = urlsplit(self.url).port or 0

    def _limit(self) -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (self.largest_file, self.largest_file))

    def stop(self, how: int = signal.SIGINT) -> int:
        """Stop it; the exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=20)
        return self.process.returncode

    @property
    def log(self) -> Path:
        """What it says on standard error."""
        return self.state.with_suffix(".log")

    @property
    def key(self) -> str:
        """The judge's key."""
        return self.url.rpartition("=")[2]

    @property
    def guests_key(self) -> str:
        """The guests' key."""
        urls: str = self.ask("GET", "/api/settings").json["urls"]["guests"]
        return urls.rpartition("=")[2]

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        timeout: float = 60,
    ) -> Answer:
        """Send a request as it stands."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            found = connection.getresponse()
            headers = {name.lower(): value for name, value in found.headers.items()}
            cookies = found.headers.get_all("set-cookie") or []
            headers["cookies"] = "; ".join(cookie.partition(";")[0] for cookie in cookies)
            headers["set-cookie"] = "\n".join(cookies)
            return Answer(found.status, headers, found.read())
        finally:
            connection.close()

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Answer:
        """Send a request with the judge's key, or another; JSON unless it is bytes."""
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body)
        parts = "&" if "?" in path else "?"
        return self.send(method, f"{path}{parts}key={quote(key or self.key)}", sent)

    def upload(self, photo: Path | bytes, key: str | None = None, **where: str) -> Answer:
        """Send a photo."""
        content = photo if isinstance(photo, bytes) else photo.read_bytes()
        return self.ask("POST", f"/api/photos?{urlencode(where)}", content, key)

    def photo(self, key: str) -> Any:
        """One photo's object."""
        return self.ask("GET", f"/api/photos/{key}").json

    def settled(self, wanted: Any, seconds: float = 20) -> Any:
        """Return the standings, once they are as `wanted(standings)` says."""
        until = time.monotonic() + seconds
        while True:
            found = self.ask("GET", "/api/standings").json
            if wanted(found) or time.monotonic() > until:
                return found
            time.sleep(0.05)


def kscan(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run another command of kscan."""
    command = [sys.executable, "-m", "kscan", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def memory(page: Page) -> int:
    """Return the server's memory in kB."""
    assert page.process is not None
    status = Path(f"/proc/{page.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])
