"""What people read is plain English: short, British, and no phrase that was hard to read."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import kscan
from kscan.cli import main
from kscan.locale.compile import catalogue, sources

PACKAGE = Path(kscan.__file__).parent
HARD_TO_READ = (
    "found out",
    "that wheel bundles",
    "which is why it is",
    "a fault of",
    r"\banew\b",
    "itself is broken",
    "called sure",
    "whose two of them",
    "those of which",
    "square is in view",
    "same command goes on",
    "goes on where",
    "a worker that dies",
    "which another reads again",
    "how good it is",
    "what it stands on",
    "a variant in play",
    "shows in the size of a kingdom",
    "corners of the kingdom's whole grid",
    "the way out where",
    "is given up",
    "touches neither",
    "in whatever order",
    "though it looks like",
    "no domino of the box has such",
    "lies beyond the kingdom",
    "left aside",
    "counted by itself",
    "called after its castle",
    "right as it is",
    "leave it",
    "take this text",
    r"\bsure: ",
    "decided by a person",
    r"changed: [\d{]",
    "counted when kscan runs",
    "took too long and was stopped",
    "pip install 'kscan",
)
AMERICAN = r"\b(colors?|colored|center|centers|gray|neighbors?)\b"
LIBRARIES = ("game", "photo", "find", "read", "infer", "corrections", "report", "tournament")


def texts(module: Path) -> list[str]:
    """Return the string constants of a module that people may read; docstrings of commands, too."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docs = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            command = isinstance(node, ast.FunctionDef) and node.decorator_list
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and not (command and "cli" in module.parts):
                docs.add(id(first.value))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


def modules() -> list[Path]:
    """Every module that speaks to people."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.parts[-2] != "fuzz"]


def said(pattern: str, where: list[Path]) -> list[str]:
    """Return the texts of these modules that hold the pattern."""
    return [
        f"{module.relative_to(PACKAGE)}: {text}"
        for module in where
        for text in texts(module)
        if re.search(pattern, " ".join(text.split()), re.IGNORECASE)
    ]


def test_no_phrase_that_was_hard_to_read_remains() -> None:
    assert said("|".join(HARD_TO_READ), modules()) == []


def test_pages_have_no_such_phrase() -> None:
    pages = [path for kind in ("html", "js") for path in PACKAGE.rglob(f"*.{kind}")]
    assert [
        path.name
        for path in pages
        if re.search("|".join(HARD_TO_READ), path.read_text(encoding="utf-8"), re.IGNORECASE)
    ] == []


def test_readme_and_docs_have_no_such_phrase() -> None:
    top = PACKAGE.parent
    pages = [*top.glob("*.md"), *(top / "docs").glob("*.md"), *(top / "models").glob("*.md")]
    found = {page.name: hard(page.read_text(encoding="utf-8")) for page in pages}
    assert len(found) > 15
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


def test_help_has_no_such_phrase() -> None:
    shown = {name: command.get_help(click.Context(command)) for name, command in every_command()}
    assert len(shown) > 15
    assert {name: hard(text) for name, text in shown.items() if hard(text)} == {}


def every_command(
    group: click.Group = main, above: str = "kscan"
) -> Iterator[tuple[str, click.Command]]:
    """Yield every command and group by its whole name, those of the lab, too."""
    yield above, group
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command, f"{above} {name}")
        else:
            yield f"{above} {name}", command


@pytest.mark.parametrize("source", sources(), ids=lambda source: source.parts[-3])
def test_no_message_has_such_a_phrase(source: Path) -> None:
    messages = catalogue(source.read_text(encoding="utf-8"))
    english = [str(one.id) for one in messages if one.id]
    assert len(english) > 500
    assert [text for text in english if hard(text)] == []


def hard(text: str) -> list[str]:
    """Find the phrases of a text that were hard to read."""
    return re.findall("|".join(HARD_TO_READ), " ".join(text.split()), re.IGNORECASE)


def test_people_read_british_spelling() -> None:
    # One word alone is a key or an option; columns and places of sentences keep theirs.
    sentences = [
        each
        for each in said(AMERICAN, modules())
        if " " in each.split(": ", 1)[1] and re.search(AMERICAN, _without_keys(each))
    ]
    assert sentences == []


def _without_keys(text: str) -> str:
    return re.sub(r"[{\[(]color[}\])]|[\w,]*,\s?color\b|\bcolor,|--color|color==", "", text)


def test_libraries_name_no_option() -> None:
    rooms = [path for path in modules() if path.relative_to(PACKAGE).parts[0] in LIBRARIES]
    # What a batch keeps is changed by one option only, which the tournament's contract names.
    assert said(r"(^|[\s(`])--?(?!change)[a-z]{2,}|give -o", rooms) == []
