"""The `kscan` command: finds its subcommands, prints every error, maps exit codes. Nothing else."""

import atexit
import gc
import gettext
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, cast

import click

from kscan import __version__
from kscan.cli.output import all_printed
from kscan.cli.wording import BUG, ENDED, MEANT_BATCH, MEANT_SCORE, MEANT_TALLY, NO_OPENCV
from kscan.errors import KscanError, NotationError, OutputError, PhotoError, UsageError, shown
from kscan.locale import words

# NumPy's matrices are small here: more threads would cost more than they give. Asked for before
# any command imports it; who sets it otherwise has the last word.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Looking for cycles of dead objects, while modules are imported and again when Python ends, finds
# none worth it: a cold score takes 0.250 CPU s; 0.304 where it is done as usual.
gc.set_threshold(100_000)  # new objects from one search to the next
atexit.register(gc.freeze)

OK, BROKEN, USAGE, LOOK, FAILED = 0, 1, 2, 3, 4
INTERRUPTED, UNREAD = 130, 141  # as a shell says it of SIGINT and SIGPIPE
OWN_PROCESS = object()  # click's `obj` where a command may bound the memory of its process

# Each command is `command` in kscan/cli/<name>.py; its line is here so that `kscan --help` imports
# none of them.
COMMANDS = {
    "score": "Score the kingdoms on photos.",
    "serve": "Open a page that scores photos from phones.",
    "batch": "Score a tournament's folder of photos.",
    "standings": "Print the standings of a tournament.",
    "tally": "Score kingdoms that are written as text.",
    "demo": "Score a painted sample, to see what kscan does.",
    "find": "Show where kingdoms lie on photos.",
    "doctor": "Say what works on this computer.",
    "lab": "Measure kscan, retrain its weights, try to break it.",
}


def exit_code(error: KscanError) -> int:
    """Return the exit code for `error`."""
    if isinstance(error, NotationError | UsageError | OutputError):
        return USAGE
    return FAILED if isinstance(error, PhotoError) else BROKEN


class LazyGroup(click.Group):
    """Commands of one package, each imported when it is used."""

    def __init__(self, *given: Any, package: str, table: dict[str, str], **more: Any) -> None:
        super().__init__(*given, **more)
        self.package, self.table = package, table

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        """List the commands, in a newcomer's order."""
        return list(self.table)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's
        cmd_name: str,
    ) -> click.Command | None:
        """Import a command by name, if there is one."""
        if cmd_name not in self.table:
            return None
        from kscan.cli.language import translated

        found = importlib.import_module(f"{self.package}.{cmd_name}").command
        return translated(cast(click.Command, found), words())

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands in the help, without importing them."""
        say = words()
        with formatter.section(gettext.gettext("Commands")):
            formatter.write_dl([(name, say(line)) for name, line in self.table.items()])


class Commands(LazyGroup):
    """The top level: no error leaves it as a traceback."""

    def make_context(self, *given: Any, **more: Any) -> click.Context:
        """Parse the command line, ending like a command."""
        if more.get("obj") is OWN_PROCESS:
            from kscan.cli.language import choose

            choose(sys.argv[1:])
        with _ends(), all_printed():
            return super().make_context(*given, **more)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the reader's language."""
        from kscan.cli.language import translated

        click.Group.format_help(cast(click.Group, translated(self, words())), ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; suggest one for a photo or folder."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            said = " ".join(filter(None, (error.format_message(), _meant(args))))
            raise click.UsageError(said, ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; end with a sentence and exit code."""
        _never_fail_to_print()
        try:
            with _ends(), all_printed():
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            if ctx.params.get("verbose"):
                raise
            _leave(words()(BUG, what=unexpected(error)), BROKEN)


def _meant(arguments: Sequence[str]) -> str:
    """Suggest a command for a photo, folder or text in its place, if one fits."""
    from kscan.tournament.folder import PICTURES

    first = Path(arguments[0])
    kind = first.suffix.lower()
    if first.is_dir():
        message, name = MEANT_BATCH, "batch"
    elif kind in PICTURES:
        message, name = MEANT_SCORE, "score"
    elif kind == ".txt":
        message, name = MEANT_TALLY, "tally"
    else:
        return ""
    return words()(message, command=" ".join(["kscan", name, *map(_quoted, arguments)]))


def _quoted(argument: str) -> str:
    """Quote an argument for any shell."""
    return f'"{shown(argument)}"' if " " in argument else shown(argument)


@contextmanager
def _ends() -> Iterator[None]:
    """Turn every expected end into a sentence and code."""
    try:
        yield
    except KscanError as error:
        from kscan.remarks import reason, worded

        photo, say = isinstance(error, PhotoError), words()
        _leave(reason(error, say) if photo else worded(error.message, say), exit_code(error))
    except (KeyboardInterrupt, click.Abort):
        _leave(words()(ENDED), INTERRUPTED)
    except BrokenPipeError:  # `| head` has seen enough
        raise click.exceptions.Exit(UNREAD) from None


def unexpected(error: Exception) -> str:
    """Write an error that nobody worded, in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _leave(message: str, code: int) -> NoReturn:
    click.echo(f"kscan: {message}", err=True)
    raise click.exceptions.Exit(code) from None


def _never_fail_to_print() -> None:
    # A Windows pipe or an old locale cannot encode every name; a '?' is better than no answer.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    try:
        from kscan import networks

        about = f"model {networks.digest()}, OpenCV {networks.opencv()}"
    except ImportError as error:  # who asks for help has to get this far
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        about = words()(NO_OPENCV, reason=reason)
    click.echo(f"kscan {__version__} ({about})")
    ctx.exit()


def coloured() -> bool:
    """Return True if standard output is a colour terminal."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@click.command(
    cls=Commands,
    package="kscan.cli",
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 all well; 1 means a bug in kscan; 2 wrong usage or notation; "
    "3 some readings need a look; 4 a photo could not be read or holds no kingdom; "
    "130 interrupted.",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version, that of the weights and that of OpenCV.",
)
@click.option("-v", "--verbose", is_flag=True, help="Show the full traceback of a bug in kscan.")
def main(verbose: bool) -> None:
    """Score Kingdomino kingdoms from photos or text."""
