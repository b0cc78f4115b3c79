"""The rules in play: from kscan.toml, the first run, the command line, in this order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kscan import files
from kscan.errors import UsageError, english, shown
from kscan.tournament import settings
from kscan.tournament.setting_keys import FILE
from kscan.tournament.settings import KEPT, RULES, Settings, spoken

_ABOVE = 2  # folders above a photo's own: FOLDER/round-1/table-3/anna.jpg
_KEPT_HEAD = f"# The rules of the first run. {FILE} among the photos is for changing them.\n"


@dataclass(frozen=True, slots=True)
class InPlay:
    """The settings to follow, and remarks on their sources."""

    settings: Settings
    said: tuple[str, ...] = ()


def settle(folder: Path, out: Path, given: Mapping[str, Any], change: bool = False) -> InPlay:
    """Return the settings of the tournament in `folder`.

    Its results are in `out`; `given` are the command line's, by name. Raises UsageError where one
    differs from what is kept, unless `change` says that the new one holds from now on.
    """
    file, kept = settings.read(folder / FILE), _kept(out)
    before = kept | file
    differing = [key for key in RULES if key in given and before.get(key, given[key]) != given[key]]
    if differing and not change:
        key = differing[0]
        where = FILE if key in file else english("the first run")
        raise UsageError(
            "{key}: {where} says {before}, the command line {now}; leave the option "
            "out, or add --change to play by it from now on.",
            key=key,
            where=where,
            before=spoken(key, before[key]),
            now=spoken(key, given[key]),
        )
    found = replace(Settings(), **{**before, **given})
    edited = [key for key in file if key in kept and key in RULES and kept[key] != file[key]]
    said = [
        english(
            "{file} now says {key} = {now}; the last run had {before}: all games are scored by it.",
            file=FILE,
            key=key,
            now=spoken(key, file[key]),
            before=spoken(key, kept[key]),
        )
        for key in edited
    ]
    if differing and file.keys() & set(differing):
        _rewrite(folder / FILE, {key: given[key] for key in differing if key in file})
    return InPlay(found, tuple(said))


def keep(out: Path, found: Settings) -> None:
    """Keep the rules in the results, for the next run."""
    files.write_changed(out / KEPT, _KEPT_HEAD + settings.text(found, RULES))


def _kept(out: Path) -> dict[str, Any]:
    """Return the rules of an earlier run, if any."""
    if not (out / KEPT).is_file():
        return {}
    defaults = Settings()
    return {key: getattr(defaults, key) for key in RULES} | settings.read(out / KEPT)


def of_photo(photo: Path) -> tuple[Path, dict[str, Any]]:
    """Return a photo's tournament settings, and their file.

    Where there is none, what would be the file beside the photo, and nothing.
    """
    for folder in _around(photo):
        if (folder / FILE).is_file():
            return folder / FILE, settings.read(folder / FILE)
    return Path(photo).absolute().parent / FILE, {}


def _around(photo: Path) -> Iterator[Path]:
    here = Path(photo).absolute().parent
    yield from (here, *here.parents[:_ABOVE])


def _rewrite(path: Path, values: Mapping[str, Any]) -> None:
    """Change these settings in a file, keeping other lines."""
    before = path.read_text(encoding="utf-8-sig")
    after = before
    for key, value in values.items():
        if value is None:
            after = re.sub(rf"(?m)^[ \t]*{key}[ \t]*=.*\n?", "", after, count=1)
        else:
            line = f"{key} = {spoken(key, value)}".replace("\\", r"\\")
            after = re.sub(rf"(?m)^[ \t]*{key}[ \t]*=[^#\n]*?([ \t]*#.*)?$", rf"{line}\1", after)
    wanted = {**settings.stated(before), **values}
    if _holds(after, wanted):
        files.write_changed(path, after)
    else:  # a value over several lines, say
        settings.write(path, replace(Settings(), **wanted))


def _holds(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return settings.stated(text) == {k: v for k, v in wanted.items() if v is not None}
    except UsageError:
        return False


def preset(name: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the preset's rules, unless `given` individually."""
    return {**(settings.PRESETS[name] if name else {}), **given}


def announced(path: Path, stated: Mapping[str, Any], given: Sequence[str] = ()) -> Iterator[str]:
    """Announce the rules followed, and the command line's exceptions."""
    followed = [key for key in RULES if key in stated and key not in given]
    if followed:
        told = ", ".join(f"{key} = {spoken(key, stated[key])}" for key in followed)
        yield english("following {file}: {settings}", file=shown(path), settings=told)
    for key in RULES:
        if key in stated and key in given:
            yield english(
                "{file} says {key} = {stated}; the option wins here",
                file=shown(path),
                key=key,
                stated=spoken(key, stated[key]),
            )
