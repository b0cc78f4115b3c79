"""What is played on a photo: as its tournament's kscan.toml says it, but for what options say."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kscan.cli.photos import STDIN, in_tournament
from kscan.game.ranking import TieRule
from kscan.game.rules import Rules
from kscan.game.variants import Variant


@dataclass(frozen=True, slots=True)
class Played:
    """The rules of a photo's game, and what breaks its ties."""

    rules: Rules
    ties: TieRule = TieRule.RULEBOOK


def played_on(
    photo: str, own: Played, options: Mapping[str, bool]
) -> tuple[Played, tuple[str, ...]]:
    """Return what is played on a photo, and the lines that say where it comes from.

    `own` is the command line's; `options` tells by setting whether an option was given.
    """
    if photo == STDIN or not in_tournament(Path(photo)):
        return own, ()
    from kscan.tournament.rules_in_play import announced, of_photo
    from kscan.tournament.settings import Settings
    from kscan.tournament.standings import game_rule

    path, stated = of_photo(Path(photo))
    given = [key for key, named in options.items() if named]
    followed = {key: stated[key] for key in options if key in stated and key not in given}
    settings = replace(Settings(), **followed)
    found = settings.rules(path.parent)
    rules = Rules(
        own.rules.variants if "variants" in given else found.variants - {Variant.DYNASTY},
        own.rules.size if "size" in given else found.size,
        own.rules.box if "box" in given else found.box,
        own.rules.quests if "quests" in given else found.quests,
    )
    ties = own.ties if "ties" in given else game_rule(settings.ranking)
    return Played(rules, ties), tuple(announced(path, stated, given))
