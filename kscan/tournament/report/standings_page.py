"""The page for players and projectors: standings, games and plots in one file, and no doubts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kscan.corrections.decisions import one_line
from kscan.game.squares import BASE_TERRAINS
from kscan.locale import Words
from kscan.locale.terms import TERRAINS
from kscan.tournament.game_results import GameRanking, Placing
from kscan.tournament.report.html import rendered, spoken
from kscan.tournament.report.plots import Plot, course_plot, terrains_plot, totals_plot
from kscan.tournament.report.standings_table import rules_line
from kscan.tournament.report.wording import PAGE
from kscan.tournament.settings import Settings
from kscan.tournament.standings import Standings


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """All content of the page."""

    title: str
    standings: Standings
    say: Words  # the reader's language
    settings: Settings = field(default_factory=Settings)
    called: Callable[[str], str] = str  # a player's name in that language
    made_by: str = ""  # version and weights


def render(page: StandingsPage) -> str:
    """Render the page as HTML, styles and script embedded."""
    found = page.standings
    rounds = [name for name in found.rounds if name]
    return rendered(
        "standings",
        page.called,
        "data:",
        page=page,
        found=found,
        **spoken(page.say),
        w={name: page.say(text) for name, text in PAGE.items()},
        rules=rules_line(page.settings, page.say),
        rounds=rounds if len(rounds) > 1 else [],
        by_round=_by_round(found.games),
        course=course_plot(found, page.say),
        plots=_plots(page),
        squares=_squares,
        terrains=[(each.name.lower(), page.say(TERRAINS[each])) for each in BASE_TERRAINS],
    )


def _by_round(games: Sequence[GameRanking]) -> list[tuple[str, list[GameRanking]]]:
    """Group games by round, the last one first.

    Games of more than one player.
    """
    rounds: dict[str, list[GameRanking]] = {}
    for game in games:
        if len(game.placings) > 1:
            rounds.setdefault(game.round, []).append(game)
    return list(reversed(rounds.items()))


def _squares(placing: Placing) -> str:
    """Write a player's kingdom in one line, if known.

    Empty where only a total is.
    """
    sheet = placing.played.sheet
    return one_line(sheet.kingdom) if sheet else ""


def _plots(page: StandingsPage) -> list[Plot]:
    plots = (totals_plot(page.standings, page.say), terrains_plot(page.standings, page.say))
    return [plot for plot in plots if len(plot.bars) > 1]
