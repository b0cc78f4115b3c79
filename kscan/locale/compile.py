"""Makes the catalogues that kscan reads (.mo) from those that people write (.po).

`python -m kscan.locale.compile` after every change to a .po; both are kept in the repository, so
that neither a checkout nor a wheel needs a step to build them.
"""

import ast
import struct
from collections.abc import Iterator
from pathlib import Path

from kscan.locale import DOMAIN, FOLDER

_MAGIC = 0x950412DE
_HEAD = "<7I"


def sources() -> list[Path]:
    """The .po files, by language."""
    return sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def entries(source: str) -> dict[str, str]:
    """The translations that a .po file states, its header under the empty message."""
    found: dict[str, str] = {}
    for paragraph in source.split("\n\n"):
        parts = dict(_parts(paragraph))
        if "msgid" in parts:
            if parts["msgid"] in found:
                raise ValueError(f"translated twice: {parts['msgid']!r}")
            found[parts["msgid"]] = parts.get("msgstr", "")
    return found


def _parts(paragraph: str) -> Iterator[tuple[str, str]]:
    """The keywords of one entry, each with its text, which may go over several lines."""
    keyword, text = "", ""
    for line in paragraph.splitlines():
        if line.startswith('"'):
            text += ast.literal_eval(line)
        elif line and not line.startswith("#"):
            yield keyword, text
            keyword, _, quoted = line.partition(" ")
            text = ast.literal_eval(quoted)
    yield keyword, text


def catalogue(translations: dict[str, str]) -> bytes:
    """The bytes of the .mo file: a sorted table of messages, a table of translations, the texts."""
    pairs = sorted(
        (message.encode(), text.encode()) for message, text in translations.items() if text
    )
    count, start = len(pairs), struct.calcsize(_HEAD)
    texts = b""
    tables: list[bytes] = []
    for column in zip(*pairs, strict=True):
        for text in column:
            tables.append(struct.pack("<2I", len(text), start + 16 * count + len(texts)))
            texts += text + b"\0"
    head = struct.pack(_HEAD, _MAGIC, 0, count, start, start + 8 * count, 0, start + 16 * count)
    return head + b"".join(tables) + texts


def main() -> None:
    """Write the .mo beside every .po."""
    for source in sources():
        compiled = catalogue(entries(source.read_text(encoding="utf-8")))
        fresh = source.with_suffix(".mo.tmp")
        fresh.write_bytes(compiled)
        fresh.replace(source.with_suffix(".mo"))
        print(source.with_suffix(".mo").relative_to(FOLDER))


if __name__ == "__main__":
    main()
