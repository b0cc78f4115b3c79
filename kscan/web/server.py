"""The server of one folder: its lock, keys and address, until it is stopped."""

import asyncio
import logging
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from kscan.errors import KscanError, UsageError
from kscan.locale import words
from kscan.report.columns import wrap
from kscan.tournament.results_folder import alone, claim
from kscan.tournament.settings import RESULTS
from kscan.web import address, api, keys, pages
from kscan.web.access import Access
from kscan.web.live import Tournament
from kscan.web.settings import FolderSettings
from kscan.web.wording import TERMINAL

_HEADERS = 10.0  # seconds for a request's head; connections without one are closed
_KEEP_ALIVE = 15  # seconds that an idle connection stays open
_MOST_CONNECTIONS = 600
_GRACE = 3  # seconds for answers that are under way when the server is stopped
_COLUMNS = 96
_LONELY = 60.0  # seconds without a phone until the terminal says what may be wrong


class Protocol(H11Protocol):
    """HTTP with limits: silent and excess connections are closed."""

    def connection_made(self, transport: Any) -> None:
        """Close the connection soon unless a request begins."""
        if len(self.connections) >= _MOST_CONNECTIONS:
            transport.abort()
            return
        super().connection_made(transport)
        self._deadline = self.loop.call_later(_HEADERS, self._without_request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a lost connection's deadline."""
        if hasattr(self, "_deadline"):
            self._deadline.cancel()
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take data, unless the connection was refused."""
        if hasattr(self, "_deadline"):
            super().data_received(data)

    def _without_request(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Uvicorn with a ready signal, ending open streams on shutdown."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], events: Any) -> None:
        super().__init__(config)
        self._ready, self._events = ready, events

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the rest.

        Streams would stay open for ever.
        """
        self._events.close()
        await super().shutdown(sockets)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate, for those who have one."""

    cert: Path
    key: Path


def application(tournament: Tournament, settings: FolderSettings, known: keys.Keys) -> Starlette:
    """Build one tournament's application."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tournament.start()
        try:
            yield
        finally:
            await tournament.stop()

    app = Starlette(
        routes=[*api.ROUTES, *pages.ROUTES],
        middleware=[Middleware(Access, keys=known)],
        exception_handlers={KscanError: api.refused, Exception: api.broken},
        lifespan=lifespan,
    )
    app.state.tournament, app.state.settings = tournament, settings
    return app


def run(
    app: Starlette,
    listener: socket.socket,
    ready: Callable[[], None],
    certificate: Certificate | None = None,
) -> None:
    """Answer requests until Ctrl-C or a signal."""
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=32 << 10,
        backlog=512,
        ssl_certfile=certificate.cert if certificate else None,
        ssl_keyfile=str(certificate.key) if certificate else None,
    )
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # no traceback reaches a user
    server = Server(config, ready, app.state.tournament.events)
    with asyncio.Runner() as runner:
        runner.run(server.serve([listener]))


@dataclass(frozen=True, slots=True)
class Serving:
    """One run of the server."""

    folder: Path
    host: str | None
    port: int | None
    new_key: bool
    certificate: tuple[Path, Path] | None
    quiet: bool

    def run(self, out: TextIO, err: TextIO, usual_port: int) -> None:
        """Serve the folder until the server is stopped."""
        results = self.folder / RESULTS
        claim(results, self.folder)
        with alone(results):
            known = keys.recall(self.folder, renew=self.new_key)
            host = self.host or address.own_address()
            listener = self._listen(host, known.port or usual_port)
            with listener:
                port = int(listener.getsockname()[1])
                known = replace(known, port=port)
                keys.keep(self.folder, known)
                self._serve(listener, host, known, out, err)

    def _listen(self, host: str, usual_port: int) -> socket.socket:
        wanted = usual_port if self.port is None else self.port
        try:
            return address.listen(host, wanted)
        except (OSError, UnicodeError) as error:
            if self.port is None and isinstance(error, OSError):
                try:
                    return address.listen(host, 0)
                except OSError:
                    pass
            raise UsageError(
                "cannot listen on {host}, port {wanted} ({reason}); give another --host or --port",
                host=host,
                wanted=wanted,
                reason=error,
            ) from None

    def _serve(
        self, listener: socket.socket, host: str, known: keys.Keys, out: TextIO, err: TextIO
    ) -> None:
        scheme = "https" if self.certificate else "http"
        urls = {
            "judge": address.page_url(host, known.port, known.judge, scheme),
            "guests": address.page_url(host, known.port, known.guests, scheme),
        }
        settings = FolderSettings(self.folder, self.folder / RESULTS, urls)
        tournament = Tournament(self.folder, settings.chosen)
        app = application(tournament, settings, known)
        lonely = threading.Timer(_LONELY, self._say_lonely, (app, err))
        lonely.daemon = True

        def ready() -> None:
            print(urls["judge"], file=out, flush=True)
            self._welcome(urls["judge"], host, err)
            lonely.start()

        certificate = Certificate(*self.certificate) if self.certificate else None
        try:
            run(app, listener, ready, certificate)
        except KeyboardInterrupt:
            pass
        finally:
            lonely.cancel()

    def _welcome(self, url: str, host: str, err: TextIO) -> None:
        if self.quiet:
            return
        say = words()
        if err.isatty():
            address.draw_qr(url, err)
        others = [one for one in address.own_addresses() if one != host]
        if others and self.host is None:
            print(say(TERMINAL["addresses"], addresses=", ".join(others)), file=err)
        if host == "127.0.0.1" and self.host is None:
            print(say(TERMINAL["no_network"]), file=err)
        print(say(TERMINAL["scan"]), file=err)
        err.flush()

    def _say_lonely(self, app: Starlette, err: TextIO) -> None:
        if not self.quiet and not getattr(app.state, "visited", False):
            print("\n".join(wrap(words()(TERMINAL["nobody"]), _COLUMNS)), file=err, flush=True)
