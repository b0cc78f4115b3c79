"""`kscan find`: kingdoms' places on photos, printed and drawn."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from kscan.cli import FAILED, options, photos
from kscan.cli.output import document_only
from kscan.cli.photos import Watch
from kscan.cli.wording import DRAWN
from kscan.errors import PhotoError, UsageError, shown
from kscan.locale import words
from kscan.remarks import worded

if TYPE_CHECKING:
    from kscan.find.grid import Grid
    from kscan.photo.records import Photo
    from kscan.report.found import Found


@click.command(
    epilog="Exit codes: 0 kingdoms on all photos, all clear; 2 wrong usage; 3 something needs a "
    "look; 4 a photo could not be read or holds no kingdom; 130 interrupted."
)
@options.photos
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Draw what was found on each photo, into this folder: NAME.found.jpg.",
)
@options.corners
@options.size_between_corners
@options.max_pixels
@options.timeout
@options.as_json
@options.force
@options.quiet
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Show where kingdoms lie on photos.

    Prints a line for each kingdom: its rows and columns, how many squares are covered, how clear
    it is, and its four outer corners. A PHOTO named - is read from standard input.

    Example: kscan find table.jpg -o found
    """
    search = _Search(**given)
    search.refuse_contradictions()
    ctx.exit(search.run())


@dataclass(frozen=True, slots=True)
class _Search:
    """One call of the command: its arguments and its steps."""

    photos: tuple[str, ...]
    output: Path | None
    corners: options.Corners | None
    size: int | None
    max_pixels: int
    timeout: float
    as_json: bool
    force: bool
    quiet: bool
    found: "list[Found]" = field(default_factory=list)  # on the photos that are done

    def refuse_contradictions(self) -> None:
        """Raise UsageError for contradictory options, before any work."""
        if self.corners and len(self.photos) > 1:
            raise UsageError("--corners belong to one photo; name one photo only")
        photos.refuse_twice(self.photos)
        if self.size and not self.corners:
            raise UsageError("--size goes with --corners; give both")
        photos.refuse_replacing(self._pictures(), self.force)

    def run(self) -> int:
        """Look at every photo; the exit code of the worst."""
        with document_only() as out:
            photos.prepare(self.max_pixels)
            watch = Watch(self.timeout, lambda: self._give_up(out))
            for found in self._look_at_all(out, watch):
                self.found.append(found)
            self._print_json(out)
        return max(photos.CODES[one.status] for one in self.found)

    def _give_up(self, out: TextIO) -> int:
        """Name the slow photo, and print the finished ones."""
        from kscan.report.found import Found

        missing = self.photos[len(self.found) :]
        for name, error in photos.given_up(missing, 1, self.timeout):
            photos.say_failed(name, error, words())
            self.found.append(Found(name, error=error))
        self._print_json(out)
        out.flush()
        return FAILED

    def _print_json(self, out: TextIO) -> None:
        if self.as_json:
            from kscan.report.found import document

            json.dump(document(self.found), out, indent=2)
            out.write("\n")

    def _look_at_all(self, out: TextIO, watch: Watch) -> "Iterator[Found]":
        from kscan.report.found import lines

        pictures = self._pictures()
        for index, name in enumerate(self.photos):
            self._say(f"{index + 1}/{len(self.photos)} {photos.spoken(name)}")
            with watch.over():
                found = self._look_at(name, pictures[index] if pictures else None)
            if found.error:
                photos.say_failed(name, found.error, words())
            if not self.as_json:
                spoken = worded(photos.spoken(name), words())
                out.writelines(f"{line}\n" for line in lines(found, spoken, words()))
                out.flush()
            yield found

    def _look_at(self, name: str, picture: Path | None) -> "Found":
        from kscan import photo as loader
        from kscan.report.found import Found

        try:
            photo = loader.read(name, loader.Limits(pixels=self.max_pixels))
        except PhotoError as error:
            return Found(name, error=error)
        try:
            with loader.enough_memory(name):
                grids = self._grids(photo)
        except PhotoError as nothing:
            return Found(name, photo.width, photo.height, (), photo.notes, nothing)
        if picture:
            self._draw(photo, grids, picture)
        return Found(name, photo.width, photo.height, grids, photo.notes)

    def _grids(self, photo: "Photo") -> "tuple[Grid, ...]":
        """Find the photo's grids; PhotoError if none."""
        from kscan.report.found import tight
        from kscan.sight import see

        if self.corners:
            return (see(photo, size=self.size, corners=self.corners).kingdoms[0].grid,)
        return tuple(tight(seen.grid) for seen in see(photo).kingdoms)

    def _draw(self, photo: "Photo", grids: "Sequence[Grid]", path: Path) -> None:
        from kscan import files
        from kscan.report.found import grid_picture

        files.write(path, grid_picture(photo, grids))
        self._say(words()(DRAWN, file=shown(path)))

    def _pictures(self) -> tuple[Path, ...]:
        """List the drawings' paths, if drawings are asked for."""
        if self.output is None:
            return ()
        return tuple(self.output / f"{stem}.found.jpg" for stem in photos.stems(self.photos))

    def _say(self, line: str) -> None:
        if not self.quiet:
            click.echo(line, err=True)
