"""`kscan lab mutate`: which faults are drawn, and what becomes of them, in a house of one room."""

import shutil
from pathlib import Path

import pytest

pytest.importorskip("mutmut", reason="the faults are mutmut's")

import kscan
from kscan.errors import UsageError
from kscan.lab.mutate.mutants import ROOMS, Mutant, draw, sources
from kscan.lab.mutate.reach import Reach, measure
from kscan.lab.mutate.report import table
from kscan.lab.mutate.trials import Trial, copied, tried

CHECKOUT = Path(kscan.__file__).parents[1]
SUMS = '''"""Sums."""

LIMIT = 4


def within(count: int | None) -> bool:
    """Whether there are few enough."""
    if count is None:
        raise ValueError("a sentence that may be worded otherwise")
    return 0 < count <= LIMIT


def doubled(count: int) -> int:
    while count < 0:
        count = count + 1
    return count * 2
'''
TESTS = """from kscan.game.sums import within, doubled
def test_within():
    assert within(3) and not within(9)
"""
OTHERS = """from kscan.game.sums import doubled
def test_doubled():
    assert doubled(2) == 4 and doubled(-2) == 0
"""
WITHIN, DOUBLED = "tests/game/test_sums.py::test_within", "tests/test_all.py::test_doubled"
REACH = Reach(
    {WITHIN: 0.01, DOUBLED: 0.01},
    {
        "kscan/game/sums.py": {
            **dict.fromkeys((8, 10), frozenset({WITHIN})),
            **dict.fromkeys((14, 15, 16), frozenset({DOUBLED})),
        }
    },
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a checkout with one module, a test of its room and one of another."""
    files = {
        "kscan/__init__.py": "",
        "kscan/game/__init__.py": "",
        "kscan/game/sums.py": SUMS,
        "tests/game/test_sums.py": TESTS,
        "tests/test_all.py": OTHERS,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_seed_draws_the_same_faults_each_on_a_line_of_its_own(house: Path) -> None:
    drawn = draw(house, ["game"], 3, 50, 0)
    assert drawn == draw(house, ["game"], 3, 50, 0)
    assert drawn != draw(house, ["game"], 4, 50, 0)
    assert draw(house, ["game"], 3, 2, 1) == drawn[1:3]
    lines = [one.line for one in drawn]
    assert len(lines) == len({*lines})
    for one in drawn:
        compile(one.source, one.path, "exec")
        assert one.source != SUMS
        assert one.before != one.after


def test_neither_types_nor_sentences_nor_words_about_the_code_are_changed(house: Path) -> None:
    for seed in range(40):
        for one in draw(house, ["game"], seed, 50, 0):
            text = one.source
            assert "int | None" in text
            assert "a sentence that may be worded otherwise" in text or "None)" in text
            assert '"""Whether there are few enough."""' in text


def test_every_room_is_there() -> None:
    assert [room for room in ROOMS if not sources(CHECKOUT, room)] == []


def test_a_room_that_is_not_there_is_said(house: Path) -> None:
    with pytest.raises(UsageError, match="no room kitchen"):
        draw(house, ["kitchen"], 1, 1, 0)


def fault(line: int, old: str, new: str) -> Mutant:
    assert SUMS.splitlines()[line - 1].strip() == old
    source = SUMS.replace(old, new)
    return Mutant("game", "kscan/game/sums.py", line, "Call", old, new, source)


@pytest.mark.parametrize(
    ("mutant", "end", "test"),
    [
        (fault(10, "return 0 < count <= LIMIT", "return 0 < count"), "room", WITHIN),
        (fault(16, "return count * 2", "return count * 3"), "other", DOUBLED),
        (fault(15, "count = count + 1", "count = count + 2"), "survived", ""),
        (fault(10, "return 0 < count <= LIMIT", "return 0 < count < LIMIT"), "survived", ""),
        (fault(3, "LIMIT = 4", "LIMIT = 2"), "room", WITHIN),  # a line that no test runs
        (fault(3, "LIMIT = 4", "LIMIT = ="), "room", "tests/game/test_sums.py"),
    ],
)
def test_a_fault_is_noticed_where_a_test_fails(
    house: Path, mutant: Mutant, end: str, test: str
) -> None:
    found = tried(house, mutant, REACH, 60)
    assert (found.end, found.test) == (end, test)
    assert (house / mutant.path).read_text() == SUMS


def test_a_fault_that_never_ends_is_noticed(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kscan.lab.mutate.trials._CPU", 3.0)
    endless = fault(15, "count = count + 1", "count = count - 1")
    assert tried(house, endless, REACH, 60).end == "hung"


def furnish(house: Path) -> None:
    """Put into the house what measures it."""
    parts = ("errors.py", "lab/__init__.py", "lab/mutate/__init__.py", "lab/mutate/reach.py")
    for part in parts:
        (house / "kscan" / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / "kscan" / part, house / "kscan" / part)


def test_what_tests_reach_is_measured(house: Path) -> None:
    furnish(house)
    reach = measure(house, 300)
    assert reach.seconds.keys() == {WITHIN, DOUBLED}
    for line, tests in REACH.lines["kscan/game/sums.py"].items():
        assert reach.of_line("kscan/game/sums.py", line) == tests
    assert reach.of_line("kscan/game/sums.py", 3) == frozenset()
    assert reach.of_module("kscan/game/sums.py") == {WITHIN, DOUBLED}
    assert reach.failed == ()


def test_a_test_that_fails_without_a_fault_is_left_out_and_named(house: Path) -> None:
    furnish(house)
    wrong = house / "tests" / "test_wrong.py"
    wrong.write_text("def test_wrong(): assert False")
    reach = measure(house, 300)
    assert reach.seconds.keys() == {WITHIN, DOUBLED}
    assert [line.partition(" - ")[0] for line in reach.failed] == [
        "FAILED tests/test_wrong.py::test_wrong"
    ]


def test_a_copy_has_what_tests_need_and_is_removed(house: Path) -> None:
    (house / "kscan" / "game" / "__pycache__").mkdir()
    with copied(house) as tree:
        assert (tree / "kscan" / "game" / "sums.py").read_text() == SUMS
        assert not (tree / "kscan" / "game" / "__pycache__").exists()
    assert not tree.exists()


def test_the_table_counts_and_names_the_survivors() -> None:
    seen = fault(10, "return 0 < count <= LIMIT", "return 0 < count")
    missed = fault(14, "while count < 0:", "while count <= 0:")
    text = table([Trial(seen, "room", WITHIN), Trial(seen, "hung"), Trial(missed, "survived")])
    lines = [line.split() for line in text.splitlines()]
    assert ["game", "3", "1", "0", "1", "1", "67", "%"] in lines
    assert text.splitlines()[-2:] == [
        "survived:",
        "kscan/game/sums.py:14: while count < 0:  ->  while count <= 0:",
    ]
