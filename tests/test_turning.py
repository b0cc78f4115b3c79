"""Every sample, read as it is and after a quarter turn."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan import scan
from kscan.game.kingdom import parse_kingdom
from kscan.game.scoring import score
from kscan.photo import read
from kscan.photo.records import Photo
from kscan.records import Scan

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.jpg"))


def answers(sample: Path) -> list[int]:
    text = sample.with_name(f"{sample.stem}.answer.txt").read_text(encoding="utf-8")
    blocks = "\n".join("" if line.startswith("#") else line for line in text.splitlines())
    return [score(parse_kingdom(block)).total for block in blocks.split("\n\n") if block.strip()]


def sure_totals(found: Scan) -> list[int]:
    return sorted(one.sheet.total for one in found.kingdoms if one.status == "ok")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_sample_is_read_right_or_sent_to_a_person_whichever_side_is_up(sample: Path) -> None:
    photo = read(sample)
    turned = Photo(
        photo.name, np.ascontiguousarray(cv2.rotate(photo.pixels, cv2.ROTATE_90_CLOCKWISE))
    )
    upright, other = scan(photo), scan(turned)
    right = answers(sample)
    for found in (upright, other):
        assert [total for total in sure_totals(found) if total not in right] == []
    if upright.status == other.status == "ok":
        assert sure_totals(upright) == sure_totals(other) == sorted(right)
        ways = [one.reading.kingdom.turned() for one in upright.kingdoms]
        for kingdom in other.kingdoms:
            assert kingdom.reading.kingdom in ways
