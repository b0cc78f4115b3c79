"""Requests of pages and programs: JSON in and out."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from kscan.errors import KscanError, OutputError
from kscan.locale import words
from kscan.tournament.records import Place
from kscan.tournament.report.standings_table import rules_line
from kscan.web import corrections, folder, reading, scoring
from kscan.web.access import role_of
from kscan.web.folder import INCOMING, name_of
from kscan.web.keys import Role
from kscan.web.language import board_in, language_of, photo_in, refusal_in
from kscan.web.live import Tournament
from kscan.web.reading import unpacked
from kscan.web.submissions import Submission
from kscan.web.uploads import MOST_JSON, RefusedError, body_of, receive


def tournament_of(request: Request) -> Tournament:
    """Return the server's tournament."""
    found: Tournament = request.app.state.tournament
    return found


def sender(request: Request) -> str:
    """Return who sends a request, as the tables write it."""
    if role_of(request.scope) is Role.JUDGE:
        return Role.JUDGE.value
    return f"{Role.GUEST.value} {request.scope['state']['device'][:16]}".strip()


def own(request: Request) -> Submission:
    """Return the request's photo; RefusedError if not the sender's."""
    sent = tournament_of(request).get(request.path_params["id"])
    if role_of(request.scope) is Role.GUEST and not _is_senders(request, sent):
        raise RefusedError(403, "forbidden", "This photo was sent by someone else.")
    return sent


def _is_senders(request: Request, sent: Submission) -> bool:
    """Return True if this phone sent the photo; who has no cookie is no phone."""
    return bool(request.scope["state"]["device"]) and sent.by == sender(request)


def only_judge(request: Request) -> None:
    """Refuse guests."""
    if role_of(request.scope) is not Role.JUDGE:
        raise RefusedError(403, "forbidden", "Only the judge may do this.")


async def refused(request: Request, error: Exception) -> Response:
    """Answer an error of the kscan family: its code and sentence."""
    status = error.status if isinstance(error, RefusedError) else 400
    code, message = "bad_request", str(error)
    if isinstance(error, KscanError):
        code, message = error.code, refusal_in(error, language_of(request))
    if isinstance(error, OutputError):
        status = 507
    headers = {"retry-after": "2"} if status == 503 else {}
    if status in (408, 413):
        headers["connection"] = "close"
    return answer({"error": {"code": code, "message": message}}, status, headers)


async def broken(_: Request, error: Exception) -> Response:
    """Answer a bug in kscan, and print it."""
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    print(f"kscan: {what} (a bug in kscan)", file=sys.stderr, flush=True)
    return answer({"error": {"code": "bug", "message": "A bug in kscan: please report it."}}, 500)


def answer(what: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return JSON, not to be cached."""
    return JSONResponse(what, status, {"cache-control": "no-store", **(headers or {})})


async def json_of(request: Request) -> dict[str, Any]:
    """Return the sent JSON object; RefusedError if none or large."""
    content = b""
    async with aclosing(_stream(request)) as chunks:
        async for chunk in body_of(chunks, MOST_JSON, request.headers.get("content-length")):
            content += chunk
    try:
        found = json.loads(content or b"{}")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RefusedError(400, "bad_json", "Expected a JSON object.")
    return found


async def _stream(request: Request) -> AsyncGenerator[bytes, None]:
    async for chunk in request.stream():
        if chunk:
            yield chunk


def _where(request: Request) -> Place:
    said = {name: name_of(request.query_params.get(name, "")) for name in ("round", "table")}
    player = name_of(request.query_params.get("player", ""))
    return Place(**said, players=((player, None),) if player else ())


async def post_photo(request: Request) -> Response:
    """Receive a photo, read it, keep it."""
    tournament = tournament_of(request)
    tournament.admit()
    try:
        async with aclosing(_stream(request)) as chunks:
            announced = request.headers.get("content-length")
            upload = await receive(chunks, tournament.folder / INCOMING, announced)
        shown = name_of(request.query_params.get("name", "")) or "photo"
        sent = await tournament.add(upload, _where(request), shown, sender(request))
    finally:
        tournament.release()
    found = photo_in(unpacked(sent.photo), language_of(request))
    return answer({"id": sent.id, "photo": found}, 201)


async def post_entry(request: Request) -> Response:
    """Keep a typed kingdom or total."""
    said = await json_of(request)
    tournament = tournament_of(request)
    sent = await corrections.enter(tournament, said, _where(request), sender(request))
    return answer(sent.document(language_of(request)), 201)


async def get_photos(request: Request) -> Response:
    """List the photos, a guest's own or the judge's all."""
    tournament = tournament_of(request)
    await tournament.ready()
    submissions = list(tournament.submissions.values())
    if role_of(request.scope) is Role.GUEST:
        submissions = [one for one in submissions if _is_senders(request, one)]
    lang = language_of(request)
    # A thousand take half a second, for which nobody else should wait.
    return await asyncio.to_thread(
        lambda: answer({"photos": [one.document(lang) for one in submissions]})
    )


async def get_photo(request: Request) -> Response:
    """Show one photo with its decisions."""
    await tournament_of(request).ready()
    sent = own(request)
    return answer(sent.document(language_of(request)))


async def patch_photo(request: Request) -> Response:
    """Keep a decision on a photo, and score it again."""
    await tournament_of(request).ready()
    sent, said = own(request), await json_of(request)
    if role_of(request.scope) is Role.GUEST and not corrections.GUESTS_MAY.issuperset(said):
        only_judge(request)
    tournament = tournament_of(request)
    await corrections.apply(tournament, sent, said, sender(request).partition(" ")[0])
    return answer(sent.document(language_of(request)))


async def delete_photo(request: Request) -> Response:
    """Take a photo out of the tournament."""
    only_judge(request)
    await tournament_of(request).remove(own(request))
    return answer({})


async def get_picture(request: Request) -> Response:
    """Send the drawn picture, or with `plain` the photo.

    Upright; both without metadata.
    """
    await tournament_of(request).ready()
    sent, tournament = own(request), tournament_of(request)
    where = (str(tournament.folder), str(tournament.out))
    if "plain" in request.query_params:
        content = await tournament.call(reading.upright, *where, sent.name)
    else:
        table = tournament.table_of(sent)
        content = await tournament.call(
            scoring.drawn, *where, tournament.chosen(), sent.name, table
        )
    if not content:
        raise RefusedError(404, "no_picture", "There is no picture of this.")
    headers = {
        "cache-control": "private, max-age=86400" if "plain" in request.query_params else "no-store"
    }
    return Response(content, media_type="image/jpeg", headers=headers)


async def get_standings(request: Request) -> Response:
    """Send the lines of standings.csv and rankings.csv."""
    only_judge(request)
    tournament = tournament_of(request)
    await tournament.ready()
    lang, settings = language_of(request), request.app.state.settings
    return answer(
        {
            "rules": rules_line(settings.chosen().settings, words(lang)),
            **board_in(tournament.standings, lang),
            "warnings": tournament.warnings.get(lang, tournament.warnings.get("en", ())),
            "title": settings.title,
        }
    )


async def get_absences(request: Request) -> Response:
    """List byes and players who left."""
    only_judge(request)
    return answer({"absences": folder.absences(tournament_of(request).folder)})


async def post_absence(request: Request) -> Response:
    """Note that a player has a bye in a round, or left before it."""
    only_judge(request)
    tournament, said = tournament_of(request), await json_of(request)
    async with tournament.writes:
        await asyncio.to_thread(folder.add_absence, tournament.folder, said, sender(request))
    tournament.touch(None)
    return answer({}, 201)


async def delete_absence(request: Request) -> Response:
    """Take back that a player does not play a round."""
    only_judge(request)
    tournament = tournament_of(request)
    who = [name_of(request.query_params.get(name, "")) for name in ("player", "round")]
    async with tournament.writes:
        await asyncio.to_thread(folder.remove_absence, tournament.folder, *who)
    tournament.touch(None)
    return answer({})


async def get_settings(request: Request) -> Response:
    """Send the settings of kscan.toml, and this page's address."""
    only_judge(request)
    return answer(request.app.state.settings.document())


async def patch_settings(request: Request) -> Response:
    """Write settings into kscan.toml, and score everything by them."""
    only_judge(request)
    said = await json_of(request)
    tournament, settings = tournament_of(request), request.app.state.settings
    async with tournament.writes:
        settings.change(said)
    tournament.events.tell("settings")
    await tournament.rescore_all()
    return answer(settings.document())


async def get_events(request: Request) -> Response:
    """Stream events to a page until it closes."""
    only = None if role_of(request.scope) is Role.JUDGE else sender(request)
    events = tournament_of(request).events
    if events.is_full:
        raise RefusedError(503, "busy", "Too many pages are open.")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    stream = events.listen(only)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


ROUTES = [
    Route("/api/photos", post_photo, methods=["POST"]),
    Route("/api/photos", get_photos, methods=["GET"]),
    Route("/api/photos/{id}", get_photo, methods=["GET"]),
    Route("/api/photos/{id}", patch_photo, methods=["PATCH"]),
    Route("/api/photos/{id}", delete_photo, methods=["DELETE"]),
    Route("/api/photos/{id}/picture", get_picture, methods=["GET"]),
    Route("/api/entries", post_entry, methods=["POST"]),
    Route("/api/absences", get_absences, methods=["GET"]),
    Route("/api/absences", post_absence, methods=["POST"]),
    Route("/api/absences", delete_absence, methods=["DELETE"]),
    Route("/api/standings", get_standings, methods=["GET"]),
    Route("/api/settings", get_settings, methods=["GET"]),
    Route("/api/settings", patch_settings, methods=["PATCH"]),
    Route("/api/events", get_events, methods=["GET"]),
]
