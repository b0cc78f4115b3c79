"""A reading's remarks as sentences in the reader's language."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kscan.game.quests import Quest
from kscan.game.ranking import Decider
from kscan.game.remark import cells_text
from kscan.locale import Words
from kscan.locale.terms import DECIDERS, QUESTS, TERRAINS
from kscan.remarks import GRID, READING, reason, sentence
from kscan.report.wording import DOUBT, INSTEAD

if TYPE_CHECKING:
    from kscan.errors import KscanError
    from kscan.game.remark import Remark
    from kscan.infer.records import Doubt
    from kscan.records import ScoredKingdom

# A total's probability says the same in figures.
_IN_FIGURES = frozenset({"unsure"})


def sentences(remarks: "Iterable[Remark]", say: Words) -> list[str]:
    """Word these remarks."""
    return [sentence(remark, say) for remark in remarks]


def kingdom_notes(scored: "ScoredKingdom", say: Words) -> list[str]:
    """Word a reading's and its grid's remarks."""
    about = {*READING, *GRID, "unlooked"} - _IN_FIGURES
    return sentences(scored.said(about), say)


def doubt_text(doubt: "Doubt", sure: float, say: Words, of: str = "") -> str:
    """Word a doubtful field `of` a kingdom, its alternatives, and their totals."""
    cell = of + cells_text((doubt.cell,))
    parts = [say.isolated(DOUBT.format(cell=cell, read=doubt.read, sure=percent(sure, say)))]
    parts += [
        say(INSTEAD, square=i.square, probability=percent(i.probability, say), total=i.total)
        for i in doubt.instead
    ]
    return say.joined(parts)


def quest_name(quest: Quest, words: Words) -> str:
    """Word a quest, with its terrain: `Local Business (lakes)`."""
    name = words(QUESTS[quest.kind])
    return f"{name} ({words(TERRAINS[quest.terrain])})" if quest.terrain else name


def failure_text(photo: str, error: "KscanError | None", say: Words) -> str:
    """Word a photo's failure.

    In English the error names the photo itself.
    """
    if error is None:
        return ""
    said = reason(error, say)
    return said if said == error.message else f"{say.isolated(photo)}: {said}"


def decider_word(decider: Decider | None, words: Callable[[str], str] = str) -> str:
    """Word the deciding figure, in English if not said.

    Empty where the total did.
    """
    return words(DECIDERS[decider]) if decider else ""


def percent(probability: float, say: Words) -> str:
    """Write a probability, never 0 % or 100 %.

    Nobody can know these.
    """
    digits = 0 if 0.1 <= probability <= 0.9 else 1
    figure = f"{100 * min(max(probability, 0.001), 0.999):.{digits}f} %"
    limit = "> " if probability > 0.999 else "< " if probability < 0.001 else ""
    return say.figure(limit + figure)
