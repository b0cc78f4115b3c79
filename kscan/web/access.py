"""Who may send a request: the key, the Host and the Origin, checked before anything else runs."""

import ipaddress
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kscan.web.keys import Keys, Role

_COOKIE_AGE = 400 * 24 * 3600  # seconds: the longest that browsers keep one
_DEVICE = "device"
_LONGEST = 64  # letters of a key or of a phone's number
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Access:
    """ASGI middleware: answers 403 without a word unless key, Host and Origin are right."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self.app, self.keys = app, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with role and phone, or refuse."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = dict(scope.get("headers", ()))
        host = headers.get(b"host", b"").decode("latin-1")
        if scope["type"] != "http" or not _is_here(host, scope) or not _is_same(headers, host):
            await _refuse(send)
            return
        query = dict(parse_qsl(scope["query_string"].decode("latin-1"))[:32])
        name = f"kscan_{(scope.get('server') or ('', 0))[1]}"
        cookies = _cookies(headers)
        given = query.pop("key", "")
        role = self.keys.role((given or cookies.get(name, ""))[:_LONGEST])
        if role is None:
            await _refuse(send)
            return
        device = cookies.get(f"{name}_{_DEVICE}", "")[:_LONGEST]
        if given and scope["method"] == "GET" and not scope["path"].startswith("/api/"):
            await _let_in(scope, send, name, given, device or secrets.token_hex(8), query)
            return
        scope["state"] = {**scope.get("state", {}), "role": role, "device": device}
        await self.app(scope, receive, _guarded(send))


def _is_here(host: str, scope: Scope) -> bool:
    """Return True if the Host header names this machine.

    No foreign name may point a browser here.
    """
    name, _, port = host.rpartition(":")
    if not name:  # the usual port goes without saying
        name, port = host, "443" if scope.get("scheme") == "https" else "80"
    here, listening = scope.get("server") or ("", 0)
    name = name.strip("[]").lower()
    if not port.isdecimal() or (listening and int(port) != listening):
        return False
    if name in ("localhost", *_own_names()):
        return True
    try:
        return ipaddress.ip_address(name) == ipaddress.ip_address(here)
    except ValueError:
        return False


def _own_names() -> tuple[str, str]:
    own = socket.gethostname().lower()
    return own, f"{own.partition('.')[0]}.local"


def _is_same(headers: dict[bytes, bytes], host: str) -> bool:
    """Return True if this server's page sent the request.

    A missing Origin says nothing.
    """
    origin = headers.get(b"origin")
    return origin is None or origin.decode("latin-1") in (f"http://{host}", f"https://{host}")


def _cookies(headers: dict[bytes, bytes]) -> dict[str, str]:
    try:
        parsed = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")[:4096])
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in parsed.items()}


async def _refuse(send: Send) -> None:
    await send(
        {"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


async def _let_in(
    scope: Scope, send: Send, name: str, key: str, device: str, query: dict[str, str]
) -> None:
    """Move the key from the address into a cookie.

    Neither history nor scripts see it there.
    """
    rules = f"; Path=/; Max-Age={_COOKIE_AGE}; HttpOnly; SameSite=Strict"
    if scope.get("scheme") == "https":
        rules += "; Secure"
    path = "/" + scope["path"].lstrip("/")  # two slashes would lead to another host
    where = path + (f"?{urlencode(query)}" if query else "")
    headers = [
        (b"location", where.encode("ascii", "replace")),
        (b"set-cookie", f"{name}={key}{rules}".encode("latin-1")),
        (b"set-cookie", f"{name}_{_DEVICE}={device}{rules}".encode("latin-1")),
        (b"cache-control", b"no-store"),
        (b"content-length", b"0"),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _guarded(send: Send) -> Send:
    """Add security headers to everything sent."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
        await send(message)

    return guarded


def role_of(scope: Scope) -> Role:
    """Return the role found by the middleware."""
    role: Role = scope["state"]["role"]
    return role
