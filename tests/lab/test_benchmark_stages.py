"""Each stage is told beside its floor, and what floors count can be counted by hand."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan import networks
from kscan.find import finder, grow
from kscan.lab.benchmark import floors, network_layers, stages
from kscan.lab.benchmark.figures import Subject
from kscan.lab.benchmark.floors import Rates, Work, works
from kscan.lab.benchmark.network_layers import READABLE, Asked, by_kind, layers, multiplications
from kscan.lab.benchmark.stopwatch import Stopwatch, timing
from kscan.photo.records import Photo

RATES = Rates(copied=1e9, matrix=2e9, convolution=1e9)
WINDOWS = (2, 3, 56, 56)

counting = pytest.mark.skipif(not READABLE, reason="networks are read with the extra 'train'")
profiling = pytest.mark.skipif(
    not hasattr(cv2.dnn.Net, "setProfilingMode"), reason="OpenCV 5 times each layer"
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return what lets CPU seconds pass."""
    now = [0.0]
    monkeypatch.setattr(time, "process_time", lambda: now[0])

    def wait(seconds: float) -> None:
        now[0] += seconds

    return wait


def test_a_stage_within_another_has_its_own_time(clock: Callable[[float], None]) -> None:
    watch = Stopwatch("outside")
    clock(1)
    with watch.within("squares"):
        clock(10)
        with watch.within("reduce"):
            assert watch.stage == "reduce"
            clock(100)
        clock(20)
    clock(2)
    watch.stop()
    assert watch.seconds == {"outside": 3, "squares": 30, "reduce": 100}


def test_time_before_the_start_is_nobodys(clock: Callable[[float], None]) -> None:
    watch = Stopwatch("outside")
    clock(5)
    watch.restart()
    clock(1)
    watch.stop()
    assert watch.seconds == {"outside": 1}


def test_a_function_is_timed_wherever_it_is_named_and_then_no_more() -> None:
    own, named = grow.grow, finder.grow
    assert own is named
    with timing(Stopwatch("outside"), {"grow": (grow.grow,)}):
        assert grow.grow is finder.grow
        assert grow.grow is not own
    assert (grow.grow, finder.grow) == (own, named)


@counting
def test_multiplications_of_one_layer_are_counted() -> None:
    # 96 numbers weighed for each of 17 answers, for each of three squares.
    assert multiplications(networks.path("reader_answer"), (3, 96)) == 3 * 96 * 17


@counting
def test_multiplications_of_convolutions_are_counted(tmp_path: Path) -> None:
    file, seen = tmp_path / "two.onnx", (2, 5, 7, 11)
    file.write_bytes(floors.convolutions(np.ones((5, 5, 3, 3), np.float32), seen, count=2))
    one = 2 * 5 * 7 * 11 * (5 * 3 * 3)  # a value of the output each, over 3 x 3 of five maps
    assert multiplications(file, seen) == 2 * one
    assert [layer.kind for layer in layers(file, seen).values()] == ["narrow", "narrow"]


@counting
def test_multiplications_of_the_square_reader_are_those_of_its_layers() -> None:
    found = layers(networks.path("reader"), WINDOWS)
    kinds = Counter(layer.kind for layer in found.values())
    assert kinds == {"first": 1, "halving": 3, "narrow": 3, "wide": 5, "other": 2}
    (first,) = (layer for layer in found.values() if layer.kind == "first")
    assert first.multiplications == 2 * 28 * 28 * 24 * (3 * 3 * 3)
    one, two = (multiplications(networks.path("reader"), (n, *WINDOWS[1:])) for n in (1, 2))
    assert two == 2 * one


@counting
@profiling
@pytest.mark.parametrize(
    ("network", "shape"), [("finder", (1, 3, 64, 96)), ("finder_fields", (1, 3, 288, 288))]
)
def test_every_layer_that_multiplies_is_timed(network: str, shape: tuple[int, ...]) -> None:
    asked = Asked("first_looks", network, shape)
    kinds = by_kind([asked, asked], rounds=1)
    counted = multiplications(networks.path(network), shape)
    assert sum(times for _, times in kinds.values()) == 2 * counted
    assert all(seconds > 0 for seconds, _ in kinds.values())
    assert kinds["other"][1] == 0


def test_a_floor_takes_the_higher_rate() -> None:
    assert RATES.floor(Work(moved=3_000_000_000)) == 3.0
    assert RATES.floor(Work(multiplications=1_000_000_000)) == 0.5
    assert RATES.floor(Work(1_000_000_000, 1_000_000_000)) == 1.5


def test_work_is_told_in_millions() -> None:
    assert str(Work(moved=8_090_000)) == "8.09 MB"
    assert str(Work(multiplications=252_300_000)) == "252.3 M multiplications"
    assert str(Work(1_000_000, 2_000_000)) == "2 M multiplications, 1 MB"


def test_bytes_are_those_of_the_file_and_of_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floors, "READABLE", False)
    photo = Photo("photo", np.zeros((80, 40, 3), np.uint8))
    photo.levels[1] = np.zeros((40, 20, 3), np.uint8)
    asked = [Asked("squares", "reader", WINDOWS), Asked("squares", "reader_answer", (2, 96))]
    done = works(1000, photo, asked)
    assert done["decode"] == Work(1000 + 9600)
    assert done["reduce"] == Work(5 * 2400 + 2400)
    assert done["squares"] == Work(6 * 2 * 3 * 56 * 56)


def test_each_stage_is_told_beside_its_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "READABLE", True)
    seconds = {"decode": 0.5, "squares": 0.25, "squares.networks": 1.75, "grow": 0.125}
    needed = {"decode": Work(250_000_000), "squares": Work(multiplications=1_000_000_000)}
    figures = {one.name: one for one in stages.stage_figures(seconds, needed, RATES)}
    told = {name.removeprefix("stages."): one.value for name, one in figures.items()}
    assert [told[f"squares{part}"] for part in ("", ".networks", ".floor", ".ratio")] == [
        *(2000, 1750, 500, 4)
    ]
    assert (told["decode.floor"], told["decode.ratio"]) == (250, 2)
    assert told["grow"] == 125
    assert "grow.floor" not in told
    assert [told[f"whole{part}"] for part in ("", ".networks", ".floor", ".ratio")] == [
        *(2625, 1750, 750, 3.5)
    ]
    assert figures["stages.squares.floor"].note == "1000 M multiplications"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, samples: Path) -> Callable[[], dict[str, float]]:
    """Return what measures a sample on a machine whose rates are known."""
    monkeypatch.setattr(stages, "rates_of", lambda _: RATES)
    subject = Subject(samples / "castle.jpg", samples, rounds=1)
    return lambda: {one.name: one.value for one in stages.measure(subject)}


@counting
def test_a_photo_is_measured_stage_by_stage(told: Callable[[], dict[str, float]]) -> None:
    found = told()
    each = [found[f"stages.{stage}"] for stage in (*stages.STAGES, "between")]
    assert min(each) > 0
    assert sum(each) == pytest.approx(found["stages.whole"])
    looking = ("first_looks", "second_looks", "squares")
    floor = sum(found[f"stages.{stage}.floor"] for stage in ("decode", "reduce", *looking))
    assert floor == pytest.approx(found["stages.whole.floor"])
    assert all(found[f"stages.{stage}.networks"] < found[f"stages.{stage}"] for stage in looking)
    assert networks.Network.answer.__name__ == "answer"


def test_without_a_way_to_read_networks_these_have_no_floor(
    monkeypatch: pytest.MonkeyPatch, told: Callable[[], dict[str, float]]
) -> None:
    for module in (stages, floors, network_layers):
        monkeypatch.setattr(module, "READABLE", False)
    found = told()
    assert found["stages.squares.networks"] > 0
    assert "stages.squares.floor" not in found
    assert "stages.whole.floor" not in found
    assert "stages.layers.wide" not in found
    assert found["stages.decode.floor"] > 0
