"""Every message that commands print of themselves, in English."""

from enum import StrEnum

ENDED = "interrupted"
NO_OPENCV = "OpenCV cannot be loaded: {reason}"
BUG = "{what} (a bug in kscan; `kscan -v ...` shows where)"

# What a file or folder in the place of a command was probably meant for.
MEANT_SCORE = "To score a photo: {command}"
MEANT_BATCH = "To score a tournament's folder: {command}"
MEANT_TALLY = "To score kingdoms written as text: {command}"


class State(StrEnum):
    """What `kscan doctor` says of each thing it tries."""

    WORKS = "works"
    ABSENT = "not installed"
    BROKEN = "does not work"


class Part(StrEnum):
    """The things that `kscan doctor` tries, besides those with a name of their own."""

    SCORING = "scoring"
    HEIC = "HEIC photos"
    PAGE = "page for phones"
    CLUSTER = "cluster"
    WORKBOOK = "workbook"
    FONTS = "letters in pictures"
    LANGUAGE = "language"


SCORED = "The painted sample scores {total}, in {seconds} s."
OPTIONAL = "Optional. To add it: {command}"
REACHED = "Phones on this network reach this computer at {address}."
EVERY_LETTER = "Names in every alphabet."
LATIN_LETTERS = "Latin letters only. For all: {command}"
HEALTHY = "kscan can score photos on this computer."
UNHEALTHY = "kscan cannot score photos on this computer. Install it again, in a new environment."
DRAWN = "The picture: {file}"
WRITTEN = "Written: {file}. Correct it there and run the same command again."

MESSAGES = (
    ENDED,
    BUG,
    NO_OPENCV,
    MEANT_SCORE,
    MEANT_BATCH,
    MEANT_TALLY,
    *map(str, State),
    *map(str, Part),
    SCORED,
    OPTIONAL,
    REACHED,
    EVERY_LETTER,
    LATIN_LETTERS,
    HEALTHY,
    UNHEALTHY,
    DRAWN,
    WRITTEN,
)
