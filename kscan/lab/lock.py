"""The versions that the tests ran with: `python -m kscan.lab.lock` writes requirements.lock."""

import re
from collections.abc import Iterator
from importlib import metadata

from kscan.files import write_changed
from kscan.lab.documents.blocks import CHECKOUT

FILE = CHECKOUT / "requirements.lock"
_HEAD = (
    "# What `python -m kscan.lab.lock` found in the oldest Python that kscan runs on:\n"
    "# pip install -e '.[test]' -c requirements.lock\n"
)

Asked = tuple[str, tuple[str, ...]]  # a package, with the extras that are asked for


def versions(package: str = "kscan", extras: tuple[str, ...] = ("test",)) -> dict[str, str]:
    """Return the installed version of everything that a package and these extras need."""
    found: dict[str, str] = {}
    asked: set[Asked] = {(package, extras)}
    waiting = list(asked)
    while waiting:
        for needed in set(_needed(*waiting.pop())) - asked:
            version = _version(needed[0])
            if version is not None:
                asked.add(needed)
                waiting.append(needed)
                found[needed[0]] = version
    found.pop(package, None)
    return found


def _needed(package: str, extras: tuple[str, ...]) -> Iterator[Asked]:
    for line in metadata.requires(package) or ():
        extra = re.search(r"""extra == ['"]([\w-]+)['"]""", line)
        if extra and extra[1] not in extras:
            continue
        parts = re.match(r"([\w.-]+)(?:\[([\w,-]+)\])?", line)
        assert parts
        name, more = parts.groups()
        yield _plain(name), tuple(more.split(",")) if more else ()


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # only another system or Python needs it
        return None


def main() -> None:
    """Write the lock file of this checkout."""
    lines = [f"{name}=={version}\n" for name, version in sorted(versions().items())]
    write_changed(FILE, _HEAD + "".join(lines))


if __name__ == "__main__":
    main()
