"""A hundredth of the seeded cases that SECURITY.md gives figures of, and the watch over them."""

import struct
import zlib
from collections import Counter
from functools import partial
from operator import methodcaller

import pytest

from kscan.lab.fuzz.mutating import mutated
from kscan.lab.fuzz.structures import FORMATS, restructured
from kscan.lab.fuzz.trials import TRIALS, Trial, load, seed_pictures
from kscan.lab.fuzz.watching import Order, dice_for, watched
from kscan.photo.formats import format_of


@pytest.mark.parametrize(("trial", "count"), [("images", 2000), ("texts", 3000), ("pipeline", 50)])
def test_damaged_inputs_are_read_or_refused_in_a_sentence(
    trial: str, count: int, capfd: pytest.CaptureFixture[str]
) -> None:
    made = TRIALS[trial]()
    outcomes = Counter(made.run(made.make(dice_for(trial, 7, index))) for index in range(count))
    assert outcomes.total() == count
    assert len(outcomes) > 1, "all cases alike: nothing was tried"
    assert capfd.readouterr() == ("", "")


def test_every_seed_picture_is_whole() -> None:
    made = TRIALS["images"]()
    assert {made.run(data) for data in seed_pictures()} <= {"loaded", "damage noted"}


def test_a_case_can_be_made_again() -> None:
    made = TRIALS["images"]()
    first, again, other = (made.make(dice_for("images", 1, index)) for index in (5, 5, 6))
    assert first == again != other


def test_damage_is_done() -> None:
    data = bytes(range(256)) * 4
    changed = [mutated(data, dice_for("test", 0, index)) != data for index in range(100)]
    assert sum(changed) > 90


@pytest.mark.parametrize(
    ("misdeed", "what", "how"),
    [
        ("__import__('os').abort()", "crash", "ended with"),
        ("__import__('time').sleep(99)", "hang", "no answer"),
        ("bytearray(10**12)", "MemoryError", "MemoryError"),
        ("print('hello', flush=True)", "talk", "hello"),
        ("str(__import__('os').write(2, b'libjpeg'))", "talk", "libjpeg"),
        ("1 / 0", "ZeroDivisionError", "division by zero"),
        ("exit()", "SystemExit", "SystemExit"),
    ],
)
def test_the_watch_sees_every_misdeed_and_goes_on(misdeed: str, what: str, how: str) -> None:
    # A case is a Python expression here, and running it is evaluating it.
    choice = methodcaller("choice", ["'well'", misdeed])

    def cases(seed: int) -> list[str]:
        return [choice(dice_for("misdeeds", seed, index)) for index in range(3)]

    seed = next(seed for seed in range(99) if cases(seed) == ["'well'", misdeed, "'well'"])
    order = Order("misdeeds", partial(Trial, choice, eval), seed, patience=2.0)
    before, during, after = watched(order, 3)
    assert (before.what, during.what, after.what) == ("well", what, "well")
    assert how in during.failure
    assert not before.failure
    assert not after.failure


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "AVIF and HEIC", "WebP"])
def test_a_file_is_put_together_again_from_its_parts(kind: str) -> None:
    form = FORMATS[kind]
    seeds = [data for data in seed_pictures() if format_of(data).name == kind]
    assert seeds
    for data in seeds:
        parts = form.split(data)
        again = form.join(data, parts)
        assert form.split(again) == parts
        assert load(again) in ("loaded", "damage noted")


def test_a_restructured_png_has_right_checksums() -> None:
    (data, *_) = [each for each in seed_pictures() if format_of(each).name == "PNG"]
    for index in range(200):
        broken, at = restructured(data, dice_for("test", 0, index)), 8
        while at < len(broken):
            (length,) = struct.unpack_from(">I", broken, at)
            body, end = broken[at + 4 : at + 8 + length], at + 8 + length
            assert struct.unpack_from(">I", broken, end)[0] == zlib.crc32(body)
            at = end + 4
