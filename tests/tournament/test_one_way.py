"""A batch says of a table what `kscan score --same-game` says of the same photos."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import playthings
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kscan.corrections.decisions import GridIs, parse_fix
from kscan.evidence import Evidence
from kscan.game.remark import Remark
from kscan.game.rules import Rules
from kscan.game.squares import CastleColor
from kscan.game.variants import Variant
from kscan.lab.compose.play import play
from kscan.locale import words
from kscan.pipeline import scan, score_game, solve
from kscan.records import Scan, SeenKingdom, Sight
from kscan.remarks import GAME_RULES, sentence
from kscan.report.json import scored_object
from kscan.tournament import batch, stages
from kscan.tournament.records import PhotoReading, Row
from kscan.tournament.report.json import photo_object
from kscan.tournament.report.progress import Quiet
from kscan.tournament.stages import Stages

ENGLISH = words("en")
SAMPLES = Path(__file__).parents[2] / "samples"


@dataclass(frozen=True)
class Played:
    """A composed game: who plays what, how clearly it is seen, what a person corrected."""

    seed: int
    players: int
    wide: bool
    noise: float
    stranger: bool  # one photo shows a kingdom of another game
    variants: frozenset[Variant]
    fix: str | None  # on the first photo

    def seen(self) -> list[SeenKingdom]:
        """Return what each photo shows."""
        rng = np.random.default_rng(self.seed)
        size = 7 if self.wide and self.players == 2 else 5
        kingdoms = [one.kingdom for one in play(rng, size, tuple(CastleColor)[: self.players])]
        if self.stranger and size == 5 and self.players < 4:  # else it takes seconds to say who
            kingdoms[0] = play(rng, size, (CastleColor.PINK,))[0].kingdom
        return [self._noisy(playthings.seen(one), rng) for one in kingdoms]

    def _noisy(self, clear: SeenKingdom, rng: np.random.Generator) -> SeenKingdom:
        probabilities = clear.evidence.probabilities
        noise = rng.gamma(0.05, size=probabilities.shape) + 1e-9
        mixed = probabilities + self.noise * noise / noise.sum(axis=2, keepdims=True)
        evidence = Evidence(mixed / mixed.sum(axis=2, keepdims=True), clear.evidence.colors)
        return replace(clear, evidence=evidence)


GAMES = st.builds(
    Played,
    seed=st.integers(0, 10_000),
    players=st.integers(1, 4),
    wide=st.booleans(),
    noise=st.sampled_from((0.0, 0.05, 0.2)),
    stranger=st.booleans(),
    variants=st.frozensets(st.sampled_from((Variant.MIDDLE_KINGDOM, Variant.HARMONY))),
    fix=st.sampled_from((None, "r0c0=L1", "r1c1=W0", "r4c4=S2")),
)


@given(game=GAMES)
@settings(max_examples=20, deadline=None, derandomize=True, phases=[Phase.generate])
def test_kingdom_for_kingdom_status_for_status_note_for_note(game: Played) -> None:
    shown = dict(zip("abcd", game.seen(), strict=False))
    for row, one in zip(batched(game, shown), scored(game, shown), strict=True):
        agree(row, one)


def batched(game: Played, shown: Mapping[str, SeenKingdom]) -> Sequence[Row]:
    """Score the photos as a batch does, the correction in a table."""

    def read(content: bytes, name: str, windows: Sequence[GridIs] = ()) -> PhotoReading:  # noqa: ARG001 - as every reader
        return PhotoReading(1000, 800, (shown[content.decode()],))

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "in"
        photos = {f"round-1/table-1/{key}.jpg": key.encode() for key in shown}
        playthings.write(folder, photos)
        corrections = Path(name) / "corrections.csv"
        corrections.write_text(f"photo,kingdom,squares\na.jpg,1,{game.fix}\n" if game.fix else "")
        asked = batch.Request(
            folder,
            Path(name) / "out",
            variants=game.variants,
            corrections=corrections if game.fix else None,
        )
        asked.out.mkdir()
        return batch.run(asked, Stages(read, solve, "1"), playthings.here(), Quiet()).rows


def scored(game: Played, shown: Mapping[str, SeenKingdom]) -> Sequence[Scan]:
    """Score the photos as `kscan score --same-game` does, the correction as an option."""
    kingdoms = list(shown.values())
    if game.fix:
        kingdoms[0] = replace(kingdoms[0], decisions=(parse_fix(game.fix)[1],))
    sights = [Sight(name, 1000, 800, (one,)) for name, one in zip(shown, kingdoms, strict=True)]
    return score_game(sights, Rules(game.variants))


def agree(row: Row, one: Scan) -> None:
    """Check that a photo is answered alike."""
    answers = photo_object(row)["kingdoms"]
    assert len(answers) == len(one.kingdoms)
    for played, answer, alone in zip(row.kingdoms, answers, one.kingdoms, strict=True):
        assert played.scored.reading == alone.reading
        assert played.scored.sheet == alone.sheet
        assert [unnamed(one) for one in played.scored.remarks] == [*map(unnamed, alone.remarks)]
        assert played.scored.decided == alone.decided
        said = scored_object(alone, "", ENGLISH) | {"status": alone.status}
        together = [sentence(one, ENGLISH, "abcd") for one in alone.said(GAME_RULES)]
        assert answer["notes"] == [*said["notes"], *together]
        same = said.keys() - {"name", "notes"}
        assert {key: answer[key] for key in same} == {key: said[key] for key in same}


def unnamed(said: Remark) -> Remark:
    """Leave out the players' names, which only a tournament knows."""
    words = tuple(each for each in said.words if each[0] != "players")
    return replace(said, words=words)


def test_a_whole_table_is_read_alike(tmp_path: Path) -> None:
    pixels = cv2.imread(str(SAMPLES / "table_of_four.jpg"))
    small = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    playthings.write(
        tmp_path / "in", {"round-1/table-1.png": cv2.imencode(".png", small)[1].tobytes()}
    )
    (tmp_path / "out").mkdir()
    asked = batch.Request(tmp_path / "in", tmp_path / "out")
    (row,) = batch.run(asked, stages.stages(), playthings.here(), Quiet()).rows
    alone = scan(tmp_path / "in" / "round-1" / "table-1.png")
    assert len(alone.kingdoms) == 4
    agree(row, alone)
