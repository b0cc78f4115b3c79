"""Finding: the whole finder, and how its time is spread over its stages."""

import cProfile
import pstats
from collections.abc import Iterator
from pathlib import Path

from kscan import photo
from kscan.find import finder as finding
from kscan.find import grow, overview
from kscan.find import heatmap as heat
from kscan.lab.benchmark.figures import Figure, Subject
from kscan.read import reader, seeing

# Each stage by the functions that do it.
STAGES = {
    "reduce": (overview.overview,),
    "first_looks": (heat.look, heat.sightings),
    "grow": (grow.grow,),
    "second_looks": (finding.settled,),
    "squares": (reader.read,),
}


def measure(subject: Subject) -> Iterator[Figure]:
    """Yield the finder's and reader's times, relative to decoding.

    And the share of each stage in it.
    """
    loaded = photo.load(subject.data, subject.photo.name)
    # A copy each time: a photo keeps its reductions.
    whole = subject.seconds(lambda: seeing.find_and_read(loaded.as_decoded())) / subject.decoding
    yield Figure("find", whole, "x decoding", 6.0)

    profile = cProfile.Profile()
    profile.runcall(seeing.find_and_read, loaded.as_decoded())
    spent = {(Path(file).stem, name): row[3] for (file, _, name), row in _rows(profile).items()}
    total = spent["seeing", "find_and_read"]
    for stage, functions in STAGES.items():
        names = [(f.__module__.rsplit(".", 1)[1], f.__name__) for f in functions]
        share = sum(spent.get(name, 0.0) for name in names) / total
        yield Figure(f"find.{stage}", share * whole, "x decoding")


def _rows(profile: cProfile.Profile) -> dict[tuple[str, int, str], tuple[int, int, float, float]]:
    """By function (file, line, name): calls, calls of its own, seconds alone, seconds in all."""
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    return {function: row[:4] for function, row in stats.items()}
