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

_STAGES = {
    "decode": "Decoding the JPEG, at half its size",
    "reduce": "Reducing it",
    "first_looks": "First look: where tiles are, on the whole photo",
    "grow": "Growing grids",
    "second_looks": "Second looks: each grid, rectified",
    "coverage": "Deciding which fields are covered",
    "squares": "Reading the squares",
    "infer": "Inferring the kingdom and scoring it",
    "report": "Writing the report",
    "between": "What joins the stages",
    "whole": "together",
}
_LAYERS = {
    "wide": "3 x 3, of 64 maps or more",
    "narrow": "3 x 3, of fewer maps",
    "halving": "3 x 3, halving the maps' sides",
    "first": "the first of each network, of three colours",
    "pointwise": "1 x 1",
    "other": "all others: sums, resizing, changes of layout",
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
        f"({_brief(speed['figures']['decode.opencv']['value'])} ms there). {_measured(made)}"
    )


def stages(report: Json) -> Iterator[str]:
    """Show each stage of reading a photo beside its floor, and the rates that floors stand on."""
    figures = report["figures"]
    yield "| stage | ms | in networks | floor | times its floor | what the floor counts |"
    yield "|---|---|---|---|---|---|"
    for stage, words in _STAGES.items():
        cells = (_cell(figures, f"{stage}{part}") for part in ("", ".networks", ".floor", ".ratio"))
        counted = figures.get(f"stages.{stage}.floor", {}).get("note", "")
        yield f"| {words} | {' | '.join(cells)} | {counted} |"
    yield ""
    copy, matrix, convolution, eighth = (
        _cell(figures, name)
        for name in ("rate.copy", "rate.matrix", "rate.convolution", "decode.eighth")
    )
    yield (
        f"The machine moves {copy} GB a second, read and written bytes together. It multiplies and "
        f"adds {matrix} billion times a second in a large matrix product of NumPy, and "
        f"{convolution} billion times in convolutions like the networks', by `cv2.dnn`; floors use "
        "the higher rate. Decoding the JPEG at an eighth of its size, which reads all its bits and "
        f"does little else, takes {eighth} ms. {_measured(report['made'])} The load average was "
        f"{report['made']['load']}."
    )


def layers(report: Json) -> Iterator[str]:
    """Show the kinds of layers of the networks beside their floors."""
    yield "| layers | ms | floor | times its floor | what the floor counts |"
    yield "|---|---|---|---|---|"
    for kind, words in _LAYERS.items():
        name = f"layers.{kind}"
        cells = (_cell(report["figures"], f"{name}{part}") for part in ("", ".floor", ".ratio"))
        counted = report["figures"].get(f"stages.{name}.floor", {}).get("note", "")
        yield f"| {words} | {' | '.join(cells)} | {counted} |"


def _cell(figures: Json, name: str) -> str:
    found = figures.get(f"stages.{name}")
    return _brief(found["value"]) if found else ""


def _measured(made: Json) -> str:
    """Say when, of what and where a report was measured."""
    return (
        f"Measured on {made['date']} at commit {made['commit']} with OpenCV {made['opencv']} on "
        f"{made['cores']} cores of {made['processor'] or 'an unnamed processor'}."
    )


def _brief(value: float) -> str:
    return f"{value:.3g}"
