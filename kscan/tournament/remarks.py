"""What a game as a whole says of its kingdoms: the same domino twice, two castles of one colour."""

from collections.abc import Iterator, Sequence

from kscan.game.box import DOMINOES
from kscan.game.rules import Fault, Finding
from kscan.tournament.records import ScoredKingdom
from kscan.tournament.seats import plain

_MOST = 3  # sentences on one kingdom: a game of the wrong photos would get dozens


def game_remarks(
    kingdoms: Sequence[ScoredKingdom], findings: Sequence[Finding]
) -> Iterator[tuple[int, str]]:
    """Sentences with the kingdom (by its place in the game) that each is for.

    Where a person decided what a kingdom is, nothing is said of it.
    """
    for place, kingdom in enumerate(kingdoms):
        if not kingdom.by_person:
            said = [_sentence(each, _others(kingdoms, each, place)) for each in findings]
            about = [s for s, each in zip(said, findings, strict=True) if place in each.kingdoms]
            yield from ((place, sentence) for sentence in about[:_MOST] if sentence)
    yield from _twice(kingdoms)


def _others(kingdoms: Sequence[ScoredKingdom], finding: Finding, place: int) -> str:
    return ", ".join(kingdoms[other].player for other in finding.kingdoms if other != place)


def _sentence(finding: Finding, others: str) -> str:
    if finding.code is Fault.SHARED_DOMINO:
        return f"{_domino(finding)}; look at {others}'s kingdom, too."
    if finding.code is Fault.SHARED_SQUARES:
        return (
            f"{finding.squares[0]} lies {finding.count} times in this game, and the box has "
            f"{finding.limit}; look at {others}'s kingdom, too."
        )
    if finding.code is Fault.SAME_CASTLE:
        return f"{others} has a castle of the same colour in this game."
    return ""


def _domino(finding: Finding) -> str:
    domino = DOMINOES[finding.numbers[0] - 1]
    if finding.limit == 1:
        times = "twice" if finding.count == 2 else f"{finding.count} times"
        return f"domino {domino} is seen {times} in this game"
    first, last = finding.numbers[0], finding.numbers[-1]
    return (
        f"dominoes {first} to {last} ({domino.first} {domino.second}) are seen {finding.count} "
        f"times in this game, and the box has {finding.limit}"
    )


def _twice(kingdoms: Sequence[ScoredKingdom]) -> Iterator[tuple[int, str]]:
    first: dict[str, int] = {}
    for place, kingdom in enumerate(kingdoms):
        if kingdom.named and plain(kingdom.player) in first:
            yield place, f"{kingdom.player} has another kingdom in this game; only that one counts."
        first.setdefault(plain(kingdom.player), place)
