"""CSV tables: people's are read with any separator, ours run no formula in a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kscan import files
from kscan.errors import UsageError, shown, system

_LARGEST = 16 << 20

# Where a cell may begin, also in a spreadsheet that separates them with semicolons or tabs, what
# makes it a formula; and the apostrophe that keeps it from being one.
_BEGINS = r"(?:\A|(?<=[;\t\r\n]))"
_RUNS = r"(?=[=+\-@\t\r'])"
_FORMULA, _GUARD = re.compile(_BEGINS + _RUNS), re.compile(_BEGINS + "'" + _RUNS)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table, by the names of its columns; a missing column is empty text."""

    number: int
    fields: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.fields.get(column, "")


def read_table(path: Path, needed: Sequence[str]) -> Iterator[Line]:
    """Yield a CSV file's lines.

    Raises UsageError where it is none with the needed columns.
    """
    text = _text(path)
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise UsageError("{file}: not a table ({reason}).", file=path.name, reason=error) from None
    if not rows:
        raise UsageError("{file}: empty; its first line names the columns.", file=path.name)
    columns = [column.strip().casefold() for column in rows[0][1]]
    for column in needed:
        if column not in columns:
            raise UsageError(
                "{file}: no column {column} in its first line.", file=path.name, column=repr(column)
            )
    for number, row in rows[1:]:
        fields = (_unguarded(field.strip()) for field in row)
        yield Line(number, dict(zip(columns, fields, strict=False)))


def _text(path: Path) -> str:
    try:
        content = files.read(path, _LARGEST)
    except OSError as error:
        raise UsageError(
            "{file}: cannot be read ({reason}).", file=shown(path), reason=system(error)
        ) from None
    if len(content) > _LARGEST:
        raise UsageError("{file}: too large for a table that a person wrote.", file=shown(path))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("{file}: not UTF-8 text; save it as 'CSV UTF-8'.", file=path) from None


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Write rows as CSV, safe from spreadsheet formulas."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([guarded(v) if isinstance(v, str) else v for v in row] for row in rows)
    return stream.getvalue()


def guarded(text: str) -> str:
    """Quote `text` so a spreadsheet runs no formula."""
    return _FORMULA.sub("'", text)


def _unguarded(text: str) -> str:
    return _GUARD.sub("", text)
