"""Players with more than one result in a round: a photo in two folders, a bye beside a game."""

from collections.abc import Iterator

from kscan.game.remark import Remark
from kscan.remarks import remark
from kscan.tournament.names import in_order
from kscan.tournament.standings import Standings

_Results = dict[str, dict[str, list[str]]]  # tables, byes and leavings by round and player


def several_results(posted: Standings) -> Iterator[Remark]:
    """Say by round who has several results, and where: all of them count."""
    names = {player.who: player.player for player in posted.players}
    found = _results(posted)
    for round_ in sorted(found, key=in_order):
        several = [
            f"{names[who]} ({', '.join(where)})"
            for who, where in found[round_].items()
            if len(where) > 1
        ]
        if several:
            yield remark("several_results", round=round_, players=", ".join(several))


def _results(posted: Standings) -> _Results:
    found: _Results = {}
    for game in posted.games:
        for entry in game.entries:
            if game.round and "\0" not in entry.who:  # a name that a person gave
                found.setdefault(game.round, {}).setdefault(entry.who, []).append(game.table)
    for player in posted.players:
        for round_ in player.byes:
            found.setdefault(round_, {}).setdefault(player.who, []).append("bye")
        for round_, _ in player.games:
            if player.left and in_order(round_) >= in_order(player.left):
                found[round_][player.who].append("left")
    return found
