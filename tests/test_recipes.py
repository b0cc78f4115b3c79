"""Each recipe of CONTRIBUTING.md, followed in a copy of the package, works and touches no more."""

import csv
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import cv2
import pytest

CHECKOUT = Path(__file__).parents[1]
CATALOGUES = "kscan/locale/*/LC_MESSAGES/kscan.po"
VILLAGE = "W0 W0 F0\nL0 Cb F1\nL0 P0 P0\n"


class Copy:
    """A copy of the package, and what a newcomer changed in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.touched: set[str] = set()
        leave_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / "kscan", root / "kscan", ignore=leave_out)
        shutil.copytree(
            CHECKOUT / "models", root / "models", ignore=shutil.ignore_patterns("folds")
        )
        for name in ("samples", "tests"):
            (root / name).symlink_to(CHECKOUT / name)

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file."""
        self.touched.add(name)
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def read(self, name: str) -> str:
        """Return a file's text."""
        return (self.root / name).read_text(encoding="utf-8")

    def replace(self, name: str, before: str, after: str) -> None:
        """Put other lines in the place of some that are there once."""
        text = self.read(name)
        assert text.count(before) == 1, f"{name}: {before}"
        self.write(name, text.replace(before, after))

    def add_behind(self, name: str, line: str, added: str) -> None:
        """Add lines behind one that is there once."""
        self.replace(name, line, line + added)

    def translate(self, message: str, into: dict[str, str]) -> None:
        """Add a message to every catalogue, and compile them."""
        for path in sorted(self.root.glob(CATALOGUES)):
            name = path.relative_to(self.root).as_posix()
            text = into.get(path.parts[-3], message.upper())
            self.write(name, self.read(name) + f'\nmsgid "{message}"\nmsgstr "{text}"\n')
        self.python("-m", "kscan.locale.compile")

    def python(self, *arguments: str, given: str = "", code: int = 0) -> str:
        """Run Python on the copy, and return what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments],
            input=given,
            capture_output=True,
            text=True,
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "LANG": "C"},
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if code == 0 else done.stdout + done.stderr

    def kscan(self, *arguments: str, given: str = "", code: int = 0) -> str:
        """Run kscan on the copy."""
        return self.python("-m", "kscan", *arguments, given=given, code=code)

    def catalogue_tests(self, lang: str, code: int = 0) -> str:
        """Run the tests of one language's catalogue on the copy."""
        tests = "tests/locale/test_catalogues.py"
        options = ("-p", "no:cacheprovider", "-k", f"[{lang}]", "--rootdir", ".")
        return self.python("-m", "pytest", tests, *options, code=code)

    def rooms(self) -> set[str]:
        """Return the rooms and modules that were touched."""
        return {name.removeprefix("kscan/").split("/")[0] for name in self.touched}


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def named(recipe: str) -> list[str]:
    """Return the files and folders that a recipe of CONTRIBUTING.md names."""
    text = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (words,) = re.findall(rf"\n\*\*{recipe}\.\*\*(.*?)(?=\n\*\*|\n## )", text, re.DOTALL)
    return [each for each in re.findall(r"`([^`\s]+)`", words) if "/" in each]


def follows(copy: Copy, recipe: str) -> bool:
    """Tell if the recipe names everything that was touched."""
    untold = [
        name
        for name in copy.touched
        if not any(
            fnmatch.fnmatch(name, told) or name.endswith(f"/{told}") or name.startswith(told)
            for told in named(recipe)
        )
    ]
    assert untold == []
    return True


def test_a_language_is_one_folder(copy: Copy) -> None:
    shutil.copytree(copy.root / "kscan/locale/nl", copy.root / "kscan/locale/af")
    catalogue = "kscan/locale/af/LC_MESSAGES/kscan.po"
    for english, dutch, text in (("lakes", "meren", "mere"), ("cluster", "cluster", "tros")):
        entry = f'msgid "{english}"\nmsgstr "{{}}"'
        copy.replace(catalogue, entry.format(dutch), entry.format(text))
    copy.python("-m", "kscan.locale.compile")
    assert "mere" in copy.kscan("tally", "-", "--lang", "af", given=VILLAGE)
    copy.catalogue_tests("af")
    assert copy.rooms() == {"locale"}
    assert follows(copy, "A language")


def test_a_language_without_an_entry_is_told(copy: Copy) -> None:
    shutil.copytree(copy.root / "kscan/locale/nl", copy.root / "kscan/locale/af")
    catalogue = "kscan/locale/af/LC_MESSAGES/kscan.po"
    copy.replace(catalogue, 'msgid "lakes"\nmsgstr "meren"', 'msgid "lakes"\nmsgstr ""')
    assert "lakes" in copy.catalogue_tests("af", code=1)


def test_a_variant_touches_the_game_and_the_catalogues(copy: Copy) -> None:
    variants = "kscan/game/variants.py"
    copy.add_behind(variants, '    DYNASTY = "dynasty"\n', '    DRY_LAND = "dry_land"\n')
    copy.add_behind(
        variants,
        'Variant.DYNASTY: VariantRule("Dynasty"),\n',
        '    Variant.DRY_LAND: VariantRule("Dry Land", dry_land),\n',
    )
    bonus = '''
        def dry_land(kingdom: Kingdom, side: int) -> Bonus:
            """Score a kingdom without lakes."""
            wet = any(str(kingdom[cell]).startswith("L") for cell in kingdom.covered)
            return Bonus(0 if wet else 3)


        VARIANTS: Mapping['''
    copy.replace(variants, "VARIANTS: Mapping[", dedent(bonus).lstrip())
    copy.translate("Dry Land", {"nl": "Droog land"})

    dry = VILLAGE.replace("L0", "S0")
    play = ("tally", "-", "--variant", "dry-land")
    assert json.loads(copy.kscan(*play, "--json", given=dry))["kingdoms"][0]["bonuses"] == {
        "dry_land": 3
    }
    assert "Droog land" in copy.kscan(*play, "--lang", "nl", given=VILLAGE)
    copy.kscan("batch", "--help")
    shown = "from kscan.web.wording import PAGE; print(PAGE['dry_land'])"
    assert copy.python("-c", shown) == "Dry Land\n"
    copy.catalogue_tests("nl")
    assert copy.rooms() == {"game", "locale"}
    assert follows(copy, "A variant")


def test_a_box_is_tried_as_a_file_and_shipped_in_one_table(copy: Copy) -> None:
    kingdom = "W2 F1 C S3 S3\n"
    (copy.root / "mine.txt").write_text("49 W2 F1\n50 S3 S3\n")
    tried = copy.kscan("tally", "-", "--box", "mine.txt", "--json", given=kingdom)
    assert json.loads(tried)["kingdoms"][0]["findings"] == []

    boxes = "kscan/game/boxes.py"
    copy.replace(
        boxes,
        "BOXES: Mapping",
        'ISLES = replace(BASE, name="isles", dominoes=_with_backs("49 W2 F1, 50 S3 S3"))\n\n'
        "BOXES: Mapping",
    )
    copy.replace(boxes, "XL, QUEENDOMINO)}", "XL, QUEENDOMINO, ISLES)}")
    shipped = copy.kscan("tally", "-", "--box", "isles", "--json", given=kingdom)
    (one,) = json.loads(shipped)["kingdoms"]
    assert (one["findings"], [each["numbers"] for each in one["dominoes"]]) == ([], [[49], [50]])
    assert copy.touched == {boxes}
    assert follows(copy, "A box")


def test_a_remark_touches_the_remarks_and_the_catalogues(copy: Copy) -> None:
    remarks = "kscan/remarks.py"
    copy.add_behind(
        remarks, "PHOTO: dict[str, Message] = {\n", '    "dim": "It is dark: {file}.",\n'
    )
    copy.translate("It is dark: {file}.", {"nl": "Het is donker: {file}."})
    said = copy.python(
        "-c",
        "from kscan.locale import words; from kscan.remarks import remark, sentence\n"
        "dim = remark('dim', file='a.jpg'); print(dim.look, sentence(dim, words('nl')))",
    )
    assert said == "True Het is donker: a.jpg.\n"
    copy.catalogue_tests("nl")
    assert copy.rooms() == {"remarks.py", "locale"}
    assert follows(copy, "A remark")


def test_a_photo_format_is_one_list(copy: Copy, samples: Path) -> None:
    photo = copy.root / "gaps.ppm"
    cv2.imwrite(str(photo), cv2.imread(str(samples / "gaps.jpg")))
    assert "not a picture" in copy.kscan("score", str(photo), code=4)

    formats = "kscan/photo/formats.py"
    reader = """
        def _pnm(data: bytes) -> Header:
            found = re.match(rb"P[56]\\s(\\d+)\\s(\\d+)\\s255\\s", data)
            if found is None:
                raise DamagedError
            return Header("PNM", int(found[1]), int(found[2]))


        FORMATS ="""
    copy.replace(formats, "FORMATS =", dedent(reader).lstrip())
    listed = '    Format("GIF", rb"GIF8[79]a", (".gif",), gif_header),\n'
    copy.add_behind(formats, listed, '    Format("PNM", rb"P[56]\\s", (".ppm", ".pgm"), _pnm),\n')
    (one,) = json.loads(copy.kscan("score", str(photo), "--json"))["photos"]
    assert one["kingdoms"][0]["total"] == 15
    (copy.root / "folder").mkdir()
    photo.rename(copy.root / "folder" / "gaps.ppm")
    found = "from kscan.tournament.folder import photos_below; from pathlib import Path\n"
    found += "print(*(each.name for each in photos_below(Path('folder')).photos))"
    assert copy.python("-c", found) == "gaps.ppm\n"
    assert copy.touched == {formats}
    assert follows(copy, "A photo format")


def test_a_report_is_a_module_and_an_option(copy: Copy, samples: Path) -> None:
    report = '''
        """A scan as a Markdown table."""


        def markdown(scan: "Scan") -> str:
            """Write a line a territory."""
            return "".join(
                f"| {each.terrain.name} | {each.points} |\\n"
                for kingdom in scan.kingdoms
                for each in kingdom.sheet.territories
            )
        '''
    copy.write("kscan/report/markdown.py", dedent(report).lstrip())
    copy.replace(
        "kscan/cli/score.py",
        '@click.option("--brief",',
        '@click.option("--markdown", type=click.Path(path_type=Path), help="Write a table.")\n'
        '@click.option("--brief",',
    )
    call = "kscan/cli/score_call.py"
    copy.add_behind(call, "    card: Path | None\n", "    markdown: Path | None\n")
    copy.add_behind(
        call,
        '    def _write(self, index: int, scan: "Scan") -> None:\n',
        "        if self.markdown is not None:\n"
        "            from kscan import files\n"
        "            from kscan.report.markdown import markdown\n\n"
        "            files.write(self.markdown, markdown(scan))\n",
    )
    copy.kscan("score", str(samples / "gaps.jpg"), "--markdown", "out.md")
    assert "| LAKE | 4 |" in copy.read("out.md")
    assert copy.rooms() == {"report", "cli"}
    assert follows(copy, "A report")


def test_a_column_is_a_name_and_a_value(copy: Copy, samples: Path) -> None:
    tables = "kscan/tournament/report/csv.py"
    copy.replace(
        tables, '    "content",\n    "rules",\n', '    "content",\n    "crowns",\n    "rules",\n'
    )
    crowns = "        _each(row, lambda kingdom: kingdom.sheet.crowns),\n"
    copy.add_behind(tables, "        row.digest,\n", crowns)
    photo = copy.root / "cup/round-1/table-1/anna.jpg"
    photo.parent.mkdir(parents=True)
    shutil.copy(samples / "gaps.jpg", photo)
    copy.kscan("batch", "cup", "--quiet")
    (row,) = csv.DictReader(copy.read("cup/results/results.csv").splitlines())
    assert (row["total"], row["crowns"]) == ("15", "7")
    assert copy.touched == {tables}
    assert follows(copy, "A column")


def test_an_option_is_in_its_commands_module(copy: Copy) -> None:
    tally = "kscan/cli/tally.py"
    copy.replace(
        tally,
        "@options.as_json\n@options.lang\ndef command(\n",
        '@click.option("--points", is_flag=True, help="Print only the totals.")\n'
        "@options.as_json\n@options.lang\ndef command(\n    points: bool,\n",
    )
    copy.replace(
        tally,
        "    if as_json:\n        click.echo(rendered(",
        "    if points:\n"
        "        click.echo([sheet.total for game in games for sheet in game.sheets])\n"
        "    elif as_json:\n        click.echo(rendered(",
    )
    copy.translate("Print only the totals.", {"nl": "Druk alleen de totalen af."})
    assert copy.kscan("tally", "-", "--points", given=VILLAGE) == "[2]\n"
    assert "Druk alleen de totalen af." in copy.kscan("tally", "--help", "--lang", "nl")
    copy.catalogue_tests("nl")
    assert copy.rooms() == {"cli", "locale"}
    assert follows(copy, "An option")


def test_a_command_is_a_module_and_a_line(copy: Copy) -> None:
    command = '''
        """`kscan dominoes`: what is in the box."""

        import click


        @click.command()
        def command() -> None:
            """List the dominoes of the box."""
            from kscan.game.box import BASE

            for domino in BASE.dominoes:
                click.echo(str(domino))
        '''
    copy.write("kscan/cli/dominoes.py", dedent(command).lstrip())
    line = '    "doctor": "Say what works on this computer.",\n'
    copy.add_behind("kscan/cli/__init__.py", line, '    "dominoes": "List the dominoes.",\n')
    assert "List the dominoes." in copy.kscan("--help")
    assert copy.kscan("dominoes").splitlines()[-1] == "48 (W0 M3)"
    assert copy.rooms() == {"cli"}
    assert follows(copy, "A command")


def test_a_model_is_weights_with_a_card_and_one_file_of_the_reader(
    copy: Copy, samples: Path
) -> None:
    weights = copy.root / "models" / "reader.onnx"
    copy.write("models/reader_two.onnx", weights.read_bytes())
    copy.write("models/README.md", copy.read("models/README.md") + "\n## reader_two\n")
    copy.replace("kscan/read/reader.py", 'network("reader")', 'network("reader_two")')
    weights.unlink()
    (one,) = json.loads(copy.kscan("score", str(samples / "gaps.jpg"), "--json"))["photos"]
    assert one["kingdoms"][0]["total"] == 15
    assert copy.touched == {"models/reader_two.onnx", "models/README.md", "kscan/read/reader.py"}
    assert follows(copy, "A model")


def test_every_file_that_a_recipe_names_is_there() -> None:
    text = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = {
        each
        for each in re.findall(r"`([^`\s]+/[^`\s]*)`", text)
        if each.split("/")[0] in ("kscan", "tests", "models", "samples", "docs")
    }
    assert [each for each in sorted(told) if not any(CHECKOUT.glob(each.rstrip("/")))] == []


def test_each_recipe_is_followed_here() -> None:
    contributing = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = re.findall(r"^\*\*(An? .*?)\.\*\*", contributing, re.MULTILINE)
    assert len(recipes) == 10
    here = Path(__file__).read_text(encoding="utf-8")
    assert [recipe for recipe in recipes if f'follows(copy, "{recipe}")' not in here] == []
