"""Small faults in the source, drawn by a seed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

from kscan.errors import UsageError

# Each a folder or a module of the package, with the tests in the folder or module of that name.
ROOMS = ("game", "infer", "corrections", "tournament", "report", "pipeline")

# What those operators of mutmut change that are offered every node, which takes most of the time.
_OPERATORS = (
    *(cst.BinaryOperation, cst.UnaryOperation, cst.BooleanOperation, cst.AugAssign),
    *(cst.ComparisonTarget, cst.BaseCompOp, cst.Break, cst.Continue),
)
_Make = Callable[[], tuple[str, str]]  # the kind of a fault, and its module's source with it


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: where it is, and the module's source with it."""

    room: str
    path: str  # below the checkout
    line: int
    kind: str  # the syntax that is changed: `Comparison`, `Call`
    before: str  # the line as it is
    after: str  # and with the fault
    source: str


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a module on which faults can be put."""

    room: str
    path: str
    number: int


def draw(checkout: Path, rooms: Sequence[str], seed: int, count: int, skip: int) -> list[Mutant]:
    """Draw lines without repetition, and a fault on each; `skip` so many of the first."""
    dice = Random(seed)
    faults = dict(_faults(checkout, rooms))
    lines = sorted(faults, key=lambda line: (line.path, line.number))
    dice.shuffle(lines)
    chosen = [(line, dice.choice(faults[line])) for line in lines[: skip + count]]
    return [_made(checkout, line, make) for line, make in chosen[skip:]]


def sources(checkout: Path, room: str) -> list[Path]:
    """List the modules of a room."""
    folder = checkout / "kscan" / room
    module = folder.with_suffix(".py")
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [module] * module.is_file()


def _faults(checkout: Path, rooms: Sequence[str]) -> Iterator[tuple[_Line, list[_Make]]]:
    """Find the faults that can be put on each line."""
    for room in rooms:
        modules = sources(checkout, room)
        if not modules:
            raise UsageError(f"there is no room {room} below {checkout}/kscan")
        for module in modules:
            path = module.relative_to(checkout).as_posix()
            found: dict[int, list[_Make]] = {}
            for line, make in _of_module(module.read_text(encoding="utf-8")):
                found.setdefault(line, []).append(make)
            yield from ((_Line(room, path, line), makes) for line, makes in found.items())


def _of_module(text: str) -> Iterator[tuple[int, _Make]]:
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    places = wrapper.resolve(PositionProvider)
    visitor = _Changes()
    wrapper.module.visit(visitor)

    def maker(old: cst.CSTNode, new: cst.CSTNode) -> _Make:
        return lambda: (type(old).__name__, _code(wrapper.module.deep_replace(old, new)))

    for old, new in visitor.found:
        where = places.get(old)
        if isinstance(where, CodeRange):
            yield where.start.line, maker(old, new)


def _code(module: object) -> str:
    if not isinstance(module, cst.Module):
        raise TypeError("a module with a fault is a module")
    return module.code


class _Changes(cst.CSTVisitor):
    """Collects each node that an operator of mutmut changes, and what it becomes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[cst.CSTNode, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        # Types are checked by mypy, and how a sentence is worded is no fault of the code.
        if isinstance(node, cst.Annotation | cst.Decorator) or _is_sentence(node):
            return False
        for kind, change in mutation_operators:
            if isinstance(node, kind) and (kind is not cst.CSTNode or isinstance(node, _OPERATORS)):
                self.found += [(node, changed) for changed in change(node)]
        return True


def _is_sentence(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleString | cst.FormattedString) and any(
        " " in part.value for part in _texts(node)
    )


def _texts(
    node: cst.SimpleString | cst.FormattedString,
) -> Iterator[cst.SimpleString | cst.FormattedStringText]:
    if isinstance(node, cst.SimpleString):
        yield node
    else:
        yield from (part for part in node.parts if isinstance(part, cst.FormattedStringText))


def _made(checkout: Path, line: _Line, make: _Make) -> Mutant:
    kind, source = make()
    old = (checkout / line.path).read_text(encoding="utf-8").splitlines()
    new = source.splitlines()
    at = next((n for n, pair in enumerate(zip(old, new, strict=False)) if len({*pair}) > 1), 0)
    return Mutant(line.room, line.path, line.number, kind, old[at].strip(), new[at].strip(), source)
