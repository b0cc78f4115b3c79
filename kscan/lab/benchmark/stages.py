"""Stages: where the time of one photo goes, each stage beside the least it could take."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

import cv2
import numpy as np

from kscan import networks, pipeline, sight
from kscan.find import finder, grow, heatmap, neighbours, overview, photo_edge, views
from kscan.find.coverage import decision
from kscan.lab.benchmark.figures import Figure, Subject
from kscan.lab.benchmark.floors import Rates, Work, rates_of, works
from kscan.lab.benchmark.network_layers import OTHER, READABLE, Asked, by_kind
from kscan.lab.benchmark.stopwatch import Stopwatch, timing
from kscan.photo import decoding, pyramid
from kscan.photo.records import Photo
from kscan.read import reader
from kscan.report import text

# Each stage by the functions that do it; a stage within another has its own time.
STAGES: Mapping[str, Sequence[Callable[..., Any]]] = {
    "decode": (sight.open_photo, decoding.decode),
    "reduce": (overview.overview, pyramid.level),
    "first_looks": (
        views.whole,
        views.other_views,
        overview.flattened,
        heatmap.look,
        heatmap.sightings,
    ),
    "grow": (grow.grow,),
    "second_looks": (finder.settled,),
    "coverage": (
        decision.in_window,
        decision.is_hidden,
        decision.with_reader,
        photo_edge.edge_notes,
        photo_edge.snapped_to_frame,
        neighbours.with_squares,
        neighbours.with_cut_fields,
    ),
    "squares": (reader.read,),
    "infer": (pipeline.score_game,),
    "report": (text.report,),
}
_BETWEEN = "between"  # what joins the stages
_NETWORKS = ".networks"  # the part of a stage in which networks run
_RATES_TIMED = 5  # times: they are short, and a floor wants what the machine can do


def measure(subject: Subject) -> Iterator[Figure]:
    """Yield the machine's rates, then each stage's time, its networks' part, floor and ratio.

    Then those of each kind of layer. What needs a network's graph is left out where that cannot be
    read.
    """
    rates = rates_of(lambda work: min(subject.seconds(work) for _ in range(_RATES_TIMED)))
    yield Figure("stages.rate.copy", rates.copied / 1e9, "GB/s", note="read and written")
    yield Figure("stages.rate.matrix", rates.matrix / 1e9, "G multiplications/s")
    if READABLE:
        yield Figure("stages.rate.convolution", rates.convolution / 1e9, "G multiplications/s")
    eighth = subject.seconds(lambda: _eighth(subject.data))
    yield Figure("stages.decode.eighth", eighth * 1e3, "ms", note="reads all bits, too")
    seconds, photo, asked = _read(subject)
    yield from stage_figures(seconds, works(len(subject.data), photo, asked), rates)
    for kind, (spent, times) in by_kind(asked, subject.rounds).items() if READABLE else ():
        needed = None if kind == OTHER else Work(multiplications=times)
        yield from _told(f"layers.{kind}", spent, 0.0, needed, rates)


def stage_figures(
    seconds: Mapping[str, float], needed: Mapping[str, Work], rates: Rates
) -> Iterator[Figure]:
    """Yield the figures of each stage, then those of all together."""
    for stage in (*STAGES, _BETWEEN):
        inside = seconds.get(stage + _NETWORKS, 0.0)
        spent = seconds.get(stage, 0.0) + inside
        yield from _told(stage, spent, inside, needed.get(stage), rates)
    inside = sum(spent for stage, spent in seconds.items() if stage.endswith(_NETWORKS))
    whole = sum(needed.values(), Work())
    yield from _told("whole", sum(seconds.values()), inside, whole, rates)


def _told(
    what: str, spent: float, inside: float, needed: Work | None, rates: Rates
) -> Iterator[Figure]:
    """Yield the milliseconds, those within networks, the floor, and how often it is taken."""
    yield Figure(f"stages.{what}", spent * 1e3, "ms")
    if inside:
        yield Figure(f"stages.{what}.networks", inside * 1e3, "ms")
    if needed and (READABLE or not inside):
        floor = rates.floor(needed)
        yield Figure(f"stages.{what}.floor", floor * 1e3, "ms", note=str(needed))
        yield Figure(f"stages.{what}.ratio", spent / floor, "x floor")


def _read(subject: Subject) -> tuple[dict[str, float], Photo, list[Asked]]:
    """Read the photo; the least seconds of each stage, the photo with its levels, the inputs."""
    _read_once(subject.data)  # loads the networks, and the modules whose functions are timed
    least: dict[str, float] = {}
    for _ in range(subject.rounds):
        gc.collect()
        asked: list[Asked] = []
        watch = Stopwatch(_BETWEEN)
        with timing(watch, STAGES), _asking(watch, asked):
            watch.restart()
            photo = _read_once(subject.data)
            watch.stop()
        for stage, seconds in watch.seconds.items():
            least[stage] = min(seconds, least.get(stage, seconds))
    return least, photo, asked


def _read_once(data: bytes) -> Photo:
    """Score a photo and write its report, as `kscan score` does."""
    photo = sight.open_photo(data)
    text.report([pipeline.scan(photo)], ranked=False)
    return photo


@contextmanager
def _asking(watch: Stopwatch, asked: list[Asked]) -> Iterator[None]:
    """Time the networks within the block, and note what they are asked."""
    answer = networks.Network.answer

    def noted(self: networks.Network, seen: Any, shape: tuple[int, ...]) -> Any:
        asked.append(Asked(watch.stage, self.file.stem, seen.shape))
        with watch.within(watch.stage + _NETWORKS):
            return answer(self, seen, shape)

    with mock.patch.object(networks.Network, "answer", noted):
        yield


def _eighth(data: bytes) -> object:
    """Decode a JPEG at an eighth: all its bits are read, and next to nothing is done with them."""
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_COLOR_8)
