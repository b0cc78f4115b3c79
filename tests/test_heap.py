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


_LIMITED = """
import sys
from kscan import heap
heap.limit(500_000_000)
try:
    bytearray(2_000_000_000)
except MemoryError:
    print("refused")
print(len(bytearray(100_000_000)))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits the heap")
def test_a_process_gets_no_more_than_its_limit() -> None:
    done = subprocess.run([sys.executable, "-c", _LIMITED], capture_output=True, text=True)
    assert done.stdout.split() == ["refused", "100000000"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits the heap")
def test_a_limit_that_is_lower_stays() -> None:
    code = (
        "import resource as r\nfrom kscan import heap\n"
        "r.setrlimit(r.RLIMIT_DATA, (400_000_000, 900_000_000))\nheap.limit(800_000_000)\n"
        "print(*r.getrlimit(r.RLIMIT_DATA))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["400000000", "900000000"]
