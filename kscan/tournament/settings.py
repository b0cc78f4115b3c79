"""Settings of a tournament: kscan.toml, the first run's rules, and conflicts between them."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kscan import files
from kscan.errors import UsageError, shown
from kscan.game.boxes import BOXES, find_box
from kscan.game.quests import QuestKind, parse_quest
from kscan.game.rules import Rules
from kscan.game.variants import Variant
from kscan.locale import LANGUAGES
from kscan.tournament.tie_breaks import PLACE_POINTS, RankBy, Ranking, Ties

FILE = "kscan.toml"
RESULTS = "results"  # the folder of results, below the photos, unless another is named
KEPT = "rules.toml"  # in OUT: the rules of the first run
_LARGEST = 1 << 20
_OLD_TIES = {"standard": "rulebook"}  # as `kscan tally --ties` has called it


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules, the ranking and the presentation."""

    title: str = ""
    variants: frozenset[Variant] = frozenset()
    size: int | None = None  # detected
    box: str = "base"
    quests: tuple[str, ...] = ()
    lang: str | None = None  # the environment's
    rank_by: RankBy = RankBy.TOTAL
    ties: tuple[Ties, ...] = (Ties.RULEBOOK,)
    place_points: tuple[int, ...] = PLACE_POINTS
    split: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict)

    def rules(self, folder: Path = Path()) -> Rules:
        """Return the rules; own boxes are files in `folder`."""
        quests = tuple(map(parse_quest, self.quests))
        return Rules(self.variants, self.size, find_box(self.box, folder), quests)

    @property
    def ranking(self) -> Ranking:
        """Return how the tournament is ranked."""
        return Ranking(self.rank_by, self.ties, self.place_points, self.split)


# Those that decide a score or a place; the others only show or name.
RULES = ("variants", "size", "box", "quests", "rank_by", "ties", "place_points", "split")

PRESETS: Mapping[str, Mapping[str, Any]] = {
    # As the Mind Sports Olympiad and the UK Games Expo play: 7 x 7, Middle Kingdom, no Harmony.
    "duel": {"size": 7, "variants": frozenset({Variant.MIDDLE_KINGDOM})},
    "family": {"size": 5, "variants": frozenset({Variant.MIDDLE_KINGDOM, Variant.HARMONY})},
}


@dataclass(frozen=True, slots=True)
class _Key:
    """One key of the file: reading and writing its value, and the expected one."""

    expected: str
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


_KEYS: Mapping[str, _Key] = {
    "title": _Key("a text in quotes", _text, quoted),
    "variants": _Key(
        f"a list of {_options(variant_names(frozenset(Variant)))}",
        _variants,
        lambda value: _list(variant_names(value)),
    ),
    "size": _Key("5 or 7; leave the line out to have it detected", _size, str),
    "box": _Key(f"one of {_options(list(BOXES))}, or a file beside {FILE}", _box, quoted),
    "quests": _Key(f"a list of {_options([kind.value for kind in QuestKind])}", _quests, _list),
    "lang": _Key(f"one of {_options(LANGUAGES)}", _lang, quoted),
    "rank_by": _Key(
        f"one of {_options([each.value for each in RankBy])}",
        lambda value: RankBy(_text(value).casefold()),
        lambda value: quoted(value.value),
    ),
    "ties": _Key(
        f"one of {_options([each.value for each in Ties])}, or a list of them in deciding order",
        _ties,
        _one_or_list,
    ),
    "place_points": _Key(
        "a list of numbers, the first place's first, such as [4, 3, 2, 1]",
        _points,
        lambda value: str(list(value)),
    ),
    "split": _Key("true or false", _bool, lambda value: str(value).lower()),
}


def parse(text: str, file: str = FILE) -> Settings:
    """Parse kscan.toml's text; UsageError names the bad key."""
    return replace(Settings(), **stated(text, file))


def stated(text: str, file: str = FILE) -> dict[str, Any]:
    """Parse only the stated fields, by name."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # damage, long numbers, deep nesting
        raise UsageError(f"{file}: {error}; expected lines such as: size = 5") from None
    return _checked(table, file)


def _checked(table: Mapping[str, Any], file: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key == "aliases":
            found[key] = _aliases(value, file)
            continue
        if key not in _KEYS:
            raise UsageError(f"{file}: {shown(key)} is not a setting{_instead(key)}.")
        found[key] = setting(key, value, f"{file}: {key}")
    return found


def setting(key: str, value: Any, called: str) -> Any:
    """Parse one setting; UsageError says it as `called`."""
    try:
        return _KEYS[key].read(value)
    except (ValueError, KeyError, TypeError, AttributeError, UsageError):
        raise UsageError(f"{called} = {_written(value)}: expected {_KEYS[key].expected}.") from None


def plain_settings(settings: Settings) -> dict[str, Any]:
    """Return every setting for JSON and pages."""
    values = {key: getattr(settings, key) for key in _KEYS}
    stated = tomllib.loads(
        "".join(f"{k} = {_KEYS[k].write(v)}\n" for k, v in values.items() if v is not None)
    )
    return {**dict.fromkeys(_KEYS), **stated, "aliases": dict(settings.aliases)}


def from_plain(found: Mapping[str, Any], file: str = FILE) -> Settings:
    """Parse settings held by JSON; UsageError names the bad key."""
    known = {key: value for key, value in found.items() if value is not None}
    return replace(Settings(), **_checked(known, file))


def _instead(key: str) -> str:
    names = [*_KEYS, "aliases"]
    near = get_close_matches(key, names, 1)
    return f"; did you mean {near[0]}?" if near else f"; the settings are {', '.join(names)}"


def _written(value: Any) -> str:
    return shown(repr(value)[:60].replace("'", '"'))


def _aliases(value: Any, file: str) -> dict[str, str]:
    names = isinstance(value, dict) and all(
        isinstance(name, str) and name.strip() for pair in value.items() for name in pair
    )
    if not names:
        raise UsageError(f'{file}: [aliases]: expected lines such as: "dann" = "dan"')
    return dict(value)


def read(path: Path) -> dict[str, Any]:
    """Read the settings stated at `path`, if any."""
    try:
        content = files.read(path, _LARGEST)[:_LARGEST]
        return stated(content.decode("utf-8-sig"), path.name)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(f"{shown(path)}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise UsageError(f"{shown(path)}: not UTF-8 text; save it as UTF-8.") from None


def text(settings: Settings, keys: Sequence[str] = ()) -> str:
    """Write settings for a file: `keys`, or all non-defaults."""
    defaults, lines = Settings(), []
    for each in fields(settings):
        value = getattr(settings, each.name)
        wanted = each.name in keys if keys else value != getattr(defaults, each.name)
        if each.name != "aliases" and wanted and value is not None:
            lines.append(f"{each.name} = {_KEYS[each.name].write(value)}")
    if settings.aliases and (not keys or "aliases" in keys):
        lines.append("[aliases]")
        lines += [f"{quoted(one)} = {quoted(other)}" for one, other in settings.aliases.items()]
    return "".join(f"{line}\n" for line in lines)


def spoken(key: str, value: Any) -> str:
    """Return a rule as messages quote it."""
    if value is None:
        return "detected"
    return _KEYS[key].write(value)


def write(path: Path, settings: Settings) -> None:
    """Write the settings, keeping a file's own comment lines."""
    try:
        comments = [
            line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] == "#"
        ]
    except (OSError, UnicodeDecodeError):
        comments = []
    files.write_changed(path, "".join(f"{line}\n" for line in comments) + text(settings))
