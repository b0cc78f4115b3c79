"""How often readings were right, as the recorded report says it, each share with its interval."""

from collections.abc import Iterator
from functools import reduce
from operator import getitem
from typing import Any

from kscan.lab.evaluate.answers import wilson

Json = dict[str, Any]

# Of each part: what was measured, in words, and which figure says how often it was right.
_SQUARES = (
    ("squares", "Phone photos; their sessions never seen in training", "accuracy"),
    ("baseline", "The same by a classical reader (edges, colours, support vectors)", "accuracy"),
    ("boards", "Cut-out boards; games never seen in training", "accuracy"),
    ("full", "Raw photos, by given corners; tables never seen in training", "accuracy"),
    ("crowns", "Crowns on painted squares whose drawing does not tell their number", "crowns"),
)
# Of whole photos: where their figures lie in what `score` measured, and what was on them.
_SINGLE = ("single", "by_sort")
_CLEAR = (*_SINGLE, "photographed tiles, no hand", "clear")
_GAMES = ("games", "together")
_WHOLE = (
    ((*_SINGLE, "photographed tiles, no hand"), "One kingdom of photographed tiles"),
    (_CLEAR, "with every square visible"),
    ((*_SINGLE, "scanned tiles, no hand"), "One kingdom of scanned tiles"),
    ((*_SINGLE, "scanned tiles, no hand", "clear"), "with every square visible"),
    ((*_SINGLE, "painted tiles, no hand"), "One kingdom of an edition painted here"),
    ((*_SINGLE, "a hand over it"), "One kingdom with a hand over it, any tiles"),
    (_GAMES, "Four kingdoms of one game on a table, any tiles"),
)
_HARDSHIPS = {
    "hand": "a hand over the kingdom",
    "painted tiles": "tiles of an edition never seen",
    "glare": "a lamp reflected on tiles",
    "cold": "cold light",
    "warm": "warm light",
    "noise": "a noisy picture",
    "defocus": "out of focus",
    "motion": "shaken",
    "shadow": "shadows",
    "dark": "too dark",
    "bright": "too bright",
    "tilt": "a strong tilt",
    "castle": "the castle standing",
    "kings": "kings on the tiles",
    "mislaid": "tiles laid loosely",
    "holes": "discarded dominoes, a ragged outline",
    "loose": "loose tiles nearby",
    "backs": "backs of tiles nearby",
    "objects": "dice, cups and phones nearby",
    "checkered": "a checkered cloth",
    "mat": "a mat with lines",
    "wood": "a wooden table",
    "dark_table": "a dark table",
    "white_table": "a white table",
    "carpet": "a carpet",
    "jpeg": "a picture saved again and again",
}
_THINGS = {
    "face_down": "a domino turned over",
    "phone": "a phone",
    "pad": "a writing pad",
    "card": "a card",
    "banknote": "a banknote",
    "plate": "a plate",
    "sheet": "a sheet of paper",
    "note": "a sticky note",
    "mug": "a mug",
    "coaster": "a coaster",
    "carton": "a carton",
    "napkin": "a napkin",
    "shades": "sunglasses",
}


def in_short(figures: Json) -> Iterator[str]:
    """Say in three lines how good it is."""
    composed = figures["score"]["composed"]
    clear, games = (reduce(getitem, path, composed) for path in (_CLEAR, _GAMES))
    wrong = composed["single"]["silently_wrong"] + games["silently_wrong"]
    number = composed["single"]["n"] + games["n"]
    most = 100 * wilson(wrong, number)[1]
    yield f"- One kingdom, every square visible: {_right(clear)}."
    yield f"- A game of four on one table: {_right(games)}."
    yield (
        f"- Wrong totals reported as certain: {wrong} of {number:,} (at most {most:.1f} %), if "
        "[nothing lies on the tiles](docs/accuracy.md#what-fools-it)."
    )


def _right(one: Json) -> str:
    right = round(one["totals"] * one["n"])
    return f"{right} of {one['n']} totals right, {share(one['check'], 0)} need a look"


def tables(figures: Json) -> Iterator[str]:
    """Show what was read right, each line with how many were measured."""
    yield "| squares, kept from training | n | right | 95 % interval | terrain right |"
    yield "|---|---|---|---|---|"
    for part, words, right in _SQUARES:
        if part in figures:
            one = figures[part]
            shares = f"{share(one[right])} | {interval(one[right], one['n'])}"
            yield f"| {words} | {one['n']} | {shares} | {share(one['terrain'])} |"
    yield ""
    if "score" in figures:
        yield from whole_photos(figures["score"])
    yield from _notes(figures)


def whole_photos(score: Json) -> Iterator[str]:
    """Show totals, how often a person is asked, and how often nobody is warned."""
    what = "total right | 95 % interval | a look needed | wrong, reported as certain"
    yield f"| composed photos | kingdoms | {what} |"
    yield "|---|---|---|---|---|---|"
    for path, words in _WHOLE:
        one = reduce(getitem, path, score["composed"])
        shares = f"{share(one['totals'])} | {interval(one['totals'], one['n'])}"
        more = f"{share(one['check'])} | {one['silently_wrong']}"
        yield f"| {words} | {one['n']} | {shares} | {more} |"
    yield ""
    yield (
        "Tilt, glare, shadows, blur, noise, castles, holes, loose tiles and odd tables are on "
        "these photos by chance. They are read by the weights in `models/folds`, which had not "
        "seen the photographed tiles. The scans are learnt from, too: nothing else shows the tiles "
        f"as sharply. {when(score['made'])}"
    )
    yield ""


def hardships(figures: Json) -> Iterator[str]:
    """Show what makes photos harder, the hardest first."""
    single = figures["score"]["composed"]["single"]
    known = {**single["by_hazard"], **single["by_sort"]}
    found = [(known[name], words) for name, words in _HARDSHIPS.items() if name in known]
    yield "| on the photo | kingdoms | total right | 95 % interval | a look needed |"
    yield "|---|---|---|---|---|"
    for one, words in sorted(found, key=lambda entry: float(entry[0]["totals"])):
        shares = f"{share(one['totals'])} | {interval(one['totals'], one['n'])}"
        yield f"| {words} | {one['n']} | {shares} | {share(one['check'])} |"
    yield ""
    yield f"Of all {single['n']} kingdoms {share(single['totals'])} of the totals are right."


def things(figures: Json) -> Iterator[str]:
    """Show what lay on the tiles where a wrong total was reported as certain."""
    all_of_them = figures["things"]["things"]
    yield "| on the tiles | kingdoms | a look needed | wrong, reported as certain | 95 % interval |"
    yield "|---|---|---|---|---|"
    by_kind = sorted(all_of_them["by_kind"].items(), key=lambda one: -one[1]["silently_wrong"])
    lines = [(one, _THINGS.get(kind, kind)) for kind, one in by_kind]
    for one, words in [*lines, (all_of_them, "all of them")]:
        wrong = one["silently_wrong"]
        often = interval(wrong / one["n"], one["n"])
        yield f"| {words} | {one['n']} | {share(one['check'])} | {wrong} | {often} |"
    yield ""
    yield when(figures["things"]["made"])


def _notes(figures: Json) -> Iterator[str]:
    squares = figures["squares"]
    calibration = squares["calibration"]
    worst = min(squares["groups"].items(), key=lambda item: item[1]["accuracy"])
    yield (
        f"Of {calibration['sure']} squares that were said with 99 % or more, "
        f"{share(calibration['sure_right'])} were right; the expected calibration error is "
        f"{share(calibration['expected_error'])}. The worst of "
        f"{len(squares['groups'])} sessions has {share(worst[1]['accuracy'])} of its "
        f"{worst[1]['n']} squares right."
    )
    yield ""
    yield (
        "The square reader that ships is trained on everything; these figures come from weights "
        f"of the same recipe that had not seen what they were measured on. {when(squares['made'])}"
    )


def when(made: Json) -> str:
    """Say when something was measured."""
    return f"Measured on {made['date']} at commit {made['commit']}."


def share(value: float | None, digits: int = 2) -> str:
    """Write a share in percent."""
    return "-" if value is None else f"{100 * value:.{digits}f} %"


def interval(right: float, n: int) -> str:
    """Write Wilson's interval of a share among `n`."""
    least, most = wilson(round(right * n), n)
    return f"{100 * least:.1f} to {100 * most:.1f} %"
