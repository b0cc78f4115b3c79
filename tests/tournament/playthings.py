"""Photos whose bytes say what lies on them, and a reader that believes them.

    kscan photo
    wait 0.2
    castle-and-squares of a kingdom
    ---
    the next kingdom

Importable by child processes: tests put this folder on `sys.path`.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from kscan.corrections.decisions import GridIs
from kscan.evidence import CLASSES, Evidence, widened
from kscan.find.grid import Grid
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.remark import Remark
from kscan.game.squares import CastleColor
from kscan.locale import words
from kscan.records import SeenKingdom
from kscan.remarks import sentence
from kscan.tournament.batch import Batch
from kscan.tournament.records import Failure, PhotoReading
from kscan.tournament.workers import Done, Task

Run = Callable[..., Batch]  # as the fixture `run` does it

BEGINNING = "kscan photo\n"
ORDERS = ("salt", "wait", "hang", "die", "once", "doubt")
ODD = '=1+1 <img src=x onerror=alert(1)> "q" é\n&.jpg'  # a name that no page and no table may run
LOG = "PLAYTHINGS_LOG"  # names a file that gets a line for every photo that was read to its end


def photo(*kingdoms: str, orders: Iterable[str] = (), salt: str = "") -> bytes:
    """Make a photo's bytes: kingdoms in the notation; `orders` such as `wait 0.2`, `hang`."""
    lines = [BEGINNING.strip(), f"salt {salt}", *orders, *"\n---\n".join(kingdoms).splitlines()]
    return "\n".join(lines).encode()


def read(content: bytes, name: str, windows: Sequence[GridIs] = ()) -> PhotoReading:  # noqa: ARG001 - as every reader
    """Return what the bytes say, whatever the `name` and the `windows`."""
    text = content.decode("utf-8", "replace")
    if not text.startswith(BEGINNING):
        _log(content)
        return PhotoReading(failure=Failure("not_a_picture", "this is not a picture."))
    orders, kingdoms = _parse(text)
    for order in orders:
        _obey(order)
    sure = 0.5 if "doubt" in orders else 0.999
    found = tuple(seen(one, sure, place) for place, one in enumerate(kingdoms))
    _log(content)
    nothing = None if found else Failure("no_kingdom", "no kingdom was found on this photo.")
    picture = cv2.imencode(".jpg", np.full((80, 100, 3), 128, np.uint8))[1].tobytes()
    return PhotoReading(1000, 800, found, nothing, picture, picture)


def read_really(content: bytes, name: str, windows: Sequence[GridIs] = ()) -> PhotoReading:
    """As kscan reads photos, with a line in the log for each."""
    from kscan.tournament.stages import read_photo

    found = read_photo(content, name, windows)
    _log(content)
    return found


def _parse(text: str) -> tuple[list[str], list[Kingdom]]:
    lines = text.splitlines()[1:]
    orders = [line for line in lines if line.split(" ")[0] in ORDERS]
    drawn = "\n".join(line for line in lines if line not in orders)
    return orders, [parse_kingdom(part) for part in drawn.split("---") if part.strip()]


def _obey(order: str) -> None:
    word, _, rest = order.partition(" ")
    if word == "wait":
        time.sleep(float(rest))
    elif word == "hang":
        time.sleep(3600)
    elif word == "die":
        os._exit(7)
    elif word == "once":  # die, but only the first time: `rest` is a file that remembers
        try:
            Path(rest).touch(exist_ok=False)
        except FileExistsError:
            return
        os._exit(7)


def _log(content: bytes) -> None:
    if log := os.environ.get(LOG):
        import hashlib

        with open(log, "a", encoding="utf-8") as file:
            file.write(hashlib.sha256(content).hexdigest() + "\n")


def seen(kingdom: Kingdom, sure: float = 0.999, place: int = 0) -> SeenKingdom:
    """Return a kingdom as it is seen where each square is `sure`; `place` counts from the left."""
    return SeenKingdom(_grid(kingdom, place), evidence(kingdom, sure))


def _grid(kingdom: Kingdom, place: int) -> Grid:
    move = np.array([[60.0, 0, 40 + 420 * place], [0, 60.0, 30], [0, 0, 1]])
    covered = np.array([[float(not square.is_empty) for square in row] for row in kingdom.squares])
    return Grid(move, covered, 0.9)


def evidence(kingdom: Kingdom, sure: float = 0.999) -> Evidence:
    """Evidence that shows `kingdom`, each square with probability `sure`."""
    shape = (kingdom.rows, kingdom.cols)
    probabilities = np.full((*shape, len(CLASSES)), (1 - sure) / (len(CLASSES) - 1))
    colors = np.full((*shape, 4), 0.25)
    for cell in kingdom.cells():
        square = kingdom[cell]
        label = CLASSES.index("C" if square.castle else str(square))
        probabilities[cell.row, cell.col, label] = sure
        if square.color is not None:
            which = list(CastleColor).index(square.color)
            colors[cell.row, cell.col] = np.where(np.arange(4) == which, 0.97, 0.01)
    return Evidence(widened(probabilities), colors)


@contextmanager
def here() -> Iterator[Callable[[Sequence[Task]], Iterator[Done]]]:
    """Yield a pool that does everything in this process, where nothing hangs or dies."""
    yield lambda tasks: (Done(one.key, one.function(*one.args)) for one in tasks)


def write(folder: Path, photos: "dict[str, bytes]") -> Path:
    """Return a folder with these files."""
    for name, content in photos.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def names(rows: Sequence[object]) -> list[str]:
    """Return the photos of rows, in their order."""
    return [row.photo for row in rows]  # type: ignore[attr-defined]


def told(remarks: Iterable[Remark]) -> list[str]:
    """Return what these remarks say in English."""
    return [sentence(each, words("en")) for each in remarks]
