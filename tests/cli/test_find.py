"""`kscan find`: what is printed, drawn and answered, with a finder that is told what to find."""

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from kscan import find
from kscan.cli import main
from kscan.evidence import LABELS, Evidence
from kscan.find.grid import Grid
from kscan.lab.fuzz import pictures
from kscan.photo.records import Photo
from kscan.read import reader

HOMOGRAPHY = np.array([[20.0, 0.0, 10.0], [0.0, 20.0, 10.0], [0.0, 0.0, 1.0]])


@pytest.fixture(autouse=True)
def finder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a dark photo holds no kingdom, a bright one a clear kingdom, others a doubtful one."""

    def found(photo: Photo) -> tuple[Grid, ...]:
        light = photo.pixels.mean()
        if light < 80:
            return ()
        return (Grid(HOMOGRAPHY, np.full((5, 5), 0.99), 0.9 if light > 170 else 0.3),)

    monkeypatch.setattr(find, "find", found)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, light in (("dark", 30), ("bright", 220), ("middling", 120)):
        pixels = np.full((120, 160, 3), light, np.uint8)
        (tmp_path / f"{name}.jpg").write_bytes(pictures.jpeg(pixels))
    (tmp_path / "text.jpg").write_text("hello")
    return tmp_path


def run(*arguments: str | Path, standard_input: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["find", *map(str, arguments)], input=standard_input)


def test_a_clear_kingdom_is_a_line_and_exit_code_0(folder: Path) -> None:
    result = run(folder / "bright.jpg")
    assert result.exit_code == 0
    assert result.stdout == (
        f"{folder}/bright.jpg: kingdom 1: 5 x 5, 25 covered, quality 0.90, "
        "corners 10,10 110,10 110,110 10,110\n"
    )
    assert result.stderr == f"1/1 {folder}/bright.jpg\n"


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["bright"], 0),
        (["bright", "middling"], 3),
        (["dark"], 4),
        (["text"], 4),
        (["missing"], 4),
        (["middling", "text", "bright"], 4),
    ],
)
def test_the_worst_photo_gives_the_exit_code(folder: Path, names: list[str], code: int) -> None:
    assert run(*(folder / f"{name}.jpg" for name in names)).exit_code == code


def test_a_bad_photo_does_not_touch_the_others(folder: Path) -> None:
    result = run("-q", folder / "text.jpg", folder / "dark.jpg", folder / "bright.jpg")
    assert result.stdout.startswith(f"{folder}/bright.jpg: kingdom 1")
    first, second = result.stderr.splitlines()
    assert "text.jpg: this is not a picture" in first
    assert "dark.jpg: no kingdom found" in second


def test_json_is_one_document_and_nothing_else(folder: Path) -> None:
    result = run(folder / "bright.jpg", folder / "text.jpg", folder / "dark.jpg", "--json")
    bright, text, dark = json.loads(result.stdout)["photos"]
    assert (bright["status"], bright["width"], bright["height"]) == ("ok", 160, 120)
    assert bright["kingdoms"][0]["corners"][2] == [110, 110]
    assert text["error"]["code"] == "not_a_picture"
    assert dark["error"]["code"] == "no_kingdom"


def test_what_was_found_is_drawn_into_the_folder(folder: Path) -> None:
    out = folder / "new" / "found"
    result = run(folder / "bright.jpg", folder / "dark.jpg", "-o", out)
    assert [path.name for path in out.iterdir()] == ["bright.found.jpg"]
    assert "bright.found.jpg" in result.stderr
    assert cv2.imread(str(out / "bright.found.jpg")).shape == (120, 160, 3)


def test_a_files_name_cannot_steer_the_terminal(folder: Path) -> None:
    photo = (folder / "bright.jpg").rename(folder / "a\x1b[31m.jpg")
    drawn, refused = (run(photo, "-o", folder / "out") for _ in range(2))
    assert "The picture: " in drawn.stderr
    assert "a\\x1b[31m.found.jpg exists already" in refused.stderr
    assert "\x1b" not in drawn.stderr + refused.stderr


def test_nothing_is_replaced_unasked(folder: Path) -> None:
    existing = folder / "bright.found.jpg"
    existing.write_text("precious")
    result = run(folder / "dark.jpg", folder / "bright.jpg", "-o", folder)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert result.stdout == ""
    assert existing.read_text() == "precious"
    assert run(folder / "bright.jpg", "-o", folder, "--force").exit_code == 0
    assert existing.read_bytes()[:2] == b"\xff\xd8"


def test_photos_of_one_name_get_drawings_of_their_own(folder: Path) -> None:
    for other in ("a", "b"):
        (folder / other).mkdir()
        (folder / other / "BRIGHT.jpg").write_bytes((folder / "bright.jpg").read_bytes())
    out = folder / "out"
    run(folder / "bright.jpg", folder / "a/BRIGHT.jpg", folder / "b/BRIGHT.jpg", "-o", out)
    names = sorted(path.name for path in out.iterdir())
    assert names == ["BRIGHT-2.found.jpg", "BRIGHT-3.found.jpg", "bright.found.jpg"]


def test_a_photo_from_standard_input(folder: Path) -> None:
    result = run("-", "-o", folder / "out", standard_input=(folder / "bright.jpg").read_bytes())
    assert result.exit_code == 0
    assert (folder / "out" / "standard-input.found.jpg").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--corners", "1,1", "9,1", "9,9", "1,9", "another.jpg"],
        ["--corners", "1,1", "9,9", "9,1", "1,9"],
        ["--corners", "1e308,0", "1e308,1e308", "0,1e308", "0,0"],
        ["--size", "7"],
        ["--size", "6"],
        ["-", "-"],
        ["--max-megapixels", "0"],
    ],
)
def test_contradictions_are_refused_before_anything_is_done(
    folder: Path, arguments: list[str]
) -> None:
    result = run(folder / "bright.jpg", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_corners_by_hand_take_the_place_of_the_finder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def from_corners(photo: Photo, corners: object, size: int) -> Grid:
        assert (photo.width, corners, size) == (
            160,
            ((10, 10), (110, 10), (110, 110), (10, 110)),
            7,
        )
        covered = np.full((7, 7), 0.99)
        covered[:, 0] = 0.01
        return Grid(HOMOGRAPHY, covered, 1.0, ("corners_given",))

    def read(_: Photo, grids: Sequence[Grid]) -> tuple[Evidence, ...]:
        wheat = np.eye(len(LABELS))[np.full((7, 7), LABELS.index("W0"))]
        return (Evidence(wheat, np.full((7, 7, 4), 0.25)),) * len(grids)

    monkeypatch.setattr(find, "from_corners", from_corners)
    monkeypatch.setattr(reader, "read", read)
    corners = ["--corners", "10,10", "110,10", "110,110", "10,110", "--size", "7"]
    result = run(folder / "dark.jpg", *corners)
    assert result.exit_code == 0
    assert "7 x 7, 42 covered, quality 1.00, corners given by hand" in result.stdout


@pytest.mark.parametrize("size", [(), ("--size", "5")])
def test_corners_around_bare_table_hold_no_kingdom(folder: Path, size: tuple[str, ...]) -> None:
    corners = ["--corners", "10,10", "110,10", "110,110", "10,110", *size]
    result = run("-q", folder / "bright.jpg", *corners, "-o", folder / "out")
    assert result.exit_code == 4
    assert result.stdout == ""
    assert "no tiles between these corners" in result.stderr
    assert not (folder / "out").exists()
    (photo,) = json.loads(run(folder / "bright.jpg", *corners, "--json").stdout)["photos"]
    assert (photo["width"], photo["error"]["code"]) == (160, "no_kingdom")


def test_corners_outside_the_photo_are_a_usage_error(folder: Path) -> None:
    corners = ["--corners", "5000,5000", "6000,5000", "6000,6000", "5000,6000"]
    result = run(folder / "bright.jpg", *corners)
    assert result.exit_code == 2
    assert "outside the photo, which is 160 x 120 pixels" in result.stderr


def test_the_help_says_what_size_is_good_for() -> None:
    text = " ".join(run("--help").stdout.split())
    assert "--size [5|7] With --corners: size of the grid between them" in text
    assert "found out" not in text


def test_no_photo_at_all_is_a_usage_error() -> None:
    assert run().exit_code == 2


def test_a_photo_above_the_limit_is_refused(folder: Path) -> None:
    big = folder / "big.png"
    big.write_bytes(pictures.huge_png(1100))
    result = run(big, "--max-megapixels", "1")
    assert result.exit_code == 4
    assert "limit of 1 megapixels" in result.stderr


def test_a_file_that_cannot_be_written_is_said_in_a_sentence(folder: Path) -> None:
    (folder / "taken").write_text("a file, no folder")
    result = run(folder / "bright.jpg", "-o", folder / "taken" / "below")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert "Traceback" not in result.stderr


def test_bytes_of_the_document_reach_a_real_pipe_alone(folder: Path) -> None:
    program = (
        "import os, sys\n"
        "from kscan import find\n"
        "find.find = lambda photo: (os.write(1, b'native'), print('python'), ())[2]\n"
        "from kscan.cli import main\n"
        "main(['find', '--json', sys.argv[1]])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder / "bright.jpg")],
        capture_output=True,
        check=False,
    )
    assert json.load(io.BytesIO(done.stdout))["photos"][0]["status"] == "failed"
    assert b"native" in done.stderr
    assert b"python" in done.stderr
    assert done.returncode == 4


def test_a_line_is_in_the_readers_language(samples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    said = CliRunner().invoke(main, ["find", str(samples / "gaps.jpg")]).stdout
    assert ": Königreich 1: 5 x 5, belegt: 25, Güte 0," in said
    assert ", Ecken " in said
    assert "kingdom" not in said.partition("gaps.jpg")[2]
