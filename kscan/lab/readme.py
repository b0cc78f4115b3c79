"""The README's figures: written from the recorded reports, so that the two cannot differ.

python -m kscan.lab.readme
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from kscan.cli import main as kscan
from kscan.files import write_changed

_PLACES = (Path(__file__).parents[2], Path.cwd())  # once installed, the checkout is where one is
CHECKOUT = next((place for place in _PLACES if (place / "README.md").is_file()), Path.cwd())
README = CHECKOUT / "README.md"
ACCURACY = CHECKOUT / "models" / "figures.json"
SPEED = CHECKOUT / "models" / "speed.json"

Json = dict[str, Any]

SHOWN = {
    "gaps": "A kingdom with a ragged outline on a dark table, painted",
    "table_of_four": "Four kingdoms on one table, painted",
}

# Of each part: what was measured, in words, and the figures shown with their names.
_ACCURACY = (
    ("squares", "Squares of phone photos; their sessions never seen in training", "squares"),
    ("baseline", "The same by a classical reader (edges, colours, support vectors)", "squares"),
    ("boards", "Squares of cut-out boards; games never seen in training", "squares"),
    ("full", "Squares of raw photos, by given corners; tables never seen in training", "squares"),
    ("crowns", "Crowns on painted squares whose drawing does not tell their number", "squares"),
)
# Of whole photos: where their figures lie in what `score` measured, and what was on them.
_SINGLE = ("single", "by_sort")
_WHOLE = (
    ((*_SINGLE, "photographed tiles, no hand"), "One kingdom of photographed tiles"),
    ((*_SINGLE, "photographed tiles, no hand", "clear"), "those of which every square is in view"),
    ((*_SINGLE, "scanned tiles, no hand"), "One kingdom of scanned tiles"),
    ((*_SINGLE, "scanned tiles, no hand", "clear"), "those of which every square is in view"),
    ((*_SINGLE, "painted tiles, no hand"), "One kingdom of an edition painted here"),
    ((*_SINGLE, "a hand over it"), "One kingdom with a hand over it, any tiles"),
    (("games", "together"), "Four kingdoms of one game on a table, any tiles"),
)
_SPEED = {
    "score": "Scoring a real 7x7 on a photo of 9 megapixels, warm, one thread",
    "find": "of which finding the kingdom and reading its squares",
    "squares.49": "Reading 49 squares alone",
    "score.5x5": "Scoring the sample `village`, enlarged to 9 megapixels",
    "score.7x7": "Scoring the sample `duel`, a 7x7 with much in doubt",
    "score.four": "Scoring the sample `table_of_four`, a whole game",
    "cold.score": "`kscan score` of the real 7x7, from a cold start",
    "cold.sample": "`kscan score` of the sample `gaps`, from a cold start",
    "cold.help": "`kscan --help`",
    "memory.find_50_megapixels": "Memory to find kingdoms in a photo of 50 megapixels",
    "batch.photos_a_second": "A batch of photos of 9 megapixels, one worker",
    "batch.two_workers": "Two workers",
}


def renewed(readme: str, accuracy: Json, speed: Json) -> str:
    """Renew the README's figures between its markers."""
    return _between(readme, "figures", [*accuracy_lines(accuracy), "", *speed_lines(speed)])


def with_samples(readme: str) -> str:
    """Renew the README's two samples, the longer one folded.

    As they are scored here and now.
    """
    first, second = SHOWN
    lines = [
        *sample_lines(first),
        "<details><summary>A whole game: four kingdoms, read together and ranked</summary>",
        "",
        *sample_lines(second),
        "</details>",
        "",
    ]
    return _between(readme, "samples", lines)


def sample_lines(name: str) -> Iterator[str]:
    """Yield a sample beside what `kscan score` prints for it."""
    arguments = ["score", "--quiet", "--lang", "en", str(CHECKOUT / "samples" / f"{name}.jpg")]
    yield f'<img src="samples/{name}.jpg" alt="{SHOWN[name]}" width="380">'
    yield ""
    yield "```"
    yield f"$ kscan score samples/{name}.jpg"
    yield CliRunner().invoke(kscan, arguments).stdout.rstrip()
    yield "```"
    yield ""


def _between(readme: str, marker: str, lines: Iterable[str]) -> str:
    text = "\n".join([f"<!-- {marker} -->", *lines, f"<!-- /{marker} -->"])
    pattern = f"<!-- {marker} -->.*<!-- /{marker} -->"
    return re.sub(pattern, lambda _: text, readme, flags=re.DOTALL)


def accuracy_lines(figures: Json) -> Iterator[str]:
    """Yield a table of what was read right, each line with how many were measured."""
    yield "| measured on pictures kept from training | n | right | terrain right |"
    yield "|---|---|---|---|"
    for part, words, what in _ACCURACY:
        if part in figures:
            one = figures[part]
            right, terrain = _share(one.get(part, one["accuracy"])), _share(one["terrain"])
            yield f"| {words} | {one['n']} {what} | {right} | {terrain} |"
    yield ""
    if "score" in figures:
        yield from whole_photo_lines(figures["score"])
    yield from _notes(figures)


def whole_photo_lines(score: Json) -> Iterator[str]:
    """Yield a table of totals, questions and missed warnings."""
    what = "total right | a look needed | wrong, called sure"
    yield f"| composed photos | kingdoms | {what} |"
    yield "|---|---|---|---|---|"
    for path, words in _WHOLE:
        one = reduce(getitem, path, score["composed"])
        shares = f"{_share(one['totals'])} | {_share(one['check'])} | {one['silently_wrong']}"
        yield f"| {words} | {one['n']} | {shares} |"
    yield ""
    yield (
        "Tilt, glare, shadows, blur, noise, castles, holes, loose tiles and odd tables are on "
        "these photos by chance; they are read by the weights in `models/folds`, which had not "
        "seen the photographed tiles. The scans are learnt from, too: nothing else shows the tiles "
        f"as sharply. {_when(score['made'])}"
    )
    yield ""


def speed_lines(speed: Json) -> Iterator[str]:
    """Yield a table of what was timed, with the machine."""
    made = speed["made"]
    yield "| speed | figure |"
    yield "|---|---|"
    for name, words in _SPEED.items():
        if name in speed["figures"]:
            one = speed["figures"][name]
            yield f"| {words} | {_brief(one['value'])} {one['unit']} |"
    yield ""
    yield (
        f"Times are CPU times; `x decoding` is times what decoding the same photo once takes "
        f"({_brief(speed['figures']['decode.opencv']['value'])} ms there). Measured on "
        f"{made['date']} at commit {made['commit']} with OpenCV {made['opencv']} on "
        f"{made['cores']} cores of {made['processor'] or 'an unnamed processor'}."
    )


def _notes(figures: Json) -> Iterator[str]:
    squares = figures["squares"]
    calibration = squares["calibration"]
    worst = min(squares["groups"].items(), key=lambda item: item[1]["accuracy"])
    yield (
        f"Of {calibration['sure']} squares that were said with 99 % or more, "
        f"{_share(calibration['sure_right'])} were right; the expected calibration error is "
        f"{_share(calibration['expected_error'])}. The worst of "
        f"{len(squares['groups'])} sessions has {_share(worst[1]['accuracy'])} of its "
        f"{worst[1]['n']} squares right."
    )
    yield (
        "The square reader that ships is trained on everything; these figures come from weights "
        f"of the same recipe that had not seen what they were measured on. {_when(squares['made'])}"
    )


def _when(made: Json) -> str:
    return f"Measured on {made['date']} at commit {made['commit']}."


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f} %"


def _brief(value: float) -> str:
    return f"{value:.3g}"


def main() -> None:
    """Renew the figures of the README in this checkout."""
    reports = (json.loads(file.read_text(encoding="utf-8")) for file in (ACCURACY, SPEED))
    readme = with_samples(README.read_text(encoding="utf-8"))
    write_changed(README, renewed(readme, *reports))


if __name__ == "__main__":
    main()
