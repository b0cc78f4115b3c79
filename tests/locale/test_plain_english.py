"""What people read is plain English: short, British, and no phrase that was hard to read."""

import ast
import re
from pathlib import Path

import kscan

PACKAGE = Path(kscan.__file__).parent
HARD_TO_READ = (
    "found out",
    "a fault of",
    r"\banew\b",
    "kscan itself is broken",
    "is wrong and called sure",
    "the same command goes on",
    "goes on where",
    "a variant in play",
    "the way out where",
    "is given up",
    "touches neither",
    "though it looks like",
    "no domino of the box has such",
    "lies beyond the kingdom",
    "left aside",
    "each is counted by itself",
    "right as it is",
    "leave it",
    "take this text",
    r"\bsure: ",
    "decided by a person",
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
