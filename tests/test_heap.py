"""Freed memory is kept for the next picture, or given back at once."""

import subprocess
import sys

import pytest

# A picture's worth of memory, written and freed twice: the pages that the second time needed anew.
_PAGES_ANEW = """
import resource
from kscan import heap
{setting}
def written():
    bytearray(30_000_000)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
first = written()
print(written() - first)
"""


def pages_anew(setting: str) -> int:
    code = _PAGES_ANEW.format(setting=setting)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the C library of Linux is asked")
def test_what_is_kept_needs_no_new_pages() -> None:
    given_back = pages_anew("heap.give_back(1_000_000)")
    assert pages_anew("heap.keep(64_000_000, 256_000_000)") < given_back / 10
