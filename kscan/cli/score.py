"""`kscan score`: the score sheets of the kingdoms on photos."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from kscan.cli import USAGE, coloured, options, photos
from kscan.cli.output import document_only
from kscan.errors import NotationError, OutputError, PhotoError, UsageError, shown
from kscan.game.scoring import Variant

if TYPE_CHECKING:
    from kscan.reconstruct import Fix
    from kscan.scan import Scan
    from kscan.vision.photo import Limits
    from kscan.vision.records import Photo

    Given = str | Photo | PhotoError


@click.command(
    epilog="Exit codes: 0 all is read and sure; 2 wrong usage; 3 some readings need a look; 4 a "
    "photo could not be read or holds no kingdom; 130 interrupted."
)
@options.photos
@options.variant_names
@options.size
@options.corners
@click.option(
    "--fix",
    "fixes",
    multiple=True,
    metavar="r2c3=F1",
    help="Correct a square: row and column count from 0, as in the drawing; k2r2c3=F1 is one of "
    "the second kingdom. May be given several times.",
)
@click.option(
    "--save",
    is_flag=True,
    help="Write the reading to PHOTO.kingdom, to be corrected there: the next run respects it.",
)
@click.option(
    "--picture",
    metavar="OUT.jpg",
    type=click.Path(path_type=Path),
    help="Draw the reading on the photo; a folder where there are several photos.",
)
@click.option(
    "--same-game/--separate",
    "same_game",
    default=None,
    help="Whether the kingdoms are of one game: they share one box, and are ranked. Without it, "
    "those on one photo are, and several photos are not.",
)
@options.max_pixels
@options.as_json
@options.lang
@options.force
@options.quiet
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Score the kingdoms on photos.

    Prints each kingdom's score sheet, how sure it is, and which squares to look at. A PHOTO named
    - is read from standard input.

    Example: kscan score anna.jpg --variant harmony
    """
    call = _Call(**given)
    call.refuse_contradictions()
    with document_only() as out:
        photos.keep_memory()
        ctx.exit(call.run(out))


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """One call of the command: its arguments, and what is done with them."""

    photos: tuple[str, ...]
    variant_names: tuple[str, ...]
    size: int | None
    corners: options.Corners | None
    fixes: tuple[str, ...]
    save: bool
    picture: Path | None
    same_game: bool | None
    max_pixels: int
    as_json: bool
    lang: str | None
    force: bool
    quiet: bool
    unwritten: list[str] = field(default_factory=list)  # photos whose picture or file was refused

    @property
    def together(self) -> bool:
        """Whether all photos show one game."""
        return bool(self.same_game) and len(self.photos) > 1

    @property
    def variants(self) -> frozenset[Variant]:
        """The variants in play."""
        return options.in_play(self.variant_names)

    def refuse_contradictions(self) -> None:
        """Raise UsageError for what cannot be done, before anything is done."""
        if Variant.DYNASTY.value in self.variant_names:
            raise UsageError(
                "a Dynasty adds up three games: use kscan tally, with a file of text for each, or "
                "kscan batch, with a folder of photos"
            )
        if len(self.photos) > 1 and (self.corners or self.fixes):
            raise UsageError("--corners and --fix belong to one photo; name one photo only")
        photos.refuse_twice(self.photos)
        if self.save and photos.STDIN in self.photos:
            raise UsageError("--save writes beside the photo; standard input lies nowhere")
        if self.save and self.corners:
            from kscan.corrections import beside

            photos.refuse_replacing([beside(Path(self.photos[0]))], self.force)
        photos.refuse_replacing(self._pictures(), self.force)

    def run(self, out: TextIO) -> int:
        """Score all photos; the exit code of the worst."""
        scans = list(self._one_game(out) if self.together else self._one_by_one(out))
        if self.as_json:
            import json

            from kscan.report.scan_json import document

            ranked = self.same_game is not False
            found = document(scans, ranked=ranked, together=self.together, lang=self.lang)
            json.dump(found, out, ensure_ascii=False, indent=2)
            out.write("\n")
        worst = max(photos.CODES[scan.status] for scan in scans)
        return USAGE if self.unwritten else worst

    def _one_by_one(self, out: TextIO) -> "Iterator[Scan]":
        from kscan.report.scan_text import report
        from kscan.scan import scan

        fixes, limits, ranked = self._fixes(), self._limits(), self.same_game is not False
        for index, name in enumerate(self.photos):
            self._say(f"{index + 1}/{len(self.photos)} {photos.spoken(name)}")
            given = _given(name, limits)
            found = scan(
                given,
                variants=self.variants,
                size=self.size,
                corners=self.corners,
                same_game=ranked,
                fixes=fixes,
                limits=limits,
            )
            found = replace(found, photo=name)
            if not self.as_json and found.error is None:
                title = f"{photos.spoken(name)}\n\n" if len(self.photos) > 1 else ""
                text = report([found], ranked=ranked, lang=self.lang, color=coloured())
                out.write(f"{title}{text}\n" + "\n" * (index + 1 < len(self.photos)))
                out.flush()
            self._finish(index, given, found)
            yield found

    def _one_game(self, out: TextIO) -> "Iterator[Scan]":
        from kscan.report.scan_text import report
        from kscan.scan import scan_game

        limits = self._limits()
        given = [_given(name, limits) for name in self.photos]
        scans = scan_game(given, variants=self.variants, size=self.size, limits=limits)
        scans = tuple(replace(s, photo=name) for s, name in zip(scans, self.photos, strict=True))
        if not self.as_json:
            out.write(report(scans, ranked=True, lang=self.lang, color=coloured()) + "\n")
            out.flush()
        for index, scan in enumerate(scans):
            self._finish(index, given[index], scan)
        return iter(scans)

    def _finish(self, index: int, given: "Given", scan: "Scan") -> None:
        """Say what failed; draw and save where that was asked for."""
        if scan.error is not None:
            click.echo(f"kscan: {scan.error.message}", err=True)
            return
        try:
            self._write(index, given, scan)
        except (OutputError, UsageError, NotationError) as error:
            click.echo(f"kscan: {error.message}", err=True)
            self.unwritten.append(self.photos[index])

    def _write(self, index: int, given: "Given", scan: "Scan") -> None:
        if self.picture is not None and not isinstance(given, PhotoError):
            self._draw(self._pictures()[index], given, scan)
        if self.save:
            from kscan import corrections

            photo = Path(self.photos[index])
            path = corrections.save(photo, scan, replace=self.force and self.corners is not None)
            self._say(f"written: {shown(path)}; correct it there and run the same command again")

    def _draw(self, path: Path, given: "Photo | str", scan: "Scan") -> None:
        from kscan import files
        from kscan.report.picture import picture
        from kscan.sight import open_photo

        try:
            photo = open_photo(given, self._limits())
        except PhotoError as error:  # a pipe gives its photo only once
            undrawn = f"{shown(path)} is not drawn: {error.message}"
            raise OutputError("cannot_draw", undrawn) from None
        files.write(path, picture(photo, scan))
        self._say(f"drawn: {shown(path)}")

    def _fixes(self) -> "tuple[Fix, ...]":
        if not self.fixes:
            return ()
        from kscan.corrections import parse_fix

        return tuple(parse_fix(text) for text in self.fixes)

    def _limits(self) -> "Limits":
        from kscan.vision.photo import Limits

        return Limits(pixels=self.max_pixels)

    def _pictures(self) -> tuple[Path, ...]:
        """Where each photo's picture goes; none where none is asked for."""
        if self.picture is None:
            return ()
        if len(self.photos) == 1 and not os.path.isdir(self.picture):
            return (self.picture,)
        return tuple(self.picture / f"{stem}.jpg" for stem in photos.stems(self.photos))

    def _say(self, line: str) -> None:
        if not self.quiet:
            click.echo(line, err=True)


def _given(name: str, limits: "Limits") -> "Given":
    """The photo's path; what is on standard input at once, because it can be read only once."""
    from kscan.vision import photo

    if name != photos.STDIN:
        return name
    try:
        return photo.read(name, limits)
    except PhotoError as error:
        return error
