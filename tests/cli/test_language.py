"""Help and usage errors speak the reader's language, as far as click lets them."""

import gettext
import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from kscan.cli import COMMANDS, main
from kscan.cli.language import CLICK, translated
from kscan.locale import DOMAIN, FOLDER, LANGUAGES, Plural, words

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run kscan in a process of its own, in no language but what is given."""
    neutral = dict.fromkeys(("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"), "")
    return subprocess.run(
        [sys.executable, "-m", "kscan", *arguments],
        env={**os.environ, **neutral, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_help_in_the_language_of_the_environment() -> None:
    said = run("--help", LANG="de_DE.UTF-8").stdout
    assert said.startswith("Aufruf: kscan")
    assert "Die Königreiche auf Fotos werten." in said
    assert "Optionen:" in said
    assert "Befehle:" in said


def test_help_in_the_language_that_is_asked_for() -> None:
    said = run("score", "--lang", "fr", "--help", LANG="de_DE.UTF-8").stdout
    assert "Compter les points des royaumes sur des photos." in said
    assert "Exemple : kscan score anna.jpg --variant harmony" in said
    assert "par défaut : 100" in " ".join(said.split())
    assert "Codes de retour : 0 tout est lu et certain" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["score", "--lang=ru"], "Ошибка: Не хватает аргумента 'PHOTO...'."),
        (["nothing", "--lang", "nl"], "Fout: Het commando 'nothing' bestaat niet."),
        (["score", "a.jpg", "--size", "6", "--lang", "pl"], "'6' to żadne z: '5', '7'."),
        (["score", "a.jpg", "--timeout", "x", "--lang", "it"], "Valore sbagliato per '--timeout'"),
        (["a.jpg", "--lang", "ro"], "Pentru a calcula punctele unei fotografii: kscan score a.jpg"),
        (["batch", "nowhere", "--lang", "es"], "'nowhere' no existe."),
    ],
)
def test_usage_errors(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_an_installation_without_weights_is_said_in_the_readers_language(tmp_path: Path) -> None:
    done = run("demo", "--no-open", LANG="de_DE.UTF-8", KSCAN_MODELS=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith(f"kscan: {tmp_path}")
    assert "Diese Gewichte fehlen: Installieren Sie kscan neu." in done.stderr


def test_the_rules_that_a_photo_follows_are_said_in_the_readers_language(
    tmp_path: Path, samples: Path
) -> None:
    photo = shutil.copy(samples / "gaps.jpg", tmp_path)
    (tmp_path / "kscan.toml").write_text('variants = ["harmony"]\n')
    done = run("score", str(photo), "--lang", "fr")
    assert f"d'après {tmp_path / 'kscan.toml'} : variants = " in done.stderr


def test_english_needs_no_catalogue() -> None:
    assert run("--help").stdout.startswith("Usage: kscan")
    assert run("--help", LANG="pt_PT.UTF-8").stdout.startswith("Usage: kscan")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "lab"])
def test_only_words_change(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    german = translated(command, words("de"))
    assert german.help != command.help
    assert [one.opts for one in german.params] == [one.opts for one in command.params]
    assert command is translated(command, words("en"))


@pytest.mark.parametrize("lang", TRANSLATED)
def test_click_finds_its_sentences(lang: str) -> None:
    catalogue = gettext.translation(DOMAIN, FOLDER, [lang])
    for message in CLICK:
        if isinstance(message, Plural):
            said = {catalogue.ngettext(message.one, message.other, count) for count in (1, 2, 5)}
            assert said.isdisjoint({message.one, message.other})
        elif (lang, message) not in {("fr", "Options"), ("es", "Error: {message}")}:
            assert catalogue.gettext(message) != message
