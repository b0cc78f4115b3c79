"""What the docs link to outside their folder, as pages and files of the site: a hook of MkDocs."""

import posixpath
import re
from pathlib import Path
from typing import Any

_CHECKOUT = Path(__file__).parents[3]
_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "samples/README.md", "models/README.md")
_PATTERNS = ("samples/*.jpg", "models/*.md", "kscan/report/schema.json")
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)")


def on_files(files: Any, config: Any) -> Any:
    """Add the files that lie outside the docs to the site."""
    from mkdocs.structure.files import File

    for name in sorted(outside()):
        if files.get_file_from_path(name) is None:
            files.append(File.generated(config, name, abs_src_path=str(_CHECKOUT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links at where the files lie in the site; without a place there, leave the words."""
    return linked(markdown, page.file.src_uri)


def outside() -> set[str]:
    """Return the names, below the checkout, of what the site takes besides the docs."""
    found = (path for pattern in _PATTERNS for path in _CHECKOUT.glob(pattern))
    return {*_PAGES, *(path.relative_to(_CHECKOUT).as_posix() for path in found)}


def linked(markdown: str, page: str) -> str:
    """Return a page's text with its links as the site has them."""
    known = outside()
    own = page if page in known else f"docs/{page}"

    def moved(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(own), link[1]))
        place = target.removeprefix("docs/") if target.startswith("docs/") else target
        return posixpath.relpath(place, posixpath.dirname(page) or ".")

    return _LINK.sub(moved, markdown)
