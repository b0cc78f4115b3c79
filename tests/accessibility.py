"""axe-core, which finds what people with a keyboard or a screen reader cannot use on a page."""

import base64
import hashlib
import io
import os
import tarfile
import urllib.request
from pathlib import Path
from typing import Any

import pytest

VERSION = "4.14.1"
PLACE = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
INTEGRITY = (  # SHA-512, as npm states it
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice")


def fetched_axe() -> str:
    """Return axe-core's script from a cache outside the repository, else from npm, by its hash."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    kept = home / "kscan-tests" / f"axe-core-{VERSION}.tgz"
    content = kept.read_bytes() if kept.is_file() else b""
    if integrity(content) != INTEGRITY:
        try:
            with urllib.request.urlopen(PLACE, timeout=10) as answer:
                content = answer.read(2_000_000)
        except OSError as error:
            pytest.skip(f"axe-core cannot be fetched from npm ({error})")
        assert integrity(content) == INTEGRITY
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(content)
    with tarfile.open(fileobj=io.BytesIO(content)) as package:
        script = package.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def integrity(content: bytes) -> str:
    """Return the hash of a package's bytes."""
    return base64.b64encode(hashlib.sha512(content).digest()).decode()


def complaints(axe: str, tab: Any) -> list[str]:
    """Return what axe-core finds wrong with a page, a line each."""
    tab.evaluate(axe)
    only = {"runOnly": {"type": "tag", "values": list(RULES)}}
    found = tab.evaluate("(only) => axe.run(document, only)", only)
    return [
        f"{broken['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for broken in found["violations"]
        for node in broken["nodes"]
    ]
