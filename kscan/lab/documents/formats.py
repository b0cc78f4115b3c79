"""The fields of the JSON document, from its schema, and the codes of its findings."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import kscan
from kscan.locale import Plural
from kscan.remarks import GAME_RULES, KINGDOM_RULES

_SCHEMA = Path(kscan.__file__).parent / "report" / "schema.json"
_HEADINGS = {
    "photo": "A photo",
    "kingdom": "A kingdom",
    "photographed": "A kingdom on a photo, besides",
    "doubt": "A doubt",
    "ranking": "A place in a ranking",
    "findings": "A finding",
}

Json = dict[str, Any]


def schema() -> Json:
    """Return the schema that ships."""
    found: Json = json.loads(_SCHEMA.read_text(encoding="utf-8"))
    return found


def json_fields() -> Iterator[str]:
    """Describe every field, in a table for each kind of object."""
    found = schema()
    yield from _table("The document", fields(found))
    for name, heading in _HEADINGS.items():
        yield from _table(heading, fields(found["$defs"][name]))


def fields(part: Mapping[str, Any], above: str = "") -> dict[str, Json]:
    """Return the fields of an object and those within them, by path: `territories[].cells`."""
    found: dict[str, Json] = {}
    one = part.get("items", part) if part.get("type") == "array" and not above else part
    for name, field in one.get("properties", {}).items():
        path = f"{above}{name}"
        found[path] = field
        for inner, suffix in _inside(field):
            found |= fields(inner, f"{path}{suffix}.")
    return found


def _inside(field: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    for choice in (field, *field.get("oneOf", ())):
        if "properties" in choice:
            yield choice, ""
        if "properties" in choice.get("items", {}):
            yield choice["items"], "[]"


def _table(heading: str, found: Mapping[str, Json]) -> Iterator[str]:
    yield f"### {heading}"
    yield ""
    yield "| field | what it says |"
    yield "|---|---|"
    for path, field in found.items():
        yield f"| `{path}` | {described(field)} |"
    yield ""


def described(field: Mapping[str, Any]) -> str:
    """Return what the schema says a field is; empty where it says nothing."""
    return str(field.get("description", "")).replace("|", "\\|")


def findings() -> Iterator[str]:
    """List the codes of findings with their sentences."""
    yield "| code | sentence |"
    yield "|---|---|"
    for table in (KINGDOM_RULES, GAME_RULES):
        for code, message in table.items():
            text = message.other if isinstance(message, Plural) else message
            yield f"| `{code}` | {text} |"
