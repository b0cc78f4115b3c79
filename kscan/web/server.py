"""The server: one folder, one port, until it is stopped."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from kscan.errors import KscanError
from kscan.web import api, pages
from kscan.web.access import Access
from kscan.web.keys import Keys
from kscan.web.live import Tournament
from kscan.web.settings import FolderSettings

_HEADERS = 10.0  # seconds for a request's head; connections without one are closed
_KEEP_ALIVE = 15  # seconds that an idle connection stays open
_MOST_CONNECTIONS = 600
_GRACE = 3  # seconds for answers that are under way when the server is stopped


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


def application(tournament: Tournament, settings: FolderSettings, keys: Keys) -> Starlette:
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
        middleware=[Middleware(Access, keys=keys)],
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
