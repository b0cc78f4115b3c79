"""The program: the command line, with Ctrl-C answered from the first import to the last exit."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Interrupt the work; a second Ctrl-C ends the process.

    Files are written beside their places and children leave with their parent: nothing is lost.
    """
    del number, frame
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    raise KeyboardInterrupt


def main() -> None:
    """Run the command line."""
    try:
        # A shell that starts a job in the background has SIGINT ignored there.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _interrupt)
        from kscan.cli import OWN_PROCESS
        from kscan.cli import main as command_line

        command_line(prog_name="kscan", obj=OWN_PROCESS)
    except KeyboardInterrupt:
        sys.stderr.write("kscan: interrupted\n")
        os._exit(130)


if __name__ == "__main__":  # workers import this module again
    main()
