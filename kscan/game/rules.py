"""The rules of one game as one value: which box, which variants or quests, which grid."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from kscan.errors import UsageError
from kscan.game.box import BASE, Box
from kscan.game.kingdom import LARGEST, SMALLEST, Kingdom
from kscan.game.quests import BY_THE_GRID, Quest
from kscan.game.variants import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played: the variants, the side of the grid if it is known, the box, the quests."""

    variants: frozenset[Variant] = frozenset()
    size: int | None = None
    box: Box = BASE
    quests: tuple[Quest, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a grid that no kingdom is built in, and variants beside quests."""
        replaced = sorted(one.option for one in self.variants if VARIANTS[one].bonus)
        if self.quests and replaced:
            raise UsageError(
                f"quests take the place of {' and '.join(replaced)}, which are quests, too; "
                "name those that are played as quests"
            )
        if self.size not in (None, SMALLEST, LARGEST):
            raise UsageError(f"a kingdom's grid is 5 x 5 or 7 x 7, not {self.size} x {self.size}")

    @property
    def side(self) -> int | None:
        """The grid's side, if it is known: as said, the Mighty Duel's, or the box's only one."""
        if self.size is not None:
            return self.size
        if Variant.MIGHTY_DUEL in self.variants:
            return LARGEST
        return self.box.only_side

    @property
    def key(self) -> str:
        """The same text for the same rules, whoever plays by them and when."""
        variants = sorted(variant.value for variant in self.variants)
        dominoes, quests = list(map(str, self.box.dominoes)), list(map(str, self.quests))
        return repr((variants, self.size, self.box.name, dominoes, quests))

    @property
    def bonus_goes_by_the_grid(self) -> bool:
        """Whether a variant or quest is in play whose bonus depends on the side of the grid."""
        return any(VARIANTS[variant].bonus for variant in self.variants) or any(
            quest.kind in BY_THE_GRID for quest in self.quests
        )

    def on(self, side: int | None) -> "Rules":
        """The same rules on a grid of this side."""
        return replace(self, size=side)

    def side_of_game(self, kingdoms: Collection[Kingdom]) -> int | None:
        """Find the grid that all kingdoms of one game share; None where each is as it shows.

        Where so many may play on either grid, one kingdom may show which. Among more, a kingdom
        that is too wide is a fault of its own.
        """
        sides = self.box.sides(len(kingdoms))
        if self.side is not None or not kingdoms:
            return self.side
        if LARGEST not in sides:
            return None
        if SMALLEST not in sides:
            return LARGEST
        return max(kingdom.trimmed().size for kingdom in kingdoms)

    def for_game(self, kingdoms: Collection[Kingdom]) -> "Rules":
        """The same rules on the grid that all kingdoms of one game share."""
        return self.on(self.side_of_game(kingdoms))


# The base box without any variant, on the grid that a kingdom shows.
PLAIN = Rules()
