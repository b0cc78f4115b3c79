"""This computer's address for phones on the same network."""

import io
import ipaddress
import socket
import sys
from collections.abc import Iterator
from typing import TextIO

# Reserved for documentation: nothing is sent, the system only says which way it would go.
_SOMEWHERE = ("203.0.113.1", 9)
_HERE = "127.0.0.1"
_WHITE_ON_BLACK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"
USUAL_PORT = 8047  # asked for first; kept for each folder from then on


def own_address() -> str:
    """Return this machine's address on its network.

    That of the default route, else the first private one, else 127.0.0.1.
    """
    found = _default_route()
    if found:
        return found
    return next((one for one in own_addresses() if ipaddress.ip_address(one).is_private), _HERE)


def own_addresses() -> Iterator[str]:
    """List this computer's other IPv4 addresses."""
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for address in dict.fromkeys(str(entry[4][0]) for entry in known):
        if not address.startswith("127."):
            yield address


def _default_route() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith(("0.", "127.")) else address


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; OSError if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def page_url(host: str, port: int, key: str, scheme: str = "http") -> str:
    """Return the address of the page with its key."""
    shown = own_address() if host in ("0.0.0.0", "::") else host
    return f"{scheme}://{f'[{shown}]' if ':' in shown else shown}:{port}/?key={key}"


def draw_qr(url: str, out: TextIO) -> None:
    """Draw the address as a QR code in a terminal, dark on light in light ones, too."""
    import segno

    drawn = io.StringIO()
    segno.make(url, error="l").terminal(out=drawn, compact=True)
    before, after = ("", "") if sys.platform == "win32" else (_WHITE_ON_BLACK, _AS_BEFORE)
    out.writelines(f"{before}{line}{after}\n" for line in drawn.getvalue().splitlines())


def qr_svg(url: str) -> bytes:
    """Draw an address as a QR code, in SVG."""
    import segno

    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", scale=8, border=3, xmldecl=False, light="#fff")
    return out.getvalue()
