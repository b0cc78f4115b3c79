"""The table of standings: its columns in deciding order and its cells, the same in every report."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kscan.game.ranking import Figure
from kscan.game.variants import Variant
from kscan.locale import Words
from kscan.locale.terms import VARIANTS
from kscan.tournament.report.sentences import place_word
from kscan.tournament.report.wording import ROUND, Word
from kscan.tournament.settings import Settings
from kscan.tournament.standings import Standing, Standings, totals_by_round
from kscan.tournament.tie_breaks import Criterion, Ranking

NOTHING = "–"  # for people: no figure, which is not 0


# What heads the criteria's columns, and what says that one of them decided.
CRITERIA = {
    Criterion.TOTAL: "total",
    Criterion.WON: "games won",
    Criterion.POINTS: Word.POINTS,
    Criterion.LARGEST: "largest territory",
    Criterion.CROWNS: "crowns",
    Criterion.SECONDS: Word.SECONDS,
    Criterion.HEAD_TO_HEAD: Word.HEAD_TO_HEAD,
    Criterion.BUCHHOLZ: Word.BUCHHOLZ,
    Criterion.LAST_TABLE: Word.LAST_TABLE,
    Criterion.LAST_PLACE: Word.LAST_PLACE,
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its CSV heading and its label for people."""

    key: str
    label: str  # English, to be translated; a round's name as it is
    number: bool = False
    decides: bool = False  # the main figure or a tie-break
    round: bool = False


def columns(ranking: Ranking, players: Sequence[Standing], rounds: Sequence[str]) -> list[Column]:
    """Return the columns, deciding ones first."""
    figures = list(players[0].figures) if players else list(ranking.criteria)
    return [
        Column("place", "place", number=True),
        Column("player", "player"),
        *(Column(each.value, CRITERIA[each], True, each in ranking.criteria) for each in figures),
        Column("games", Word.GAMES, number=True),
        Column("tie_break", "decided by"),
        *(Column(_round(name), name, number=True, round=True) for name in rounds if name),
    ]


def _round(name: str) -> str:
    return f"round {name}" if name.isdecimal() else name


def figure_text(figure: Figure) -> str:
    """Write a figure for people; a dash for none."""
    if figure is None:
        return NOTHING
    if Fraction(figure).denominator == 1:
        return str(int(figure))
    return f"{float(figure):.2f}".rstrip("0")


def tie_break(player: Standing, say: Words) -> str:
    """Word the figure deciding among equals.

    Empty where the main figure did.
    """
    if player.shared:
        return say("shared")
    return say(CRITERIA[player.decided_by]) if player.decided_by else ""


def round_cells(player: Standing, rounds: Iterable[str], say: Words, nothing: str) -> list[str]:
    """Return a player's totals by round.

    A word for a bye and after leaving, else `nothing`.
    """
    totals = totals_by_round(player)
    return [
        str(totals[name])
        if name in totals
        else say(Word.BYE)
        if name in player.byes
        else say(Word.LEFT)
        if player.left and name not in player.missing
        else nothing
        for name in rounds
        if name
    ]


@dataclass(frozen=True, slots=True)
class Absent:
    """The rounds that a player did not play."""

    missing: Sequence[str]
    byes: Sequence[str]
    left: str


def remarks(player: Standing | Absent, say: Words) -> Iterator[str]:
    """Word why a player has fewer games than rounds."""
    if player.missing:
        yield say(Word.NO_RESULT, rounds=_rounds(player.missing, say))
    if player.byes:
        yield say(Word.BYES, rounds=_rounds(player.byes, say))
    if player.left:
        yield say(Word.LEFT_BEFORE, round=place_word(say, ROUND, player.left))


def _rounds(names: Sequence[str], say: Words) -> str:
    return ", ".join(place_word(say, ROUND, name) for name in names)


def gaps(posted: Standings, say: Words) -> Iterator[str]:
    """Word the missing results, by round or altogether.

    Nobody gets a 0 for one.
    """
    for player in posted.players:
        if player.missing:
            missing = say(Word.NO_RESULT, rounds=_rounds(player.missing, say))
            yield f"{say.isolated(player.player)}: {missing}"
    for name in posted.without_result:
        yield f"{say.isolated(name)}: {say(Word.NO_RESULT_YET)}"


def cells(player: Standing, rounds: Sequence[str], say: Words, nothing: str = NOTHING) -> list[str]:
    """Return a player's cells, one for each of `columns`."""
    figures = (nothing if each is None else figure_text(each) for each in player.figures.values())
    return [
        str(player.place),
        player.player,
        *figures,
        str(len(player.games)),
        tie_break(player, say),
        *round_cells(player, rounds, say, nothing),
    ]


def rules_line(settings: Settings, say: Words) -> str:
    """Return the rules in play, as every report names them."""
    main, *breaks = (say(CRITERIA[each]) for each in settings.ranking.criteria)
    grid = say(Word.GRID, size=settings.size) if settings.size else say(Word.GRID_DETECTED)
    variants = [say(VARIANTS[each]) for each in Variant if each in settings.variants]
    return say.joined(
        [
            ", ".join(variants) or say(Word.NO_VARIANTS),
            grid,
            *([say(Word.BOX, name=settings.box)] if settings.box != Settings().box else []),
            *([say(Word.QUESTS, names=", ".join(settings.quests))] if settings.quests else []),
            say(Word.RANKED_BY, figure=main),
            *([say(Word.TIES, figures=", ".join(breaks))] if breaks else []),
        ]
    )
