"""Every option, exit code, error code, field, column and setting is described, and only once."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import kscan
from kscan import cli, scan
from kscan.lab.documents import formats
from kscan.remarks import REASONS
from kscan.tournament.report import csv as tables
from kscan.tournament.report.standings_table import columns
from kscan.tournament.settings import Settings
from kscan.tournament.tie_breaks import Criterion, Ranking

PACKAGE = Path(kscan.__file__).parent
DOCS = PACKAGE.parent / "docs"
CODE = re.compile(r"[a-z]+(_[a-z]+)*")
RAISED = re.compile(r"(\w+Error|Failure|_?refused|_?failure|__init__)")


def described(page: str, heading: str = "") -> Counter[str]:
    """Count what the first column of a page's tables names, below a heading if one is given."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if heading:
        level = heading.split(" ", 1)[0]
        text = text.split(f"\n{heading}\n", 1)[1]
        text = re.split(rf"^#{{1,{len(level)}}} ", text, maxsplit=1, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return Counter(name for row in rows for name in re.findall(r"`([^`]+)`", row))


def parsed() -> Iterator[ast.AST]:
    """Yield every node of all modules but those that train and measure."""
    for module in sorted(PACKAGE.rglob("*.py")):
        if "lab" not in module.relative_to(PACKAGE).parts:
            yield from ast.walk(ast.parse(module.read_text(encoding="utf-8")))


def raised() -> set[str]:
    """Find the codes that errors and failures are made with."""
    found = set(REASONS)
    for node in parsed():
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            codes = [arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant)]
            if RAISED.fullmatch(name):
                found |= {c for c in codes if isinstance(c, str) and CODE.fullmatch(c)}
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            named = ast.unparse(node.targets[0]) == "problem"
            found |= {str(literal(node.value.elts[0]))} if named else set()
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found |= {str(literal(value)) for key, value in pairs if literal(key) == "code"}
    return found - {"None"}


def literal(node: ast.AST | None) -> object:
    """Return a constant's value; None for what is none."""
    return node.value if isinstance(node, ast.Constant) else None


def columns_read(module: str) -> set[str]:
    """Find the columns of a table that a module asks its lines for."""
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    return {
        node.slice.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and getattr(node.value, "id", "") == "line"
        and isinstance(node.slice, ast.Constant)
    }


def once(names: set[str]) -> Counter[str]:
    """Count each name once."""
    return Counter(names)


def every_command(group: click.Group, above: str) -> Iterator[tuple[str, click.Command]]:
    """Yield each command with its whole name, those within groups, too."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command, f"{above} {name}")
        else:
            yield f"{above} {name}", command


@pytest.mark.parametrize(("name", "command"), list(every_command(cli.main, "kscan")))
def test_options(name: str, command: click.Command) -> None:
    level = "#" * len(name.split())
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    names = [name for option in options for name in (*option.opts, *option.secondary_opts)]
    found = described("commands.md", f"{level} {name}") if names else Counter()
    assert {each: found[each] for each in names} == dict.fromkeys(names, 1)


def test_exit_codes() -> None:
    codes = (cli.OK, cli.BROKEN, cli.USAGE, cli.LOOK, cli.FAILED, cli.INTERRUPTED, cli.UNREAD)
    assert described("errors.md", "## Exit codes") == once(set(map(str, codes)))


def test_error_codes() -> None:
    assert described("errors.md", "## Error codes") == once(raised())


def test_json_fields() -> None:
    schema = formats.schema()
    parts = [schema, *schema["$defs"].values()]
    silent = [
        path
        for part in parts
        for path, field in formats.fields(part).items()
        if not formats.described(field)
    ]
    assert silent == []


def test_what_commands_print_as_json_is_in_the_schema() -> None:
    schema = formats.schema()
    known = {path for part in schema["$defs"].values() for path in formats.fields(part)}
    known |= set(formats.fields(schema))
    sample = PACKAGE.parent / "samples" / "table_of_four.answer.txt"
    for arguments in (["tally", str(sample)], ["tally", str(sample), str(sample)]):
        printed = json.loads(CliRunner().invoke(cli.main, [*arguments, "--json"]).stdout)
        assert set(printed) <= known
        assert {key for kingdom in printed["kingdoms"] for key in kingdom} <= known
    photo = scan(sample.with_name("gaps.jpg")).to_dict()
    assert {*photo, *photo["kingdoms"][0]} <= known


def test_settings() -> None:
    names = {field.name for field in fields(Settings)}
    assert described("files.md", "## kscan.toml") == once(names)


def test_columns_that_people_write() -> None:
    games = columns_read("tournament/games_csv.py") - {"colour"}
    found = described("files.md", "## games.csv")
    assert found == once(games)
    corrections = columns_read("corrections/table.py")
    assert described("files.md", "## corrections.csv") == once(corrections)


def test_columns_that_kscan_writes() -> None:
    assert described("files.md", "## results.csv") == once(set(tables.RESULTS))
    assert described("files.md", "## rankings.csv") == once(set(tables.RANKINGS))
    posted = {column.key for column in columns(Ranking(), (), ["round-1"])}
    posted |= {each.value for each in Criterion} | set(tables.NOTED)
    assert described("files.md", "## standings.csv") == once(posted)


def test_environment_variables() -> None:
    asked = {
        node.args[0].value
        for node in parsed()
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("os.environ.get", "os.getenv")
        and isinstance(node.args[0], ast.Constant)
    }
    own = {name for name in asked if str(name).startswith("KSCAN")} | {"NO_COLOR"}
    assert own <= set(described("commands.md", "## Environment"))
