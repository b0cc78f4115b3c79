"""The options that several commands share, each said once."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from kscan.errors import NotationError
from kscan.game.scoring import EVERY, Variant
from kscan.locale import LANGUAGES

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def point(text: str) -> Point:
    """The place that `x,y` names, in pixels; click.BadParameter where it names none."""
    from kscan import corrections  # brings NumPy along

    try:
        return corrections.point(text)
    except NotationError as error:
        expected = "expected x,y in pixels, such as 120,340"
        raise click.BadParameter(f"{error.message}; {expected}") from None


def _corners(_: click.Context, __: click.Parameter, value: Sequence[str] | None) -> Corners | None:
    if not value:
        return None
    a, b, c, d = map(point, value)
    return a, b, c, d


def _size(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    return int(value) if value else None


def in_play(names: Sequence[str]) -> frozenset[Variant]:
    """The variants that these names of --variant mean."""
    named = frozenset(Variant(name.replace("-", "_")) for name in names if name != "all")
    return named | EVERY if "all" in names else named


def _variants(_: click.Context, __: click.Parameter, value: Sequence[str]) -> frozenset[Variant]:
    return in_play(value)


class _VariantName(click.Choice[str]):
    """A variant's name, also as the JSON spells it: `middle_kingdom`."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(value.replace("_", "-"), param, ctx)


def _grid(told: str) -> Option:
    return click.option("--size", type=click.Choice(["5", "7"]), callback=_size, help=told)


def _variant(parameter: str, **more: Any) -> Option:
    return click.option(
        "--variant",
        parameter,
        multiple=True,
        type=_VariantName([*(variant.value.replace("_", "-") for variant in Variant), "all"]),
        help="A variant in play; may be given several times. dynasty: three games, in tally and "
        "batch. all: every one (the Mighty Duel shows in the size of a kingdom).",
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
    help="Where the corners of the kingdom's whole grid are, its empty fields in it, in pixels of "
    "the upright photo, in order around it: the way out where it is not found.",
)

size: Option = _grid(
    "The grid it was built in: 5 x 5, or 7 x 7 in the Mighty Duel; found out if not given."
)

size_between_corners: Option = _grid(
    "With --corners: the grid between them, 5 x 5, or 7 x 7 in the Mighty Duel; if not given, the "
    "one that reads clearer."
)

variants: Option = _variant("variants", callback=_variants)

# For commands to which a Dynasty by its name is more than one that `all` may mean.
variant_names: Option = _variant("variant_names")

as_json: Option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)

lang: Option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="The language of the score sheet; that of the environment if not given.",
)

quiet: Option = click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")

force: Option = click.option("--force", is_flag=True, help="Replace files that exist already.")

max_pixels: Option = click.option(
    "--max-megapixels",
    "max_pixels",
    type=click.IntRange(1, 1000),
    default=100,
    show_default=True,
    callback=_pixels,
    help="Refuse photos with more pixels than this.",
)
