"""How fast everything was, as the recorded report says it."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

_FIGURES = {
    "score": "Scoring a real 7x7 on a photo of 9 megapixels, warm, one thread",
    "find": "Of this, finding the kingdom and reading its squares",
    "squares.49": "Reading 49 squares alone",
    "score.5x5": "Scoring the sample `village`, enlarged to 9 megapixels",
    "score.7x7": "Scoring the sample `duel`, a 7x7 with much in doubt",
    "score.four": "Scoring the sample `table_of_four`, a whole game",
    "large.24_megapixels": "Scoring the sample `village`, enlarged to 24 megapixels",
    "large.48_megapixels": "The same at 48 megapixels",
    "large.99_megapixels": "The same at 99 megapixels",
    "cold.score": "`kscan score` of the real 7x7, from a cold start",
    "cold.sample": "`kscan score` of the sample `gaps`, from a cold start",
    "cold.help": "`kscan --help`",
    "memory.find_50_megapixels": "Memory to find kingdoms in a photo of 50 megapixels",
    "batch.photos_a_second": "A batch of photos of 9 megapixels, one worker",
    "batch.beside_scores": "One worker's time beside the sum of warm scores",
    "batch.two_workers": "Two workers",
}


def table(speed: Json) -> Iterator[str]:
    """Show what was timed, with the machine."""
    made = speed["made"]
    yield "| speed | figure |"
    yield "|---|---|"
    for name, words in _FIGURES.items():
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


def _brief(value: float) -> str:
    return f"{value:.3g}"
