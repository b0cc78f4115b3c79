"""Every code block of the README and the docs does what its page says."""

import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from kscan import __version__
from kscan.cli import LOOK, OK, main
from kscan.corrections.table import read_corrections
from kscan.game.boxes import parse_box
from kscan.game.gamefile import parse_game
from kscan.tournament.names import PhotoNames
from kscan.tournament.players import seating
from kscan.tournament.settings import parse

sys.path.insert(0, str(Path(__file__).parent))

from documents import CHECKOUT, Block, blocks, commands, workplace

BLOCKS = list(blocks())
INSTALLS = re.compile(
    r"(\.venv/bin/)?(pip|pipx) install (--no-compile )?(-e )?(\.|'\.\[(?P<extras>[\w,]+)\]')"
    r"|uvx --python 3\.1[1-4] --from \. kscan demo"
    r"|python3 -m venv \.venv"
    r"|python -m build|twine check dist/\*|\.venv/bin/pytest"
)
PACKAGES = {"pillow-heif", "dask", "distributed", "openpyxl", "build", "twine"}


def of(language: str) -> pytest.MarkDecorator:
    """Run a test on each block of this language."""
    found = [block for block in BLOCKS if block.language == language]
    assert found
    return pytest.mark.parametrize("block", found, ids=str)


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """Make a folder with all that examples name, and its environment."""
    return tmp_path, workplace(tmp_path)


def test_every_block_says_its_language_and_is_tested() -> None:
    known = {"sh", "console", "powershell", "python", "toml", "csv", "kingdom", "box", "text"}
    assert [str(block) for block in BLOCKS if block.language not in known] == []


PAGES = sorted({block.page for block in BLOCKS if block.language == "sh"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_a_page_run_one_after_the_other(
    page: Path, place: tuple[Path, dict[str, str]]
) -> None:
    folder, environment = place
    of_page = [block for block in BLOCKS if (block.page, block.language) == (page, "sh")]
    for line in "".join(block.text for block in of_page).splitlines():
        for command in line.split(" && "):
            if INSTALLS.fullmatch(command):
                continue
            if command.startswith("kscan serve"):
                serve(command, folder, environment)
            elif "--dask" in command:
                with cluster(folder, environment) as address:
                    run(re.sub(r"tcp://\S+", address, command), folder, environment)
            else:
                run(command, folder, environment)


def run(command: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a command as a shell does; return what it prints."""
    given = {"cwd": folder, "env": environment, "stdin": subprocess.DEVNULL}
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, **given
    )
    assert done.returncode in (OK, LOOK), f"{command}\n{done.stderr}"
    return done.stdout


def serve(command: str, folder: Path, environment: dict[str, str]) -> None:
    """Start the page, wait for its address, stop it."""
    arguments = [*shlex.split(command), "--host", "127.0.0.1", "--port", "0", "--quiet"]
    arguments[0] = str(folder / "bin" / "kscan")
    with subprocess.Popen(
        arguments, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as page:
        assert page.stdout is not None
        assert page.stdout.readline().startswith("http://127.0.0.1:")
        page.send_signal(signal.SIGINT)
        assert page.wait(60) == OK


@contextmanager
def cluster(folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """Start a Dask cluster of one worker; yield its address."""
    distributed = pytest.importorskip("distributed")
    said = folder / "scheduler.json"
    scheduler = ["dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(said)]
    worker = ["dask_worker", "--scheduler-file", str(said), "--no-nanny", "--no-dashboard"]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for program, *arguments in (scheduler, worker)
    ]
    while not said.exists() or not said.read_text().endswith("}"):
        time.sleep(0.1)
    with distributed.Client(scheduler_file=str(said), set_as_default=False) as client:
        client.wait_for_workers(1, timeout=120)
        yield client.scheduler.address
    for process in running:
        process.kill()
        process.wait()


@of("console")
def test_what_commands_print_is_shown(block: Block, place: tuple[Path, dict[str, str]]) -> None:
    command, _, shown = block.text.partition("\n")
    printed = run(command.removeprefix("$ "), *place)
    assert without_odds(printed).strip("\n") == without_odds(shown).strip("\n")


def without_odds(text: str) -> str:
    """Leave the probabilities out: another processor or OpenCV rounds them differently."""
    return re.sub(r"(?:[<>] )?[\d.]+ %", "so many %", text)


@of("powershell")
def test_windows_has_the_commands_of_the_others(block: Block) -> None:
    line = block.text.strip().replace("; ", " && ").replace("py -m", "python3 -m")
    line = re.sub(r"\.venv\\Scripts\\", ".venv/bin/", line).replace("\\", "/")
    there = [one.text.strip() for one in BLOCKS if (one.page, one.language) == (block.page, "sh")]
    assert line in there


@of("python")
def test_programs_run(block: Block, place: tuple[Path, dict[str, str]]) -> None:
    folder, environment = place
    program = [sys.executable, "-W", "error", "-c", block.text]
    done = subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@of("toml")
def test_settings_are_understood(block: Block) -> None:
    assert parse(block.text).title == tomllib.loads(block.text)["title"]


@of("csv")
def test_tables_are_understood(block: Block, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(block.text, encoding="utf-8")
    lines = block.text.splitlines()[1:]
    photos = list(dict.fromkeys(filter(None, (line.split(",")[0] for line in lines))))
    if "squares" in block.text.splitlines()[0].split(","):
        found = read_corrections(table, dict.fromkeys(photos, "0" * 64), PhotoNames(photos))
        assert found.unused == ()
        assert len(found.of) == len(lines)
    else:
        seated = seating(photos, table)
        assert seated.unmatched == ()
        players = sum(len(place.players) for place in seated.places.values())
        assert players + len(seated.absences) + len(seated.expected) == len(lines)


@of("kingdom")
def test_kingdoms_are_understood(block: Block) -> None:
    assert parse_game(block.text, "here")


@of("box")
def test_boxes_are_understood(block: Block) -> None:
    said = [line for line in block.text.splitlines() if not line.startswith("#")]
    assert len(parse_box(block.text, "mine").dominoes) == len(said)


def test_what_is_installed_exists() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    extras = set(project["optional-dependencies"])
    for block in BLOCKS:
        for command in re.split(r" && |; |\n", block.text):
            if match := INSTALLS.fullmatch(command):
                assert set((match["extras"] or "").split(",")) - {""} <= extras
    named = re.findall(
        r"`pip install ([\w -]+)`", "".join(b.page.read_text("utf-8") for b in BLOCKS)
    )
    assert set(" ".join(named).split()) <= PACKAGES
    wheels = {
        wheel
        for block in BLOCKS
        for wheel in re.findall(r"kscan-[\d.]+\S*\.whl", block.page.read_text("utf-8"))
    }
    assert wheels == {f"kscan-{__version__}-py3-none-any.whl"}


def spoken() -> Iterator[tuple[str, str]]:
    """Yield the commands in sentences that are whole: with arguments, without gaps."""
    for page, command in dict.fromkeys(commands()):
        if "COMMAND" not in command and "..." not in command:
            yield page, command


@pytest.mark.parametrize(("page", "command"), list(spoken()))
def test_commands_in_sentences_have_such_options(page: str, command: str) -> None:
    del page  # names the test
    found: click.Command | None = main
    words = shlex.split(command)[1:]
    while isinstance(found, click.Group) and words and not words[0].startswith("-"):
        found = found.get_command(click.Context(found), words.pop(0))
    assert found is not None
    known = {name for param in found.params for name in (*param.opts, *param.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= known | {"--help"}
