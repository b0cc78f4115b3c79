"""Who may import whom. The rooms stay apart, and cheap commands stay cheap."""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

from kscan.cli import LOOK, OK

PACKAGE = Path(__file__).parents[1] / "kscan"
MODULES = sorted(PACKAGE.rglob("*.py"))

# What each room of the house may know of the others; those above may know those below.
_SAYING = {"errors", "game", "remarks"}
MAY_KNOW = {
    "errors": set(),
    "game": {"errors"},
    "locale": {"game"},
    "remarks": {"errors", "game", "locale"},
    "files": {"errors"},
    "networks": {"errors"},
    "heap": set(),
    "evidence": {"game"},
    "photo": {"errors", "files"},
    "find": {"errors", "game", "photo", "networks", "evidence"},
    "read": {"game", "photo", "networks", "evidence", "find"},
    "corrections": {*_SAYING, "files"},
    "infer": {*_SAYING, "evidence", "corrections.decisions"},
    "report": {*_SAYING, "locale", "photo"},
    "records": {*_SAYING, "corrections.decisions", "report"},
    "sight": {*_SAYING, "files", "photo", "find", "read", "evidence", "corrections", "records"},
    "pipeline": {*_SAYING, "corrections.decisions", "infer", "records", "sight"},
    "tournament": {
        *(*_SAYING, "locale", "files", "heap", "photo", "find.grid", "evidence", "networks"),
        *("corrections", "infer.records", "records", "sight", "pipeline", "report"),
    },
    "web": {
        *(*_SAYING, "locale", "files", "photo", "corrections", "records", "pipeline", "report"),
        "tournament",
    },
    "cli": {
        *(*_SAYING, "locale", "files", "heap", "photo", "find", "networks", "corrections"),
        *("records", "sight", "pipeline", "report", "tournament", "web", "__version__"),
    },
    "lab": {
        *(*_SAYING, "locale", "files", "heap", "photo", "find", "read", "evidence", "networks"),
        *("corrections", "infer", "records", "sight", "pipeline", "report", "tournament", "web"),
        *("cli", "__version__"),
    },
    "cli.lab": {"errors", "files", "lab", "cli"},
    "__init__": {"pipeline"},
    "__main__": {"cli"},
}
# Who may use a library that is heavy, optional, or would let pixels into a room without any.
PIXELS = {"photo", "find", "read", "networks", "report", "lab", "sight", "tournament"}
MAY_USE = {
    "torch": {"lab"},
    "onnx": {"lab"},
    "sklearn": {"lab"},
    "numpy": PIXELS | {"evidence", "infer"},
    "cv2": PIXELS,
    "PIL": {"photo", "lab"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "segno": {"web"},
}
HEAVY = {"torch", "sklearn", "scipy", "rich", "jinja2", "joblib", "dask", "onnx"}
HEAVY |= {"starlette", "uvicorn", "segno", "asyncio"}


def may_know(room: str, name: str) -> bool:
    """Tell if modules of `room` may import the name (without its leading `kscan.`)."""
    return any(name == known or name.startswith(f"{known}.") for known in {room} | MAY_KNOW[room])


def room_of(module: Path) -> str:
    """Return the first name below kscan, such as `game`; the lab's commands are apart."""
    parts = module.relative_to(PACKAGE).with_suffix("").parts
    return "cli.lab" if parts[:2] == ("cli", "lab") else parts[0]


def imports(module: Path, *, lazy: bool = True) -> Iterator[str]:
    """Yield the dotted names imported at run time; without `lazy`, only on import."""
    for node in _run(ast.parse(module.read_text(encoding="utf-8")), lazy):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _run(node: ast.AST, lazy: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and not lazy:
            continue
        yield child
        yield from _run(child, lazy)


def test_every_room_is_placed() -> None:
    assert {room_of(module) for module in MODULES} == set(MAY_KNOW)


def test_no_room_knows_one_that_knows_it() -> None:
    below = {room: {one.split(".")[0] for one in known} for room, known in MAY_KNOW.items()}
    order = [*TopologicalSorter(below).static_order()]
    assert set(MAY_KNOW) <= set(order)


def test_no_module_imports_itself_through_others() -> None:
    named = {module_name(module): module for module in MODULES}
    graph = {
        name: {known for each in imports(module) if (known := owner(each, named)) and known != name}
        for name, module in named.items()
    }
    assert len([*TopologicalSorter(graph).static_order()]) == len(named)


def module_name(module: Path) -> str:
    """Return a module's dotted name."""
    parts = module.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def owner(name: str, named: Mapping[str, Path]) -> str | None:
    """Return the module that a dotted name is, or is in."""
    return next((each for each in (name, name.rpartition(".")[0]) if each in named), None)


def test_a_room_knows_only_the_rooms_below_it() -> None:
    assert [
        f"{module.relative_to(PACKAGE)} imports {name}"
        for module in MODULES
        for name in imports(module)
        if name.startswith("kscan.") and not may_know(room_of(module), name[len("kscan.") :])
    ] == []


def test_a_library_is_used_only_where_it_belongs() -> None:
    assert [
        f"{module.relative_to(PACKAGE)} imports {name}"
        for module in MODULES
        for name in imports(module)
        if room_of(module) not in MAY_USE.get(name.split(".")[0], {room_of(module)})
    ] == []


def test_commands_import_training_only_when_they_run() -> None:
    for module in (PACKAGE / "cli").glob("*.py"):
        now = [name for name in imports(module, lazy=False) if name.startswith("kscan.lab")]
        assert now == [], module.name


def test_help_imports_nothing_heavy() -> None:
    assert modules_after("--help").isdisjoint(HEAVY | {"cv2", "numpy"})


def modules_after(*arguments: str) -> set[str]:
    """Return the top-level modules of a new Python after `kscan` ran with these arguments."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from kscan.cli import main\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode in (OK, LOOK), done.stderr
    return {name.split(".")[0] for name in done.stderr.split()}


def test_tally_needs_no_pixels() -> None:
    assert modules_after("tally", "--help").isdisjoint(HEAVY | {"cv2", "numpy"})


def test_a_score_imports_nothing_that_starts_slowly(samples: Path) -> None:
    photo = scored_in_the_readme(samples)
    assert modules_after("score", str(photo)).isdisjoint(HEAVY)


def scored_in_the_readme(samples: Path) -> Path:
    """Return the picture that the README's first command scores."""
    readme = (samples.parent / "README.md").read_text(encoding="utf-8")
    return samples / readme.split("kscan score samples/", 1)[1].split()[0]
