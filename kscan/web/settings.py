"""The folder's settings as the page shows and changes them."""

from pathlib import Path
from typing import Any

from kscan.errors import UsageError
from kscan.game.boxes import BOXES
from kscan.game.quests import QUESTS
from kscan.game.variants import Variant
from kscan.locale import LANGUAGES
from kscan.tournament.rules_in_play import keep, settle
from kscan.tournament.setting_keys import FILE
from kscan.tournament.settings import Settings, from_plain, plain_settings, write
from kscan.web.reading import Chosen
from kscan.web.uploads import RefusedError


class FolderSettings:
    """One folder's rules, from kscan.toml or its first run, and its addresses."""

    def __init__(self, folder: Path, out: Path, urls: dict[str, str]) -> None:
        self.folder, self.out, self.urls = folder, out, urls
        self._take(settle(folder, out, {}).settings)

    def _take(self, settings: Settings) -> None:
        settings.rules(self.folder)  # UsageError where a box or a quest is none
        keep(self.out, settings)
        self._settings = settings

    @property
    def title(self) -> str:
        """The tournament's title, if it has one."""
        return self._settings.title

    @property
    def lang(self) -> str:
        """The language of every page, if the folder says one."""
        return self._settings.lang or ""

    def chosen(self) -> Chosen:
        """Return the settings in play."""
        return Chosen(self._settings, self.folder)

    def document(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        known = {
            "languages": LANGUAGES,
            "every_variant": [each.option for each in Variant],
            "every_box": list(BOXES),
            "every_quest": list(map(str, QUESTS)),
        }
        return {**plain_settings(self._settings), **known, "urls": self.urls}

    def change(self, said: dict[str, Any]) -> None:
        """Write settings to the file; RefusedError if invalid."""
        try:
            found = from_plain({**plain_settings(self._settings), **_without_blanks(said)})
            found.rules(self.folder)
        except UsageError as error:
            raise RefusedError(400, "bad_request", error.message) from None
        write(self.folder / FILE, found)
        self._take(found)


def _without_blanks(said: dict[str, Any]) -> dict[str, Any]:
    """Turn empty fields into nothing."""
    return {name: value if value != "" or name == "title" else None for name, value in said.items()}
