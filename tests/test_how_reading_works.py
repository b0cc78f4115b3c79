"""The pages for developers name what is there, and show what the code draws."""

import re
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan import photo
from kscan.lab.documents import fooled, reading

CHECKOUT = Path(__file__).parents[1]
PAGES = ("how-reading-works.md", "glossary.md", "architecture.md", "accuracy.md")


def named(page: str) -> list[str]:
    """Return the files and folders of the package that a page names."""
    text = (CHECKOUT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(r"`(kscan/[\w/.]+)`", text)


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    assert [name for name in named(page) if not (CHECKOUT / name).exists()] == []


def test_each_algorithm_of_reading_is_placed_in_a_module() -> None:
    page = CHECKOUT / "docs" / "how-reading-works.md"
    text = " ".join(page.read_text(encoding="utf-8").split())
    for algorithm in (
        *("non-maximum suppression", "flood fill", "direct linear transform"),
        *("least median of squares", "test-time augmentation", "logistic regression"),
        *("nearest neighbours", "bipartite matching", "broken-profile dynamic program"),
        *("best-first search", "backtracking", "integer program", "leave one out", "posterior"),
    ):
        assert algorithm in text


def test_the_page_leads_to_the_modules_that_infer() -> None:
    told = set(named("how-reading-works.md"))
    infer = {f"kscan/infer/{file.name}" for file in (CHECKOUT / "kscan/infer").glob("*.py")}
    helpers = {"__init__", "labels", "reading", "records", "solution"}
    assert infer - told == {f"kscan/infer/{name}.py" for name in helpers}


def test_a_word_means_one_thing() -> None:
    text = (CHECKOUT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = Counter(re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE))
    assert [word for word, count in words.items() if count > 1] == []
    assert len(words) > 40


def test_the_pictures_are_drawn_by_the_code() -> None:
    sample = photo.read(CHECKOUT / "samples" / f"{reading.SAMPLE}.jpg")
    for name, drawn in (*reading.pictures(sample), *fooled.pictures()):
        kept = cv2.imread(str(CHECKOUT / reading.FOLDER / f"{name}.jpg"))
        assert kept.shape == drawn.shape
        # Letters differ with the release of OpenCV, and JPEG is not exact.
        coarse = [
            cv2.resize(each, (24, 16), interpolation=cv2.INTER_AREA) for each in (kept, drawn)
        ]
        assert np.abs(np.subtract(*coarse, dtype=np.int16)).mean() < 8, name
