"""Common parts of a tournament's pages: templates, styles, scripts, words."""

import base64
import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kscan.locale import RIGHT_TO_LEFT, Words
from kscan.report.sentences import decider_word
from kscan.report.wording import Label
from kscan.tournament.report.sentences import place_word
from kscan.tournament.report.standings_table import Column, cells, columns, figure_text, remarks
from kscan.tournament.report.wording import ROUND, TABLE

# Each page's scripts, in the order in which they need each other.
_SCRIPTS = {
    "index": ("common", "scoring", "sorting", "notation", "drawing", "index"),
    "standings": ("common", "standings"),
}
_NARROW = frozenset({"place", "player", "games"})  # also shown where there is little room


def _jinja() -> Any:
    """Return the templates' environment and its loader."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    loader = PackageLoader("kscan.tournament.report")
    environment = Environment(
        loader=loader,
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment, loader


def rendered(name: str, called: Callable[[str], str], images: str, **shown: Any) -> str:
    """Render a template as one HTML file, with its styles and scripts in it.

    `called` words a player's name, `images` says where pictures may come from.
    """
    from markupsafe import Markup

    environment, loader = _jinja()
    environment.filters["called"] = called
    style, script = (
        "\n".join(loader.get_source(environment, file)[0].strip() for file in files)
        for files in (
            ("common.css", f"{name}.css"),
            [f"{script}.js" for script in _SCRIPTS[name]],
        )
    )
    return str(
        environment.get_template(f"{name}.html").render(
            style=Markup(style),
            script=Markup(script),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            images=images,
            **shown,
        )
    )


def spoken(say: Words) -> Mapping[str, Any]:
    """Return the words of every page, translated."""
    return {
        "say": say,
        "joined": say.joined,
        "right_to_left": say.lang in RIGHT_TO_LEFT,
        "label": {label.name.lower(): say(label) for label in Label},
        "columns": columns,
        "kind": kind,
        "cells": partial(cells, say=say),
        "standing_notes": partial(remarks, say=say),
        "figure_text": figure_text,
        "round_word": partial(place_word, say, ROUND),
        "table_word": partial(place_word, say, TABLE),
        "decider_word": partial(decider_word, words=say),
    }


def kind(column: Column) -> str:
    """Return a column's class in the style sheets.

    A phone shows neither rounds nor `opt`.
    """
    if column.decides:
        return "main"
    return "round" if column.round else "" if column.key in _NARROW else "opt"
