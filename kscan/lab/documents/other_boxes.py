"""How games of other boxes were read, as the recorded report says it."""

from collections.abc import Iterator
from typing import Any

from kscan.lab.documents.accuracy import interval, share, when

Json = dict[str, Any]

_TILES = {
    "photographed tiles": "photographed tiles",
    "scanned tiles": "scanned tiles",
    "painted tiles": "an edition painted here",
    "all": "all of them",
}


def giants(figures: Json) -> Iterator[str]:
    """Show games of Age of Giants beside base games of the same tables and lights."""
    measured = figures["expansion"]
    one = measured["one_kingdom"]
    yield "| square of Age of Giants, in view | n | right | 95 % interval |"
    yield "|---|---|---|---|"
    groups = [*one["by_kind"].items(), ("all", one["giants"]["all"]["squares"])]
    for kind, each in groups:
        right = f"{share(each['right'])} | {interval(each['right'], each['n'])}"
        yield f"| {_TILES.get(kind, kind)} | {each['n']} | {right} |"
    yield ""
    yield "| one kingdom of | box | kingdoms | total right | 95 % interval | a look needed |"
    yield "|---|---|---|---|---|---|"
    for sort, words in _TILES.items():
        for name in ("giants", "base"):
            yield _line(words, name, one[name][sort])
    for name in ("giants", "base"):
        yield _line("four on a table, any tiles", name, measured["four_kingdoms"][name])
    yield ""
    asked, named = one["base_by_giants_box"], one["giants_by_base_box"]
    more = interval(asked["asked_more"] / asked["n"], asked["n"])
    yield (
        f"Base games read with `--box giants`: of {asked['n']} totals {asked['asked_more']} more "
        f"need a look ({more}), {asked['asked_less']} fewer. Games of Age of Giants read with the "
        f"base box: of {named['n']} photos {share(named['looked'])} need a look, and on "
        f"{share(named['named'])} kscan names the box that fits. {when(measured['made'])}"
    )


def two_boxes(figures: Json) -> Iterator[str]:
    """Show games of two boxes beside base games; nothing if they were not measured."""
    if "xl" not in figures:
        return
    measured = figures["xl"]
    yield (
        "Two base boxes, all kingdoms of a game on one photo. A shortage that is said of a reading "
        "that is all right would be false:"
    )
    yield ""
    heads = "games | shortages said | of readings all right | total right | 95 % interval"
    yield f"| kingdoms on a photo | {heads} | seconds, median | longest |"
    yield "|---|---|---|---|---|---|---|---|"
    for players, boxes in measured.items():
        if players == "made":
            continue
        for name, words in (("xl", "7x7, two boxes"), ("base", "5x5, base box")):
            one = boxes[name]
            right = f"{share(one['totals'])} | {interval(one['totals'], one['n'])}"
            said = f"{one['false_shortages']} | {one['false_shortages_of_right_readings']}"
            times = f"{one['seconds']['median']:.3f} | {one['seconds']['longest']:.2f}"
            yield f"| {players}, {words} | {one['games']} | {said} | {right} | {times} |"
    yield ""
    yield f"Seconds are those of the inference, without the photo. {when(measured['made'])}"


def _line(words: str, box: str, one: Json) -> str:
    right = f"{share(one['totals'])} | {interval(one['totals'], one['n'])}"
    return f"| {words} | `{box}` | {one['n']} | {right} | {share(one['check'])} |"
