"""`kscan find`: where kingdoms lie on photos, drawn on them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from kscan.cli import options, photos
from kscan.cli.output import document_only
from kscan.errors import PhotoError, UsageError, shown

if TYPE_CHECKING:
    from kscan.report.found import Found
    from kscan.vision.records import Lattice, Photo


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
@options.as_json
@options.force
@options.quiet
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Show where kingdoms lie on photos.

    Prints a line for each kingdom: its rows and columns, how many squares are covered, how clear
    it is, its four outer corners. A PHOTO named - is read from standard input.

    Example: kscan find table.jpg -o found
    """
    search = _Search(**given)
    search.refuse_contradictions()
    ctx.exit(search.run())


@dataclass(frozen=True, slots=True)
class _Search:
    """One call of the command: its arguments, and what is done with them."""

    photos: tuple[str, ...]
    output: Path | None
    corners: options.Corners | None
    size: int | None
    max_pixels: int
    as_json: bool
    force: bool
    quiet: bool

    def refuse_contradictions(self) -> None:
        """Raise UsageError for what cannot be done, before anything is done."""
        if self.corners and len(self.photos) > 1:
            raise UsageError("--corners belong to one photo; name one photo only")
        photos.refuse_twice(self.photos)
        if self.size and not self.corners:
            raise UsageError("--size says into how many squares --corners are cut; give both")
        photos.refuse_replacing(self._pictures(), self.force)

    def run(self) -> int:
        """Look at every photo; the exit code of the worst."""
        from kscan.report.found import document

        with document_only() as out:
            photos.keep_memory()
            all_found = list(self._look_at_all(out))
            if self.as_json:
                json.dump(document(all_found), out, indent=2)
                out.write("\n")
        return max(photos.CODES[one.status] for one in all_found)

    def _look_at_all(self, out: TextIO) -> "Iterator[Found]":
        from kscan.report.found import lines

        pictures = self._pictures()
        for index, name in enumerate(self.photos):
            self._say(f"{index + 1}/{len(self.photos)} {photos.spoken(name)}")
            found = self._look_at(name, pictures[index] if pictures else None)
            if found.error:
                click.echo(f"kscan: {found.error.message}", err=True)
            if not self.as_json:
                out.writelines(f"{line}\n" for line in lines(found, photos.spoken(name)))
                out.flush()
            yield found

    def _look_at(self, name: str, picture: Path | None) -> "Found":
        from kscan.report.found import Found
        from kscan.vision import photo as loader

        try:
            photo = loader.read(name, loader.Limits(pixels=self.max_pixels))
        except PhotoError as error:
            return Found(name, error=error)
        try:
            lattices = self._lattices(photo)
        except PhotoError as nothing:
            return Found(name, photo.width, photo.height, (), photo.notes, nothing)
        if picture:
            self._draw(photo, lattices, picture)
        return Found(name, photo.width, photo.height, lattices, photo.notes)

    def _lattices(self, photo: "Photo") -> "tuple[Lattice, ...]":
        """The grids of the kingdoms on the photo; PhotoError where there is none."""
        from kscan.report.found import tight
        from kscan.sight import look

        if self.corners:
            return look(photo, size=self.size, corners=self.corners).lattices
        return tuple(map(tight, look(photo).lattices))

    def _draw(self, photo: "Photo", lattices: "Sequence[Lattice]", path: Path) -> None:
        from kscan import files
        from kscan.report.lattice_picture import lattice_picture

        files.write(path, lattice_picture(photo, lattices))
        self._say(f"drawn: {shown(path)}")

    def _pictures(self) -> tuple[Path, ...]:
        """Where each photo's drawing goes; none without a folder for them."""
        if self.output is None:
            return ()
        return tuple(self.output / f"{stem}.found.jpg" for stem in photos.stems(self.photos))

    def _say(self, line: str) -> None:
        if not self.quiet:
            click.echo(line, err=True)
