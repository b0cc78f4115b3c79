"""Training the square reader: what it is taught, from which windows, and that it can go on."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kscan import networks
from kscan.game.kingdom import Cell
from kscan.lab.compose import Hazard, Material, Recipe, compose
from kscan.lab.train_reader.composed import targets
from kscan.lab.train_reader.labels import COLORS, GROUNDS, UNKNOWN, target_of
from kscan.lab.train_reader.pool import CANVAS, CORE, VEILED, Pool, Window, bare_window, gather

torch = pytest.importorskip("torch", reason="training needs PyTorch")

QUOTAS = {"painted": 0.7, "surfaces": 0.3}


def windows() -> Iterator[Window]:
    from kscan.lab.train_reader.sources import from_paintings

    yield from from_paintings(styles=2, seed=3)
    grey = np.full((64, 64, 3), 90, np.uint8)
    for _ in range(4):
        yield bare_window(grey, target_of("."), "surfaces", "surfaces", 0.1)


@pytest.fixture(scope="module")
def pool() -> Pool:
    return gather(windows(), QUOTAS)


def test_land_is_taught_by_ground_and_crowns() -> None:
    target = target_of("S2")
    assert (GROUNDS[target.ground], target.crowns, target.color) == ("S", 2, UNKNOWN)


def test_what_a_hand_hides_is_taught_too() -> None:
    rng = np.random.default_rng(4)
    recipe = Recipe.random(rng, kingdoms=1, long_side=500, force=[Hazard.HAND])
    kingdom = compose(rng, Material.painted(), recipe).kingdoms[0]
    taught = dict(targets(kingdom, 0, rng))
    assert kingdom.hidden
    for cell in kingdom.hidden:
        assert replace(taught[cell], other=0.0) == target_of(str(kingdom.kingdom[cell]))


def test_what_is_covered_is_taught_as_something_else_by_how_much_is_seen() -> None:
    rng = np.random.default_rng(7)
    recipe = Recipe.random(rng, kingdoms=1, long_side=500, force=[Hazard.NOTE])
    kingdom = compose(rng, Material.painted(), recipe).kingdoms[0]
    taught = dict(targets(kingdom, 1, rng))
    shares = {cell: kingdom.covered_at(cell) for cell in taught}
    assert any(share > 0.9 for share in shares.values())
    assert all(taught[cell].other == 1.0 for cell, share in shares.items() if share > 0.9)
    assert all(taught[cell].other == 0.0 for cell, share in shares.items() if share < 0.4)
    assert all(0.0 <= target.other <= 1.0 for target in taught.values())


def test_weights_that_are_written_can_be_gone_on_from(tmp_path: Path) -> None:
    from kscan.lab.train_reader.continuing import net_from
    from kscan.lab.train_reader.export import export, temper
    from kscan.lab.train_reader.net import SquareNet

    torch.manual_seed(1)
    seen, temperatures = torch.rand(24, 3, 56, 56), (0.75, 0.8, 1.0)
    first = SquareNet()
    for module in first.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
            torch.nn.init.uniform_(module.running_mean, -0.2, 0.2)

    def answers(net: SquareNet) -> "torch.Tensor":
        with torch.no_grad():
            own, light = net.eval().describe(seen)
            return net.decide(own, light.mean(0, keepdim=True))

    expected = answers(first)
    temper(first, temperatures)
    export(first, tmp_path)
    again = net_from(tmp_path, temperatures, seen)
    torch.testing.assert_close(answers(again), expected, atol=0.02, rtol=0.02)
    with torch.no_grad():  # its normalisations fit what is seen: training changes little at first
        own, light = again.train().describe(seen)
    torch.testing.assert_close(again.decide(own, light.mean(0)), expected, atol=0.1, rtol=0.1)


def test_squares_that_something_hides_in_part_are_a_source_of_their_own() -> None:
    from kscan.lab.train_reader.composed import is_veiled

    rng = np.random.default_rng(4)
    recipe = Recipe.random(rng, kingdoms=1, long_side=500, force=[Hazard.HAND])
    kingdom = compose(rng, Material.painted(), recipe).kingdoms[0]
    veiled = {cell for cell in kingdom.kingdom.cells() if is_veiled(kingdom, cell)}
    assert veiled.issuperset(kingdom.hidden)
    assert veiled.isdisjoint(kingdom.kingdom.castles)
    assert veiled <= set(kingdom.kingdom.covered)
    assert not is_veiled(kingdom, Cell(-1, 0))


def test_hidden_squares_are_drawn_as_often_as_they_lie_there() -> None:
    grey = np.full((64, 64, 3), 90, np.uint8)
    labels = ["W0"] * 6 + ["W1"] * 2
    hidden = [bare_window(grey, target_of(label), "one photo", VEILED, 0.0) for label in labels]
    pool = gather([*hidden, *windows()], {VEILED: 0.5, "painted": 0.3, "surfaces": 0.2})
    odds = pool.odds[pool.sources == VEILED]
    np.testing.assert_allclose(odds, 0.5 / len(labels))


def test_a_castle_teaches_its_colour_where_it_is_known() -> None:
    assert COLORS[target_of("Cg").color] == "g"
    assert target_of("C").color == UNKNOWN
    assert GROUNDS[target_of("C").ground] == "C"


def test_each_source_is_drawn_by_its_quota(pool: Pool) -> None:
    assert pool.odds.sum() == pytest.approx(1)
    assert pool.odds[pool.lone].sum() == pytest.approx(QUOTAS["surfaces"])


def test_windows_of_a_run_share_their_light(pool: Pool) -> None:
    drawn = pool.draw(6, 8, np.random.default_rng(1)).reshape(6, 8)
    for run in drawn:
        lit = run[~pool.lone[run]]
        assert len(np.unique(pool.groups[lit])) == 1
        assert len(lit) >= 7  # at most one hole


def test_surroundings_leave_what_is_known_as_it_is(pool: Pool) -> None:
    from kscan.lab.train_reader.surroundings import Surroundings

    rng = np.random.default_rng(2)
    tables = np.full((3, CANVAS, CANVAS, 3), 200, np.uint8)
    drawn = pool.draw(3, 8, rng)
    filled = Surroundings(pool, tables).canvases(drawn, rng)
    np.testing.assert_array_equal(filled[:, CORE, CORE], pool.pixels[drawn][:, CORE, CORE])
    beyond = filled[:, :20].reshape(len(drawn), -1)
    assert (beyond.max(1) > 0).mean() > 0.9


def test_the_same_seed_takes_the_same_pictures() -> None:
    from kscan.lab.train_reader.augment import SIDE, photograph

    canvas = torch.rand(8, 3, CANVAS, CANVAS, generator=torch.Generator().manual_seed(0))
    taken = [
        photograph(
            canvas,
            torch.full((8,), 0.1),
            4,
            torch.Generator().manual_seed(5),
            np.random.default_rng(5),
        )
        for _ in range(2)
    ]
    assert taken[0].shape == (8, 3, SIDE, SIDE)
    assert torch.equal(*taken)
    assert 0 <= float(taken[0].min()) <= float(taken[0].max()) <= 1


def test_an_interrupted_fit_goes_on_to_the_same_weights(pool: Pool, tmp_path: Path) -> None:
    from kscan.lab.course import Schedule
    from kscan.lab.train_reader import fit as fitting
    from kscan.lab.train_reader.net import SquareNet
    from kscan.lab.train_reader.surroundings import Surroundings

    around = Surroundings(pool, np.full((3, CANVAS, CANVAS, 3), 200, np.uint8))
    schedule = Schedule(steps=4, batch=2, rate=2.5e-3, every=2)

    def fitted(checkpoint: Path, stop_after: int | None = None) -> "SquareNet":
        torch.manual_seed(0)
        said: list[str] = []

        def report(line: str) -> None:
            said.append(line)
            if len(said) == stop_after:
                raise KeyboardInterrupt

        return fitting.fit(SquareNet(), pool, around, schedule, checkpoint, report)

    whole = fitted(tmp_path / "whole.pt")
    with pytest.raises(KeyboardInterrupt):
        fitted(tmp_path / "parts.pt", stop_after=1)
    resumed = fitted(tmp_path / "parts.pt")
    for one, other in zip(whole.parameters(), resumed.parameters(), strict=True):
        torch.testing.assert_close(one, other)


def test_opencv_says_what_the_trained_net_says(tmp_path: Path) -> None:
    from kscan.lab.train_reader import training_run
    from kscan.lab.train_reader.export import export
    from kscan.lab.train_reader.net import SquareNet

    torch.manual_seed(1)
    net = SquareNet().eval()
    export(net, tmp_path)
    seen = torch.rand(5, 3, 56, 56)
    with torch.no_grad():
        own, light = net.describe(seen)
        expected = net.decide(own, light.mean(0, keepdim=True))
    with networks.used_from(tmp_path):
        describing, judging = (networks.network(name).net for name in training_run.NAMES)
    describing.setInput(seen.numpy())
    described = describing.forward().copy()
    half = described.shape[1] // 2
    beside = described[:, :half] + described[:, half:].mean(0, keepdims=True)
    judging.setInput(beside)
    np.testing.assert_allclose(judging.forward(), expected.numpy(), atol=2e-3)


def test_a_board_gives_windows_with_their_true_neighbours(shared: Path) -> None:
    from kscan.lab import dataset
    from kscan.lab.train_reader.sources import from_boards

    board = dataset.boards(shared / "photos")[0]
    cut = list(from_boards((board,)))
    assert len(cut) == 25
    middle, corner = cut[12], cut[0]
    assert middle.known.all()
    assert not corner.known[:20].any()
    assert corner.known[CORE, CORE].all()
