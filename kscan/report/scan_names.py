"""Names of scanned kingdoms by castle colour, and their game's common remarks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from kscan.game.legality import Fault
from kscan.game.ranking import Contender, RankedPlayer, TieRule, rank
from kscan.locale import Words
from kscan.remarks import color_word

if TYPE_CHECKING:
    from kscan.game.remark import Remark
    from kscan.records import Scan

Names = list[list[str]]


def player_names(scans: "Sequence[Scan]", say: Words) -> Names:
    """Name each kingdom of each photo.

    All different where the photos show one game.
    """
    names = [_names(scan, say) for scan in scans]
    many = Counter(name for photo in names for name in photo)
    for photo, call in zip(names, _photo_names([scan.photo for scan in scans]), strict=True):
        photo[:] = [f"{name} ({call})" if many[name] > 1 else name for name in photo]
    return names


def numbered(name: str) -> str:
    """Call who has no name as the picture does: `k1`."""
    return f"k{name}" if name.isdigit() else name


def ranking(
    scans: "Sequence[Scan]", names: Names, ties: TieRule = TieRule.RULEBOOK
) -> tuple[RankedPlayer, ...]:
    """Rank the players of these photos.

    Empty where there is only one.
    """
    contenders = [
        Contender.of(name, kingdom.sheet)
        for scan, photo in zip(scans, names, strict=True)
        for name, kingdom in zip(photo, scan.kingdoms, strict=True)
    ]
    return rank(contenders, ties) if len(contenders) > 1 else ()


def game_remarks_of(scans: "Sequence[Scan]") -> "tuple[Remark, ...]":
    """Return the rules broken together in one game."""
    return next((scan.game for scan in scans if scan.kingdoms), ())


def remarks_without_game(scan: "Scan") -> "tuple[Remark, ...]":
    """Return a photo's remarks, and the box that fits, where no ranking says it."""
    return (*scan.remarks, *(said for said in scan.game if said.code == Fault.ANOTHER_BOX))


def _photo_names(photos: Sequence[str]) -> Iterator[str]:
    """Yield the shortest unique end of each path.

    Numbered where all are the same.
    """
    shared = Counter(end for photo in photos for end in set(_ends(photo)))
    for number, photo in enumerate(photos, 1):
        own = (end for end in _ends(photo) if shared[end] == 1)
        yield next(own, f"{PurePath(photo).stem} {number}")


def _ends(photo: str) -> Iterator[str]:
    """`1`, `a/1`, and with its ending `a/1.jpg`."""
    path = PurePath(photo)
    parts = (*path.parts[:-1], path.stem)
    yield from (str(PurePath(*parts[-count:])) for count in range(1, len(parts) + 1))
    yield str(path)


def _names(scan: "Scan", say: Words) -> list[str]:
    """Name kingdoms by player, else colour, else number."""
    colors = [kingdom.reading.kingdom.castle_color for kingdom in scan.kingdoms]
    known = Counter(colors)
    return [
        kingdom.player or (color_word(color, say) if color and known[color] == 1 else str(number))
        for number, (kingdom, color) in enumerate(zip(scan.kingdoms, colors, strict=True), 1)
    ]
