"""What a game as a whole says of its kingdoms: the same domino twice, two castles of one colour."""

from collections.abc import Iterator, Sequence

from kscan.game.rules import Fault, Finding
from kscan.report.batch_wording import ANOTHER_KINGDOM
from kscan.report.sentences import dominoes_text
from kscan.report.wording import COLORS, FAULTS
from kscan.tournament.records import Remark, ScoredKingdom, remark
from kscan.tournament.seats import plain

_SAID = (Fault.SHARED_DOMINO, Fault.SHARED_SQUARES, Fault.SAME_CASTLE, Fault.DUEL_OF_MORE)
_MOST = 3  # sentences on one kingdom: a game of the wrong photos would get dozens


def game_remarks(
    kingdoms: Sequence[ScoredKingdom], findings: Sequence[Finding]
) -> Iterator[tuple[int, Remark]]:
    """Sentences with the kingdom (by its place in the game) that each is for.

    Where a person decided what the whole kingdom is, nothing is said of it.
    """
    for place, kingdom in enumerate(kingdoms):
        if not kingdom.settled:
            about = [each for each in findings if each.code in _SAID and place in each.kingdoms]
            yield from ((place, _remark(each, kingdoms)) for each in about[:_MOST])
    yield from _twice(kingdoms)


def _remark(finding: Finding, kingdoms: Sequence[ScoredKingdom]) -> Remark:
    square = finding.squares[0] if finding.squares else None
    return remark(
        FAULTS[finding.code],
        square=square,
        color=remark(COLORS[square.color]) if square and square.color else "",
        dominoes=dominoes_text(finding.numbers),
        players=", ".join(kingdoms[place].player for place in finding.kingdoms),
        count=finding.count,
        limit=finding.limit,
    )


def _twice(kingdoms: Sequence[ScoredKingdom]) -> Iterator[tuple[int, Remark]]:
    seen: set[str] = set()
    for place, kingdom in enumerate(kingdoms):
        if kingdom.named and plain(kingdom.player) in seen:
            yield place, remark(ANOTHER_KINGDOM, player=kingdom.player)
        seen.add(plain(kingdom.player))
