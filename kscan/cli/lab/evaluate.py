"""`kscan lab evaluate`: how often readings are right, on labelled pictures."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kscan.cli import options
from kscan.cli.output import document_only
from kscan.errors import KscanError, UsageError, shown

if TYPE_CHECKING:
    from kscan.lab.evaluate.answers import Answers, Json
    from kscan.lab.evaluate.report import Report

PARTS = (
    "squares",
    "boards",
    "full",
    "find",
    "score",
    "things",
    "staged",
    "foreign",
    "castles",
    "robustness",
    "crowns",
    "giants",
    "expansion",
    "xl",
    "baseline",
)
USUAL = ("squares", "boards", "full")
DRAWN = (*USUAL, "baseline")  # the parts that answer square by square

_file = click.Path(path_type=Path, dir_okay=False)


class AccuracyError(KscanError):
    """Figures that sank below their floors."""

    def __init__(self, complaints: list[str]) -> None:
        super().__init__("accuracy_sank", "accuracy: " + "\n  ".join(complaints))


@click.command(short_help="Measure how often readings are right, on labelled pictures.")
@click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar="[PART]...")
@click.option(
    "--folds",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Measure the folds' weights in this folder, each on what it was not trained on; "
    "without it the weights that ship are measured.",
)
@click.option("--worst", type=_file, help="Draw the worst answers for squares to this PNG.")
@click.option("--record", type=_file, help="Keep the figures in this JSON file.")
@click.option("--gate", type=_file, help="Fail where a figure lies below its floor in this file.")
@click.option(
    "--accept-lower", is_flag=True, help="Make what is measured now the floors of --gate."
)
@options.as_json
@options.quiet
def command(
    data: Path,
    parts: tuple[str, ...],
    folds: Path | None,
    worst: Path | None,
    record: Path | None,
    gate: Path | None,
    accept_lower: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure how often readings are right on the labelled pictures in the folder DATA.

    PART is what to measure: squares, boards, full (fields of raw photos), find, score, things,
    staged, foreign, castles, robustness, crowns, giants, expansion, xl, baseline; without any, the
    first three.

    \b
    Example:
      kscan lab evaluate ../photos squares boards --worst worst.png
    """
    if accept_lower and not gate:
        raise UsageError("--accept-lower says what to do with the floors of --gate; name its file.")
    parts = parts or USUAL
    if worst and not set(parts).intersection(DRAWN):
        raise UsageError("--worst draws answers for squares: measure squares, boards or full.")
    if record:
        _recorded(record)
    if gate:
        _check_gate(gate, parts, record)
    with document_only() as out:
        report, answers = _measure(data, parts, folds, quiet)
        _show(report, as_json, out)
    if record:
        _keep(report, record)
    if worst:
        _draw(answers, worst)
    if gate:
        _judge(report, gate, accept_lower)


def _recorded(file: Path) -> "Json":
    """Read a record's figures, if the file exists.

    UsageError if it holds none.
    """
    try:
        figures = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(f"{shown(file)}: cannot be read ({error.strerror}).") from None
    except ValueError:
        figures = None
    if not isinstance(figures, dict):
        raise UsageError(f"{shown(file)}: is no record of figures; give another to --record.")
    return figures


def _check_gate(file: Path, parts: Sequence[str], record: Path | None) -> None:
    """Raise UsageError for unusable floors, before measuring."""
    from kscan.lab.evaluate.gate import Gate, open_gate
    from kscan.lab.evaluate.report import Report

    content = open_gate(file).content
    try:
        floors, held_out, figures = content["floors"], content["held_out"], content["figures"]
        sum([*floors.values(), *held_out.values()])  # numbers, all of them
        if record is None or record.resolve() != (file.parent / figures).resolve():
            nothing = Report({"shipped": {}, "data": ""}, {})
            list(Gate(file, {**content, "floors": {}}).complaints(nothing))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UsageError(
            f"{shown(file)}: does not hold floors and name the record of those held out, as "
            "models/floors.json does."
        ) from None
    for name in floors:
        if name.split(".")[0] not in parts:
            raise UsageError(f"{name}: --gate has a floor for this figure; name its part, too.")


def _measure(
    data: Path, parts: tuple[str, ...], folds: Path | None, quiet: bool
) -> "tuple[Report, list[Answers]]":
    from kscan.lab.evaluate.answers import Answers
    from kscan.lab.evaluate.models import Models, fold_models
    from kscan.lab.evaluate.parts import measured
    from kscan.lab.evaluate.progress import QUIET
    from kscan.lab.evaluate.report import Report, provenance

    QUIET.set(quiet)
    models = fold_models(folds) if folds else Models()
    answers, figures = [], {}
    for part in dict.fromkeys(parts):
        if not quiet:
            click.echo(f"measuring {part}", err=True)
        result = measured(part, data, models)
        if isinstance(result, Answers):
            answers.append(result)
            result = result.figures()
        figures[part] = result
    return Report(provenance(data, models), figures), answers


def _show(report: "Report", as_json: bool, out: Any) -> None:
    if as_json:
        click.echo(json.dumps(report.document(), indent=2), file=out)
    else:
        for line in report.lines():
            click.echo(line, file=out)


def _draw(answers: "list[Answers]", file: Path) -> None:
    from kscan.lab.evaluate.answers import joined
    from kscan.lab.evaluate.worst import draw

    draw(joined(answers), file)


def _keep(report: "Report", file: Path) -> None:
    from kscan.files import write

    # Another run may have kept figures there meanwhile.
    write(file, json.dumps(report.record(_recorded(file)), indent=1) + "\n")


def _judge(report: "Report", file: Path, accept_lower: bool) -> None:
    from kscan.lab.evaluate.gate import open_gate, write_floors

    gate = open_gate(file)
    complaints = list(gate.complaints(report))
    if accept_lower:
        write_floors(gate, report)
    elif complaints:
        raise AccuracyError(complaints)
