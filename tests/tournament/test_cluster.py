"""A real Dask cluster: a scheduler, two workers in processes of their own, one of them killed."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import playthings
import pytest

from kscan.errors import UsageError
from kscan.reconstruct import reconstruct
from kscan.tournament import batch, cluster
from kscan.tournament.progress import Quiet
from kscan.tournament.reading import fingerprint

pytest.importorskip("distributed", reason="the extra 'dask' is not installed")


def serve(*command: str) -> "subprocess.Popen[bytes]":
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """The file that says where the scheduler is, and its two workers."""
    where = tmp_path / "scheduler.json"
    scheduler = serve(
        "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard",
        "--scheduler-file", str(where),
    )  # fmt: skip
    while not where.exists():
        time.sleep(0.1)
    address = json.loads(where.read_text())["address"]
    started = [
        serve(
            "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--local-directory", str(tmp_path / f"worker{number}"),
        )
        for number in (1, 2)
    ]  # fmt: skip
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)
    yield address, started
    for process in (*started, scheduler):
        process.kill()
        process.wait()


def run(tmp_path: Path, crew: batch.Crew) -> batch.Batch:
    request = batch.Request(tmp_path / "in", tmp_path / "out")
    stages = batch.Stages(playthings.read, reconstruct, fingerprint())
    return batch.run(request, stages, crew, Quiet())


def test_a_worker_that_is_killed_in_the_middle_loses_no_photo(
    tmp_path: Path, workers: tuple[str, list["subprocess.Popen[bytes]"]]
) -> None:
    address, (first, _) = workers
    playthings.write(
        tmp_path / "in",
        {
            f"{n}.jpg": playthings.photo("L0 W0 W1 L0 Cg", salt=str(n), orders=["wait 0.3"])
            for n in range(10)
        },
    )
    journal = tmp_path / "out" / "journal"

    def kill_in_the_middle() -> None:
        while len(list(journal.glob("*/*.npz"))) < 3:
            time.sleep(0.02)
        first.kill()

    killer = threading.Thread(target=kill_in_the_middle, daemon=True)
    killer.start()
    found = run(tmp_path, cluster.on(address, 60, fingerprint()))
    killer.join(1)
    assert first.poll() is not None
    assert [(row.status, row.kingdoms[0].sheet.total) for row in found.rows] == [("ok", 2)] * 10


def test_workers_that_would_read_otherwise_are_refused(
    workers: tuple[str, list["subprocess.Popen[bytes]"]],
) -> None:
    address, _ = workers
    with pytest.raises(UsageError, match="this is another"), cluster.on(address, 60, "another"):
        pass


def test_no_scheduler_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ANSWER", 1.0)
    with (
        pytest.raises(UsageError, match="no Dask scheduler"),
        cluster.on("tcp://127.0.0.1:9", 60, ""),
    ):
        pass
