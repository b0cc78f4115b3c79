"""The keys of kscan.toml: reading, writing, and the expected values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kscan.errors import English, english
from kscan.game.boxes import BOXES
from kscan.game.quests import QuestKind, parse_quest
from kscan.game.variants import Variant
from kscan.locale import LANGUAGES
from kscan.tournament.tie_breaks import RankBy, Ties

FILE = "kscan.toml"
_OLD_TIES = {"standard": "rulebook"}  # as `kscan tally --ties` has called it


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the file: reading and writing its value, and the expected one."""

    expected: English
    read: Callable[[Any], Any]  # raises ValueError, KeyError or TypeError
    write: Callable[[Any], str]


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError
    return value


def _names(value: Any) -> list[str]:
    """Parse a list of names, or one comma-separated text."""
    if isinstance(value, str):
        value = value.split(",")
    return [_text(each).strip().casefold().replace("_", "-") for each in value if each.strip()]


def _variants(value: Any) -> frozenset[Variant]:
    return frozenset(Variant(name.replace("-", "_")) for name in _names(value))


def _size(value: Any) -> int:
    if value not in (5, 7) or isinstance(value, bool):
        raise ValueError
    return int(value)


def _box(value: Any) -> str:
    """Parse a box's name or file; known names in any case."""
    name = _text(value).strip()
    if not name:
        raise ValueError
    return name.lower() if name.lower() in BOXES else name


def _quests(value: Any) -> tuple[str, ...]:
    return tuple(str(parse_quest(name)) for name in _names(value))


def _lang(value: Any) -> str:
    if value not in LANGUAGES:
        raise ValueError
    return str(value)


def _ties(value: Any) -> tuple[Ties, ...]:
    found = tuple(Ties(_OLD_TIES.get(name, name)) for name in _names(value))
    if not found or len(set(found)) < len(found):
        raise ValueError
    return found


def _points(value: Any) -> tuple[int, ...]:
    if not value or any(type(each) is not int or each < 0 for each in value):
        raise ValueError
    return tuple(value)


def _bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def quoted(text: str) -> str:
    """Return `text` as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _list(values: Sequence[str]) -> str:
    return f"[{', '.join(map(quoted, values))}]"


def variant_names(variants: frozenset[Variant]) -> list[str]:
    """Return variants' option names, in the rulebook's order."""
    return [each.option for each in Variant if each in variants]


def _one_or_list(ties: Sequence[Ties]) -> str:
    names = [each.value for each in ties]
    return quoted(names[0]) if len(names) == 1 else _list(names)


def _options(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names))


KEYS: Mapping[str, Key] = {
    "title": Key(english("a text in quotes"), _text, quoted),
    "variants": Key(
        english("a list of {names}", names=_options(variant_names(frozenset(Variant)))),
        _variants,
        lambda value: _list(variant_names(value)),
    ),
    "size": Key(english("5 or 7; leave the line out to have it detected"), _size, str),
    "box": Key(
        english("one of {names}, or a file beside {file}", names=_options(list(BOXES)), file=FILE),
        _box,
        quoted,
    ),
    "quests": Key(
        english("a list of {names}", names=_options([kind.value for kind in QuestKind])),
        _quests,
        _list,
    ),
    "lang": Key(english("one of {names}", names=_options(LANGUAGES)), _lang, quoted),
    "rank_by": Key(
        english("one of {names}", names=_options([each.value for each in RankBy])),
        lambda value: RankBy(_text(value).casefold()),
        lambda value: quoted(value.value),
    ),
    "ties": Key(
        english(
            "one of {names}, or a list of them in deciding order",
            names=_options([each.value for each in Ties]),
        ),
        _ties,
        _one_or_list,
    ),
    "place_points": Key(
        english("a list of numbers, the first place's first, such as [4, 3, 2, 1]"),
        _points,
        lambda value: str(list(value)),
    ),
    "split": Key(english("true or false"), _bool, lambda value: str(value).lower()),
}
