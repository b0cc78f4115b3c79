"""Child processes for reading photos, one call each, the most urgent call first."""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any

from kscan.tournament.child_process import Child
from kscan.tournament.workers import Task, run_here
from kscan.web.uploads import RefusedError


class Priority(IntEnum):
    """Priorities of calls, if there are more than processors."""

    CORRECTION = 0
    PHOTO = 1
    TABLE = 2


class Children:
    """A fixed number of child processes, and the calls waiting for them."""

    def __init__(self, count: int, timeout: float) -> None:
        self._timeout = timeout
        self._children = [Child() for _ in range(count)]
        self._idle = list(self._children)
        self._threads = ThreadPoolExecutor(count, "child")
        self._waiting: list[tuple[int, int, asyncio.Future[Child]]] = []
        self._numbers = itertools.count()

    @property
    def waiting(self) -> int:
        """How many calls wait for a child."""
        return len(self._waiting)

    @property
    def threads(self) -> int:
        """How many threads a call may use now: all, unless another one runs."""
        return len(self._children) if len(self._idle) == len(self._children) else 1

    async def run(self, priority: Priority, function: Callable[..., Any], *args: Any) -> Any:
        """Call `function(*args)` in a child; RefusedError without an answer."""
        child = await self._free(priority)
        task = Task("", function, args)
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, run_here, child, task, self._timeout)
        try:
            done = await asyncio.shield(work)
        except asyncio.CancelledError:
            work.add_done_callback(lambda _: self._give_back(child))
            raise
        self._give_back(child)
        if done.failure is not None:
            raise RefusedError(400, done.failure.code, done.failure.message)
        return done.answer

    async def _free(self, priority: Priority) -> Child:
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[Child] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, next(self._numbers), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())
            raise

    def _give_back(self, child: Child) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(child)
                return
        self._idle.append(child)

    def close(self) -> None:
        """End the children, whatever they do."""
        for child in self._children:
            child.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
