"""What each package of the base install is for, and how much room it takes here.

`python -m kscan.lab.documents.sizes` prints the table, in an environment with nothing else in it.
"""

import re
from collections.abc import Iterator
from importlib import metadata

PURPOSES = {
    "opencv-python-headless": "decodes photos, warps them, runs the networks. Headless, because "
    "the other wheel needs a window system",
    "scipy": "the integer program that fits dominoes to a doubtful game (HiGHS)",
    "scikit-learn": "metrics and calibration of `kscan lab evaluate`; learning from corrections",
    "numpy": "arrays between the steps",
    "pillow": "orientations and headers of pictures, read before anything is decoded",
    "rich": "progress on a terminal",
    "joblib": "painting and training on all cores",
    "starlette": "the page for phones: its requests",
    "uvicorn": "the page for phones: its server",
    "segno": "the page's address as a QR code",
    "jinja2": "the pages of a tournament, escaped",
    "click": "the command line",
}


def table() -> Iterator[str]:
    """Show the base install, the largest package first, with what others bring along."""
    own = {name: size(name) for name in ("kscan", *PURPOSES)}
    brought = {name: size(name) for name in _needed("kscan") - own.keys()}
    purposes = {**PURPOSES, "kscan": "5 MB of weights, then code, languages and the demo"}
    yield "| package | MB | what for |"
    yield "|---|---|---|"
    for name in sorted(own, key=own.__getitem__, reverse=True):
        yield f"| `{name}` | {own[name]:.1f} | {purposes[name]} |"
    others = ", ".join(f"`{name}`" for name in sorted(brought))
    yield f"| {others} | {sum(brought.values()):.1f} | what those need |"
    yield f"| together | {sum((own | brought).values()):.0f} | |"


def size(package: str) -> float:
    """Return the megabytes of a package's files, compiled modules included."""
    files = metadata.files(package) or []
    paths = (path.locate() for path in files)
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6  # type: ignore[attr-defined]


def _installed(package: str) -> bool:
    """Return False for what only another system or Python needs."""
    try:
        return bool(metadata.version(package))
    except metadata.PackageNotFoundError:
        return False


def _needed(package: str) -> set[str]:
    found: set[str] = set()
    waiting = [package]
    while waiting:
        for line in metadata.requires(waiting.pop()) or ():
            name = re.split(r"[^\w-]", line.lower().replace("_", "-"), maxsplit=1)[0]
            if "extra ==" not in line and name not in found and _installed(name):
                found.add(name)
                waiting.append(name)
    return found


if __name__ == "__main__":
    print("\n".join(table()))
