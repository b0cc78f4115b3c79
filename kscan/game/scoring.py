"""The score sheet: territories, bonuses of variants or points of quests, the total."""

from collections.abc import Mapping
from dataclasses import dataclass

from kscan.game.kingdom import Kingdom, Territory, territories
from kscan.game.quests import QuestScore, fulfil, without_harmony
from kscan.game.rules import PLAIN, Rules
from kscan.game.variants import VARIANTS, Bonus, Note, Variant


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A kingdom's points, and their reasons."""

    kingdom: Kingdom
    size: int  # the grid it was built in is size x size
    territories: tuple[Territory, ...]  # in reading order of their first squares
    bonuses: Mapping[Variant, int]  # of the variants in play, 0 where one was not earned
    notes: tuple[Note, ...] = ()
    quests: tuple[QuestScore, ...] = ()  # of the quests in play, with 0 where one is not fulfilled

    @property
    def points(self) -> int:
        """The sum over the territories."""
        return sum(territory.points for territory in self.territories)

    @property
    def total(self) -> int:
        """Points, bonuses and quests."""
        quests = sum(quest.points for quest in self.quests)
        return self.points + sum(self.bonuses.values()) + quests

    @property
    def largest(self) -> int:
        """The squares of the largest territory, with crowns or without."""
        return max((territory.squares for territory in self.territories), default=0)

    @property
    def crowns(self) -> int:
        """All crowns of the kingdom not covered by giants."""
        return sum(territory.crowns for territory in self.territories)


def score(kingdom: Kingdom, rules: Rules = PLAIN, *, discarded: bool = False) -> ScoreSheet:
    """Score `kingdom`, legal or not; where a domino was `discarded`, without Harmony.

    If the rules state no grid, it is the smallest that the kingdom fits. In a game, take the rules
    from `Rules.for_game`: all its kingdoms show how large the grid is.
    """
    side = rules.side or kingdom.trimmed().size
    bonuses = {
        variant: rule.bonus(kingdom, side)
        for variant, rule in VARIANTS.items()
        if variant in rules.variants and rule.bonus
    }
    quests = tuple(fulfil(quest, kingdom, side) for quest in rules.quests)
    if discarded:
        bonuses |= {Variant.HARMONY: Bonus(0)} if Variant.HARMONY in bonuses else {}
        quests = tuple(map(without_harmony, quests))
    notes = [note for bonus in bonuses.values() for note in bonus.notes]
    notes += [note for quest in quests for note in quest.notes]
    notes += [Note.BUILDINGS_NOT_COUNTED] if rules.box.has_towns else []
    return ScoreSheet(
        kingdom,
        side,
        territories(kingdom),
        {variant: bonus.points for variant, bonus in bonuses.items()},
        tuple(dict.fromkeys(notes)),
        quests,
    )
