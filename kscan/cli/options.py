"""Options shared by several commands, each defined once."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from kscan.errors import NotationError, english
from kscan.game.box import Box
from kscan.game.boxes import BOXES, find_box
from kscan.game.quests import Quest, QuestKind, parse_quest
from kscan.game.ranking import TieRule
from kscan.game.variants import EVERY, Variant
from kscan.locale import LANGUAGES, words

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def refused(message: str, **values: object) -> click.BadParameter:
    """Return click's error for a value, with a sentence in the reader's language."""
    from kscan.remarks import worded

    return click.BadParameter(worded(english(message, **values), words()))


def point(text: str) -> Point:
    """Parse `x,y` in pixels; click.BadParameter if invalid."""
    from kscan.corrections.decisions import parse_point

    try:
        return parse_point(text)
    except NotationError as error:
        raise refused("{reason}; expected x,y in pixels, such as 120,340", reason=error) from None


def _corners(_: click.Context, __: click.Parameter, value: Sequence[str] | None) -> Corners | None:
    if not value:
        return None
    a, b, c, d = map(point, value)
    return a, b, c, d


def _size(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    return int(value) if value else None


def in_play(names: Sequence[str]) -> frozenset[Variant]:
    """Return the variants named by --variant."""
    named = frozenset(variant for variant in Variant if variant.option in names)
    return named | EVERY if "all" in names else named


def _variants(_: click.Context, __: click.Parameter, value: Sequence[str]) -> frozenset[Variant]:
    return in_play(_names(_, __, value))


def _names(_: click.Context, __: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """Split comma-separated variant names, each once."""
    found = tuple(dict.fromkeys(name for names in value for name in names.split(",")))
    if "none" in found and len(found) > 1:
        raise refused("none is for games without variants; name none, or others")
    return found


class _VariantNames(click.ParamType[str]):
    """Names of variants with commas between them, in any case, also as the JSON spells them."""

    name = "variant"
    known = (*(variant.option for variant in Variant), "all", "none")

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Normalize names' spelling, with commas between them."""
        names = [name.strip().lower().replace("_", "-") for name in value.split(",")]
        for name in names:
            if name not in self.known:
                said = refused(
                    "{word} is not one of {names}", word=repr(name), names=", ".join(self.known)
                )
                self.fail(said.message, param, ctx)
        return ",".join(names)


class _Ties(click.Choice[str]):
    """A tie rule's name, in any case, or its earlier name `standard`."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of the rule."""
        name = value.lower()
        return super().convert("rulebook" if name == "standard" else name, param, ctx)


def _ties(_: click.Context, __: click.Parameter, value: str) -> TieRule:
    return TieRule(value)


def _box(_: click.Context, __: click.Parameter, value: str) -> Box:
    return find_box(value)


def _quests(_: click.Context, __: click.Parameter, value: Sequence[str]) -> tuple[Quest, ...]:
    names = (name for names in value for name in names.split(","))
    return tuple(dict.fromkeys(map(parse_quest, names)))


def _grid(told: str) -> Option:
    return click.option("--size", type=click.Choice(["5", "7"]), callback=_size, help=told)


def _variant(parameter: str, **more: Any) -> Option:
    return click.option(
        "--variant",
        parameter,
        multiple=True,
        type=_VariantNames(),
        metavar=f"[{'|'.join(_VariantNames.known)}]",
        help='Variant to score; repeatable, or a list with commas. "all" = Middle Kingdom, '
        'Harmony and, in tally and batch, Dynasty. "none" = none, whatever kscan.toml says.',
        **more,
    )


def _pixels(_: click.Context, __: click.Parameter, value: int) -> int:
    return value * 1_000_000


photos: Option = click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")

corners: Option = click.option(
    "--corners",
    nargs=4,
    metavar="x,y x,y x,y x,y",
    callback=_corners,
    help="Corners of the full 5 x 5 or 7 x 7 grid, empty squares included, in pixels, clockwise. "
    "Use it if kscan finds no kingdom.",
)

size: Option = _grid("Grid size: 5 x 5, or 7 x 7 in the Mighty Duel. Detected if not given.")

size_between_corners: Option = _grid(
    "With --corners: size of the grid between them, 5 x 5, or 7 x 7 in the Mighty Duel. If not "
    "given, the one that reads more clearly."
)

variants: Option = _variant("variants", callback=_variants)

# For commands to which a Dynasty by its name is more than one that `all` may mean.
variant_names: Option = _variant("variant_names", callback=_names)

box: Option = click.option(
    "--box",
    metavar=f"[{'|'.join(BOXES)}|FILE]",
    default="base",
    show_default=True,
    callback=_box,
    help="Box that is played. A file has a domino a line, such as '49 W2 F1'.",
)

quests: Option = click.option(
    "--quest",
    "quests",
    multiple=True,
    metavar="QUEST[=TERRAIN]",
    callback=_quests,
    help=f"Quest of Age of Giants; repeatable: {', '.join(kind.value for kind in QuestKind)}. "
    "local-business and four-corners need a terrain: four-corners=lake.",
)

ties: Option = click.option(
    "--ties",
    callback=_ties,
    type=_Ties([rule.value for rule in TieRule]),
    default=TieRule.RULEBOOK.value,
    show_default=True,
    help="Tie-break: rulebook = largest territory, then crowns; demo = crowns only, as in the "
    "Russian demo.",
)

as_json: Option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)

lang: Option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="Language of the output; default: the environment's.",
)

quiet: Option = click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")

force: Option = click.option("--force", is_flag=True, help="Replace existing files.")

timeout: Option = click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=86_400),
    default=120.0,
    show_default=True,
    help="Give up on a photo after so many seconds.",
)

max_pixels: Option = click.option(
    "--max-megapixels",
    "max_pixels",
    type=click.IntRange(1, 1000),
    default=100,
    show_default=True,
    callback=_pixels,
    help="Refuse photos with more pixels than this.",
)
