"""The game on a photo: its rules and owners, as kscan.toml and the command line say them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

import click

from kscan.cli.options import refused
from kscan.cli.photos import STDIN
from kscan.game.ranking import TieRule
from kscan.game.rules import Rules
from kscan.game.squares import CastleColor, Square
from kscan.game.variants import Variant

if TYPE_CHECKING:
    from kscan.records import Scan

SETTINGS = "kscan.toml"
ABOVE = 2  # folders above a photo's own: FOLDER/round-1/table-3/anna.jpg


class Played(NamedTuple):
    """The rules of a photo's game, and what breaks its ties."""

    rules: Rules
    ties: TieRule = TieRule.RULEBOOK


def played_on(
    photo: str, own: Played, options: Mapping[str, bool]
) -> tuple[Played, tuple[str, ...]]:
    """Return what is played on a photo, and the lines that say where it comes from.

    `own` is the command line's; `options` tells by setting whether an option was given.
    """
    if photo == STDIN or not in_tournament(Path(photo)):
        return own, ()
    from kscan.tournament.rules_in_play import announced, of_photo
    from kscan.tournament.settings import Settings
    from kscan.tournament.standings import game_rule

    path, stated = of_photo(Path(photo))
    given = [key for key, named in options.items() if named]
    followed = {key: stated[key] for key in options if key in stated and key not in given}
    settings = replace(Settings(), **followed)
    found = settings.rules(path.parent)
    rules = Rules(
        own.rules.variants if "variants" in given else found.variants - {Variant.DYNASTY},
        own.rules.size if "size" in given else found.size,
        own.rules.box if "box" in given else found.box,
        own.rules.quests if "quests" in given else found.quests,
    )
    ties = own.ties if "ties" in given else game_rule(settings.ranking)
    return Played(rules, ties), tuple(announced(path, stated, given))


def in_tournament(photo: Path) -> bool:
    """Return True if the photo's folder has settings.

    Cheaper than reading them.
    """
    here = photo.absolute().parent
    return any((folder / SETTINGS).is_file() for folder in (here, *here.parents[:ABOVE]))


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
