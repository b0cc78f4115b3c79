"""corrections.csv: a person's decisions, one table for a folder of photos.

    photo,kingdom,squares,content,at
    round-1/table-3/anna.jpg,1,r2c3=F1 r0c0=W0,,
    round-1/table-3/boris.jpg,1,W0 F1 F1 / C L0 . / P0 P1 S0,5d41402abc4b,
    round-1/table-4.jpg,2,ok,,"812,440"

`squares` is single squares, counted from 0 in the block as it is read without corrections; or the
whole block, row by row; `ok` where the reading is right; `total 57` where only that is known;
`discarded` where a domino was (no Harmony); `undo` takes the line before it back. Several lines may
name single squares of one kingdom; with a time in `when` of each, the last one counts. `content`
names the picture that was looked at: another picture under that name is not corrected with it.
`at` is the kingdom's middle in pixels: where a photo shows several, numbers alone may have meant
others, and such a line is asked about.

A `.kingdom` file beside a photo, as `kscan score --save` writes it, counts as well, and is the
reading that this table corrects: where both speak of a square, the table has the last word.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import dist
from pathlib import Path
from typing import NamedTuple, Protocol

from kscan.corrections.csv_tables import Line, read_table
from kscan.corrections.decisions import (
    UNDO,
    Decisions,
    Discarded,
    KingdomIs,
    SquareIs,
    of_kind,
    parse_decisions,
    parse_point,
    total_of,
    whole_decision,
)
from kscan.errors import NotationError, UsageError
from kscan.game.box import BASE, Box
from kscan.game.remark import Remark, cells_text
from kscan.remarks import remark

Point = tuple[float, float]


class PhotoFinder(Protocol):
    """A finder of the photos possibly meant by a name."""

    def called(self, name: str) -> Sequence[str]:
        """Return the photos possibly meant by `name`."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """All decisions by photo and kingdom number, and the lines matching no photo."""

    of: Mapping[tuple[str, int], Decisions] = field(default_factory=dict)
    unused: tuple[Remark, ...] = ()
    lines: Mapping[tuple[str, int], int] = field(default_factory=dict)  # the last on each kingdom
    places: Mapping[tuple[str, int], Point] = field(default_factory=dict)  # their middles, if said
    file: str = ""

    def get(self, photo: str, kingdom: int) -> Decisions:
        """Return the decisions on one kingdom, counted from 0."""
        return self.of.get((photo, kingdom), ())

    def on_photo(
        self, photo: str, middles: Sequence[Point]
    ) -> tuple[dict[int, Decisions], tuple[Remark, ...]]:
        """Return a photo's decisions by kingdom, and unclear ones as remarks."""
        decided: dict[int, Decisions] = {}
        unclear = []
        for (name, number), said in self.of.items():
            if name != photo:
                continue
            place = self.places.get((name, number))
            if len(middles) < 2:
                decided[number] = said
            elif place is None:
                line = str(self.lines[name, number])
                unclear.append(remark("which_kingdom", file=self.file, line=line))
            else:
                decided[_nearest(place, middles)] = said
        return decided, tuple(unclear)

    def beyond(self, kingdoms: Container[tuple[str, int]]) -> Iterator[Remark]:
        """Remark on the decisions about others than these `kingdoms`."""
        for (photo, number), line in self.lines.items():
            if (photo, number) not in kingdoms:
                yield remark(
                    "no_such_kingdom",
                    file=self.file,
                    line=str(line),
                    photo=repr(photo),
                    number=str(number + 1),
                )


def read_corrections(
    path: Path,
    digests: Mapping[str, str],
    find: PhotoFinder,
    copies: Mapping[str, str] | None = None,
    box: Box = BASE,
) -> Corrections:
    """Read the decisions on photos with these content digests.

    Those about `copies` are decisions about the photos that count for them. Raises UsageError with
    the line that cannot be understood, or that contradicts another.
    """
    said: dict[tuple[str, int], list[_Said]] = {}
    places: dict[tuple[str, int], Point] = {}
    unused: list[Remark] = []
    for line in read_table(path, needed=("photo", "squares")):
        if not line["squares"]:
            continue
        photo = photo_meant(line, find, digests)
        if photo is None:
            unused.append(not_found(line, path, find, "no_photo_with_content"))
            continue
        try:
            kingdom = (copies or {}).get(photo, photo), kingdom_number(line["kingdom"]) - 1
            undo = line["squares"].casefold() == UNDO
            decisions = () if undo else parse_decisions(line["squares"], box)
            said.setdefault(kingdom, []).append(_Said(line.number, line["when"], decisions))
            if line["at"]:
                places[kingdom] = parse_point(line["at"])
        except NotationError as error:
            raise _refused(path.name, line.number, error) from None
    of = {kingdom: _in_force(lines, path.name) for kingdom, lines in said.items()}
    last = {kingdom: lines[-1].line for kingdom, lines in said.items() if of[kingdom]}
    in_force = {kingdom: decisions for kingdom, decisions in of.items() if decisions}
    return Corrections(in_force, tuple(unused), last, places, path.name)


class _Said(NamedTuple):
    """One line about one kingdom."""

    line: int
    when: str  # as ISO 8601 writes it, which sorts; empty where nobody wrote it down
    decisions: Decisions  # none: the one before is taken back


def _refused(file: str, line: int, error: NotationError) -> UsageError:
    return UsageError("{file} line {line}: {reason}", file=file, line=line, reason=error)


def _in_force(lines: Sequence[_Said], file: str) -> Decisions:
    """Return the decisions in force from several lines.

    Lines without a time hold together, and may not contradict each other. A later one goes before
    what was decided earlier, and `undo` takes the one before it back.
    """
    first: Decisions = ()
    for place, one in enumerate(said for said in lines if not said.when):
        try:
            first = _both(first, one.decisions, lines[0].line) if place else one.decisions
        except NotationError as error:
            raise _refused(file, one.line, error) from None
    history = [first] if first else []
    for one in sorted((said for said in lines if said.when), key=lambda said: said.when):
        if one.decisions:
            history.append(_later(history[-1] if history else (), one.decisions))
        elif history:
            history.pop()
    return history[-1] if history else ()


def _later(before: Decisions, after: Decisions) -> Decisions:
    """Apply later decisions on top of earlier ones.

    Single squares add to what was decided before; all else takes its place.
    """
    if len(of_kind(after, SquareIs)) < len(after):
        return after
    squares = {said.cell: said.square for said in of_kind(after, SquareIs)}
    if stated := of_kind(before, KingdomIs):
        return (KingdomIs(stated[0].kingdom.replaced(lambda at, old: squares.get(at, old))),)
    others = (said for said in of_kind(before, SquareIs) if said.cell not in squares)
    return (*others, *of_kind(before, Discarded), *after)


def _nearest(place: Point, middles: Sequence[Point]) -> int:
    return min(range(len(middles)), key=lambda index: dist(place, middles[index]))


def _both(first: Decisions, second: Decisions, line: int) -> Decisions:
    """Join two lines' decisions; raise NotationError on contradiction."""
    if first == second:
        return first
    if (Discarded() in first) != (Discarded() in second):
        return (*first, *second)
    if any(whole_decision(said) or total_of(said) is not None for said in (first, second)):
        raise NotationError(
            "line {line} is about the same kingdom; keep one of them, or single squares in both",
            line=line,
        )
    squares = {said.cell: said for said in of_kind(first, SquareIs)}
    for said in of_kind(second, SquareIs):
        before = squares.setdefault(said.cell, said)
        if before != said:
            raise NotationError(
                "{fix} contradicts line {line}, which says {before}; keep one of them",
                fix=f"{cells_text([said.cell])}={said.square}",
                line=line,
                before=before.square,
            )
    return tuple(squares.values())


def photo_meant(line: Line, find: PhotoFinder, digests: Mapping[str, str]) -> str | None:
    """Find the photo meant by a line, if unambiguous."""
    content = line["content"].casefold()
    called = find.called(line["photo"])
    if len(called) == 1 and digests[called[0]].startswith(content):
        return called[0]
    return _by_content(content, digests)


def not_found(line: Line, table: Path, find: PhotoFinder, otherwise: str) -> Remark:
    """Remark that a line matches no photo or several.

    Several have that name, or `otherwise`.
    """
    called = find.called(line["photo"])
    code = "several_photos" if len(called) > 1 else otherwise
    return remark(
        code,
        count=len(called),
        file=table.name,
        line=str(line.number),
        photo=repr(line["photo"]),
        example=repr(called[0]) if called else "",
    )


def _by_content(content: str, digests: Mapping[str, str]) -> str | None:
    """Find a renamed photo by its content."""
    if len(content) < 8:
        return None
    names: Sequence[str] = [name for name, each in digests.items() if each.startswith(content)]
    return names[0] if names else None


def kingdom_number(text: str) -> int:
    """Parse a kingdom's number, from 1; empty means the first."""
    if text and not re.fullmatch("[1-9][0-9]?", text):
        raise NotationError(
            "{text} is not a kingdom: those on a photo are numbered 1, 2, 3", text=repr(text[:20])
        )
    return int(text or "1")
