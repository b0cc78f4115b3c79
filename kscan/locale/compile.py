"""Compile the written catalogues (.po) to the read ones (.mo), by Babel.

`python -m kscan.locale.compile` after every change to a .po; both are kept in the repository, so
that neither a checkout nor a wheel needs a step, or Babel, to run.
"""

import io
import re
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from kscan.locale import DOMAIN, FOLDER

_MESSAGE = re.compile(r'^msgid (?!""\nmsgstr)', re.MULTILINE)  # each but the header
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # else each run would write another file


def sources() -> list[Path]:
    """Find the .po files, by language."""
    return sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def catalogue(source: str) -> Catalog:
    """Parse a .po file; ValueError on duplicate messages."""
    parsed = read_po(io.StringIO(source), abort_invalid=True)
    if len(_MESSAGE.findall(source)) != len(parsed):
        raise ValueError("a message is translated twice")
    return parsed


def compiled(source: str) -> bytes:
    """Return the .mo file of a .po file's text."""
    parsed = catalogue(source)
    parsed.creation_date = _NO_DATE
    file = io.BytesIO()
    write_mo(file, parsed)
    return file.getvalue()


def main() -> None:
    """Write the .mo beside every .po."""
    for source in sources():
        fresh = source.with_suffix(".mo.tmp")
        fresh.write_bytes(compiled(source.read_text(encoding="utf-8")))
        fresh.replace(source.with_suffix(".mo"))
        print(source.with_suffix(".mo").relative_to(FOLDER))


if __name__ == "__main__":
    main()
