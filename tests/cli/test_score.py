"""`kscan score`: what is printed, written and answered, with eyes that are told what they see."""

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import cv2
import jsonschema
import numpy as np
import pytest
from click.testing import CliRunner, Result

from kscan.cli import main
from kscan.game.kingdom import Kingdom, parse_kingdom
from kscan.game.squares import CastleColor
from kscan.training.evaluation.answers import class_of
from kscan.vision import lattice, squares
from kscan.vision.records import CLASSES, Evidence, Lattice, Photo

HAMLET = parse_kingdom("""
L1 F0 F0 L1 W0
P0 P0 F0 W0 W0
P0 F0 Cy M2 F1
""")
SIDE = 20  # pixels of a square on the test's photos


def sure_of(kingdom: Kingdom, doubtful: bool) -> Evidence:
    """Evidence of this kingdom; where doubtful, F1 in the corner may be W0."""
    probabilities = np.full((kingdom.rows, kingdom.cols, len(CLASSES)), 1e-5)
    colors = np.full((kingdom.rows, kingdom.cols, 4), 0.02)
    for cell in kingdom.cells():
        probabilities[cell][class_of(kingdom[cell])] = 1.0
        if color := kingdom[cell].color:
            colors[cell][list(CastleColor).index(color)] = 0.94
    if doubtful:
        probabilities[0, 4] = 1e-5
        probabilities[0, 4, [CLASSES.index("F1"), CLASSES.index("W0")]] = 0.6, 0.4
    return Evidence(probabilities / probabilities.sum(2, keepdims=True), colors)


def lying_at(x: float, kingdom: Kingdom) -> Lattice:
    homography = np.array([[SIDE, 0.0, x], [0.0, SIDE, 10.0], [0.0, 0.0, 1.0]])
    return Lattice(homography, np.full((kingdom.rows, kingdom.cols), 0.99), 0.9)


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch, village: Kingdom) -> None:
    """Dark photos show nothing, bright ones a clear village, middling ones a doubtful one.

    Wide photos show a second kingdom. Both stages print what they should not.
    """

    def find(photo: Photo) -> tuple[Lattice, ...]:
        print("a library talks")
        if photo.pixels.mean() < 80:
            return ()
        found = (lying_at(10, village), lying_at(150, HAMLET))
        return found if photo.width > 200 else found[:1]

    def read(photo: Photo, lattices: Sequence[Lattice]) -> tuple[Evidence, ...]:
        print("and again")
        doubtful = photo.pixels.mean() < 170
        truths = [village if one.rows == 5 else HAMLET for one in lattices]
        return tuple(sure_of(truth, doubtful and truth is village) for truth in truths)

    def from_corners(
        photo: Photo,
        corners: Sequence[Sequence[float]],
        size: int = 5,
        rows: int | None = None,
        cols: int | None = None,
    ) -> Lattice:
        del photo, size, cols
        return lying_at(corners[0][0], HAMLET if rows == 3 else village)

    monkeypatch.setattr(lattice, "find", find)
    monkeypatch.setattr(lattice, "from_corners", from_corners)
    monkeypatch.setattr(squares, "read", read)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, light, width in (
        ("dark", 30, 160),
        ("clear", 220, 160),
        ("doubtful", 120, 160),
        ("table", 220, 300),
    ):
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((120, width, 3), light, np.uint8))
    (tmp_path / "text.jpg").write_text("hello")
    return tmp_path


def run(*arguments: str | Path, standard_input: bytes | None = None) -> Result:
    given = ["score", *map(str, arguments), "--lang", "en"]
    return CliRunner().invoke(main, given, input=standard_input)


def document(*arguments: str | Path, standard_input: bytes | None = None) -> dict:
    found = json.loads(run(*arguments, "--json", standard_input=standard_input).stdout)
    schema = json.loads(files("kscan.report").joinpath("schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(found)
    return found


def test_a_clear_photo_gives_its_score_sheet_and_exit_code_0(folder: Path) -> None:
    result = run(folder / "clear.png")
    assert result.exit_code == 0
    assert "pink: 5 x 5, pink castle" in result.stdout
    assert "  4  S1 W0 L0 L0 L0" in result.stdout
    assert "The total is right with a probability of" in result.stdout
    assert "library" not in result.stdout


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["clear.png"], 0),
        (["clear.png", "doubtful.png"], 3),
        (["dark.png"], 4),
        (["doubtful.png", "text.jpg", "clear.png"], 4),
        (["missing.jpg"], 4),
    ],
)
def test_the_exit_code_is_that_of_the_worst_photo(
    folder: Path, names: list[str], code: int
) -> None:
    assert run(*(folder / name for name in names)).exit_code == code


def test_a_failed_photo_is_named_and_the_others_are_scored(folder: Path) -> None:
    result = run(folder / "dark.png", folder / "clear.png")
    assert f"kscan: {folder}/dark.png: no kingdom found" in result.stderr
    assert "total" in result.stdout


def test_a_doubt_is_shown_with_the_total_it_would_give(folder: Path) -> None:
    result = run(folder / "doubtful.png")
    assert "? r0c4: F1 (6" in result.stdout
    assert "or W0 (" in result.stdout
    assert "), total then 24" in result.stdout


def test_every_line_fits_80_columns_and_needs_no_colour(folder: Path) -> None:
    text = run(folder / "doubtful.png", folder / "table.png").stdout
    lines = [line for line in text.splitlines() if str(folder) not in line]
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in text


def test_the_document_is_the_contract_and_nothing_else(folder: Path) -> None:
    found = document(folder / "doubtful.png", folder / "dark.png", "--variant", "harmony")
    photo, failed = found["photos"]
    kingdom = photo["kingdoms"][0]
    assert (photo["status"], photo["width"], photo["height"]) == ("check", 160, 120)
    assert kingdom["corners"] == [[10, 10], [110, 10], [110, 110], [10, 110]]
    assert kingdom["castle"] == {"row": 3, "col": 3, "color": "pink"}
    assert kingdom["squares"][3] == ["P0", "P2", "L0", "C", "W0"]
    assert kingdom["bonuses"] == {"harmony": 5}
    assert kingdom["total"] == kingdom["points"] + 5 == 30
    assert kingdom["doubts"][0]["read"] == "F1"
    assert kingdom["doubts"][0]["instead"][0][0] == "W0"
    assert kingdom["doubts"][0]["total_if"] == 29
    assert {numbers for d in kingdom["dominoes"] for numbers in d["numbers"]} <= set(range(1, 49))
    assert (failed["status"], failed["error"]["code"], failed["kingdoms"]) == (
        "failed",
        "no_kingdom",
        [],
    )


def test_kingdoms_on_one_photo_are_ranked_by_their_castles_colours(folder: Path) -> None:
    result = run(folder / "table.png")
    assert "yellow: 5 x 5, yellow castle" in result.stdout
    ranking = document(folder / "table.png")["photos"][0]["ranking"]
    assert [(place["place"], place["name"]) for place in ranking] == [(1, "pink"), (2, "yellow")]
    assert "ranking" not in document(folder / "table.png", "--separate")["photos"][0]


def test_several_photos_are_one_game_where_that_is_said(folder: Path) -> None:
    one, other = folder / "clear.png", folder / "table.png"
    assert "ranking" not in document(one, other)
    found = document(one, other, "--same-game")
    assert len(found["ranking"]) == 3


def test_a_game_on_several_photos_ends_with_its_ranking(folder: Path) -> None:
    text = run(folder / "clear.png", folder / "table.png", "--same-game").stdout
    assert text.count("The total is right with a probability of") == 3
    # Two pink castles in one game: neither names its player.
    ranking = text[text.index("  place  player") :].splitlines()
    assert [line.split()[:3] for line in ranking[1:]] == [
        ["1", "1", "(clear)"],
        ["1", "1", "(table)"],
        ["3", "yellow", "5"],
    ]


def test_what_a_person_settled_is_said(folder: Path) -> None:
    text = run(folder / "doubtful.png", "--fix", "r0c4=W0").stdout
    assert "  * r0c4: W0 by your correction; it looks like F1." in text
    assert "Please look at:" not in text


def test_corrections_of_another_picture_are_said_to_be_unused(folder: Path) -> None:
    run(folder / "doubtful.png", "--save")
    (folder / "clear.png").replace(folder / "doubtful.png")
    result = run(folder / "doubtful.png")
    assert result.exit_code == 3
    assert "* The corrections beside this photo were made for another picture" in result.stdout


def test_a_picture_is_not_drawn_of_a_photo_that_failed(folder: Path) -> None:
    result = run(folder / "text.jpg", folder / "clear.png", "--picture", folder / "drawn")
    assert result.exit_code == 4
    assert [path.name for path in (folder / "drawn").iterdir()] == ["clear.jpg"]


def test_a_photo_comes_on_standard_input(folder: Path) -> None:
    content = (folder / "clear.png").read_bytes()
    found = document("-", standard_input=content)
    assert (found["photos"][0]["photo"], found["photos"][0]["status"]) == ("-", "ok")


def test_quiet_is_quiet(folder: Path) -> None:
    assert run(folder / "clear.png", "-q").stderr.replace("a library talks\nand again\n", "") == ""


class TestPicture:
    """`--picture`."""

    def test_is_a_jpeg_without_exif(self, folder: Path) -> None:
        out = folder / "out.jpg"
        assert run(folder / "doubtful.png", "--picture", out).exit_code == 3
        content = out.read_bytes()
        assert content.startswith(b"\xff\xd8")
        assert b"Exif" not in content
        drawn = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        assert drawn is not None
        assert drawn.shape == (120, 160, 3)
        assert np.ptp(drawn) > 100

    def test_is_not_replaced_unasked(self, folder: Path) -> None:
        out = folder / "out.jpg"
        out.write_text("mine")
        assert run(folder / "clear.png", "--picture", out).exit_code == 2
        assert out.read_text() == "mine"
        assert run(folder / "clear.png", "--picture", out, "--force").exit_code == 0
        assert out.read_bytes() != b"mine"

    def test_of_several_photos_goes_into_a_folder(self, folder: Path) -> None:
        run(folder / "clear.png", folder / "table.png", "--picture", folder / "drawn")
        assert sorted(path.name for path in (folder / "drawn").iterdir()) == [
            "clear.jpg",
            "table.jpg",
        ]

    def test_of_photos_of_one_name_are_told_apart_whatever_their_case(self, folder: Path) -> None:
        for other in ("a", "b"):
            (folder / other).mkdir()
            (folder / other / "CLEAR.png").write_bytes((folder / "clear.png").read_bytes())
        photos = (folder / "clear.png", folder / "a/CLEAR.png", folder / "b/CLEAR.png")
        run(*photos, "--picture", folder / "drawn")
        names = sorted(path.name for path in (folder / "drawn").iterdir())
        assert names == ["CLEAR-2.jpg", "CLEAR-3.jpg", "clear.jpg"]


class TestCorrections:
    """`--fix`, `--save` and the file beside the photo."""

    def test_a_fix_settles_a_doubt(self, folder: Path) -> None:
        kingdom = document(folder / "doubtful.png", "--fix", "r0c4=W0")["photos"][0]["kingdoms"][0]
        assert kingdom["squares"][0][4] == "W0"
        assert kingdom["status"] == "ok"
        assert "r0c4: W0 by your correction" in kingdom["notes"][0]

    @pytest.mark.parametrize("fix", ["r0c4", "r9c0=W0", "r0c0=Q9", "k3r0c0=W0", "k0r0c0=W0"])
    def test_a_fix_that_makes_no_sense_is_answered_in_a_sentence(
        self, folder: Path, fix: str
    ) -> None:
        result = run(folder / "clear.png", "--fix", fix)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) <= 4
        assert "Traceback" not in result.stderr

    def test_a_fix_to_a_square_of_no_domino_is_refused(self, folder: Path) -> None:
        result = run(folder / "clear.png", "--fix", "r0c0=F9")
        assert (result.exit_code, result.stderr) == (
            2,
            "kscan: 'F9': no domino of the box has such a square\n",
        )

    def test_corners_do_not_overwrite_corrections(self, folder: Path) -> None:
        photo, file = folder / "clear.png", folder / "clear.png.kingdom"
        run(photo, "--save")
        file.write_text(file.read_text().replace("M2 W0", "M1 W0"))
        corners = ("--corners", "10,10", "110,10", "110,110", "10,110")
        assert run(photo, "--save", *corners).exit_code == 2
        assert "M1 W0" in file.read_text()
        assert run(photo, "--save", "--force", *corners).exit_code == 0
        assert "M2 W0" in file.read_text()

    def test_force_replaces_even_corrections_that_cannot_be_read(self, folder: Path) -> None:
        photo, file = folder / "clear.png", folder / "clear.png.kingdom"
        file.write_text("W0")
        corners = ("--corners", "10,10", "110,10", "110,110", "10,110")
        assert run(photo, "--save", "--force", *corners).exit_code == 0
        assert "M2 W0" in file.read_text()

    def test_a_fix_that_no_domino_explains_stays_when_it_is_saved(self, folder: Path) -> None:
        photo, file = folder / "clear.png", folder / "clear.png.kingdom"
        run(photo, "--fix", "r4c0=M3", "--save")
        assert "look at r4c0" not in file.read_text()
        assert document(photo)["photos"][0]["kingdoms"][0]["squares"][4][0] == "M3"

    def test_a_fix_settles_what_the_file_asks_for(self, folder: Path) -> None:
        photo, file = folder / "doubtful.png", folder / "doubtful.png.kingdom"
        run(photo, "--save")
        assert run(photo, "--fix", "r0c4=F1", "--save").exit_code == 0
        assert "look at" not in file.read_text()
        assert run(photo).exit_code == 0

    def test_one_photo_that_cannot_be_saved_keeps_the_others(self, folder: Path) -> None:
        run(folder / "clear.png", "--save")
        (folder / "table.png").replace(folder / "clear.png")
        result = run(folder / "clear.png", folder / "doubtful.png", "--save", "--json")
        assert result.exit_code == 2
        assert "belongs to another picture" in result.stderr
        assert [photo["status"] for photo in json.loads(result.stdout)["photos"]][1] == "check"
        assert (folder / "doubtful.png.kingdom").exists()

    def test_wrong_corrections_of_one_photo_keep_the_others(self, folder: Path) -> None:
        (folder / "clear.png.kingdom").write_text("W0")
        result = run(folder / "clear.png", folder / "doubtful.png")
        assert result.exit_code == 4
        assert "clear.png.kingdom: not a file that `kscan score --save` wrote" in result.stderr
        assert "Please look at" in result.stdout

    def test_what_was_saved_and_edited_is_respected(self, folder: Path) -> None:
        photo = folder / "doubtful.png"
        assert run(photo, "--save").exit_code == 3
        file = folder / "doubtful.png.kingdom"
        assert "look at r0c4: read as F1" in file.read_text()
        assert run(photo).exit_code == 3  # saving alone settles nothing
        file.write_text(file.read_text().replace("W0 S0 W0 F1", "W0 S0 W0 W0"))
        kingdom = document(photo)["photos"][0]["kingdoms"][0]
        assert (kingdom["squares"][0][4], kingdom["status"]) == ("W0", "ok")

    def test_looking_is_enough_where_the_reading_is_right(self, folder: Path) -> None:
        photo, file = folder / "doubtful.png", folder / "doubtful.png.kingdom"
        run(photo, "--save")
        lines = [line for line in file.read_text().splitlines() if "look at" not in line]
        file.write_text("\n".join(lines))
        assert run(photo).exit_code == 0

    def test_saving_again_keeps_the_corrections(self, folder: Path) -> None:
        photo, file = folder / "doubtful.png", folder / "doubtful.png.kingdom"
        run(photo, "--save", "--fix", "r0c4=W0")
        assert run(photo, "--save").exit_code == 0
        assert "M2 W0 S0 W0 W0" in file.read_text()

    def test_a_changed_photo_is_noticed(self, folder: Path) -> None:
        photo, file = folder / "clear.png", folder / "clear.png.kingdom"
        run(photo, "--save")
        file.write_text(file.read_text().replace("M2 W0", "M1 W0"))
        (folder / "table.png").replace(photo)
        found = document(photo)["photos"][0]
        assert found["status"] == "check"
        assert found["kingdoms"][0]["squares"][0][0] == "M2"
        assert "made for another picture" in found["notes"][0]
        assert run(photo, "--save").exit_code == 2
        assert "M1 W0" in file.read_text()

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("M2 W0", "M2 Q0"),
            ("#: corners", "#: edges"),
            ("# kingdom 1", ""),
            ("M2 W0 S0 W0 F1\n", ""),
        ],
    )
    def test_a_broken_file_is_named(self, folder: Path, old: str, new: str) -> None:
        photo, file = folder / "clear.png", folder / "clear.png.kingdom"
        run(photo, "--save")
        file.write_text(file.read_text().replace(old, new))
        result = run(photo)
        assert result.exit_code == 4
        assert str(file) in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["clear.png", "table.png", "--fix", "r0c0=W0"],
        ["-", "-"],
        ["-", "--save"],
        ["clear.png", "--size", "6"],
    ],
)
def test_contradictions_are_answered_before_anything_is_done(
    folder: Path, arguments: list[str]
) -> None:
    given = [folder / one if one.endswith("png") else one for one in arguments]
    assert run(*given).exit_code == 2


def test_the_help_says_the_exit_codes() -> None:
    text = " ".join(CliRunner().invoke(main, ["score", "--help"]).stdout.split())
    for code in ("0 all", "2 wrong usage", "3 some readings", "4 a photo", "130 interrupted"):
        assert code in text


def test_scoring_imports_nothing_slow() -> None:
    """The libraries that cost most to import are for the few photos that need them."""
    code = (
        "import sys, kscan.cli.score, kscan.scan, kscan.report.scan_text, kscan.report.scan_json\n"
        "import kscan.vision.lattice, kscan.vision.squares, kscan.vision.photo\n"
        "slow = {'scipy', 'sklearn', 'rich', 'joblib', 'torch', 'jinja2'}\n"
        "print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
