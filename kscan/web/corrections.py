"""Decisions made on the page: from a request's fields to the folder's tables."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kscan.corrections.decisions import DISCARDED, ROW_END, middle_text, parse_fix
from kscan.game.box import Box
from kscan.game.kingdom import parse_kingdom
from kscan.game.squares import CastleColor
from kscan.tournament.games_csv import COLORS
from kscan.tournament.records import Place
from kscan.web import history, reading
from kscan.web.folder import name_of, now
from kscan.web.history import RecordedDecision
from kscan.web.live import Tournament
from kscan.web.reading import unpacked
from kscan.web.submissions import Submission
from kscan.web.uploads import RefusedError
from kscan.web.wording import REFUSALS

GUESTS_MAY = frozenset(
    {"fixes", "players", "corners", "size", "kingdom", "number", "undo", "reset", "seen"}
    | {"discarded"}
)
_FIELDS = GUESTS_MAY | {"total", "settled", "round", "table", "player"}


async def apply(tournament: Tournament, sent: Submission, said: dict[str, Any], by: str) -> None:
    """Keep a PATCH's decisions, and score the photo's table."""
    unknown = set(said) - _FIELDS
    if unknown:
        raise _malformed("{field!r} is not a field of this request.", field=sorted(unknown)[0][:40])
    photo = unpacked(sent.photo)
    if said.get("corners") is not None:
        photo = await _read_between(tournament, sent, said)
    before = len(sent.history)
    async with tournament.writes:
        sent.history = await asyncio.to_thread(_write, tournament, sent, photo, said, by)
        tournament.change(sent)
    if {"round", "table", "player", "players"} & set(said):
        await tournament.move(sent, _new_place(sent, photo, said))
    try:
        await tournament.rescore(sent)
    except RefusedError:
        if len(sent.history) > before:  # nothing stays that cannot be scored
            await apply(tournament, sent, {"undo": True}, by)
        raise


def _write(
    tournament: Tournament,
    sent: Submission,
    photo: dict[str, Any],
    said: dict[str, Any],
    by: str,
) -> tuple[RecordedDecision, ...]:
    folder, name, known = tournament.folder, sent.name, sent.history
    new = _decisions(photo, said, by, known, tournament.chosen().rules.box)
    _refuse_stale(said.get("seen"), known, new)
    if said.get("reset"):
        history.reset(folder, name)
    elif said.get("undo"):
        history.undo(folder, name)
    if new:
        history.add(folder, name, sent.digest, new)
    return history.histories(folder).get(name, ())


def _refuse_stale(
    seen: Any, known: Sequence[RecordedDecision], new: Sequence[RecordedDecision]
) -> None:
    """Refuse to overrule a decision on this kingdom that the sender has not seen."""
    if not isinstance(seen, int) or seen >= len(known):
        return
    others = {one.kingdom for one in known[seen:]}
    if others & {one.kingdom for one in new}:
        raise RefusedError(409, "changed_meanwhile", REFUSALS["changed_meanwhile"])


def _decisions(
    photo: dict[str, Any],
    said: dict[str, Any],
    by: str,
    known: Sequence[RecordedDecision],
    box: Box,
) -> list[RecordedDecision]:
    kingdoms = photo.get("kingdoms", [])
    squares: dict[int, list[str]] = {}
    for fix in _list(said.get("fixes", [])):
        number, text = _fix(fix, kingdoms, known, box)
        squares.setdefault(number, []).append(text)
    when = now()
    middles = [middle_text(kingdom.get("corners", ())) for kingdom in kingdoms]
    found = [
        RecordedDecision(number, " ".join(texts), when, by, middles[number - 1])
        for number, texts in squares.items()
    ]
    if said.get("corners") is not None:
        points = " ".join(f"{x:g},{y:g}" for x, y in _corners(said["corners"]))
        found.append(RecordedDecision(1, f"{history.CORNERS} {points}", when, by))
    if said.get("kingdom") is not None:
        text = _kingdom(said["kingdom"]).replace("\n", ROW_END)
        number = _kingdom_number(said, kingdoms)
        at = middles[number - 1] if middles else ""
        found.append(RecordedDecision(number, history.checked(text, box), when, by, at))
    if said.get("total") is not None:
        text = f"total {_total(said['total'])}"
        found.append(RecordedDecision(1, history.checked(text, box), when, by))
    if said.get("discarded"):
        number = _kingdom_number(said, kingdoms)
        at = middles[number - 1] if middles else ""
        found.append(RecordedDecision(number, DISCARDED, when, by, at))
    if said.get("settled"):
        texts = [_as_it_is(kingdom, known, i) for i, kingdom in enumerate(kingdoms, 1)]
        pairs = enumerate(zip(texts, middles, strict=True), 1)
        found += [RecordedDecision(i, text, when, by, at) for i, (text, at) in pairs]
    return found


def _as_it_is(kingdom: dict[str, Any], known: Sequence[RecordedDecision], number: int) -> str:
    """Say that a kingdom looks right as it is shown, with all that was corrected in it.

    Square by square: later photos of the table may have it read otherwise.
    """
    before = history.in_force(known, number).removesuffix(DISCARDED).strip()
    if before.startswith("total"):
        return before
    castle = kingdom.get("castle") or {}
    color = castle.get("color")
    rows = [list(row) for row in kingdom["squares"]]
    if color:
        rows[castle["row"]][castle["col"]] = f"C{CastleColor[color.upper()].value}"
    return ROW_END.join(" ".join(row) for row in rows)


def _kingdom_number(said: dict[str, Any], kingdoms: Sequence[Any]) -> int:
    number = said.get("number", 1)
    if number not in range(1, max(len(kingdoms), 1) + 1):
        raise _malformed("There is no such kingdom.")
    return int(number)


def _fix(
    text: Any, kingdoms: Sequence[dict[str, Any]], known: Sequence[RecordedDecision], box: Box
) -> tuple[int, str]:
    """Return kingdom's number and square as in corrections.csv."""
    if not isinstance(text, str):
        raise _malformed("A fix is a text such as r2c3=F1.")
    number, fix = parse_fix(text, box)
    if len(kingdoms) > 1 and not text.strip().lower().startswith("k"):
        raise _malformed(
            "This photo shows {count} kingdoms: say which, as in k1{fix}.",
            count=len(kingdoms),
            fix=text[:20],
        )
    if number >= len(kingdoms):
        raise _malformed("This photo has no kingdom {number}.", number=number + 1)
    row, col = fix.cell
    if not history.is_stated(known, number + 1):
        down, right = kingdoms[number].get("shift", (0, 0))
        row, col = row + down, col + right
    if min(row, col) < 0 or max(row, col) > 9:
        raise RefusedError(400, "outside", REFUSALS["outside"])
    return number + 1, f"r{row}c{col}={fix.square}"


async def _read_between(
    tournament: Tournament, sent: Submission, said: dict[str, Any]
) -> dict[str, Any]:
    """Reread a photo's kingdom between these corners.

    Returns the photo as it is read now.
    """
    corners, size = _corners(said["corners"]), said.get("size", 5)
    if size not in (5, 7):
        raise _malformed("A grid has 5 or 7 squares a side.")
    path, out = str(tournament.folder / sent.name), str(tournament.out)
    rules = tournament.chosen()
    found = await tournament.call(reading.read_between, path, sent.name, out, rules, corners, size)
    if found.failure is not None:
        raise RefusedError(400, *found.failure)
    photo: dict[str, Any] = unpacked(found.photo)
    return photo


def _corners(said: Any) -> reading.Corners:
    """Parse four points of a photo; RefusedError if invalid."""
    try:
        points = tuple((float(x), float(y)) for x, y in _list(said))
        right = len(points) == 4 and all(-1e5 < value < 1e5 for point in points for value in point)
    except (TypeError, ValueError):
        right = False
    if not right:
        raise _malformed("Corners are four points [x, y].")
    return points


def _total(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 999:
        raise _bad("A total is a number from 0 to 999.")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > 200:
        raise _malformed("Expected a list.")
    return value


def _new_place(sent: Submission, photo: dict[str, Any], said: dict[str, Any]) -> Place:
    where = sent.place
    if "round" in said:
        where = replace(where, round=name_of(str(said["round"])))
    if "table" in said:
        where = replace(where, table=name_of(str(said["table"])))
    if "player" in said:
        player = name_of(str(said["player"]))
        where = replace(where, players=((player, None),) if player else ())
    if "players" in said:
        where = replace(where, players=_players(photo, said["players"], sent.place))
    return where


def _players(
    photo: dict[str, Any], said: Any, before: Place
) -> tuple[tuple[str, CastleColor | None], ...]:
    """Return the players by castle colour.

    These tell the kingdoms of a photo apart.
    """
    kingdoms = photo.get("kingdoms", [])
    if not isinstance(said, dict) or len(said) > 9:
        raise _malformed("Expected players by the number of their kingdom.")
    names = {str(number): name_of(str(name or "")) for number, name in said.items()}
    if len(kingdoms) <= 1:
        name = names.get("1", "")
        return ((name, None),) if name else ()
    colors = [COLORS.get((kingdom.get("castle") or {}).get("color") or "") for kingdom in kingdoms]
    # Castles without a name are listed too: one line alone would make it one player's photo.
    found = {color: "" for color in colors if color}
    found |= {color: name for name, color in before.players if color}
    for number, name in names.items():
        if not number.isdecimal() or not 0 < int(number) <= len(kingdoms):
            raise _malformed("This photo has no kingdom {number}.", number=number[:9])
        color = colors[int(number) - 1]
        if not color:
            raise RefusedError(409, "castle_unknown", REFUSALS["castle_unknown"])
        found[color] = name
    return tuple((name, color) for color, name in found.items())


async def enter(tournament: Tournament, said: dict[str, Any], where: Place, by: str) -> Submission:
    """Keep a kingdom or a total without a photo."""
    if said.get("kingdom") is not None:
        text = _kingdom(said["kingdom"])
        history.checked(text.replace("\n", ROW_END), tournament.chosen().rules.box)
        text += f"\n{DISCARDED}" if said.get("discarded") else ""
    elif said.get("total") is not None:
        text = f"total {_total(said['total'])}"
    else:
        raise _bad("Give a kingdom or a total.")
    return await tournament.enter(f"{text}\n", where, by)


def _kingdom(text: Any) -> str:
    """Normalize a kingdom's text; NotationError if it is none."""
    rows = str(text)[:400].replace("/", "\n")
    return str(parse_kingdom(rows))


def _bad(message: str) -> RefusedError:
    return RefusedError(400, "bad_request", message)


def _malformed(message: str, **values: object) -> RefusedError:
    """Refuse what the page never asks: programs are answered in English."""
    return RefusedError(400, "bad_request", message, **values)
