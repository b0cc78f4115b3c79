"""CPU time by stage: the functions of each are timed wherever a module of kscan names them."""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

Function = Callable[..., Any]


class Stopwatch:
    """CPU seconds of each stage; of one within another only the inner one's run on."""

    def __init__(self, outermost: str) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._open = [outermost]
        self._since = time.process_time()

    def restart(self) -> None:
        """Forget the time since the last stop."""
        self._since = time.process_time()

    @property
    def stage(self) -> str:
        """The innermost stage that runs."""
        return self._open[-1]

    @contextmanager
    def within(self, stage: str) -> Iterator[None]:
        """Count the block's seconds as the stage's."""
        self.stop()
        self._open.append(stage)
        try:
            yield
        finally:
            self.stop()
            self._open.pop()

    def stop(self) -> None:
        """Count the seconds so far."""
        now = time.process_time()
        self.seconds[self.stage] += now - self._since
        self._since = now

    def timed(self, function: Function, stage: str) -> Function:
        """Return the function, its seconds counted as the stage's."""

        def within(*arguments: object, **named: object) -> object:
            with self.within(stage):
                return function(*arguments, **named)

        return within


@contextmanager
def timing(watch: Stopwatch, stages: Mapping[str, Sequence[Function]]) -> Iterator[None]:
    """Time the functions of each stage within the block."""
    with ExitStack() as replaced:
        for stage, functions in stages.items():
            for function in functions:
                timed = watch.timed(function, stage)
                for module, name in list(_names(function)):
                    replaced.enter_context(mock.patch.object(module, name, timed))
        yield


def _names(function: Function) -> Iterator[tuple[object, str]]:
    """Yield each module of kscan in which a name means the function, with the name."""
    for path, module in list(sys.modules.items()):
        if path.partition(".")[0] == "kscan":
            for name, value in vars(module).items():
                if value is function:
                    yield module, name
