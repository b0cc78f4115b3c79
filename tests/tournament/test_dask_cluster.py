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

from kscan.cli import FAILED, exit_code
from kscan.errors import PhotoError, UsageError
from kscan.pipeline import solve
from kscan.tournament import batch, dask_cluster
from kscan.tournament.report.progress import Quiet
from kscan.tournament.stages import fingerprint

pytest.importorskip("distributed", reason="the extra 'dask' is not installed")


def serve(*command: str) -> "subprocess.Popen[bytes]":
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def scheduled(where: Path) -> str:
    """Return the address that the scheduler writes, once it is there whole."""
    while not where.exists() or not where.read_text().endswith("}"):
        time.sleep(0.1)
    address: str = json.loads(where.read_text())["address"]
    return address


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """Yield the scheduler's address; the scheduler and its two workers."""
    where = tmp_path / "scheduler.json"
    scheduler = serve(
        "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard",
        "--scheduler-file", str(where),
    )  # fmt: skip
    address = scheduled(where)
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
    yield address, [scheduler, *started]
    for process in (*started, scheduler):
        process.kill()
        process.wait()


@pytest.fixture
def workers(
    cluster: tuple[str, list["subprocess.Popen[bytes]"]],
) -> tuple[str, list["subprocess.Popen[bytes]"]]:
    """Return the scheduler's address and its two workers."""
    address, (_, *started) = cluster
    return address, started


def run(tmp_path: Path, pool: batch.Pool) -> batch.Batch:
    request = batch.Request(tmp_path / "in", tmp_path / "out")
    stages = batch.Stages(playthings.read, solve, fingerprint())
    return batch.run(request, stages, pool, Quiet())


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
    cache = tmp_path / "out" / "journal"

    def kill_in_the_middle() -> None:
        while len(list(cache.glob("*/*.npz"))) < 3:
            time.sleep(0.02)
        first.kill()

    killer = threading.Thread(target=kill_in_the_middle, daemon=True)
    killer.start()
    found = run(tmp_path, dask_cluster.on(address, 60, fingerprint()))
    killer.join(1)
    assert first.poll() is not None
    assert [(row.status, row.kingdoms[0].sheet.total) for row in found.rows] == [("ok", 2)] * 10


def test_workers_that_would_read_otherwise_are_refused(
    workers: tuple[str, list["subprocess.Popen[bytes]"]],
) -> None:
    address, _ = workers
    with (
        pytest.raises(UsageError, match="this is another"),
        dask_cluster.on(address, 60, "another"),
    ):
        pass


def test_no_scheduler_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "_ANSWER", 1.0)
    with (
        pytest.raises(UsageError, match="no Dask scheduler"),
        dask_cluster.on("tcp://127.0.0.1:9", 60, ""),
    ):
        pass


@pytest.mark.parametrize("killed", [(0,), (1, 2)])
def test_a_cluster_that_dies_in_the_middle_is_said_and_not_waited_for(
    tmp_path: Path,
    cluster: tuple[str, list["subprocess.Popen[bytes]"]],
    monkeypatch: pytest.MonkeyPatch,
    killed: tuple[int, ...],
) -> None:
    address, processes = cluster
    monkeypatch.setattr(dask_cluster, "_ANSWER", 12.0)
    photos = {
        f"{n}.jpg": playthings.photo("L0 W0 W1 L0 Cg", salt=str(n), orders=["wait 0.3"])
        for n in range(40)
    }
    playthings.write(tmp_path / "in", photos)
    cache = tmp_path / "out" / "journal"

    def kill_in_the_middle() -> None:
        while len(list(cache.glob("*/*.npz"))) < 3:
            time.sleep(0.02)
        for number in killed:
            processes[number].kill()

    killer = threading.Thread(target=kill_in_the_middle, daemon=True)
    killer.start()
    # Which of the two it is a busy machine may not say in time.
    with pytest.raises(PhotoError, match=r"is gone|no workers any more") as caught:
        run(tmp_path, dask_cluster.on(address, 60, fingerprint()))
    assert exit_code(caught.value) == FAILED
    assert len(list(cache.glob("*/*.npz"))) >= 3


def test_workers_without_kscan_are_refused(tmp_path: Path) -> None:
    where = tmp_path / "scheduler.json"
    bare = {**os.environ, "PYTHONPATH": str(tmp_path)}
    (tmp_path / "kscan.py").write_text("")  # an installed kscan is hidden by this
    command = [sys.executable, "-m"]
    scheduler = subprocess.Popen(
        [*command, "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard",
         "--scheduler-file", str(where)],
        env=bare, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    address = scheduled(where)
    worker = subprocess.Popen(
        [*command, "distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard",
         "--local-directory", str(tmp_path / "worker")],
        env=bare, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=120)
        with (
            pytest.raises(UsageError, match="install the same version"),
            dask_cluster.on(address, 60, fingerprint()),
        ):
            pass
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()
