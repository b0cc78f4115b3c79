"""Server-sent events: every change, told to every open page."""

import asyncio
import json
from collections.abc import AsyncIterator

MOST_LISTENERS = 256
_BACKLOG = 64  # events that a page may lag behind; then it reloads everything
_PULSE = 20.0  # seconds between signs of life, so that a lost phone is noticed


class Events:
    """The open pages, each with a queue of its unheard events."""

    def __init__(self) -> None:
        self._listeners: dict[asyncio.Queue[str | None], str | None] = {}
        self._closed = False

    @property
    def is_full(self) -> bool:
        """True if no further page can listen."""
        return len(self._listeners) >= MOST_LISTENERS

    def tell(self, event: str, by: str = "", **what: object) -> None:
        """Tell every judge's page, and the sending guest's."""
        line = f"event: {event}\ndata: {json.dumps(what, ensure_ascii=False)}\n\n"
        for queue, only in self._listeners.items():
            if only is not None and only != by:
                continue
            if queue.full():
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait("event: reload\ndata: {}\n\n")
            else:
                queue.put_nowait(line)

    async def listen(self, only: str | None) -> AsyncIterator[str]:
        """Yield each event's text, or `only` one sender's.

        Until the server stops.
        """
        queue: asyncio.Queue[str | None] = asyncio.Queue(_BACKLOG)
        self._listeners[queue] = only
        try:
            yield "retry: 2000\nevent: hello\ndata: {}\n\n"
            while not self._closed:
                try:
                    line = await asyncio.wait_for(queue.get(), _PULSE)
                except TimeoutError:
                    line = ": still here\n\n"
                if line is None:
                    return
                yield line
        finally:
            self._listeners.pop(queue, None)

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for queue in self._listeners:
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(None)
