"""The pages for people: HTML in the reader's language, and their files."""

import hashlib
import html
import re
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kscan.errors import KscanError
from kscan.game.box import BASE
from kscan.locale import LANGUAGES, RIGHT_TO_LEFT, words
from kscan.web.access import role_of
from kscan.web.address import qr_svg
from kscan.web.api import only_judge
from kscan.web.language import language_of
from kscan.web.settings import FolderSettings
from kscan.web.wording import PAGE

_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_WORD = re.compile(r"\{\{(\w+)\}\}")


@cache
def _file(name: str) -> bytes:
    return (resources.files("kscan.web") / "static" / name).read_bytes()


@cache
def _names() -> tuple[str, ...]:
    folder = resources.files("kscan.web") / "static"
    return tuple(file.name for file in folder.iterdir() if file.name.rpartition(".")[2] in _TYPES)


@cache
def _version() -> str:
    """Return a digest of all files, for caching."""
    sha = hashlib.sha256()
    for name in sorted(_names()):
        sha.update(_file(name))
    return sha.hexdigest()[:12]


@cache
def _page(name: str, lang: str, role: str, box: str) -> bytes:
    say = words(lang)

    def word(match: re.Match[str]) -> str:
        known = {
            "lang": lang,
            "dir": "rtl" if lang in RIGHT_TO_LEFT else "ltr",
            "version": _version(),
            "role": role,
            "box": box,
        }
        return html.escape(known.get(match[1]) or say(PAGE[match[1]]))

    shell, main = (_file(file).decode() for file in ("shell.html", f"{name}.html"))
    return _WORD.sub(word, shell.replace("{{main}}", main).replace("{{page}}", name)).encode()


def _palette(settings: FolderSettings) -> str:
    """Return the palette's lands with crowns, castles and giants."""
    try:
        box = settings.chosen().rules.box
    except KscanError:
        box = BASE
    most: dict[str, int] = {}
    for square in box.counts:
        if square.terrain:
            letter = square.terrain.value
            most[letter] = max(square.crowns, most.get(letter, 0))
    lands = " ".join(f"{letter}{crowns}" for letter, crowns in most.items())
    return f"{lands}|{' '.join(color.value for color in box.colors)}|{box.giants}"


async def page(request: Request) -> Response:
    """Show one of the pages."""
    name = request.url.path.strip("/").partition("/")[0] or "home"
    if name not in ("home", "photo"):
        only_judge(request)
    request.app.state.visited = True
    role = role_of(request.scope).value
    content = _page(name, language_of(request), role, _palette(request.app.state.settings))
    headers = {"cache-control": "no-store", "vary": "accept-language, cookie"}
    return Response(content, media_type="text/html", headers=headers)


async def file(request: Request) -> Response:
    """Send a script, a style or an icon by its name, never by a path."""
    name = request.path_params["name"]
    if name not in _names():
        return Response(status_code=404)
    headers = {"cache-control": "private, max-age=31536000, immutable"}
    return Response(_file(name), media_type=_TYPES[name.rpartition(".")[2]], headers=headers)


@cache
def _words(lang: str) -> dict[str, str]:
    say = words(lang)
    return {name: say(text) for name, text in PAGE.items()}


async def wording(request: Request) -> Response:
    """Send the words of the pages in one language."""
    lang = request.path_params["lang"]
    if lang not in LANGUAGES:
        return Response(status_code=404)
    headers = {"cache-control": "private, max-age=31536000, immutable"}
    return JSONResponse(_words(lang), headers=headers)


async def qr(request: Request) -> Response:
    """Draw the judge's or guests' address as QR code."""
    only_judge(request)
    url = request.app.state.settings.urls.get(request.path_params["who"])
    if url is None:
        return Response(status_code=404)
    return Response(qr_svg(url), media_type="image/svg+xml", headers={"cache-control": "no-store"})


ROUTES = [
    Route("/", page),
    Route("/photo/{id}", page),
    Route("/review", page),
    Route("/standings", page),
    Route("/settings", page),
    Route("/static/{version}/words-{lang}.json", wording),
    Route("/static/{version}/{name}", file),
    Route("/qr/{who}.svg", qr),
]
