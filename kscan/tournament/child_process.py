"""A child process for one call at a time, killed if it hangs or breaks.

Native code that hangs or crashes takes its process with it; here that is a child's, not ours.
The child leaves as soon as its parent is gone.
"""

import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO, Any

from kscan import heap
from kscan.photo import DEFAULT_LIMITS

_LENGTH = struct.Struct(">Q")
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_MEMORY = 3_000_000_000  # bytes: a PNG of 100 megapixels, 16 bits and alpha takes 2.1 GB
_CHILD = "from kscan.tournament.child_process import serve; serve()"


class ChildDiedError(Exception):
    """The child ended in the middle of a call."""


class TooSlowError(Exception):
    """The call was not done in time; its child was ended."""


class Child:
    """One child process, started when it is first needed and again after it was ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def run(self, function: Callable[..., Any], args: tuple[Any, ...], timeout: float) -> Any:
        """Call `function(*args)` in the child process.

        Return its result, or raise its exception; TooSlowError after `timeout` seconds,
        ChildDiedError where the child ends by itself.
        """
        if self._closed:
            raise ChildDiedError
        if self._process is None:
            self._process = _start()
        late = threading.Event()
        watch = threading.Timer(timeout, self._end, (self._process, late))
        watch.daemon = True
        watch.start()
        try:
            answer = _ask(self._process, (function, args))
        except (OSError, EOFError):
            self._drop()
            raise (TooSlowError if late.is_set() else ChildDiedError) from None
        finally:
            watch.cancel()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """End the child; a call in progress raises ChildDiedError."""
        self._closed = True
        self._drop()

    @staticmethod
    def _end(process: "subprocess.Popen[bytes]", late: threading.Event) -> None:
        late.set()
        process.kill()

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()


def _start() -> "subprocess.Popen[bytes]":
    environment = dict.fromkeys(_ONE_THREAD, "1") | dict(os.environ)
    # OpenCV asks for its limit when it is imported, which is before the first photo.
    environment["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(DEFAULT_LIMITS.pixels)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    try:
        if process.stdout is not None:
            _receive(process.stdout)  # it is ready: what it imports is no photo's time
    except EOFError:
        process.kill()
        process.wait()
        raise ChildDiedError from None
    return process


def _ask(process: "subprocess.Popen[bytes]", question: Any) -> Any:
    if process.stdin is None or process.stdout is None:  # pragma: no cover - both are pipes
        raise EOFError
    _send(process.stdin, question)
    return _receive(process.stdout)


def _send(stream: IO[bytes], message: Any) -> None:
    content = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def _receive(stream: IO[bytes]) -> Any:
    return pickle.loads(_exactly(stream, _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]))


def _exactly(stream: IO[bytes], count: int) -> bytes:
    content = stream.read(count)
    if len(content) < count:
        raise EOFError
    return content


def serve() -> None:
    """Answer calls until the parent closes the pipe or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    heap.limit(_MEMORY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not get into the answers
    import kscan.tournament.stages  # noqa: F401

    _send(answers, None)
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        function, args = questions.get()
        try:
            answer = function(*args)
        except MemoryError:
            answer = MemoryError()
        except Exception as error:
            answer = RuntimeError(f"{type(error).__name__}: {error}")
        _send(answers, answer)


def _listen(questions: "queue.SimpleQueue[Any]") -> None:
    stream = os.fdopen(0, "rb", closefd=False)
    try:
        while True:
            questions.put(_receive(stream))
    finally:
        os._exit(0)  # in the middle of a call, too: nobody waits for its answer
