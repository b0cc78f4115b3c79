"""One call of `kscan score`: checked, scored, printed, drawn and saved."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from kscan.cli import FAILED, USAGE, coloured, options, photos
from kscan.cli.photo_game import Played, named_after_files, played_on, with_players
from kscan.cli.photos import Watch
from kscan.cli.wording import DRAWN, WRITTEN
from kscan.corrections.decisions import parse_fix
from kscan.errors import NotationError, OutputError, PhotoError, UsageError, shown
from kscan.game.box import Box
from kscan.game.quests import Quest
from kscan.game.ranking import TieRule
from kscan.game.rules import Rules
from kscan.game.squares import CastleColor
from kscan.game.variants import Variant
from kscan.locale import words
from kscan.remarks import worded

_PICTURES = (".jpg", ".jpeg")

if TYPE_CHECKING:
    from kscan.photo import Limits
    from kscan.photo.records import Photo
    from kscan.records import Scan

    Given = str | Photo | PhotoError


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """One call of the command: its arguments and its steps."""

    photos: tuple[str, ...]
    variant_names: tuple[str, ...]
    box: Box
    quests: tuple[Quest, ...]
    ties: TieRule
    size: int | None
    corners: options.Corners | None
    fixes: tuple[str, ...]
    save: bool
    picture: Path | None
    card: Path | None
    players: tuple[tuple[CastleColor, str], ...]
    brief: bool
    same_game: bool | None
    max_pixels: int
    timeout: float
    as_json: bool
    lang: str | None
    force: bool
    quiet: bool
    unwritten: list[str] = field(default_factory=list)  # photos whose picture or file was refused
    scans: "list[Scan]" = field(default_factory=list)  # those that are done
    said: set[str] = field(default_factory=set)  # what was said of settings
    named: frozenset[str] = frozenset()  # options with a default that the command line names
    of_game: "list[Scan]" = field(default_factory=list)  # the photos of the only game
    ranked_by: dict[str, TieRule] = field(default_factory=dict)  # what breaks ties, by photo

    @property
    def together(self) -> bool:
        """True if all photos show one game."""
        return bool(self.same_game) and len(self.photos) > 1

    def _rules(self) -> Rules:
        """Return the rules on the command line."""
        return Rules(options.in_play(self.variant_names), self.size, self.box, self.quests)

    def played(self, photo: str) -> Played:
        """Return what is played: as the photo's tournament says it, but for what options say."""
        own = Played(self._rules(), self.ties)
        given = {
            "variants": bool(self.variant_names),
            "size": bool(self.size),
            "box": "box" in self.named,
            "quests": bool(self.quests),
            "ties": "ties" in self.named,
        }
        found, lines = played_on(photo, own, given)
        for line in lines:
            if line not in self.said:
                self.said.add(line)
                self._say(worded(line, words(self.lang)))
        return found

    def refuse_contradictions(self) -> None:
        """Raise UsageError for contradictory options, before any work."""
        if Variant.DYNASTY.value in self.variant_names:
            raise UsageError(
                "a Dynasty adds up three games: use kscan tally, with a file of text for each, or "
                "kscan batch, with a folder of photos"
            )
        if len(self.photos) > 1 and (self.corners or self.fixes):
            raise UsageError("--corners and --fix belong to one photo; name one photo only")
        self._rules()  # refuses variants beside quests
        for fix in self.fixes:
            parse_fix(fix, self.box)
        photos.refuse_twice(self.photos)
        if self.save and photos.STDIN in self.photos:
            raise UsageError("--save needs a photo file; standard input has none")
        if self.save and self.corners:
            from kscan.corrections.kingdom_file import beside

            photos.refuse_replacing([beside(Path(self.photos[0]))], self.force)
        photos.refuse_replacing((*self._below(self.picture), *self._below(self.card)), self.force)

    def run(self, out: TextIO) -> int:
        """Score all photos; the exit code of the worst."""
        watch = Watch(self.timeout, lambda: self._give_up(out))
        for scan in self._one_game(out, watch) if self.together else self._one_by_one(out, watch):
            self.scans.append(scan)
        self._print_json(out)
        worst = max(photos.CODES[scan.status] for scan in self.scans)
        return USAGE if self.unwritten else worst

    def _give_up(self, out: TextIO) -> int:
        """Name the slow photo, and print the finished ones."""
        from kscan.records import Scan

        missing = self.photos[len(self.scans) :]
        late = len(missing) if self.together else 1
        for name, error in photos.given_up(missing, late, self.timeout):
            photos.say_failed(name, error, words(self.lang))
            self.scans.append(Scan(name, error=error))
        self._print_json(out)
        out.flush()
        return FAILED

    def _print_json(self, out: TextIO) -> None:
        if not self.as_json:
            return
        from kscan.report.json import document, rendered

        ranked = self.same_game is not False
        ties = [self.ranked_by.get(scan.photo, self.ties) for scan in self.scans]
        found = document(
            self.scans, ranked=ranked, together=self.together, lang=self.lang, ties=ties
        )
        out.write(f"{rendered(found)}\n")

    def _one_by_one(self, out: TextIO, watch: Watch) -> "Iterator[Scan]":
        from kscan.pipeline import scan
        from kscan.report.text import brief

        limits, ranked = self._limits(), self.same_game is not False
        for index, name in enumerate(self.photos):
            self._say(f"{index + 1}/{len(self.photos)} {photos.spoken(name)}")
            played = self.played(name)
            self.ranked_by[name] = played.ties
            with watch.over():
                given = _given(name, limits)
                found = scan(
                    given,
                    **_terms(played.rules),
                    corners=self.corners,
                    same_game=ranked,
                    fixes=self.fixes,
                    limits=limits,
                )
            found = with_players(replace(found, photo=name), self.players)
            if not self.as_json and found.error is None:
                if self.brief:
                    out.writelines(f"{line}\n" for line in brief([found], self.lang))
                else:
                    title = f"{photos.spoken(name)}\n\n" if len(self.photos) > 1 else ""
                    text = self._report([found], played.ties)
                    out.write(f"{title}{text}\n" + "\n" * (index + 1 < len(self.photos)))
                out.flush()
            self._finish(index, found)
            yield found

    def _one_game(self, out: TextIO, watch: Watch) -> "Iterator[Scan]":
        from kscan.pipeline import scan_game
        from kscan.report.text import brief

        played, limits = self.played(self.photos[0]), self._limits()
        self.ranked_by.update(dict.fromkeys(self.photos, played.ties))
        with watch.over(len(self.photos)):
            given = [_given(name, limits) for name in self.photos]
            scans = scan_game(
                given,
                **_terms(played.rules),
                limits=limits,
            )
        scans = tuple(
            with_players(named_after_files(replace(s, photo=name)), self.players)
            for s, name in zip(scans, self.photos, strict=True)
        )
        if self.brief and not self.as_json:
            out.writelines(f"{line}\n" for line in brief(scans, self.lang))
        elif not self.as_json:
            out.write(f"{self._report(scans, played.ties)}\n")
        out.flush()
        self.of_game.extend(scans)
        for index, scan in enumerate(scans):
            self._finish(index, scan)
        return iter(scans)

    def _report(self, scans: "Sequence[Scan]", ties: TieRule) -> str:
        from kscan.report.text import report

        ranked = self.together or self.same_game is not False
        return report(scans, ranked=ranked, lang=self.lang, color=coloured(), ties=ties)

    def _finish(self, index: int, scan: "Scan") -> None:
        """Report a failure; draw and save on request."""
        if scan.error is not None:
            photos.say_failed(scan.photo, scan.error, words(self.lang))
            return
        try:
            self._write(index, scan)
        except (OutputError, UsageError, NotationError) as error:
            click.echo(f"kscan: {worded(error.message, words(self.lang))}", err=True)
            self.unwritten.append(self.photos[index])

    def _write(self, index: int, scan: "Scan") -> None:
        from kscan import files

        say = words(self.lang)
        drawings = (
            (self._below(self.picture), scan.picture),
            (self._below(self.card), lambda: self._card(scan)),
        )
        for places, drawn in drawings:
            if places:
                files.write(places[index], drawn())
                self._say(say(DRAWN, file=shown(places[index])))
        if self.save:
            from kscan.corrections import kingdom_file

            photo = Path(self.photos[index])
            path = kingdom_file.save(
                photo, scan, say, replace=self.force and self.corners is not None, box=self.box
            )
            self._say(say(WRITTEN, file=shown(path)))

    def _card(self, scan: "Scan") -> bytes:
        from kscan.report.card import share

        return share(scan, self.lang, self.ranked_by[scan.photo], self.of_game)

    def _limits(self) -> "Limits":
        from kscan.photo import Limits

        return Limits(pixels=self.max_pixels)

    def _below(self, place: Path | None) -> tuple[Path, ...]:
        """Return one photo's file, or several photos' in a folder."""
        if place is None:
            return ()
        if len(self.photos) == 1 and not os.path.isdir(place):
            if place.suffix.lower() not in _PICTURES:
                raise UsageError("{file}: a picture's name ends in .jpg", file=shown(place))
            return (place,)
        if place.suffix.lower() in _PICTURES and not os.path.isdir(place):
            raise UsageError(
                "{file}: one file, and here are {count} photos; name a folder",
                file=shown(place),
                count=len(self.photos),
            )
        return tuple(place / f"{stem}.jpg" for stem in photos.stems(self.photos))

    def _say(self, line: str) -> None:
        if not self.quiet:
            click.echo(line, err=True)


def _terms(rules: Rules) -> dict[str, Any]:
    names = ("variants", "size", "box", "quests")
    return {name: getattr(rules, name) for name in names}


def _given(name: str, limits: "Limits") -> "Given":
    """Return the photo's path, or standard input's content."""
    from kscan import photo

    if name != photos.STDIN:
        return name
    try:
        return photo.read(name, limits)
    except PhotoError as error:
        return error
