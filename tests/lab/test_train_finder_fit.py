"""Training the finder: samples with their targets, fits that go on, files that OpenCV runs."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from kscan import networks
from kscan.find.heatmap import CHANNELS, STRIDE
from kscan.find.refine import CHANNELS as FIELD_CHANNELS
from kscan.find.refine import SIDE, SPAN
from kscan.lab.compose import Hazard, Material, Recipe, compose, staging
from kscan.lab.compose.staging import Staging
from kscan.lab.train_finder import cache
from kscan.lab.train_finder.samples import CROP, Sample, field_sample, heat_sample, stacked
from kscan.lab.train_finder.scenes import Scene, TrueGrid, load, save, scene

GRID = np.array([[30.0, 0.0, 60.0], [0.0, 30.0, 40.0], [0.0, 0.0, 1.0]])


def flat(kingdom: bool = True) -> Scene:
    """Return a grey photo with a white 5 x 5 kingdom on it, or without."""
    pixels = np.full((240, 320, 3), 90, np.uint8)
    if not kingdom:
        return scene(pixels, [])
    pixels[40:190, 60:210] = 255
    return scene(pixels, [TrueGrid(GRID, np.ones((5, 5), np.bool_), (2, 2))])


def test_tiles_are_taught_where_they_are_seen() -> None:
    sample = heat_sample(np.random.default_rng(3), flat())
    assert sample.targets.shape == (CHANNELS, CROP // STRIDE, CROP // STRIDE)
    small = cv2.resize(sample.picture, (CROP // STRIDE,) * 2, interpolation=cv2.INTER_AREA)
    bright, tile = small.mean(2) > 180, sample.targets[0] > 0.5
    assert tile.any()
    assert (bright == tile).mean() > 0.97


@pytest.mark.parametrize("seed", range(6))
def test_a_window_on_a_kingdom_teaches_what_it_covers(seed: int) -> None:
    sample = field_sample(np.random.default_rng(seed), flat())
    assert sample.targets.shape == sample.counts.shape == (FIELD_CHANNELS, SPAN, SPAN)
    fields = cv2.resize(sample.picture, (SPAN, SPAN), interpolation=cv2.INTER_AREA).mean(2)
    if sample.counts[2].any():  # on a kingdom, not beside one
        told = sample.counts[0] > 0
        assert ((fields > 165) == (sample.targets[0] > 0.5))[told].mean() > 0.9
        assert sample.targets[1].sum() <= 1
    else:
        assert not sample.targets.any()


def test_a_photo_without_a_kingdom_teaches_that_there_is_none() -> None:
    for sample in (heat_sample, field_sample):
        assert not sample(np.random.default_rng(1), flat(kingdom=False)).targets.any()


def test_a_scene_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    unseen = np.zeros((5, 5), np.bool_)
    unseen[0, 1] = True
    bare = TrueGrid(GRID, np.ones((2, 3), np.bool_), None)
    seen = TrueGrid(GRID, np.ones((5, 5), np.bool_), (2, 2), unseen)
    kept = scene(np.full((100, 90, 3), 7, np.uint8), [bare, seen])
    save(tmp_path / "a.npz", kept)
    again = load(tmp_path / "a.npz")
    assert np.array_equal(again.pixels(), kept.pixels())
    assert [k.castle for k in again.kingdoms] == [None, (2, 2)]
    assert again.kingdoms[0].unseen is None
    assert np.array_equal(again.kingdoms[1].unseen, unseen)
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


def test_the_cache_goes_on_where_it_stopped(tmp_path: Path) -> None:
    save(tmp_path / "00000.npz", flat())
    assert len(cache.scenes(tmp_path)) == 1
    said: list[str] = []
    cache.fill(tmp_path, 2, Material.painted(), 1, said.append)
    kept, fresh = cache.scenes(tmp_path)
    assert np.array_equal(kept.pixels(), flat().pixels())
    assert fresh.pixels().std() > 5
    assert said == ["2 of 2 photos composed"]


class TestFitting:
    """What needs PyTorch."""

    @pytest.fixture(autouse=True)
    def one_thread(self) -> None:
        torch = pytest.importorskip("torch", reason="training needs PyTorch")
        torch.set_num_threads(1)

    def test_an_interrupted_fit_goes_on_to_the_same_weights(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import torch

        from kscan.lab.course import Schedule
        from kscan.lab.train_finder import fit as fitting

        def net() -> "torch.nn.Module":
            return torch.nn.Conv2d(3, FIELD_CHANNELS, SIDE, SIDE)

        def shown(rng: np.random.Generator, photo: Scene) -> Sample:
            whole = field_sample(rng, photo)
            corner = whole.picture[: 2 * SIDE, : 2 * SIDE]
            return Sample(corner, whole.targets[:, :2, :2], whole.counts[:, :2, :2])

        def never(line: str) -> None:
            raise AssertionError(f"it began anew: {line}")

        monkeypatch.setattr(fitting, "_SETTLING", 1)
        task = fitting.Task("small", net, shown, fitting.field_loss, fitting.misread)
        plan = Schedule(steps=103, batch=1, rate=1e-3, every=100)
        scenes = [flat(), flat(kingdom=False)]
        said: list[str] = []
        whole = fitting.fit(task, scenes, plan, tmp_path / "kept.pt", said.append)
        assert [line.split(", loss ")[0] for line in said] == ["kept: step 100 of 103"]
        again = fitting.fit(task, scenes, plan, tmp_path / "kept.pt", never)
        for name, value in whole.state_dict().items():
            assert torch.equal(value, again.state_dict()[name]), name

    def test_opencv_says_what_the_trained_net_says(self, tmp_path: Path) -> None:
        import torch

        from kscan.lab.train_finder.export import export
        from kscan.lab.train_finder.net import CellNet, HeatNet

        torch.manual_seed(2)
        pictures, *_ = stacked([field_sample(np.random.default_rng(1), flat())])
        wide = np.ascontiguousarray(pictures[:, :, :96, :160])
        for made, shown, any_size in ((CellNet(), pictures, False), (HeatNet(), wide, True)):
            file = tmp_path / f"{type(made).__name__}.onnx"
            export(made, file, any_size)
            net = cv2.dnn.readNetFromONNX(str(file))
            net.setInput(shown)
            with torch.no_grad():
                expected = made.eval()(torch.from_numpy(shown)).numpy()
            assert np.allclose(net.forward(), expected, atol=5e-3), file.name
            weights = sum(weight.numel() for weight in made.parameters())
            assert file.stat().st_size < 2.2 * weights, "two bytes a weight"


@pytest.mark.parametrize("name", ["finder", "finder_fields"])
def test_weights_that_are_written_can_be_gone_on_from(name: str) -> None:
    torch = pytest.importorskip("torch")
    from kscan.lab.train_finder.fit import FIELDS, HEAT, gone_on_from

    task = HEAT if name == "finder" else FIELDS
    torch.manual_seed(1)
    seen = torch.rand(2, 3, SPAN * SIDE, SPAN * SIDE) - 0.5
    file = networks.folder() / f"{name}.onnx"
    net = gone_on_from(file, task, seen)
    with torch.no_grad():
        again, first = net.eval()(seen), net.train()(seen)
    written = cv2.dnn.readNetFromONNX(str(file))
    expected = []
    for one in seen.numpy():
        written.setInput(one[None])
        expected.append(written.forward()[0].copy())
    np.testing.assert_allclose(again.numpy(), expected, atol=1e-3)
    # Its normalisations fit what is seen: training changes little at first.
    np.testing.assert_allclose(first.detach().numpy(), expected, atol=0.3)


@pytest.mark.parametrize("seed", range(4))
def test_games_just_begun_are_composed_and_looked_at_from_afar(seed: int) -> None:
    rng = np.random.default_rng(seed)
    layout = staging.in_progress(rng, 1)
    recipe = Recipe.random(rng, kingdoms=1, long_side=600, without=(Hazard.TILT,))
    look = staging.from_afar(0.8, 600)
    photo = compose(rng, Material.painted(), recipe, Staging(layout, look))
    one = scene(photo.pixels, [cache.true_grid(kingdom) for kingdom in photo.kingdoms])
    assert one.kingdoms[0].covered.sum() == 3
    sample = heat_sample(rng, one)
    u = sample.targets[0].sum() * STRIDE**2 / 3  # pixels of a square
    assert 25**2 < u < 110**2
