"""The server's tournament: its photos, incoming ones, and their consequences."""

import asyncio
import hashlib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from kscan import files
from kscan.errors import KscanError
from kscan.tournament.games_csv import COLORS
from kscan.tournament.records import Place
from kscan.tournament.settings import RESULTS
from kscan.tournament.workers import cores
from kscan.web import reading, scoring
from kscan.web.events import Events
from kscan.web.folder import (
    INCOMING,
    beginning_of,
    entry_name,
    now,
    photo_name,
    place_photo,
    throw_away,
    write_place,
)
from kscan.web.reading import Chosen, ReadAlone, unpacked
from kscan.web.scoring import Scored
from kscan.web.submissions import FolderTables, Submission
from kscan.web.uploads import RefusedError, Upload, clear, sync
from kscan.web.workers import Children, Priority

QUEUE = 96  # photos that are received or wait to be read; the page tries again beyond
_TIMEOUT = 60.0  # seconds for a photo
_STATUS = {"too_large": 413, "disk_full": 507, "cannot_write": 507}
_PAUSE = 0.05  # seconds in which changes are gathered before tables are scored


class Tournament:
    """One folder, its photos and their scores, and the children reading them."""

    def __init__(self, folder: Path, chosen: Callable[[], Chosen]) -> None:
        self.folder, self.out = folder, folder / RESULTS
        self.chosen = chosen
        self.events = Events()
        self.submissions: dict[str, Submission] = {}
        self.standings = "{}"
        self.warnings: Mapping[str, tuple[str, ...]] = {}  # by language
        self.busy = 0
        self._changes = 0  # of the folder: scores of an earlier state are not taken
        self.writes = asyncio.Lock()
        self._children = Children(cores(), _TIMEOUT)
        self._whole = Children(1, 10 * _TIMEOUT)
        self._arriving: dict[str, asyncio.Future[Submission]] = {}
        self._dirty: set[tuple[str, ...]] = set()
        self._changed, self._ready = asyncio.Event(), asyncio.Event()
        self._asked: set[str] = set()  # photos in the folder that are or were read again
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to score the folder."""
        clear(self.folder / INCOMING)
        self._tasks.add(asyncio.create_task(self._follow()))

    async def stop(self) -> None:
        """End the streams and the children."""
        self.events.close()
        for task in tuple(self._tasks):
            task.cancel()
        self._children.close()
        self._whole.close()

    async def ready(self) -> None:
        """Wait until the folder's photos are known."""
        await self._ready.wait()

    def get(self, key: str) -> Submission:
        """Return a photo by id; RefusedError if missing."""
        if key not in self.submissions:
            raise RefusedError(404, "not_found", "This photo is not there any more.")
        return self.submissions[key]

    def admit(self) -> None:
        """Count an incoming photo; RefusedError beyond the queue."""
        if self.busy >= QUEUE:
            raise RefusedError(503, "busy", "Many photos are waiting; trying again in a moment.")
        self.busy += 1

    def release(self) -> None:
        """Count one photo less on its way."""
        self.busy -= 1

    async def add(self, upload: Upload, where: Place, shown: str, by: str) -> Submission:
        """Read a received picture and keep it.

        The same picture twice is one. It is on the disk when this returns.
        """
        await self.ready()
        key = upload.digest[:16]
        if key in self._arriving or key in self.submissions:
            upload.path.unlink(missing_ok=True)
            if key in self.submissions:
                return self.submissions[key]
            return await asyncio.shield(self._arriving[key])
        arriving = self._arriving[key] = asyncio.get_running_loop().create_future()
        try:
            sent = await self._read(key, upload, where, shown, by)
            arriving.set_result(sent)
        except BaseException as error:
            upload.path.unlink(missing_ok=True)
            arriving.set_exception(error if isinstance(error, KscanError) else _interrupted())
            arriving.exception()  # nobody else may be waiting for it
            raise
        finally:
            del self._arriving[key], arriving  # the error would keep itself alive, and the picture
        return sent

    async def _read(
        self, key: str, upload: Upload, where: Place, shown: str, by: str
    ) -> Submission:
        asked = (str(upload.path), shown, str(self.out), self.chosen(), False)
        synced = asyncio.create_task(asyncio.to_thread(sync, upload.path))
        try:
            found: ReadAlone = await self._children.run(
                Priority.PHOTO, reading.read_alone, *asked, self._children.threads
            )
        finally:
            await synced
        if found.failure is not None:
            raise RefusedError(_STATUS.get(found.failure[0], 400), *found.failure)
        name = photo_name(upload.digest, beginning_of(upload.path))
        async with self.writes:
            await asyncio.to_thread(write_place, self.folder, name, where, by, now())
            await asyncio.to_thread(place_photo, self.folder, upload, name)
        sent = self.submissions[key] = Submission(key, name, upload.digest, where, by, found.photo)
        self._tell(sent)
        self.touch(sent)
        return sent

    async def enter(self, text: str, where: Place, by: str) -> Submission:
        """Keep a typed kingdom or total, durably."""
        await self.ready()
        name = entry_name(text, where)
        digest = hashlib.sha256(name.encode()).hexdigest()
        async with self.writes:
            await asyncio.to_thread(write_place, self.folder, name, where, by, now())
            await asyncio.to_thread(files.write, self.folder / name, text)
            sent = self.submissions[digest[:16]] = Submission(digest[:16], name, digest, where, by)
        asked = (str(self.folder), self.chosen(), name)
        sent.photo = await self.call(scoring.entered, *asked)
        self._tell(sent)
        self.touch(sent)
        return sent

    async def remove(self, sent: Submission) -> None:
        """Take a photo out of the tournament, into the trash."""
        async with self.writes:
            await asyncio.to_thread(throw_away, self.folder, sent.name)
            self.submissions.pop(sent.id, None)
        self.events.tell("removed", sent.by, id=sent.id)
        self.touch(sent)

    async def move(self, sent: Submission, where: Place) -> None:
        """Write another place into games.csv."""
        async with self.writes:
            await asyncio.to_thread(write_place, self.folder, sent.name, where, sent.by, now())
            self.touch(sent)
            sent.place = where
            self.change(sent)
        self.touch(sent)

    async def rescore(self, sent: Submission) -> None:
        """Score the table of a photo at once."""
        await self._score([sent.table], Priority.CORRECTION)
        self.touch(None)

    async def rescore_all(self) -> None:
        """Score every table anew, by other rules."""
        for sent in self.submissions.values():
            self.change(sent)
        await self._everything()

    async def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function in a child, before waiting photos."""
        return await self._children.run(Priority.CORRECTION, function, *args)

    def _tell(self, sent: Submission) -> None:
        where = sent.place
        self.events.tell("photo", sent.by, id=sent.id, round=where.round, table=where.table)

    def change(self, sent: Submission) -> None:
        """Note a change of the folder's decisions on a photo."""
        self._changes += 1
        sent.changed = self._changes

    def touch(self, sent: Submission | None) -> None:
        """Schedule scoring of a photo's table, and the standings."""
        if sent is not None:
            self._dirty.add(sent.table)
        self._changed.set()

    def table_of(self, sent: Submission) -> tuple[str, ...]:
        """Return the files scored together with a photo."""
        return tuple(e.name for e in self.submissions.values() if e.table == sent.table)

    async def _follow(self) -> None:
        """Score changed tables, then everything, until stopped."""
        await self._safely(self._everything())
        self._ready.set()
        while True:
            await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(_PAUSE)
            dirty, self._dirty = self._dirty, set()
            await self._safely(self._score(dirty, Priority.TABLE))
            if not self._dirty and not self.busy:
                await self._safely(self._everything())
            else:
                self._changed.set()

    async def _safely(self, work: Any) -> None:
        """Go on after a failure, shown on the pages."""
        try:
            await work
        except KscanError as error:
            self.warnings = {"en": (error.message,)}
            self.events.tell("warning", message=error.message)

    async def _score(self, tables: Collection[tuple[str, ...]], priority: Priority) -> None:
        names = tuple(e.name for e in self.submissions.values() if e.table in tables)
        if names:
            began = self._changes
            self._take(await self._scored(self._children, priority, names), began)

    async def _everything(self) -> None:
        """Score all photos, and read the unread ones."""
        began = self._changes
        scored = await self._scored(self._whole, Priority.TABLE)
        self._take(scored, began)
        self.warnings = scored.warnings
        if scored.standings != self.standings:
            self.standings = scored.standings
            self.events.tell("standings")
        for name in set(scored.unread) - self._asked:
            self._asked.add(name)
            task = asyncio.create_task(self._safely(self._read_again(name)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _scored(self, children: Children, priority: Priority, *names: Any) -> Scored:
        where = (str(self.folder), str(self.out), self.chosen())
        scored: Scored = await children.run(priority, scoring.score, *where, *names)
        if scored.error is not None:
            raise RefusedError(400, *scored.error)
        return scored

    async def _read_again(self, name: str) -> None:
        """Read a photo in the folder; schedule its table."""
        where = (str(self.folder / name), name, str(self.out), self.chosen())
        await self._children.run(Priority.TABLE, reading.read_alone, *where, True)
        self.touch(next((e for e in self.submissions.values() if e.name == name), None))

    def _take(self, scored: Scored, began: int) -> None:
        """Take over scores, and tell the pages their changes.

        What changed since the scoring `began` is scored again.
        """
        named = {sent.name: sent for sent in self.submissions.values()}
        known: FolderTables | None = None
        for name, photo in scored.photos.items():
            sent = named.get(name)
            if sent is None:
                known = known or FolderTables.read(self.folder)
                sent = self._found(name, unpacked(photo), known)
                if sent is None:
                    continue
            if sent.photo != photo and sent.changed <= began:
                sent.photo = photo
                self._tell(sent)

    def _found(self, name: str, photo: dict[str, Any], known: "FolderTables") -> Submission | None:
        """Return a submission for a photo found in the folder.

        None while it is being uploaded.
        """
        digest = photo["content"] or hashlib.sha256(name.encode()).hexdigest()
        key = digest[:16]
        if key in self._arriving:
            return None
        if key in self.submissions:
            key = digest[:8] + hashlib.sha256(name.encode()).hexdigest()[:8]
        players = tuple((one["name"], COLORS.get(one["color"])) for one in photo["players"])
        where = Place(photo["round"], photo["table"], players)
        by, said = known.senders.get(name, ""), known.said.get(name, ())
        sent = self.submissions[key] = Submission(key, name, digest, where, by, b"", said)
        return sent


def _interrupted() -> RefusedError:
    return RefusedError(503, "busy", "The upload was interrupted; try again.")
