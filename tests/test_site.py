"""The docs build as a site without a warning."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    index = (tmp_path / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "--same-game" in index
    assert (tmp_path / "samples" / "gaps.jpg").is_file()
    assert (tmp_path / "CONTRIBUTING.html").is_file()
