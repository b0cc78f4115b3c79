"""Standard output is the document alone, whoever else prints."""

import os
import subprocess
import sys

import pytest

from kscan.cli.output import document_only

POLLUTER = """
import ctypes, os, subprocess, sys
import pytest

from kscan.cli.output import document_only

libc = ctypes.CDLL(None)
libc.printf(b"c before\\n")
print("python before")
with document_only() as document:
    print("python")
    sys.stdout.write("stream\\n")
    os.write(1, b"descriptor\\n")
    libc.printf(b"c buffered\\n")
    subprocess.run(["echo", "child"])
    print("the document é", file=document)
print("python after")
"""


def run(program: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)


def test_everything_but_the_document_goes_to_standard_error() -> None:
    done = run(POLLUTER)
    document = [line for line in done.stdout.decode().splitlines() if "before" not in line]
    assert document == ["the document é", "python after"]
    for polluter in ("python", "stream", "descriptor", "c buffered", "child"):
        assert polluter in done.stderr.decode().splitlines()


def test_an_error_inside_gives_standard_output_back() -> None:
    done = run(
        "from kscan.cli.output import document_only\n"
        "try:\n"
        "    with document_only() as document: raise ValueError\n"
        "except ValueError: print('back')\n"
    )
    assert done.stdout == b"back\n"


def test_a_stream_that_is_no_descriptor_is_used_as_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with document_only() as document:
        print("elsewhere")
        print("here", file=document)
    captured = capsys.readouterr()
    assert captured.out == "here\n"
    assert captured.err == "elsewhere\n"


@pytest.mark.parametrize("closed", [1, 2])
def test_a_closed_descriptor_is_no_trouble(closed: int) -> None:
    program = (
        "import os, sys\n"
        "from kscan.cli.output import document_only\n"
        "with document_only() as document:\n"
        "    os.write(2, b'noise'); print('noise'); print('document', file=document)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        preexec_fn=lambda: os.close(closed),
    )
    assert done.stdout == (b"" if closed == 1 else b"document\n")
    assert b"document" not in done.stderr
