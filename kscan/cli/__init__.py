"""The `kscan` command: finds its subcommands, prints every error, maps exit codes. Nothing else."""

import atexit
import gc
import importlib
import os
import sys
from typing import Any, NoReturn, cast

import click

from kscan import __version__
from kscan.errors import KscanError, NotationError, OutputError, PhotoError, UsageError

# NumPy's matrices are small here: more threads would cost more than they give. Asked for before
# any command imports it; who sets it otherwise has the last word.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Looking for cycles of dead objects, while modules are imported and again when Python ends, takes a
# tenth of a cold start and finds none worth it: it is done seldom, and not at the end.
gc.set_threshold(100_000)  # new objects from one search to the next
atexit.register(gc.freeze)

OK, BROKEN, USAGE, LOOK, FAILED, INTERRUPTED = 0, 1, 2, 3, 4, 130

# Each command is `command` in kscan/cli/<name>.py; its line is here so that `kscan --help` imports
# none of them.
COMMANDS = {
    "score": "Score the kingdoms on photos.",
    "batch": "Score a tournament's folder of photos.",
    "tally": "Score kingdoms that are written as text.",
    "find": "Show where kingdoms lie on photos.",
    "evaluate": "Measure how often readings are right, on labelled pictures.",
    "benchmark": "Measure how fast everything is on this machine.",
    "train": "Make the weights again from labelled pictures.",
}


def exit_code(error: KscanError) -> int:
    """The exit code that answers `error`."""
    if isinstance(error, NotationError | UsageError | OutputError):
        return USAGE
    return FAILED if isinstance(error, PhotoError) else BROKEN


class Commands(click.Group):
    """The subcommands, imported when they are used; no error leaves it as a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        """The names, in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's
        cmd_name: str,
    ) -> click.Command | None:
        """The command of that name, imported now; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        return cast(click.Command, importlib.import_module(f"kscan.cli.{cmd_name}").command)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands in the help from the table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; say what went wrong in one sentence and leave with its exit code."""
        _never_fail_to_print()
        try:
            return super().invoke(ctx)
        except KscanError as error:
            _leave(ctx, error.message, exit_code(error))
        except (KeyboardInterrupt, click.Abort):
            _leave(ctx, "interrupted", INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
            raise
        except Exception as error:
            if ctx.params.get("verbose"):
                raise
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            _leave(ctx, f"{what} (a fault of kscan; `kscan -v ...` shows where)", BROKEN)


def _leave(ctx: click.Context, message: str, code: int) -> NoReturn:
    click.echo(f"kscan: {message}", err=True)
    ctx.exit(code)


def _never_fail_to_print() -> None:
    # A Windows pipe or an old locale cannot encode every name; a '?' is better than no answer.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def coloured() -> bool:
    """Whether standard output is a terminal that wants colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 all is well; 1 kscan itself is broken; 2 wrong usage or notation; "
    "3 some readings need a look; 4 a photo could not be read or holds no kingdom; "
    "130 interrupted.",
)
@click.version_option(__version__, "-V", "--version", prog_name="kscan")
@click.option("-v", "--verbose", is_flag=True, help="Show the traceback of a fault of kscan.")
def main(verbose: bool) -> None:
    """Score Kingdomino kingdoms from photos or text."""
