"""The rules of one game as one value: box, variants or quests, grid."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from kscan.errors import UsageError
from kscan.game.box import BASE, Box
from kscan.game.kingdom import LARGEST, SMALLEST, Kingdom
from kscan.game.quests import BY_THE_GRID, Quest
from kscan.game.variants import VARIANTS, Variant


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules in play: variants, the grid's side if known, box, quests."""

    variants: frozenset[Variant] = frozenset()
    size: int | None = None
    box: Box = BASE
    quests: tuple[Quest, ...] = ()

    def __post_init__(self) -> None:
        """Refuse impossible grids, and variants beside quests."""
        replaced = sorted(one.option for one in self.variants if VARIANTS[one].bonus)
        if self.quests and replaced:
            raise UsageError(
                "quests take the place of {names}, which are quests, too; name those that "
                "are played as quests",
                names=" and ".join(replaced),
            )
        if self.size not in (None, SMALLEST, LARGEST):
            raise UsageError(
                "a kingdom's grid is 5 x 5 or 7 x 7, not {size} x {size}", size=self.size
            )

    @property
    def side(self) -> int | None:
        """The grid's side, if known: stated, the Mighty Duel's, or the box's."""
        if self.size is not None:
            return self.size
        if Variant.MIGHTY_DUEL in self.variants:
            return LARGEST
        return self.box.only_side

    @property
    def key(self) -> str:
        """A canonical text of the rules, without players and time."""
        variants = sorted(variant.value for variant in self.variants)
        dominoes, quests = list(map(str, self.box.dominoes)), list(map(str, self.quests))
        return repr((variants, self.size, self.box.name, dominoes, quests))

    @property
    def bonus_goes_by_the_grid(self) -> bool:
        """True if a bonus in play depends on the grid's side."""
        return any(VARIANTS[variant].bonus for variant in self.variants) or any(
            quest.kind in BY_THE_GRID for quest in self.quests
        )

    def on(self, side: int | None) -> "Rules":
        """Return the same rules on a grid of this side."""
        return replace(self, size=side)

    def side_of_game(self, kingdoms: Collection[Kingdom]) -> int | None:
        """Find the grid side shared by one game's kingdoms.

        None where each is as it shows. Where so many may play on either grid, one kingdom may show
        which. Among more, a kingdom that is too wide is a fault of its own.
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
        """Return the rules on the game's shared grid."""
        return self.on(self.side_of_game(kingdoms))


# The base box without any variant, on the grid that a kingdom shows.
PLAIN = Rules()
