"""Columns that line up in every script."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kscan.report.columns import cut, table, width, wrap


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("wheat", 5),
        ("пшеница", 7),
        ("דו-קרב", 6),
        ("Αρμονία", 7),
        ("王国", 4),
        ("é", 1),
        ("\u200e", 0),
    ],
)
def test_width_is_that_of_a_terminal(text, columns):
    assert width(text) == columns


def test_columns_line_up_across_scripts():
    rows = [["name", "7"], ["王国", "10"], ["שדות", "100"], ["cafe\u0301", "1"]]
    lines = table(rows, "<>")
    assert {width(line) for line in lines} == {9}
    assert lines[1] == "王国   10"


def test_figures_beside_hebrew_stay_at_their_side():
    (line,) = table([["שדות", "7"]], "<>")
    assert line == "\u200eשדות\u200e  7"


def test_a_long_name_is_cut_with_an_ellipsis():
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdefg", 6) == "abcde…"
    assert cut("王国王国", 6) == "王国…"


@given(st.text(alphabet="ab 王\u0301", max_size=80), st.integers(6, 20))
def test_wrapped_lines_keep_the_words_and_the_width(text, most):
    lines = wrap(text, most, "! ", "  ")
    assert all(width(line) <= most for line in lines)
    assert "".join("".join(lines)[2:].split()) == "".join(text.split())


def test_a_text_of_any_length_is_cut_and_wrapped_in_one_pass() -> None:
    text = "ab\u4e2d" * 100_000
    start = time.process_time()
    assert width(cut(text, 80)) <= 80
    assert max(map(width, wrap(text, 80))) <= 80
    assert time.process_time() - start < 5
