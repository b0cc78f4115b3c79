"""Names written by people: equal rounds, tables and players, and look-alikes."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kscan.errors import UsageError, shown
from kscan.tournament.folder import natural

# Words that say round and table, in the languages of the editions and of their neighbours.
_ROUND = "round|rnd|runde|ronde|ronda|manche|turno|runda|rundă|рунд|кръг|раунд|тур|γύρος|סיבוב|סבב"
_TABLE = "table|tisch|tafel|mesa|tavolo|bord|masa|masă|маса|стол|τραπέζι|שולחן"
_ENDS = r"[\s._#-]*\d+|[\s._-]+\S.*"
_IS_ROUND = re.compile(rf"(?:{_ROUND})(?:{_ENDS})|r\d+", re.IGNORECASE)
_IS_TABLE = re.compile(rf"(?:{_TABLE})(?:{_ENDS})|t\d+", re.IGNORECASE)
_LEAD = re.compile(rf"(?:{_ROUND}|{_TABLE})(?=[\s._#-]*\d|[\s._#-])|[rt](?=\d+$)", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s._#-]+")
# A table's name where only its round's is a folder beside it: 3, 12, B.
_IS_SHORT = re.compile(r"\d{1,2}|[^\W\d_]")

# What cameras, messengers and scanners call their photos: the name of no person.
_DEVICE = (
    "img|mvimg|fb_img|cimg|dsc|dscn|dscf|dcim|pxl|dji|gopr|burst|photo|foto|bild|image|imagen|"
    "immagine|picture|pic|scan|scanned document|camscanner|screenshot|screen shot|signal|telegram|"
    "whatsapp|snapchat|received"
)
_CAMERA = re.compile(
    rf"(?:{_DEVICE})[\W_]*e?\d.*|(?:{_DEVICE})\b.*\d{{3}}.*|p?[\W_]*\d{{3}}[\d\W_]*"
    r"|\d{8}[\W_]?\d{6}.*|[0-9a-f]{8}-[0-9a-f-]{27}",
    re.IGNORECASE,
)
# What computers put behind the name of a second file.
_COPY = re.compile(
    r"(?:\s*\(\d+\)|[\s._-]+(?:copy|kopie|copie|copia|kopia|копия|копие|αντίγραφο|עותק)(?:\s*\d+)?)+$",
    re.IGNORECASE,
)
_IS_CAMERA_FOLDER = re.compile(r"dcim|\d{3}[a-z_\d]{2,}", re.IGNORECASE)


def composed(name: str) -> str:
    """Compose a name's accents (NFC), which some file systems keep apart."""
    return unicodedata.normalize("NFC", name)


def plain(name: str) -> str:
    """Return a name for comparing: composed, in lower case."""
    return composed(composed(name).casefold())


def tidy(name: str) -> str:
    """Return a player's name without spaces around it, nor what marks a copied file."""
    whole = composed(name).strip()
    return _COPY.sub("", whole) or whole


def place_key(name: str) -> str:
    """Return a key shared by `Round 2`, `R2` and `2`, or by `Table A` and `a`."""
    text = plain(name).strip()
    bare = _LEAD.sub("", text, count=1) if _LEAD.match(text) else text
    words = [word.lstrip("0") or "0" if word.isdecimal() else word for word in _BETWEEN.split(bare)]
    return " ".join(filter(None, words)) or text


def in_order(name: str) -> tuple[object, ...]:
    """Return a key that sorts rounds and tables: `round-1` before `Round 2`."""
    return natural(place_key(name)), natural(name)


def is_round(name: str) -> bool:
    """Return True if a folder's name means a round."""
    return _IS_ROUND.fullmatch(name) is not None


def is_table(name: str) -> bool:
    """Return True if a name means a table."""
    return _IS_TABLE.fullmatch(name) is not None


def is_camera(name: str) -> bool:
    """Return True for names given by cameras and messengers."""
    return _CAMERA.fullmatch(name) is not None


def levels(folders: Sequence[str]) -> tuple[int | None, int | None]:
    """Return which of a photo's folders mean its round and its table.

    `folders` has the outermost first. A folder of a known name tells what the one above or below it
    is: in `Friday/Table A` the round, in `Round 2/Blue` the table.
    """
    rounds = [place for place, name in enumerate(folders) if is_round(name)]
    tables = [place for place, name in enumerate(folders) if is_table(name)]
    if tables:
        table = tables[-1]
        round_ = rounds[-1] if rounds else table - 1
        return round_ if round_ >= 0 else None, table
    if rounds:
        below = rounds[-1] + 1
        return rounds[-1], below if below < len(folders) else None
    short = len(folders) >= 2 and _IS_SHORT.fullmatch(folders[-1])
    if short and not _IS_CAMERA_FOLDER.fullmatch(folders[-2]):
        return len(folders) - 2, len(folders) - 1
    return None, None


def round_and_table(folders: Sequence[str]) -> tuple[str, str]:
    """Return the names of the round and the table in a photo's folders."""
    round_, table = ("" if place is None else folders[place] for place in levels(folders))
    return round_, table


def quoted(*names: str) -> str:
    """List names in quotes."""
    return ", ".join(f'"{name}"' for name in names)


@dataclass(frozen=True, slots=True)
class Spellings:
    """Names of one meaning, each by one spelling."""

    first: Mapping[str, str]  # by key
    others: Mapping[str, tuple[str, ...]]  # further spellings of a key, but for the bare number

    def __getitem__(self, name: str) -> str:
        return self.first.get(place_key(name), name) if name else name


def spellings(names: Iterable[str]) -> Spellings:
    """Return one spelling for each round's or table's names.

    The most common, else the first.
    """
    met: dict[str, list[str]] = {}
    for name, _ in Counter(filter(None, names)).most_common():
        met.setdefault(place_key(name), []).append(name)
    return Spellings(
        {key: known[0] for key, known in met.items()},
        {key: others for key, known in met.items() if (others := _odd(key, known[1:]))},
    )


def _odd(key: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name != key)


class Aliases:
    """Players' names declared to be one, or to be different."""

    def __init__(self, table: Mapping[str, str] | None = None) -> None:
        self._of = {plain(tidy(name)): tidy(other) for name, other in (table or {}).items()}
        for name in self._of:
            if self._end(name) is None:
                raise UsageError(
                    "[aliases]: {name} leads back to itself over another name; let all of them "
                    "name the player at once.",
                    name=shown(name),
                )

    def _end(self, key: str) -> str | None:
        """Follow a name to its last alias, unless circular."""
        seen: set[str] = set()
        while key in self._of and plain(self._of[key]) != key:
            if key in seen:
                return None
            seen.add(key)
            key = plain(self._of[key])
        return key

    def __call__(self, name: str) -> str:
        """Return the player's name meant by `name`."""
        found = tidy(name)
        for _ in self._of:
            other = self._of.get(plain(found), found)
            if plain(other) == plain(found):
                return other
            found = other
        return found

    def settles(self, name: str) -> bool:
        """Return True if a person settled this name's owner.

        Be it its own.
        """
        return plain(name) in self._of


def near_pairs(rounds: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield similar names, never playing in the same round.

    They differ by a letter or an accent; `rounds` has each name's. Names that differ by a digit are
    numbers, such as p01 and p02.
    """
    keys = {name: _bare(name) for name in rounds}
    by_variant: dict[str, list[str]] = {}
    for name, key in keys.items():
        for variant in {key, *(key[:at] + key[at + 1 :] for at in range(len(key)))}:
            by_variant.setdefault(variant, []).append(name)
    found: set[tuple[str, str]] = set()
    for names in by_variant.values():
        for place, one in enumerate(names):
            for other in names[:place]:
                pair = (min(one, other), max(one, other))
                if pair not in found and _alike(keys[one], keys[other]):
                    found.add(pair)
                    if not rounds[one] & rounds[other]:
                        yield pair


def _alike(one: str, other: str) -> bool:
    """Return True at a Damerau-Levenshtein distance of one.

    One letter differs, or two changed places; digits never.
    """
    if [c for c in one if c.isdecimal()] != [c for c in other if c.isdecimal()]:
        return False
    longer, shorter = max(one, other, key=len), min(one, other, key=len)
    if len(longer) == len(shorter):
        differing = [at for at in range(len(one)) if one[at] != other[at]]
        swapped = [one[at] for at in differing] == [other[at] for at in reversed(differing)]
        return len(differing) <= 1 or (
            len(differing) == 2 and differing[1] == differing[0] + 1 and swapped
        )
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


def _bare(name: str) -> str:
    """Return a name in lower case, without accents, signs and spaces."""
    letters = unicodedata.normalize("NFD", plain(name))
    return "".join(c for c in letters if c.isalnum())


class PhotoNames:
    """Photos by their whole names, or by a unique end of one."""

    def __init__(self, photos: Sequence[str]) -> None:
        # Tables hold no control characters: there a name is as it can be printed.
        self._exact = {shown(photo): photo for photo in photos} | {name: name for name in photos}
        self._photos: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}
        for photo in photos:
            self._photos.setdefault(plain(photo), []).append(photo)
            self._ends.setdefault(plain(photo).rpartition("/")[2], []).append(photo)

    def __call__(self, name: str) -> str | None:
        """Return the photo called `name`, if there is just one."""
        called = self.called(name)
        return called[0] if len(called) == 1 else None

    def called(self, name: str) -> Sequence[str]:
        """Return the photos possibly meant by `name`."""
        for exact in (name, name.replace("\\", "/").removeprefix("./")):
            if exact in self._exact:
                return [self._exact[exact]]
        wanted = plain(exact)
        return self._photos.get(wanted) or self._ends.get(wanted, [])
