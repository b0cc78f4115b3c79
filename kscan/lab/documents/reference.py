"""The reference of every command, from what its help says."""

import inspect
from collections.abc import Iterator

import click

from kscan.cli import COMMANDS
from kscan.cli import main as kscan


def commands() -> Iterator[str]:
    """Describe each command: what it does, its options with their defaults, its exit codes."""
    yield from _options(kscan, "kscan")
    for name in COMMANDS:
        yield from _command(kscan, name, "kscan", 2)


def _command(group: click.Group, name: str, above: str, level: int) -> Iterator[str]:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    path = f"{above} {name}"
    yield f"{'#' * level} {path}"
    yield ""
    yield from _help(command)
    if isinstance(command, click.Group):
        for below in command.list_commands(click.Context(command)):
            yield from _command(command, below, path, level + 1)
        return
    yield from _options(command, path)
    if command.epilog:
        yield command.epilog
        yield ""


def _help(command: click.Command) -> Iterator[str]:
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        lines = [line.strip() for line in paragraph.replace("\b\n", "").splitlines()]
        first, *more = lines
        if first.startswith("Example:"):
            yield "Example:"
            yield ""
            yield f"    {' '.join([first.removeprefix('Example:').strip(), *more]).strip()}"
        else:
            yield _escaped(" ".join(lines))
        yield ""


def _options(command: click.Command, path: str) -> Iterator[str]:
    context = click.Context(command, info_name=path)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"Usage: `{path} {usage}`"
    yield ""
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    if not options:
        return
    yield "| option | what it does | default |"
    yield "|---|---|---|"
    for option in options:
        yield f"| {_names(option, context)} | {_escaped(option.help or '')} | {_default(option)} |"
    yield ""


def _names(option: click.Option, context: click.Context) -> str:
    names = [f"`{name}`" for name in (*option.opts, *option.secondary_opts)]
    value = "" if option.is_flag else f" {_code(option.make_metavar(context))}"
    return ", ".join(names) + value


def _default(option: click.Option) -> str:
    if option.is_flag or not option.show_default or option.default is None:
        return ""
    return _code(str(option.default))


def _code(text: str) -> str:
    return f"<code>{text.replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _escaped(text: str) -> str:
    """Write text so that Markdown shows each character of it."""
    for character in "\\|*_<>[]`":
        text = text.replace(character, f"\\{character}")
    return text
