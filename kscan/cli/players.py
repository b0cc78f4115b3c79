"""Owners of the kingdoms on photos, given on the command line."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from kscan.cli.options import refused
from kscan.game.squares import CastleColor, Square

if TYPE_CHECKING:
    from kscan.records import Scan


def players_by_color(
    _: click.Context, __: click.Parameter, value: str | None
) -> tuple[tuple[CastleColor, str], ...]:
    """Parse `blue=Anna,pink=Ben`; click.BadParameter explains errors."""
    colors = {color.name.lower(): color for color in CastleColor}
    found: dict[CastleColor, str] = {}
    for word in filter(None, (value or "").split(",")):
        color, equals, name = (part.strip() for part in word.partition("="))
        known = colors.get(color.casefold())
        if not (equals and name and known) or known in found:
            raise refused(
                "{word}: expected a colour ({names}) and a name, each once, such as "
                "blue=Anna,pink=Ben",
                word=repr(word.strip()),
                names=", ".join(colors),
            )
        found[known] = name
    return tuple(found.items())


def with_players(scan: "Scan", players: Sequence[tuple[CastleColor, str]]) -> "Scan":
    """Name the kingdoms by castle colour.

    One whose colour is not sure is asked about.
    """
    from kscan.remarks import remark

    by_color = dict(players)
    kingdoms = tuple(
        replace(one, player=by_color.get(color, one.player) if color else one.player)
        for one in scan.kingdoms
        for color in (one.reading.kingdom.castle_color,)
    )
    unsure = any(one.reading.kingdom.castle_color is None for one in kingdoms)
    seen = {one.reading.kingdom.castle_color for one in kingdoms}
    missing = tuple(
        remark("not_bound", player=name, squares=(Square(castle=True, color=color),))
        for color, name in players
        if unsure and color not in seen
    )
    return replace(scan, kingdoms=kingdoms, remarks=(*scan.remarks, *missing))


def named_after_files(scan: "Scan") -> "Scan":
    """Name a photo's only kingdom after its file.

    Unless a camera named that.
    """
    from kscan.tournament.names import is_camera, tidy

    stem = tidy(PurePath(scan.photo).stem)
    if len(scan.kingdoms) != 1 or scan.kingdoms[0].player or not stem or is_camera(stem):
        return scan
    return replace(scan, kingdoms=(replace(scan.kingdoms[0], player=stem),))
