"""What the tournament's tests share: photos that say what lies on them, a way to run a batch."""

import sys
from pathlib import Path

import pytest

from kscan.reconstruct import reconstruct
from kscan.tournament import batch, crew, outputs
from kscan.tournament.game_reading import Reconstruct
from kscan.tournament.progress import Quiet

# Before the tests are imported, and so that child processes import `playthings` as they do.
sys.path.insert(0, str(Path(__file__).parent))

import playthings


@pytest.fixture
def run(tmp_path: Path) -> "playthings.Run":
    """Runs a batch of `tmp_path / "in"` into `tmp_path / "out"`; keywords as of `Request`.

    In this process; with `hands` in as many child processes.
    """

    def start(
        hands: int = 0,
        timeout: float = 60,
        fingerprint: str = "1",
        reconstruct: Reconstruct = reconstruct,
        **asked: object,
    ) -> batch.Batch:
        request = batch.Request(tmp_path / "in", tmp_path / "out", **asked)  # type: ignore[arg-type]
        stages = batch.Stages(playthings.read, reconstruct, fingerprint)
        workers = crew.local(hands, timeout) if hands else playthings.here()
        outputs.claim(request.out, request.folder)
        return batch.run(request, stages, workers, Quiet())

    return start
