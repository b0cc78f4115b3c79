"""The package keeps the measure the house has set itself, and holds what it needs."""

import ast
import re
import tomllib
from importlib import metadata
from pathlib import Path

from kscan.lab.documents.sizes import PURPOSES

CHECKOUT = Path(__file__).parents[1]
MODULES = sorted((CHECKOUT / "kscan").rglob("*.py"))
LONGEST_MODULE = 300
LONGEST_FUNCTION = 50
SHORTEST_MODULE = 40
# Short, and for one: where Python starts, packages, commands, what one error alone needs.
ALONE = {
    *(path.relative_to(CHECKOUT).as_posix() for path in MODULES if path.name == "__init__.py"),
    *("kscan/__main__.py", "kscan/cli/standings.py"),
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def test_modules_and_functions_stay_short() -> None:
    long = [
        f"{module.relative_to(CHECKOUT)}: {lines} lines"
        for module in MODULES
        if (lines := len(module.read_text(encoding="utf-8").splitlines())) > LONGEST_MODULE
    ]
    long += [
        f"{module.relative_to(CHECKOUT)}: {function.name} has {length(function)} lines"
        for module in MODULES
        for function in functions(parsed(module))
        if length(function) > LONGEST_FUNCTION
    ]
    assert long == []


def test_a_short_module_has_more_than_one_tenant() -> None:
    lonely = []
    for module in MODULES:
        path = module.relative_to(CHECKOUT)
        short = len(module.read_text(encoding="utf-8").splitlines()) < SHORTEST_MODULE
        if short and "lab" not in path.parts and path.as_posix() not in ALONE:
            name = ".".join(path.with_suffix("").parts)
            lonely += [path.as_posix()] if len(importers(name)) < 2 else []
    assert lonely == []


def test_every_public_name_says_what_the_caller_gets() -> None:
    silent = [
        f"{module.relative_to(CHECKOUT)}: {name}"
        for module in MODULES
        for name, node in public(parsed(module))
        if not ast.get_docstring(node)
    ]
    assert silent == []


def test_the_version_is_said_once() -> None:
    import kscan

    said = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    assert "version" not in said["project"]
    assert said["tool"]["hatch"]["version"]["path"] == "kscan/__init__.py"
    assert kscan.__version__ == metadata.version("kscan")


def test_every_dependency_is_explained() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    page = (CHECKOUT / "docs" / "install.md").read_text(encoding="utf-8")
    names = [requirement.split(">=")[0] for requirement in project["dependencies"]]
    assert [name for name in names if f"| `{name}` |" not in page] == []
    assert sorted(names) == sorted(PURPOSES)


def test_the_top_level_stays_small() -> None:
    folders = {path.name for path in CHECKOUT.iterdir() if path.is_dir()}
    kept = {name for name in folders if not name.startswith((".", "_")) and "egg-info" not in name}
    assert kept - {"kscan", "docs", "models", "samples", "tests", "build", "dist"} == set()


def parsed(module: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(module.read_text(encoding="utf-8"))


def functions(tree: ast.AST) -> list[Function]:
    """Every function and method of a module."""
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def length(function: Function) -> int:
    """Count the lines from `def` to the end."""
    return (function.end_lineno or 0) - function.lineno + 1


def importers(name: str) -> list[Path]:
    """List the modules that import a module of this dotted name, or from it."""
    package, _, last = name.rpartition(".")
    ways = rf"from {re.escape(name)} import|from {re.escape(package)} import [^\n]*\b{last}\b"
    return [module for module in MODULES if re.search(ways, module.read_text(encoding="utf-8"))]


def public(tree: ast.Module) -> list[tuple[str, ast.AST]]:
    """Return the public functions, classes and their public methods of a module."""
    found: list[tuple[str, ast.AST]] = [("the module", tree)] if tree.body else []
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            found.append((node.name, node))
            if isinstance(node, ast.ClassDef):
                methods = (m for m in node.body if isinstance(m, Function))
                found += [
                    (f"{node.name}.{m.name}", m) for m in methods if not m.name.startswith("_")
                ]
    return found
