"""Start the page of one folder: its lock, its keys, its address, and what the terminal says."""

import socket
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from starlette.applications import Starlette

from kscan.errors import UsageError
from kscan.locale import words
from kscan.report.columns import wrap
from kscan.tournament.results_folder import alone, claim
from kscan.tournament.settings import RESULTS
from kscan.web import address, keys
from kscan.web.live import Tournament
from kscan.web.server import Certificate, application, run
from kscan.web.settings import FolderSettings
from kscan.web.wording import TERMINAL

_COLUMNS = 96
_LONELY = 60.0  # seconds without a phone until the terminal says what may be wrong


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
