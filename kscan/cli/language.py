"""Help and usage errors in the reader's language: that of --lang, else the environment's."""

import copy
import gettext
import inspect
import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from kscan.locale import DOMAIN, FOLDER, LANGUAGES, Message, Plural, Words, words

if TYPE_CHECKING:
    from kscan.cli import LazyGroup

_EXAMPLE = "Example: {command}"
_AS_IT_IS = "\b\n"  # how click marks a paragraph that it does not wrap

# What click says of itself, as its source has it: it asks the process's catalogue for these.
CLICK: tuple[Message, ...] = (
    "Usage:",
    "Options",
    "Commands",
    "Show this message and exit.",
    "default: {default}",
    "Error: {message}",
    "Try '{command} {option}' for help.",
    "Missing command.",
    "Missing argument",
    "Missing option",
    "No such command {name!r}.",
    "No such option {name!r}.",
    Plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    Plural(
        "Got unexpected extra argument ({args})",
        "Got unexpected extra arguments ({args})",
    ),
    "Option {name!r} does not take a value.",
    Plural(
        "Option {name!r} requires an argument.",
        "Option {name!r} requires {nargs} arguments.",
    ),
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    Plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    "file",
    "directory",
    "path",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is not readable.",
)


def choose(arguments: Sequence[str]) -> None:
    """Make the language that --lang names this process's, for all that it says."""
    asked = [value for option, value in pairwise(arguments) if option == "--lang"]
    asked += [one.removeprefix("--lang=") for one in arguments if one.startswith("--lang=")]
    if asked and asked[-1] in LANGUAGES:
        os.environ["LANGUAGE"] = asked[-1]
    if words().lang != "en":
        gettext.bindtextdomain(DOMAIN, str(FOLDER))
        gettext.textdomain(DOMAIN)


def translated(command: click.Command, say: Words) -> click.Command:
    """Return the command with its help in this language."""
    if say.lang == "en":
        return command
    found = copy.copy(command)
    found.help = "\n\n".join(_said(one, say) for one in paragraphs(command))
    found.epilog = say(command.epilog) if command.epilog else None
    found.params = [_translated(parameter, say) for parameter in command.params]
    return found


def _translated(parameter: click.Parameter, say: Words) -> click.Parameter:
    if not isinstance(parameter, click.Option) or not parameter.help:
        return parameter
    found = copy.copy(parameter)
    found.help = say(parameter.help)
    return found


def paragraphs(command: click.Command) -> list[str]:
    """Return the paragraphs of a command's help, each in one line but for examples."""
    text = inspect.cleandoc(command.help or "")
    return [
        one if one.startswith(_AS_IT_IS) else " ".join(one.split()) for one in text.split("\n\n")
    ]


def _said(paragraph: str, say: Words) -> str:
    if paragraph.startswith(_AS_IT_IS):
        return paragraph
    label, _, command = paragraph.partition(" kscan ")
    if label == "Example:":
        return say(_EXAMPLE, command=f"kscan {command}")
    return say(paragraph)


def messages(group: "LazyGroup") -> Iterator[str]:
    """Yield every sentence of the help of a group's commands, but for those of groups in it."""
    yield _EXAMPLE
    yield from _messages(group)
    yield from group.table.values()
    for name in group.table:
        command = group.get_command(click.Context(group), name)
        if command is not None and not isinstance(command, click.Group):
            yield from _messages(command)


def _messages(command: click.Command) -> Iterator[str]:
    for paragraph in filter(None, paragraphs(command)):
        if not paragraph.startswith((_AS_IT_IS, "Example:")):
            yield paragraph
    if command.epilog:
        yield command.epilog
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help and not parameter.hidden:
            yield parameter.help
