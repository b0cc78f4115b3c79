"""The README and the docs: short, whole, and linked to what is there."""

import re
from pathlib import Path

import click
import pytest

from kscan.cli import COMMANDS, main
from kscan.lab.documents.site import linked

CHECKOUT = Path(__file__).parents[1]
README = CHECKOUT / "README.md"
PAGES = [README, *sorted((CHECKOUT / "docs").rglob("*.md"))]
MOST_WORDS = 1000


@pytest.fixture(scope="module")
def readme() -> str:
    return README.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    command = loaded(name)
    assert f"kscan {name}" in (command.help or "") + (command.epilog or "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name: str) -> None:
    for command in with_subcommands(loaded(name)):
        options = [p for p in command.params if isinstance(p, click.Option)]
        assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme(name: str, readme: str) -> None:
    assert f"kscan {name}" in readme


def test_the_readme_is_short(readme: str) -> None:
    assert len(readme.split()) <= MOST_WORDS


@pytest.mark.parametrize("which", ["score", "test"])
def test_the_readme_has_each_command_once_in_one_line(which: str, readme: str) -> None:
    (block,) = re.findall(rf"<!-- command: {which} -->\n```sh\n(.*?)```", readme, re.DOTALL)
    assert block.count("\n") == 1
    assert block.startswith("python3 -m venv .venv && .venv/bin/pip install")


def test_the_notation_is_explained_before_the_first_sheet(readme: str) -> None:
    assert readme.index("| `W` wheat |") < readme.index("$ kscan score")


def test_an_old_python_is_named_before_pip_is_run(readme: str) -> None:
    needed = re.search(r"Python (3\.\d+) to (3\.\d+)", readme)
    assert needed
    assert needed.start() < readme.index("pip install")
    pyproject = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    first, last = needed.groups()
    assert f">={first},<3.{int(last[2:]) + 1}" in pyproject


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", text)
    links += re.findall(r'src="([^"]+)"', text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_picture_is_shown() -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    pictures = (CHECKOUT / "docs" / "pictures").iterdir()
    assert [each.name for each in pictures if f"pictures/{each.name}" not in shown] == []


def test_no_page_names_an_address_of_the_project() -> None:
    # There is none yet: nobody is sent to a place, or an index, that is not kscan's.
    named = r"pip install kscan\b|github\.com|readthedocs|pypi\.org/project/kscan"
    assert [page.name for page in PAGES if re.search(named, page.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("page", "link", "target"),
    [
        ("accuracy.md", "../samples/README.md", "samples/README.md"),
        ("architecture.md", "../CONTRIBUTING.md", "CONTRIBUTING.md"),
        ("CONTRIBUTING.md", "docs/json.md", "json.md"),
        ("samples/README.md", "../docs/notation.md", "../notation.md"),
        ("json.md", "errors.md#error-codes", "errors.md#error-codes"),
    ],
)
def test_links_of_the_site_follow_the_files(page: str, link: str, target: str) -> None:
    assert linked(f"[here]({link})", page) == f"[here]({target})"


def loaded(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return command


def with_subcommands(command: click.Command) -> list[click.Command]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        below = (command.get_command(context, name) for name in command.list_commands(context))
        return [command, *(sub for each in below if each for sub in with_subcommands(each))]
    return [command]
