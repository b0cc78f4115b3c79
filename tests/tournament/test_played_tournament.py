"""A tournament played through: three rounds, four tables, sixteen players, with every trap in it.

The kingdoms are counted by hand; each trap is either right, or asked about in a sentence.
"""

from pathlib import Path

import playthings
import pytest
from playthings import Run, photo, told
from sixteen_players import PLAYERS, ROUND_NAMES, TABLE_NAMES, seated

from kscan.game.variants import Variant
from kscan.tournament.batch import Batch
from kscan.tournament.rules_in_play import settle
from kscan.tournament.setting_keys import FILE
from kscan.tournament.standings import Standing, Standings, standings

# By seat: a mine with three crowns, a lake with one, a mine with two, two lakes without.
KINGDOMS = ["C  W0 M3", "C  L1 W0 W0 W0", "C  W0 M2", "C  L0 L0"]
TOTALS = [3, 1, 2, 0]


def kingdom(seat: int, salt: str) -> bytes:
    return photo(KINGDOMS[seat].replace("C ", "C" + "pygb"[seat]), salt=salt)


def clean() -> dict[str, bytes]:
    """Every photo in its place."""
    return {
        f"{ROUND_NAMES[number]}/{table}/{player}.jpg": kingdom(seat, f"{number}{player}")
        for number in range(3)
        for table, players in seated(number)
        for seat, player in enumerate(players)
    }


def expected(number: int, player: str) -> int:
    return next(TOTALS[players.index(player)] for _, players in seated(number) if player in players)


BY_HAND = {player: sum(expected(number, player) for number in range(3)) for player in PLAYERS}


class Played:
    """What a run found, by what judges ask for."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.posted: Standings = standings(
            batch.rows, absences=batch.absences, expected=batch.expected
        )
        self.totals = {one.player: one.total for one in self.posted.players}
        self.asked = {row.photo for row in batch.rows if row.status == "check"}
        self.said = " ".join(
            [*told(batch.unmatched), *(s for row in batch.rows for s in told(row.remarks))]
        )

    def of(self, player: str) -> Standing:
        return next(one for one in self.posted.players if one.player == player)


@pytest.fixture
def play(tmp_path: Path, run: Run):
    """Run the tournament with these changes: a photo's new bytes, or None to leave it out."""

    def start(changes: dict[str, bytes | None] | None = None, **asked: object) -> Played:
        photos = {**clean(), **(changes or {})}
        files = {name: content for name, content in photos.items() if content is not None}
        playthings.write(tmp_path / "in", files)
        for name in ("games", "corrections"):
            if f"{name}.csv" in files:
                asked[name] = tmp_path / "in" / f"{name}.csv"
        return Played(run(**asked))

    return start


FIRST = f"{ROUND_NAMES[0]}/Table A"  # anna, ben, cai, dan


def test_played_without_traps_the_standings_are_those_computed_by_hand(play) -> None:
    found = play()
    assert found.totals == BY_HAND
    assert sum(BY_HAND.values()) == 3 * 4 * sum(TOTALS)
    assert found.asked == set()
    assert [game.table for game in found.posted.games] == TABLE_NAMES * 3


def test_trap_the_same_table_name_on_three_days(play) -> None:
    games = play().posted.games
    assert {(game.round, game.table) for game in games} == {
        (round_, table) for round_ in ROUND_NAMES for table in TABLE_NAMES
    }
    assert all(len(game.placings) == 4 for game in games)


def test_trap_one_photo_of_the_whole_table_in_its_tables_folder(play) -> None:
    whole = photo(*(KINGDOMS[seat].replace("C ", "C" + "pygb"[seat]) for seat in range(4)))
    names = ("anna", "ben", "cai", "dan")
    games = "photo,player,color\n" + "".join(
        f"overview.jpg,{name},{color}\n"
        for name, color in zip(names, ("pink", "yellow", "green", "blue"), strict=True)
    )
    changes: dict[str, bytes | None] = {f"{FIRST}/{name}.jpg": None for name in names}
    found = play({**changes, f"{FIRST}/overview.jpg": whole, "games.csv": games.encode()})
    assert found.totals == BY_HAND


def test_trap_a_photo_of_the_whole_table_beside_the_players_photos(play) -> None:
    whole = photo(*(KINGDOMS[seat].replace("C ", "C" + "pygb"[seat]) for seat in range(4)))
    found = play({f"{FIRST}/overview.jpg": whole})
    assert found.totals == BY_HAND
    assert found.asked == {f"{FIRST}/overview.jpg"}
    assert "Say in games.csv whose kingdoms it shows, or move it." in found.said


def test_trap_rounds_written_in_several_ways(play) -> None:
    moved = {name: None for name in clean() if name.startswith(f"{ROUND_NAMES[1]}/Table B")}
    again = {
        name.replace("Saturday", "saturday ").replace("Table B", "table-b"): clean()[name]
        for name in moved
    }
    found = play({**moved, **again})
    assert found.totals == BY_HAND
    assert len(found.posted.games) == 12
    assert 'Taken as one round: "Saturday", "saturday ".' in found.said


def test_trap_a_round_in_games_csv_is_the_one_of_the_folders(play) -> None:
    name = f"{FIRST}/anna.jpg"
    games = "photo,round,table,player\nIMG_0001.jpg,friday,a,anna\n"
    found = play({name: None, "IMG_0001.jpg": clean()[name], "games.csv": games.encode()})
    assert found.totals == BY_HAND
    assert len(found.posted.games) == 12


def test_trap_a_space_behind_a_name(play) -> None:
    name = f"{FIRST}/anna.jpg"
    found = play({name: None, f"{FIRST}/Anna .jpg": clean()[name]})
    assert len(found.totals) == 16
    assert sorted(map(str, found.totals.values())) == sorted(map(str, BY_HAND.values()))


@pytest.mark.parametrize("alias", [None, "dan", "dann"])
def test_trap_dan_and_dann(play, alias: str | None) -> None:
    name = f"{FIRST}/dan.jpg"
    aliases = {"dann": alias} if alias else {}
    found = play({name: None, f"{FIRST}/dann.jpg": clean()[name]}, aliases=aliases)
    assert ("Counted as two players: dan and dann." in found.said) == (alias is None)
    assert len(found.totals) == (16 if alias == "dan" else 17)
    if alias == "dan":
        assert found.totals == BY_HAND


def test_trap_a_photo_that_cannot_be_read_is_entered_by_hand(play) -> None:
    name = f"{FIRST}/anna.jpg"
    broken = play({name: b""})
    assert broken.of("anna").missing == (ROUND_NAMES[0],)
    assert broken.totals["anna"] == BY_HAND["anna"] - expected(0, "anna")
    total = f"photo,squares\n{name},total {expected(0, 'anna')}\n"
    found = play({name: b"", "corrections.csv": total.encode()})
    assert found.totals == BY_HAND
    assert found.of("anna").by_person == 1
    assert found.asked == set()


def test_trap_a_kingdom_as_text_where_the_photo_is_missing(play) -> None:
    text = KINGDOMS[0].replace("C ", "Cp").encode()
    found = play({f"{FIRST}/anna.jpg": None, f"{FIRST}/anna.txt": text})
    assert found.totals == BY_HAND


def test_trap_the_same_picture_named_for_two_players_is_asked_about_until_settled(
    play,
) -> None:
    both = {f"{FIRST}/anna.jpg", f"{FIRST}/ben.jpg"}
    same: dict[str, bytes | None] = {f"{FIRST}/anna.jpg": clean()[f"{FIRST}/ben.jpg"]}
    found = play(same)
    assert found.asked == both
    assert "The same picture as" in found.said
    assert found.of("anna").missing == (ROUND_NAMES[0],)
    said = f"photo,squares\n{FIRST}/ben.jpg,ok\n"
    settled = play({**same, "corrections.csv": said.encode()})
    assert settled.asked == set()
    assert settled.totals == {**BY_HAND, "anna": BY_HAND["anna"] - expected(0, "anna")}


def test_trap_a_photo_in_another_tables_folder_bends_nobodys_total_silently(
    play,
) -> None:
    """A fifth kingdom at a table: nobody loses points, and the table is asked about."""
    name = f"{ROUND_NAMES[0]}/Table B/eva.jpg"
    found = play({name: None, f"{FIRST}/eva.jpg": clean()[name]})
    assert {player: total for player, total in found.totals.items() if player != "eva"} == {
        player: total for player, total in BY_HAND.items() if player != "eva"
    }
    assert f"{FIRST}/eva.jpg" in found.asked
    assert "a game has at most 4" in found.said


def test_trap_a_variant_of_the_first_run_is_not_forgotten_in_the_second(tmp_path: Path) -> None:
    from kscan.tournament.rules_in_play import keep

    given = {"variants": frozenset({Variant.HARMONY})}
    out = tmp_path / "results"
    out.mkdir()
    keep(out, settle(tmp_path, out, given).settings)
    assert settle(tmp_path, out, {}).settings.variants == {Variant.HARMONY}
    (tmp_path / FILE).write_text('variants = ["middle-kingdom"]\n')
    assert settle(tmp_path, out, {}).settings.variants == {Variant.MIDDLE_KINGDOM}


def test_trap_a_bye_and_a_player_who_left(play) -> None:
    gone = {f"{ROUND_NAMES[2]}/{table}/pat.jpg": None for table in TABLE_NAMES}
    games = "photo,round,player,result\n,Sunday,pat,left\n"
    found = play({**gone, "games.csv": games.encode()})
    pat = found.of("pat")
    assert (pat.left, pat.missing, len(pat.games)) == (ROUND_NAMES[2], (), 2)
    assert pat.total == expected(0, "pat") + expected(1, "pat")
