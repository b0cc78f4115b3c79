"""Rounds and tables of one name in several folders: taken as one, which is said."""

from collections.abc import Iterator, Sequence

from kscan.game.remark import Remark
from kscan.remarks import remark
from kscan.tournament.names import composed, is_table, levels, place_key, quoted, tidy

_Key = tuple[str, ...]


def several_folders(photos: Sequence[str]) -> Iterator[Remark]:
    """Say which rounds, and which tables of a round, lie in more than one folder."""
    rounds: dict[_Key, dict[_Key, str]] = {}  # by their keys: the folders around, and the path
    tables: dict[_Key, dict[_Key, str]] = {}
    for photo in photos:
        folders = _folders(photo)
        round_, table = levels(folders)
        keys = tuple(map(place_key, folders))
        below = 0 if round_ is None else round_ + 1
        if round_ is not None:
            path = "/".join(folders[:below])
            rounds.setdefault(keys[round_:below], {}).setdefault(keys[:round_], path)
        if table is not None:
            path = "/".join(folders[below : table + 1])
            named = (*keys[below - 1 : below], keys[table]) if below else ("", keys[table])
            tables.setdefault(named, {}).setdefault(keys[below:table], path)
    for paths in rounds.values():
        if len(paths) > 1:
            yield remark("one_round", names=quoted(*paths.values()))
    for (name, _), paths in tables.items():
        if len(paths) > 1:
            yield remark("one_table", round=name or "-", names=quoted(*paths.values()))


def _folders(photo: str) -> list[str]:
    """Return a photo's folders; a file that is called after its table is one."""
    *folders, file = composed(photo).split("/")
    stem = tidy(file.rpartition(".")[0] or file)
    return [*folders, stem] if is_table(stem) else folders
