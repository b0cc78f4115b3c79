"""The code blocks of the README and the docs, and a folder in which their commands can run."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kscan import scan

CHECKOUT = Path(__file__).parents[1]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
# Where the examples say that the kingdom on photo.jpg lies.
CORNERS = ((90, 80), (900, 90), (910, 920), (80, 900))

_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(?<!\\)`(kscan [^`\\]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """One code block of a page."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(CHECKOUT)}:{self.line}"


def blocks() -> Iterator[Block]:
    """Yield every code block, in the order of the pages."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in _FENCE.finditer(text):
            indent, language, content = found.groups()
            lines = [line.removeprefix(indent) for line in content.splitlines()]
            number = text.count("\n", 0, found.start()) + 1
            yield Block(page, number, language, "\n".join(lines) + "\n")


def commands() -> Iterator[tuple[str, str]]:
    """Yield every command within a sentence or a table, with its page."""
    for page in PAGES:
        for command in _SPAN.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
            yield page.name, command


def workplace(folder: Path) -> dict[str, str]:
    """Put what examples name into a folder; return the environment to run them in."""
    shutil.copytree(CHECKOUT / "samples", folder / "samples")
    sample = folder / "samples" / "gaps.jpg"
    photo = _lying_at(CORNERS, folder / "samples" / "castle.jpg")
    for name in ("photo.jpg", "anna.jpg", "table.jpg", "photos/round-1/table-3/anna.jpg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(photo)
    for name in ("boris.jpg", "photos/round-1/table-3/boris.jpg"):
        shutil.copy(sample, folder / name)
    for name in ("FOLDER", "OUT", "spring-cup", "home"):
        (folder / name).mkdir()
    (folder / "kingdom.txt").write_text("W0 W0 F0\nL1 Cb F0\n", encoding="utf-8")
    program = f'#!/bin/sh\nexec "{sys.executable}" -m kscan "$@"\n'
    for place in (folder / "bin" / "kscan", folder / ".venv" / "bin" / "kscan"):
        place.parent.mkdir(parents=True)
        place.write_text(program)
        place.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(CHECKOUT),
        "HOME": str(folder / "home"),
        "XDG_STATE_HOME": str(folder / "home" / "state"),
        "LANGUAGE": "en",
    }


def _lying_at(corners: tuple[tuple[int, int], ...], picture: Path) -> bytes:
    """Return the picture, warped so that its kingdom has these corners."""
    seen = np.array(scan(picture).to_dict()["kingdoms"][0]["corners"], np.float32)
    homography = cv2.getPerspectiveTransform(seen, np.array(corners, np.float32))
    pixels = cv2.imread(str(picture))
    assert pixels is not None
    moved = cv2.warpPerspective(pixels, homography, (1000, 1000), borderMode=cv2.BORDER_REFLECT)
    return cv2.imencode(".jpg", moved)[1].tobytes()
