"""What somebody meant who gave a photo, a folder or a text in the place of a command."""

from collections.abc import Sequence
from pathlib import Path

from kscan.cli.wording import MEANT_BATCH, MEANT_SCORE, MEANT_TALLY
from kscan.errors import shown
from kscan.locale import words


def meant(arguments: Sequence[str]) -> str:
    """Suggest a command for these arguments, if one fits."""
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
