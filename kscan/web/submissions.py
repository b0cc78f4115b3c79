"""Photos and typed kingdoms as the server knows them."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kscan.tournament.records import Place
from kscan.tournament.settings import GAMES
from kscan.web.folder import CsvFile
from kscan.web.history import RecordedDecision, histories
from kscan.web.language import photo_in
from kscan.web.reading import unpacked


@dataclass(slots=True)
class Submission:
    """One photo or typed kingdom, with everything known of it now."""

    id: str
    name: str  # of its file, below the folder
    digest: str
    place: Place
    by: str = ""  # the phone that sent it
    photo: bytes = b""  # the photo object, packed
    history: tuple[RecordedDecision, ...] = ()  # what people said of it, the oldest first
    changed: int = 0  # the number of the change of the folder that it was part of last

    @property
    def table(self) -> tuple[str, ...]:
        """Its table, scored together, if it has one."""
        where = self.place
        return (where.round, where.table) if where.table else ("", "", self.name)

    def document(self, lang: str = "en") -> dict[str, Any]:
        """Return the photo as the contract lists it."""
        photo = photo_in(unpacked(self.photo), lang) if self.photo else {}
        return {
            "id": self.id,
            "round": self.place.round,
            "table": self.place.table,
            "player": ", ".join(name for name, _ in self.place.players if name),
            "by": self.by.partition(" ")[0],
            "photo": photo,
            "decisions": [asdict(one) for one in self.history],
        }


@dataclass(frozen=True, slots=True)
class FolderTables:
    """The folder's tables, by photos' file names."""

    senders: dict[str, str]
    said: dict[str, tuple[RecordedDecision, ...]]

    @classmethod
    def read(cls, folder: Path) -> "FolderTables":
        """Read the tables of a folder."""
        lines = CsvFile.read(folder / GAMES).lines
        return cls({line["photo"]: line.get("by", "") for line in lines}, histories(folder))
