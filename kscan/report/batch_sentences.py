"""What a batch says of photos and kingdoms, as sentences in the reader's language."""

from collections.abc import Iterator

from kscan.locale import Words
from kscan.report.batch_wording import DOUBTFUL_SQUARES, NOT_SURE, REASONS
from kscan.report.scan_sentences import note_text
from kscan.report.sentences import finding_sentence, note_sentence
from kscan.tournament.records import Failure, Remark, Row, ScoredKingdom


def told(remark: Remark, say: Words) -> str:
    """The remark's sentence."""
    values = {
        name: told(value, say) if isinstance(value, Remark) else value
        for name, value in remark.values
    }
    return say(remark.message, **values)


def reason(failure: Failure, say: Words) -> str:
    """Why there is no reading; in English as the failure says it, with all it knows."""
    known = REASONS.get(failure.code)
    return say(known) if known and say.lang != "en" else failure.message


def reading_notes(kingdom: ScoredKingdom, say: Words) -> Iterator[str]:
    """What a kingdom's reading and its score say of themselves."""
    yield from (note_text(note, say) for note in kingdom.reading.notes)
    yield from (note_sentence(note, say) for note in kingdom.sheet.notes)


def page_notes(kingdom: ScoredKingdom, say: Words) -> Iterator[str]:
    """What is against the rules in a kingdom, and what its reading and score say of themselves."""
    yield from (finding_sentence(finding, say) for finding in kingdom.findings)
    yield from reading_notes(kingdom, say)


def why(row: Row, say: Words) -> str:
    """Why a photo needs a look, or was not read."""
    if row.failure:
        return reason(row.failure, say)
    said = [told(remark, say) for remark in row.remarks]
    said += [told(remark, say) for kingdom in row.kingdoms for remark in kingdom.remarks]
    doubtful = sum(len(kingdom.reading.doubts) for kingdom in row.kingdoms)
    if doubtful:
        said.append(say(DOUBTFUL_SQUARES, count=doubtful))
    return " ".join(said) or say(NOT_SURE)
