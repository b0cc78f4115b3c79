"""Docstrings are short and plain: their first lines are measured."""

import ast
import re
from pathlib import Path
from statistics import median

PACKAGE = Path(__file__).parents[1] / "kscan"

# Limits of the first lines of functions' docstrings outside of lab/, as a whole.
MEDIAN_WORDS = 10
SHARE_WITH_CLAUSES = 0.25
CLAUSES = re.compile(r"\b(where|that|which|whose|what|whether)\b", re.IGNORECASE)


def first_lines() -> list[str]:
    """Return the first line of every function's docstring outside of lab/."""
    return [
        said.splitlines()[0]
        for module in sorted(PACKAGE.rglob("*.py"))
        if module.relative_to(PACKAGE).parts[0] != "lab"
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (said := ast.get_docstring(node))
    ]


def test_first_lines_are_short() -> None:
    assert median(len(line.split()) for line in first_lines()) <= MEDIAN_WORDS


def test_first_lines_hang_on_few_clauses() -> None:
    lines = first_lines()
    assert sum(bool(CLAUSES.search(line)) for line in lines) / len(lines) < SHARE_WITH_CLAUSES


def test_first_lines_end_a_sentence() -> None:
    assert [line for line in first_lines() if line[-1] not in ".?:!"] == []


def test_the_name_of_a_class_means_one_thing() -> None:
    homes: dict[str, list[str]] = {}
    for module in sorted(PACKAGE.rglob("*.py")):
        room = module.relative_to(PACKAGE).parts[0]
        if room in ("lab", "web"):  # rooms of their own: nobody below knows their names
            continue
        for node in ast.parse(module.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_modules_and_classes_are_named_rather_than_described() -> None:
    lines = [
        said.splitlines()[0]
        for module in sorted(PACKAGE.rglob("*.py"))
        if module.relative_to(PACKAGE).parts[0] != "lab"
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef) and (said := ast.get_docstring(node))
    ]
    assert sum(bool(CLAUSES.search(line)) for line in lines) / len(lines) < SHARE_WITH_CLAUSES
