"""A reading is `ok` for several reasons together: each is taken away alone, and it is not."""

from collections.abc import Callable

import numpy as np
import pytest

from kscan.corrections.decisions import SquareIs
from kscan.evidence import Evidence
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom
from kscan.game.scoring import score
from kscan.game.squares import parse_square
from kscan.infer import Reading, best_first, infer_kingdoms
from kscan.infer.belief import believe
from kscan.infer.posterior import weigh
from kscan.infer.solve import Solution

See = Callable[..., Evidence]
OTHER = parse_kingdom("F0 F0 Cg F0 F0")  # takes nothing that the village needs


def read(evidence: Evidence, **options: object) -> Reading:
    return infer_kingdoms([evidence], **options)[0]  # type: ignore[arg-type]


def codes(reading: Reading) -> list[str]:
    return [said.code for said in reading.remarks]


def doubting(see: See, village: Kingdom, share: float) -> Evidence:
    """Return the village, whose square in the corner is what it is with this probability."""
    return see(village, {(0, 4): {"F1": share, "W0": 1 - share - 1e-6}}, sure=0.999999)


def test_all_reasons_together_make_it_ok(see: See, village: Kingdom) -> None:
    reading = read(see(village))
    assert (reading.status, reading.remarks) == ("ok", ())


def test_a_total_in_doubt_alone_takes_a_look(see: See, village: Kingdom) -> None:
    reading = read(doubting(see, village, 0.9))
    assert (reading.status, codes(reading)) == ("check", ["unsure"])


def test_a_reading_that_may_be_outweighed_takes_a_look_and_says_so(
    see: See, village: Kingdom, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = best_first.explore

    def stopped(*given: object, **options: object) -> best_first.Exploration:
        whole = found(*given, **options)  # type: ignore[arg-type]
        return best_first.Exploration(whole.candidates, whole.unseen, False)

    for module in ("solve", "joint"):
        monkeypatch.setattr(f"kscan.infer.{module}.explore", stopped)
    reading = read(see(village))
    assert (reading.kingdom, reading.status, codes(reading)) == (village, "check", ["unproven"])
    assert reading.total_confidence > 0.97


@pytest.mark.parametrize("castle", [".", "W0"])
def test_a_kingdom_without_its_castle_takes_a_look_though_all_else_is_sure(
    see: See, castle: str
) -> None:
    hamlet = parse_kingdom(f"W0 W0 {castle} F0 F0")
    fixes = [SquareIs(Cell(0, col), hamlet[0, col], in_window=True) for col in (0, 1, 3, 4)]
    reading = read(see(hamlet, sure=0.99999), decisions={0: tuple(fixes)})
    assert reading.status == "check"


def test_a_square_that_no_domino_explains_takes_a_look_until_a_person_says_so(
    see: See, village: Kingdom
) -> None:
    strange = parse_kingdom(str(village).replace("W0 M3", "M3 M3"))
    seen = see(strange, sure=0.99999)
    reading = read(seen)
    assert (reading.status, "foreign" in codes(reading)) == ("check", True)
    cells = next(said.cells for said in reading.remarks if said.code == "foreign")
    said = [SquareIs(cell, strange[cell], in_window=True) for cell in cells]
    assert read(seen, decisions={0: tuple(said[:-1])}).status == "check"
    assert read(seen, decisions={0: tuple(said)}).status == "ok"


def test_of_a_game_more_is_asked_before_a_total_is_called_sure(see: See, village: Kingdom) -> None:
    """Alone from 0.97 on, with others from 0.98 on, as each is weighed as if these were right."""
    between = 0
    for share in np.linspace(0.96, 0.99, 13):
        seen = [doubting(see, village, share), see(OTHER, sure=0.999999)]
        alone = read(seen[0])
        assert alone.status == ("ok" if alone.total_confidence >= 0.97 else "check")
        together = infer_kingdoms(seen)[0]
        assert together.status == ("ok" if together.total_confidence >= 0.98 else "check")
        apart = infer_kingdoms(seen, same_game=False)[0]
        assert apart.status == ("ok" if apart.total_confidence >= 0.97 else "check")
        between += 0.97 <= together.total_confidence < 0.98
    assert between > 0


@pytest.mark.parametrize("unseen", [0.0, 0.25, 1.0, 3.0])
def test_what_was_not_looked_at_is_missing_from_every_share(
    see: See, village: Kingdom, unseen: float
) -> None:
    belief = believe(see(village), {})
    solution = Solution(
        belief.best, belief.label_set.empty, (), ((belief.best, 1.0),), unseen, True
    )
    trust = weigh(belief, solution, lambda kingdom: ((score(kingdom).total, 1.0),))
    assert sum(share for _, share in trust.totals) == pytest.approx(1 / (1 + unseen))
    wrong = 1 - belief.probabilities.max(axis=1)
    assert trust.confidence == pytest.approx(1 - unseen / (1 + unseen) * wrong)


def test_a_square_that_a_person_said_is_never_weighed_again(see: See, village: Kingdom) -> None:
    said = {Cell(0, 4): parse_square("W0")}
    belief = believe(doubting(see, village, 0.9), said)
    solution = Solution(belief.best, belief.label_set.empty, (), ((belief.best, 1.0),), 1.0, True)
    trust = weigh(belief, solution, lambda kingdom: ((score(kingdom).total, 1.0),))
    assert [n for n, sure in enumerate(trust.confidence) if sure == 1.0] == [4]
