"""Settings of a tournament: kscan.toml, the first run's rules, and conflicts between them."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kscan import files
from kscan.errors import English, UsageError, english, shown, system
from kscan.game.boxes import find_box
from kscan.game.quests import parse_quest
from kscan.game.rules import Rules
from kscan.game.variants import Variant
from kscan.tournament.setting_keys import FILE, KEYS, quoted
from kscan.tournament.tie_breaks import PLACE_POINTS, RankBy, Ranking, Ties

# What a tournament's folder holds beside kscan.toml and photos.
GAMES, CORRECTIONS = "games.csv", "corrections.csv"
RESULTS = "results"  # the folder of results, unless another is named
KEPT = "rules.toml"  # in OUT: the rules of the first run
_LARGEST = 1 << 20


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


def parse(text: str, file: str = FILE) -> Settings:
    """Parse kscan.toml's text; UsageError names the bad key."""
    return replace(Settings(), **stated(text, file))


def stated(text: str, file: str = FILE) -> dict[str, Any]:
    """Parse only the stated fields, by name."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # damage, long numbers, deep nesting
        raise UsageError(
            "{file}: {reason}; expected lines such as: size = 5", file=file, reason=error
        ) from None
    return _checked(table, file)


def _checked(table: Mapping[str, Any], file: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key == "aliases":
            found[key] = _aliases(value, file)
            continue
        if key not in KEYS:
            raise UsageError(
                "{file}: {key} is not a setting; {instead}",
                file=file,
                key=shown(key),
                instead=_instead(key),
            )
        found[key] = setting(key, value, f"{file}: {key}")
    return found


def setting(key: str, value: Any, called: str) -> Any:
    """Parse one setting; UsageError says it as `called`."""
    try:
        return KEYS[key].read(value)
    except (ValueError, KeyError, TypeError, AttributeError, UsageError):
        raise UsageError(
            "{called} = {value}: expected {expected}.",
            called=called,
            value=_written(value),
            expected=KEYS[key].expected,
        ) from None


def plain_settings(settings: Settings) -> dict[str, Any]:
    """Return every setting for JSON and pages."""
    values = {key: getattr(settings, key) for key in KEYS}
    stated = tomllib.loads(
        "".join(f"{k} = {KEYS[k].write(v)}\n" for k, v in values.items() if v is not None)
    )
    return {**dict.fromkeys(KEYS), **stated, "aliases": dict(settings.aliases)}


def from_plain(found: Mapping[str, Any], file: str = FILE) -> Settings:
    """Parse settings held by JSON; UsageError names the bad key."""
    known = {key: value for key, value in found.items() if value is not None}
    return replace(Settings(), **_checked(known, file))


def _instead(key: str) -> English:
    names = [*KEYS, "aliases"]
    near = get_close_matches(key, names, 1)
    if near:
        return english("did you mean {name}?", name=near[0])
    return english("the settings are {names}", names=", ".join(names))


def _written(value: Any) -> str:
    return shown(repr(value)[:60].replace("'", '"'))


def _aliases(value: Any, file: str) -> dict[str, str]:
    names = isinstance(value, dict) and all(
        isinstance(name, str) and name.strip() for pair in value.items() for name in pair
    )
    if not names:
        raise UsageError('{file}: [aliases]: expected lines such as: "dann" = "dan"', file=file)
    return dict(value)


def read(path: Path) -> dict[str, Any]:
    """Read the settings stated at `path`, if any."""
    try:
        content = files.read(path, _LARGEST)[:_LARGEST]
        return stated(content.decode("utf-8-sig"), path.name)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(
            "{file}: cannot be read ({reason}).", file=shown(path), reason=system(error)
        ) from None
    except UnicodeDecodeError:
        raise UsageError("{file}: not UTF-8 text; save it as UTF-8.", file=shown(path)) from None


def text(settings: Settings, keys: Sequence[str] = ()) -> str:
    """Write settings for a file: `keys`, or all non-defaults."""
    defaults, lines = Settings(), []
    for each in fields(settings):
        value = getattr(settings, each.name)
        wanted = each.name in keys if keys else value != getattr(defaults, each.name)
        if each.name != "aliases" and wanted and value is not None:
            lines.append(f"{each.name} = {KEYS[each.name].write(value)}")
    if settings.aliases and (not keys or "aliases" in keys):
        lines.append("[aliases]")
        lines += [f"{quoted(one)} = {quoted(other)}" for one, other in settings.aliases.items()]
    return "".join(f"{line}\n" for line in lines)


def spoken(key: str, value: Any) -> str:
    """Return a rule as messages quote it."""
    if value is None:
        return english("detected")
    return KEYS[key].write(value)


def write(path: Path, settings: Settings) -> None:
    """Write the settings, keeping a file's own comment lines."""
    try:
        comments = [
            line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] == "#"
        ]
    except (OSError, UnicodeDecodeError):
        comments = []
    files.write_changed(path, "".join(f"{line}\n" for line in comments) + text(settings))
