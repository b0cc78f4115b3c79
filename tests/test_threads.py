"""Several threads may scan at a time: every answer is that of one thread, to the last bit."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kscan import networks, photo, scan
from kscan.lab.fuzz import pictures
from kscan.lab.fuzz.threads import THREADS, told
from kscan.read import reader


def test_eight_threads_answer_as_one_does(samples: Path) -> None:
    names = ("village", "castle", "gaps", "table_of_four", "duel")
    photos = [(samples / f"{name}.jpg").read_bytes() for name in names]
    alone = [told(scan(data)) for data in photos]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda turn: told(scan(photos[turn % 5])), range(24)))
    assert together == [alone[turn % 5] for turn in range(24)]


def test_a_network_answers_each_thread_what_it_asked() -> None:
    net = networks.network("reader_answer")
    noise = np.random.default_rng(3)
    asked = [noise.normal(size=(4, reader.HIDDEN)).astype(np.float32) for _ in range(64)]
    alone = [net.answer(each, (4, reader.ANSWERS)) for each in asked]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda each: net.answer(each, (4, reader.ANSWERS)), asked * 8))
    for turn, answer in enumerate(together):
        assert np.array_equal(answer, alone[turn % 64])


def test_each_thread_hears_of_the_damage_in_its_own_photo() -> None:
    pixels = np.random.default_rng(4).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    whole = pictures.jpeg(pixels)
    holed = whole[: len(whole) // 3] + whole[-2:]
    with ThreadPoolExecutor(THREADS) as pool:
        notes = list(pool.map(lambda data: photo.load(data, "photo").notes, [whole, holed] * 40))
    assert notes == [(), ("damaged",)] * 40


def test_what_other_threads_print_while_photos_are_decoded_is_all_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    data = pictures.jpeg(np.random.default_rng(4).integers(0, 256, (900, 900, 3), dtype=np.uint8))
    lines = [f"line {number} {'x' * 1000}" for number in range(1000)]  # more than a pipe holds
    talking = threading.Thread(target=lambda: [os.write(2, f"{each}\n".encode()) for each in lines])
    talking.start()
    while talking.is_alive():
        photo.load(data, "photo")
    assert sorted(capfd.readouterr().err.splitlines()) == sorted(lines)
