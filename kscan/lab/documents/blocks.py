"""Which parts of which pages are generated, and replacing one between its markers."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kscan.lab.documents import accuracy, formats, other_boxes, reference, samples, speed

_PLACES = (Path(__file__).parents[3], Path.cwd())  # once installed, the checkout is where one is
CHECKOUT = next((place for place in _PLACES if (place / "README.md").is_file()), Path.cwd())
ACCURACY = CHECKOUT / "models" / "figures.json"
SPEED = CHECKOUT / "models" / "speed.json"
STAGES = CHECKOUT / "models" / "stages.json"


@dataclass(frozen=True, slots=True)
class Block:
    """A generated part of a page: between `<!-- name -->` and `<!-- /name -->`."""

    page: str  # below the checkout
    name: str
    lines: Callable[[], Iterable[str]]

    def renewed(self, text: str) -> str:
        """Return the page's text with this part made anew; ValueError without its markers."""
        start, end = f"<!-- {self.name} -->", f"<!-- /{self.name} -->"
        made = "\n".join([start, *self.lines(), end])
        found, count = re.subn(f"{start}.*?{end}", lambda _: made, text, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{self.page}: {count} parts {start}")
        return found


def recorded(report: Path) -> dict[str, Any]:
    """Read a recorded report."""
    content: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return content


BLOCKS = (
    Block("README.md", "accuracy", lambda: accuracy.in_short(recorded(ACCURACY))),
    Block("README.md", "sample", lambda: samples.sheet(CHECKOUT, "gaps")),
    Block("docs/family-game.md", "game", lambda: samples.ranking(CHECKOUT, "table_of_four")),
    Block("docs/accuracy.md", "figures", lambda: accuracy.tables(recorded(ACCURACY))),
    Block("docs/accuracy.md", "hardships", lambda: accuracy.hardships(recorded(ACCURACY))),
    Block("docs/accuracy.md", "things", lambda: accuracy.things(recorded(ACCURACY))),
    Block("docs/accuracy.md", "giants", lambda: other_boxes.giants(recorded(ACCURACY))),
    Block("docs/accuracy.md", "two boxes", lambda: other_boxes.two_boxes(recorded(ACCURACY))),
    Block("docs/accuracy.md", "speed", lambda: speed.table(recorded(SPEED))),
    Block("docs/speed.md", "stages", lambda: speed.stages(recorded(STAGES))),
    Block("docs/speed.md", "layers", lambda: speed.layers(recorded(STAGES))),
    Block("docs/commands.md", "commands", reference.commands),
    Block("docs/json.md", "fields", formats.json_fields),
    Block("docs/json.md", "findings", formats.findings),
)
