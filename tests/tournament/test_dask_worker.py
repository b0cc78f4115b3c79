"""What a cluster's worker does, and when a cluster is refused, without a cluster."""

import sys
from collections.abc import Iterator

import pytest

from kscan.errors import UsageError
from kscan.tournament import dask_cluster
from kscan.tournament.stages import fingerprint
from kscan.tournament.workers import Task


@pytest.fixture(autouse=True)
def no_hand_stays() -> Iterator[None]:
    yield
    child = getattr(dask_cluster._children, "child", None)
    if child is not None:
        child.close()
        del dask_cluster._children.child


def test_a_worker_answers_from_one_child_of_its_own() -> None:
    first, second = (
        dask_cluster.run_there(Task(str(n), divmod, (n, 5)), 60, fingerprint()) for n in (17, 23)
    )
    assert (first.key, first.answer, first.failure) == ("17", (3, 2), None)
    assert second.answer == (4, 3)


def test_a_worker_that_joins_with_other_weights_reads_nothing() -> None:
    done = dask_cluster.run_there(Task("a", divmod, (17, 5)), 60, "0.0.9-abc")
    assert done.answer is None
    assert done.failure is not None
    assert done.failure.code == "other_version"
    assert "0.0.9-abc" in done.failure.message


@pytest.mark.parametrize(("found", "said"), [({}, "no workers"), ({"tcp://w": "2"}, "tcp://w")])
def test_a_cluster_that_would_read_otherwise_is_refused(found: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        dask_cluster._check(found, "1")


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(UsageError, match="pip install dask distributed"),
        dask_cluster.on("tcp://nowhere:1", 1, "1"),
    ):
        pass
