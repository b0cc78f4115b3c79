"""A run over earlier results says what a run without them says, whatever one thing has changed.

Readings and games are kept by what they depend on: each part of that is changed alone.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import playthings
import pytest

from kscan.evidence import LABELS

ANNA = "round-1/table-1/Anna.jpg"
# A complete grid of 5 x 5: a variant or another size changes its total, and nothing else.
VILLAGE = """
M2 W0 S0 W0 F1
S0 S1 S2 W0 W0
P0 F0 Cp W0 M3
P0 P2 L0 P0 W0
S1 W0 L0 L0 L0
""".strip()
DOUBTFUL = "Cy W0 F1 F0 F0"


def beside(content: bytes, squares: str) -> str:
    """Return the file beside a photo that says so."""
    digest = hashlib.sha256(content).hexdigest()
    return (
        f"#: anna.jpg\n#: photo sha256 {digest}\n\n# kingdom 1\n"
        f"#: corners 5x5 40.0,30.0 340.0,30.0 340.0,330.0 40.0,330.0\n{squares}\n"
    )


def other_weights(content: bytes, name: str, windows: Any = ()) -> Any:
    """Return a reader that takes the crowned swamps for plain ones."""
    found = playthings.read(content, name, windows)
    crowned = [LABELS.index(one) for one in ("S1", "S2")]
    kingdoms = []
    for one in found.kingdoms:
        probabilities = one.evidence.probabilities.copy()
        probabilities[..., LABELS.index("S0")] += probabilities[..., crowned].sum(-1)
        probabilities[..., crowned] = 1e-6
        probabilities /= probabilities.sum(-1, keepdims=True)
        kingdoms.append(replace(one, evidence=replace(one.evidence, probabilities=probabilities)))
    return replace(found, kingdoms=tuple(kingdoms))


def weights(tournament: Any) -> None:
    tournament.shipped.update(weights="2", read=other_weights)


def other_photo(tournament: Any) -> None:
    tournament.write({ANNA: playthings.photo(VILLAGE.replace("M3", "M1"))})


def written(name: str, text: str) -> Callable[[Any], None]:
    return lambda tournament: tournament.write({name: text})


HARMONY = ("--variant", "harmony")
CHANGES: dict[str, tuple[tuple[str, ...], Any, tuple[str, ...]]] = {
    "variant": ((), None, HARMONY),
    "another variant": (HARMONY, None, ("--variant", "middle-kingdom")),
    "one more variant": (HARMONY, None, (*HARMONY, "--variant", "middle-kingdom")),
    "size": (HARMONY, None, (*HARMONY, "--size", "7")),
    "smaller size": ((*HARMONY, "--size", "7"), None, (*HARMONY, "--size", "5")),
    "correction of a square": (
        (),
        written("corrections.csv", f"photo,kingdom,squares\n{ANNA},1,r0c0=M1\n"),
        (),
    ),
    "correction of a kingdom": (
        (),
        written(
            "corrections.csv",
            f"photo,kingdom,squares\n{ANNA},1,{' / '.join(VILLAGE.splitlines()[:4])}\n",
        ),
        (),
    ),
    "confirmation": (
        (),
        written("corrections.csv", "photo,kingdom,squares\nround-1/table-1/boris.jpg,1,ok\n"),
        (),
    ),
    "file beside": (
        (),
        written(f"{ANNA}.kingdom", beside(playthings.photo(VILLAGE), VILLAGE.replace("M3", "M1"))),
        (),
    ),
    "look in the file beside": (
        (),
        written(
            f"{ANNA}.kingdom",
            beside(playthings.photo(VILLAGE), f"#: look at r0c0: read as M2\n{VILLAGE}"),
        ),
        (),
    ),
    "photo": ((), other_photo, ()),
    "weights": ((), weights, ()),
    "seats": (
        (),
        written("games.csv", f"photo,round,table,player\n{ANNA},2,9,Anna\n"),
        (),
    ),
}


@pytest.fixture
def two(tournament: Any) -> Any:
    tournament.write(
        {
            ANNA: playthings.photo(VILLAGE),
            "round-1/table-1/boris.jpg": playthings.photo(DOUBTFUL, orders=["doubt"]),
        }
    )
    return tournament


@pytest.mark.parametrize("change", CHANGES)
def test_one_change_is_seen_over_earlier_results(two: Any, change: str) -> None:
    before, act, after = CHANGES[change]
    first = two.run(*before).contents
    if act is not None:
        act(two)
    over, fresh = two.run(*after), two.run(*after, out="fresh")
    assert over.contents.keys() == fresh.contents.keys()
    assert over.contents == fresh.contents
    assert over.contents != first


# Without an option a batch follows the rules of its last run: only what is said can be said again.
@pytest.mark.parametrize(
    "change",
    [name for name, (before, _, after) in CHANGES.items() if after and {*after[::2]} <= {*before}],
)
def test_what_was_asked_before_is_answered_as_before(two: Any, change: str) -> None:
    before, _, after = CHANGES[change]
    first = two.run(*before).contents
    two.run(*after)
    assert two.run(*before).contents == first


def test_nothing_changed_reads_nothing_and_says_the_same(two: Any) -> None:
    first = two.run()
    again = two.run()
    assert again.contents == first.contents
    assert "(0 read now, 2 before)" in again.result.stdout


def test_the_reader_of_other_weights_reads_otherwise() -> None:
    """Else a kept reading of the first weights would be right by chance."""
    one, other = (
        read(playthings.photo(VILLAGE), "a.jpg").kingdoms[0].evidence.probabilities
        for read in (playthings.read, other_weights)
    )
    assert np.abs(one - other).max() > 0.9
