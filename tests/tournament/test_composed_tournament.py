"""A tournament on composed photos, with every trap at once: played, asked about, put right.

Three rounds, four tables, sixteen players. Kingdoms and standings were counted by hand
(`composed_games.py`, `composed_standings.csv`).
"""

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import composed_games
import pytest
from sixteen_players import PLAYERS, ROUND_NAMES, TABLE_NAMES, seated

from kscan import scan

BY_HAND = Path(__file__).parent / "composed_standings.csv"
LATE, RESTS = "pat", "oda"  # who left before the last round, and who has a bye in it
FRIDAY, SATURDAY, SUNDAY = ROUND_NAMES


@dataclass(frozen=True)
class Seat:
    """Where a player sat in a round."""

    round: int
    table: int
    place: int

    @property
    def game(self) -> int:
        return self.table % 2

    @property
    def kingdom(self) -> str:
        """The kingdom that lies there."""
        return composed_games.GAMES[self.game][self.place].strip("\n")

    @property
    def total(self) -> int:
        return composed_games.TOTALS[self.game][self.place]

    @property
    def folder(self) -> str:
        return f"{ROUND_NAMES[self.round]}/{TABLE_NAMES[self.table]}"

    @property
    def seed(self) -> int:
        return 100 * self.round + 10 * self.table + self.place


SEATS = {
    (number, player): Seat(number, table, place)
    for number in range(3)
    for table, (_, players) in enumerate(seated(number))
    for place, player in enumerate(players)
    if (number, player) not in {(2, LATE), (2, RESTS)}
}


def seat(round_: str, player: str) -> Seat:
    return SEATS[ROUND_NAMES.index(round_), player]


def photo_of(round_: str, player: str) -> str:
    return f"{seat(round_, player).folder}/{player}.jpg"


@dataclass(frozen=True)
class Run:
    """What a run printed and wrote."""

    code: int
    said: str
    out: Path

    @property
    def photos(self) -> dict[str, Any]:
        lines = (self.out / "results.jsonl").read_text(encoding="utf-8").splitlines()
        return {one["photo"]: one for one in map(json.loads, lines)}

    @property
    def asked(self) -> set[str]:
        return {name for name, one in self.photos.items() if one["status"] == "check"}

    def why(self, photo: str) -> str:
        """Return all sentences about a photo."""
        one = self.photos[photo]
        notes = [*one["notes"], *(note for each in one["kingdoms"] for note in each["notes"])]
        return " ".join([*notes, (one["error"] or {"message": ""})["message"]])

    def table(self, name: str) -> list[dict[str, str]]:
        with (self.out / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def kscan(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kscan", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def batch(cup: Path, *options: str) -> Run:
    done = kscan("batch", cup, *options)
    return Run(done.returncode, done.stdout + done.stderr, cup / "results")


def write(path: Path, content: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


RENAMED = {
    (FRIDAY, "anna"): "IMG_0001.jpg",  # games.csv says whose, and where
    (FRIDAY, "ivy"): f"{FRIDAY}/Table C/ivy .jpg",
    (SATURDAY, "dan"): f"{seat(SATURDAY, 'dan').folder}/dann.jpg",
}
# Where a photo of one player lies instead, if anywhere.
INSTEAD = {
    **RENAMED,
    (SATURDAY, "kim"): None,  # a text lies there
    (FRIDAY, "leo"): None,  # a file that is no picture
    (SATURDAY, "ivy"): photo_of(SATURDAY, "mia"),  # filed at each other's table
    (SATURDAY, "mia"): photo_of(SATURDAY, "ivy"),
    (SUNDAY, "cai"): None,  # a copy of another's photo
}
ALL_OF_B, ALL_OF_C = f"{FRIDAY}/Table B.jpg", f"{SATURDAY}/Table A/everybody.jpg"
ALL_OF_D = f"{FRIDAY}/Table D.jpg"
ODD_ROUND = "saturday "  # one of its tables lies in a folder of this name
GAMES_CSV = f"""photo,round,table,player,color,result
IMG_0001.jpg,friday,a,anna,,
{ALL_OF_B},,,eva,pink,
{ALL_OF_B},,,fay,yellow,
{ALL_OF_B},,,gus,green,
{ALL_OF_B},,,hal,blue,
,Sunday,,{LATE},,left
,Sunday,,{RESTS},,bye 30
"""


def placed(round_: str, player: str) -> str | None:
    """Return where a player's photo lies, if anywhere."""
    where = seat(round_, player)
    if round_ == FRIDAY and where.table in (1, 3):  # photographed as a whole
        return None
    return INSTEAD.get((round_, player), photo_of(round_, player))


def odd(name: str) -> str:
    return name.replace(f"{SATURDAY}/Table D", f"{ODD_ROUND}/table-d")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay out the tournament as it was played, with every trap."""
    cup = tmp_path_factory.mktemp("composed") / "cup"
    for number, player in SEATS:
        name, where = placed(ROUND_NAMES[number], player), SEATS[number, player]
        if name is not None:
            shown = composed_games.photo(where.game, (where.place,), where.seed)
            write(cup / odd(name), shown)
    for name, game, seed in ((ALL_OF_B, 1, 1), (ALL_OF_C, 0, 2), (ALL_OF_D, 1, 2)):
        write(cup / name, composed_games.photo(game, (0, 1, 2, 3), seed, 1600))
    write(cup / photo_of(FRIDAY, "leo"), b"")
    write(cup / photo_of(SATURDAY, "kim").replace(".jpg", ".txt"), seat(SATURDAY, "kim").kingdom)
    fay = cup / photo_of(SUNDAY, "fay")
    shutil.copy(fay, cup / photo_of(SUNDAY, "cai"))
    write(cup / "games.csv", GAMES_CSV)
    assert kscan("score", cup / ALL_OF_D, "--save", "--size", "5").returncode in (0, 3)
    named = (cup / f"{ALL_OF_D}.kingdom").read_text()
    for number, player in enumerate(("mia", "ned", "oda", "pat"), 1):
        named = named.replace(f"# kingdom {number}\n", f"# {player}\n")
    write(cup / f"{ALL_OF_D}.kingdom", named)
    return cup


@pytest.fixture(scope="module")
def first(cup: Path) -> Run:
    """Run it as it was played."""
    return batch(cup, "--variant", "harmony", "--size", "5")


@pytest.fixture(scope="module")
def second(cup: Path, first: Run) -> Run:
    """Do what the sentences say, and run it again without any option."""
    assert first.code == 4
    write(cup / "kscan.toml", '[aliases]\n"dann" = "dan"\n')
    (cup / ALL_OF_C).unlink()
    one, other = cup / photo_of(SATURDAY, "ivy"), cup / photo_of(SATURDAY, "mia")
    kept = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(kept)
    cai = seat(SUNDAY, "cai")
    right = composed_games.photo(cai.game, (cai.place,), cai.seed)
    write(cup / photo_of(SUNDAY, "cai"), right)
    total = seat(FRIDAY, "leo").total
    write(cup / "corrections.csv", f"photo,squares\n{photo_of(FRIDAY, 'leo')},total {total}\n")
    return batch(cup)


def shown_on(name: str) -> Iterator[Seat]:
    """Yield the seats whose kingdoms a photo shows."""
    for game, whole in ((1, ALL_OF_B), (1, ALL_OF_D), (0, ALL_OF_C)):
        if name == whole:
            yield from (Seat(0, game, place) for place in range(4))
    for (number, player), where in SEATS.items():
        round_ = ROUND_NAMES[number]
        if name in map(odd, (photo_of(round_, player), RENAMED.get((round_, player), ""))):
            yield where
            return


@pytest.fixture(scope="module")
def third(cup: Path, second: Run) -> Run:
    """Enter every kingdom that is still asked about as it lies, and run it once more."""
    lines = ["photo,kingdom,squares,at"]
    lines.append(f"{photo_of(FRIDAY, 'leo')},,total {seat(FRIDAY, 'leo').total},")
    for name in sorted(second.asked):
        kingdoms = second.photos[name]["kingdoms"]
        for number, (one, where) in enumerate(zip(kingdoms, shown_on(name), strict=True), 1):
            x, y = (sum(axis) / 4 for axis in zip(*one["corners"], strict=True))
            squares = where.kingdom.replace("\n", " / ")
            lines.append(f'{name},{number},{squares},"{x:.0f},{y:.0f}"')
    write(cup / "corrections.csv", "\n".join(lines) + "\n")
    return batch(cup)


# Each trap: the photo that is asked about, if any, and what is said of it or of the tournament.
TRAPS = {
    "the same table on three days": (None, ""),
    "a photo of the whole table is the only one": (None, ""),
    "a photo of the whole table lies beside its players'": (
        ALL_OF_C,
        "Say in games.csv whose kingdoms it shows, or move it.",
    ),
    "a round is written in two ways": (None, 'Taken as one round: "Saturday", "saturday "'),
    "games.csv writes the round otherwise": (None, ""),
    "a space behind a name": (None, ""),
    "dan and dann": (None, 'If they are one, write "dann" = "dan" below [aliases]'),
    "a photo cannot be read": (photo_of(FRIDAY, "leo"), "the file is empty"),
    "a kingdom is written as text": (None, ""),
    "the same picture for two players": (photo_of(SUNDAY, "cai"), "The same picture as"),
    "photos in each other's folders": (
        photo_of(SATURDAY, "ivy"),
        "These kingdoms are not from one game",
    ),
    "a bye and a player who left": (None, ""),
    "a heading in a .kingdom file names a player": (None, ""),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_in_the_first_run_every_trap_is_right_or_asked_about(first: Run, trap: str) -> None:
    photo, sentence = TRAPS[trap]
    if photo is None:
        assert sentence in first.said
    else:
        assert first.photos[photo]["status"] in ("check", "failed")
        assert sentence in first.why(photo)


def test_in_the_first_run_no_total_is_wrong_unless_it_is_asked_about(first: Run) -> None:
    for name, one in first.photos.items():
        totals = [each["total"] for each in one["kingdoms"]]
        if one["status"] == "ok" and totals:
            assert totals == [where.total for where in shown_on(name)], name


def test_photos_in_each_others_folders_change_nobodys_reading(first: Run, cup: Path) -> None:
    """All four readings of a game were bent once until one box held them."""
    tables = {seat(SATURDAY, player).table for player in ("ivy", "mia")}
    for name, one in first.photos.items():
        for (number, player), where in SEATS.items():
            innocent = (number, where.table in tables, player in ("ivy", "mia")) == (1, True, False)
            if innocent and name == odd(photo_of(SATURDAY, player)):
                alone = scan(cup / name, variants=["harmony"])
                assert [each["total"] for each in one["kingdoms"]] == [
                    kingdom.total for kingdom in alone.kingdoms
                ], name


def test_the_second_run_plays_by_the_rules_of_the_first(second: Run, cup: Path) -> None:
    assert {line["rules"].split(";")[0] for line in second.table("standings.csv")} == {"Harmony"}
    other = kscan("batch", cup, "--variant", "none")
    assert other.returncode == 2
    assert '["harmony"]' in other.stderr


def test_the_standings_are_those_computed_by_hand(third: Run) -> None:
    with BY_HAND.open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file))
    found = [{key: line[key] for key in expected[0]} for line in third.table("standings.csv")]
    assert found == expected


def test_when_all_is_settled_nothing_is_asked_and_a_run_ends_with_0(third: Run) -> None:
    assert (third.asked, third.code) == (set(), 0), third.said


def test_the_standings_say_which_totals_a_person_decided(third: Run) -> None:
    decided = {line["player"]: line["decided_by_person"] for line in third.table("standings.csv")}
    assert decided["leo"] >= "1" <= decided["kim"]
    assert {line["to_check"] for line in third.table("standings.csv")} == {"0"}


def test_the_players_page_shows_everybody_and_no_doubt(third: Run) -> None:
    page = (third.out / "standings.html").read_text(encoding="utf-8")
    assert all(f"<bdi>{player}</bdi>" in page for player in PLAYERS)
    assert not any(f'class="{each}' in page for each in ("badge", "reason", "doubt"))
