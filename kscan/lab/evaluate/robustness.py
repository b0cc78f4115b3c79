"""The robustness table: how accuracy falls as a hardship grows."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kscan.lab.evaluate import hardships
from kscan.lab.evaluate.answers import Json
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.squares import Case, Change, board_cases, read_cases, square_cases

EVERY = 4  # of the single squares: enough to see a point's difference


@dataclass(frozen=True, slots=True)
class Row:
    """One hardship in growing doses."""

    name: str
    unit: str
    lay: Callable[[float], Change]
    doses: tuple[float, ...]
    # A single square's picture ends at its edge: a grid that is off shows nothing real there.
    boards_only: bool = False


ROWS = (
    Row("offset", "of a square", hardships.offset, (0.0, 0.04, 0.08, 0.12, 0.16, 0.2), True),
    Row("scale", "x", hardships.scale, (0.85, 0.93, 1.07, 1.15), True),
    Row("turn", "degrees", hardships.turn, (2.0, 5.0, 10.0), True),
    Row("square size", "px", hardships.square_size, (24, 32, 48, 64, 100, 200)),
    Row("blur", "of a square", hardships.blur, (0.01, 0.02, 0.04, 0.06)),
    Row("colour temperature", "K", hardships.kelvin, (2500, 3200, 4500, 6500, 8000)),
    Row("exposure", "stops", hardships.exposure, (-3, -2, -1, 0.5, 1, 1.5)),
    Row("glare", "opaque", hardships.glare, (0.25, 0.5, 0.75, 1.0)),
    Row("noise", "grey levels", hardships.noise, (5, 10, 20)),
    Row("JPEG quality", "", lambda quality: hardships.jpeg(round(quality)), (80, 40, 20, 10)),
)


def robustness(data: Path, models: Models) -> Json:
    """Accuracy at each dose of each hardship, on boards and on a part of the single squares."""
    of_boards = [case for case in board_cases(data) if models.has(case.fold)]
    of_squares = [case for case in square_cases(data) if models.has(case.fold)][::EVERY]
    return {
        "n": {"boards": _fields(of_boards), "squares": _fields(of_squares)},
        "table": [
            _measured(row, dose, of_boards, [] if row.boards_only else of_squares, models)
            for row in ROWS
            for dose in row.doses
        ],
    }


def _measured(
    row: Row, dose: float, of_boards: list[Case], of_squares: list[Case], models: Models
) -> Json:
    line: Json = {"hardship": row.name, "dose": dose, "unit": row.unit}
    for name, cases in (("boards", of_boards), ("squares", of_squares)):
        if cases:
            answers = read_cases(cases, models, row.lay(dose))
            line[name] = float(answers.right.mean())
    return line


def _fields(cases: list[Case]) -> int:
    return sum(len(list(case.kingdom.cells())) - len(case.hidden) for case in cases)
