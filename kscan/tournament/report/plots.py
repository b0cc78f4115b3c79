"""Plots of the standings as SVG of any width: a bar a player, in parts."""

from collections.abc import Sequence
from dataclasses import dataclass

from kscan.game.squares import Terrain
from kscan.locale import Words
from kscan.locale.terms import TERRAINS
from kscan.tournament.report.sentences import place_word
from kscan.tournament.report.wording import PAGE, ROUND
from kscan.tournament.standings import Standings, totals_by_round

SHOWN = 24  # bars before a plot is longer than anyone reads


@dataclass(frozen=True, slots=True)
class PlotPart:
    """One stretch of a bar; `start` and `length` in per cent of the plot's width."""

    kind: str  # its class in the style sheet
    label: str
    value: int
    start: float
    length: float


@dataclass(frozen=True, slots=True)
class PlotBar:
    """One player's bar."""

    label: str
    value: int
    parts: tuple[PlotPart, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot with the kinds of parts for its legend."""

    title: str
    bars: tuple[PlotBar, ...]
    legend: tuple[tuple[str, str], ...]  # class and label
    left_out: int = 0


def totals_plot(standings: Standings, say: Words) -> Plot:
    """Totals by player, in parts by round."""
    of_byes = (round_ for player in standings.players for round_, _ in player.bye_totals)
    rounds = [*dict.fromkeys((*standings.rounds, *of_byes))]
    kinds = {round_: f"round-{number % 6}" for number, round_ in enumerate(rounds)}
    values = [
        (player.player, [(kinds[r], r, t) for r, t in totals_by_round(player).items()])
        for player in standings.players
    ]
    legend = tuple((kinds[round_], place_word(say, ROUND, round_)) for round_ in rounds if round_)
    return _plot(say(PAGE["totals"]), values, legend)


def terrains_plot(standings: Standings, say: Words) -> Plot:
    """Points by terrain, with the bonuses, for every player whose kingdoms are known."""
    names = {terrain.name.lower(): say(TERRAINS[terrain]) for terrain in Terrain}
    names["bonus"] = say(PAGE["bonus"])
    points: dict[str, dict[str, int]] = {}
    # Players of whom some total is known alone.
    unknown = {player.who for player in standings.players if player.bye_totals}
    for game in standings.games:
        for placing in game.placings:
            mine = points.setdefault(placing.who, dict.fromkeys(names, 0))
            sheet = placing.played.sheet
            if sheet is None:
                unknown.add(placing.who)
            else:
                for territory in sheet.territories:
                    mine[territory.terrain.name.lower()] += territory.points
                mine["bonus"] += sum(sheet.bonuses.values())
    values = [
        (player.player, [(n, names[n], value) for n, value in points.get(player.who, {}).items()])
        for player in standings.players
        if player.who not in unknown
    ]
    used = [name for name in names if any(each[name] for each in points.values())]
    return _plot(say(PAGE["terrains"]), values, tuple((name, names[name]) for name in used))


LINES = 8  # players whose course is drawn


@dataclass(frozen=True, slots=True)
class PlotLine:
    """One player's course; places in per cent of the plot's width and height."""

    label: str
    kind: str  # its class in the style sheet
    points: tuple[tuple[float, float, int], ...]  # x, y, total so far


@dataclass(frozen=True, slots=True)
class Course:
    """Totals over the rounds, a line a player."""

    title: str
    rounds: tuple[tuple[float, str], ...]  # x and name
    lines: tuple[PlotLine, ...]
    marks: tuple[tuple[float, int], ...]  # y and total of the lines across


def course_plot(standings: Standings, say: Words) -> Course | None:
    """Plot the leaders' growing totals.

    None where there is but one round.
    """
    rounds = [name for name in standings.rounds if name]
    leaders = [player for player in standings.players if len(player.games) > 1][:LINES]
    if len(rounds) < 2 or not leaders:
        return None
    across = {name: round(100 * at / (len(rounds) - 1), 2) for at, name in enumerate(rounds)}
    totals = {player.who: totals_by_round(player) for player in leaders}
    most = max(sum(of.values()) for of in totals.values()) or 1
    step = next(s for s in (5, 10, 20, 50, 100, 200, 500, 10**9) if most <= 6 * s)
    height = step * -(-most // step)
    lines = []
    for number, player in enumerate(leaders):
        mine = totals[player.who]
        so_far, points = sum(mine[name] for name in mine if name not in across), []
        for name in rounds:
            if name in mine:
                so_far += mine[name]
                points.append((across[name], round(100 - 100 * so_far / height, 2), so_far))
        lines.append(PlotLine(player.player, f"line-{number}", tuple(points)))
    names = tuple((across[name], place_word(say, ROUND, name)) for name in rounds)
    marks = tuple((100 - 100 * y / height, y) for y in range(0, height + 1, step))
    return Course(say(PAGE["course"]), names, tuple(lines), marks)


def _plot(
    title: str,
    values: Sequence[tuple[str, Sequence[tuple[str, str, int]]]],
    legend: tuple[tuple[str, str], ...],
) -> Plot:
    most = max((sum(v for _, _, v in parts) for _, parts in values), default=0) or 1
    bars = tuple(_bar(label, parts, most) for label, parts in values[:SHOWN])
    return Plot(title, bars, legend, max(0, len(values) - SHOWN))


def _bar(label: str, values: Sequence[tuple[str, str, int]], most: int) -> PlotBar:
    parts: list[PlotPart] = []
    before = 0
    for kind, name, value in values:
        if value:
            start, length = 100 * before / most, 100 * value / most
            parts.append(PlotPart(kind, name, value, round(start, 2), round(length, 2)))
            before += value
    return PlotBar(label, before, tuple(parts))
