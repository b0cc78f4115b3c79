"""Every command says what it does, shows an example, and is in the README."""

import re
from pathlib import Path

import click
import pytest

from kscan.cli import COMMANDS, main

README = Path(__file__).parents[1] / "README.md"


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


@pytest.mark.parametrize("which", ["score", "test"])
def test_the_readme_has_each_command_once_in_one_line(which: str, readme: str) -> None:
    (block,) = re.findall(rf"<!-- command: {which} -->\n```sh\n(.*?)```", readme, re.DOTALL)
    assert block.count("\n") == 1
    assert block.startswith("python3 -m venv .venv && .venv/bin/pip install")


def test_files_that_the_readme_links_to_exist(readme: str) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", readme)
    links += re.findall(r'src="([^"]+)"', readme)
    assert [link for link in links if not (README.parent / link).exists()] == []


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
