"""How often kingdoms on labelled photos are scored right, and how often wrong unannounced."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from kscan.errors import PhotoError
from kscan.game.scoring import score as score_sheet
from kscan.infer import infer_kingdoms
from kscan.lab import dataset
from kscan.lab.evaluate.answers import Json
from kscan.lab.evaluate.composed import composed
from kscan.lab.evaluate.models import Models
from kscan.lab.evaluate.noise import by_noise
from kscan.lab.evaluate.progress import told
from kscan.lab.evaluate.squares import Case, board_cases, photo_cases
from kscan.lab.evaluate.tally import Tally
from kscan.pipeline import score_game
from kscan.read import reader
from kscan.records import ScoredKingdom, SeenKingdom, Sight
from kscan.sight import see

Look = Callable[[Case], Sight | None]


def score(data: Path, models: Models) -> Json:
    """Raw photos and cut-out boards, as found and by the labels' grid; the box against noise."""
    standing = [board.castle_standing for board in dataset.boards(data)]
    told_apart = zip(board_cases(data), standing, strict=True)
    seen = [(case, stands) for case, stands in told_apart if models.has(case.fold)]
    boards = [case for case, _ in seen]
    tables = [f"{case.group} {stands}" for case, stands in seen]
    return {
        "full": _figures(list(photo_cases(data)), models),
        "boards": _figures(boards, models),
        "games": _games(boards, tables, models),
        "composed": composed(data, models),
        "noise": by_noise(),
    }


def found(case: Case) -> Sight | None:
    """Find the photo's kingdom; None unless there is one."""
    try:
        sight = see(case.photo)
    except PhotoError:
        return None
    return sight if len(sight.kingdoms) == 1 else None


def by_labels(case: Case) -> Sight:
    """Put the labels' grid over the photo."""
    (evidence,) = reader.read(case.photo, [case.grid])
    return Sight(case.name, kingdoms=(SeenKingdom(case.grid, evidence),))


@dataclass(slots=True)
class _Photos:
    """What became of photos of one kingdom each."""

    tally: Tally = field(default_factory=Tally)
    missed: list[str] = field(default_factory=list)
    wrong: list[Json] = field(default_factory=list)

    def add(self, case: Case, sight: Sight | None) -> None:
        """Judge one photo alone."""
        if sight is None:
            self.missed.append(case.name)
            self.tally.add_missed(case.kingdom)
            return
        began = process_time()
        kingdom = score_game([sight])[0].kingdoms[0]
        self.tally.seconds.append(process_time() - began)
        self.tally.add_reading(case.kingdom, kingdom.reading, kingdom.status)
        if score_sheet(case.kingdom).total != kingdom.sheet.total:
            self.wrong.append(_wrong(case, kingdom))

    def figures(self) -> Json:
        """Return the shares, the photos without a kingdom, and wrong totals."""
        return {**self.tally.figures(), "missed": self.missed, "wrong": self.wrong}


def _wrong(case: Case, kingdom: ScoredKingdom) -> Json:
    return {
        "photo": case.name,
        "total": kingdom.sheet.total,
        "right": score_sheet(case.kingdom).total,
        "status": kingdom.status,
        "said": round(kingdom.reading.total_confidence, 4),
        "hidden": len(case.hidden),
    }


def _figures(cases: Sequence[Case], models: Models) -> Json:
    ways: dict[str, Look] = {"found": found, "by_labels": by_labels}
    figures: Json = {}
    for way, looked in ways.items():
        photos = _Photos()
        for case in told(cases, f"photos {way}"):
            with models.used(case.fold):
                photos.add(case, looked(case))
        figures[way] = photos.figures()
    return figures


def _games(cases: Sequence[Case], tables: Iterable[str], models: Models) -> Json:
    """Read four kingdoms alone and together, from one evidence."""
    games: defaultdict[str, list[Case]] = defaultdict(list)
    for case, table in zip(cases, tables, strict=True):
        games[table].append(case)
    ways = {"alone": Tally(), "together": Tally()}
    for game in games.values():
        with models.used(game[0].fold):
            seen = [by_labels(case).kingdoms[0].evidence for case in game]
        for way, tally in ways.items():
            began = process_time()
            readings = infer_kingdoms(seen, same_game=way == "together")
            tally.seconds.append(process_time() - began)
            for case, evidence, reading in zip(game, seen, readings, strict=True):
                tally.add(case.kingdom, evidence, reading)
    return {way: tally.figures() for way, tally in ways.items()}
