"""Whether a golden set says what stands in the library: each quotation, its page, section and readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belegg.evaluation.golden import Gold, GoldenQuestion
from belegg.evaluation.outcomes import plain
from belegg.evaluation.running import scope_for
from belegg.evaluation.standing import Place, Standing
from belegg.records import OWNER, Scope
from belegg.text.names import normal_section


@dataclass(frozen=True, slots=True)
class Finding:
    """
    What is wrong with a question, or worth knowing: `is_fault` when the set says something that is not so.
    `text` says what was met and what to do.
    """

    question: str
    is_fault: bool
    text: str


def findings(questions: Sequence[GoldenQuestion], standings: Sequence[Sequence[Standing]]) -> list[Finding]:
    """All that can be said of a set, in its order; `standings` are those of each question's gold."""
    found = []
    for question, placed in zip(questions, standings, strict=True):
        found += [Finding(question.id, True, text) for each in placed for text in _faults(each)]
        told = [*_of_question(question, placed), *(text for each in placed for text in _remarks(each))]
        found += [Finding(question.id, False, text) for text in told]
    return found


def _faults(standing: Standing) -> Iterator[str]:
    gold = standing.gold
    if not standing.named:
        yield (
            f"the library holds no document `{gold.document}`; ingest it, write another name, or let the "
            "question go"
        )
        return
    if not standing.places:
        where = f"`{standing.named[0].source}`" + (" and its like" if len(standing.named) > 1 else "")
        yield f"{_quoted(gold)} does not stand in {where}: {standing.reason}; copy the words from there"
        return
    pages = sorted({page for place in standing.places for page in place.pages})
    if gold.page is not None and gold.page not in pages:
        stands = f"on page {', '.join(map(str, pages))}" if pages else "in a document without pages"
        yield f"{_quoted(gold)} stands {stands}, not on page {gold.page}; write that"
    if gold.section and not any(_is_under(gold.section, place) for place in standing.places):
        there = dict.fromkeys(_section_of(place) for place in standing.places)
        yield f"{_quoted(gold)} does not stand under `{gold.section}` but under {', '.join(there)}"
    lists = {place.head.access for place in standing.places}
    if gold.groups and frozenset(gold.groups) not in lists:
        readers = ", ".join(sorted(min(lists, key=sorted))) or "nobody but the owner"
        yield f"`{standing.places[0].head.source}` may be read by {readers}, not by {', '.join(gold.groups)}"


def _remarks(standing: Standing) -> Iterator[str]:
    gold = standing.gold
    if len(standing.places) > 1:
        sources = ", ".join(f"`{place.head.source}`" for place in standing.places[:3])
        count = len(standing.places)
        yield f"{_quoted(gold)} stands in {count} documents of that name ({sources}); any counts"
    for place in standing.places:
        if place.across:
            yield f"{_quoted(gold)} lies over a border of passages: no hit holds it whole; take less of it"
        if place.status != "exact":
            yield f"{_quoted(gold)} stands there in other writing ({place.status})"


def _of_question(question: GoldenQuestion, standings: Sequence[Standing]) -> Iterator[str]:
    if question.answerable and not question.gold:
        yield "no gold is given: only whether it is answered can be measured"
    heads = [place.head for each in standings for place in each.places]
    if question.question_class == "synthesis" and len({head.id for head in heads}) == 1:
        yield "its class is `synthesis`, and all its gold stands in one document"
    languages = {plain(head.language) for head in heads}
    if question.question_class == "same_language" and languages - {plain(question.language)}:
        said = ", ".join(sorted(str(language) for language in languages))
        yield f"its class is `same_language`; it is asked in `{question.language}`, its gold stands in {said}"
    principal = scope_for(question, Scope(OWNER), given=False).principal
    if heads and not any(principal.may_read(head.access) for head in heads):
        yield "its asker may read none of its gold: it counts in no measure; say another `asker`"


def _is_under(section: str, place: Place) -> bool:
    wanted = section.casefold().strip()
    for passage in place.passages:
        number = passage.section or ""
        if normal_section(number) == normal_section(section):
            return True
        if any(wanted in title.casefold() for title in passage.path):
            return True
        if any(wanted == line.strip("# ").casefold() for line in passage.text.splitlines()):
            return True
    return False


def _section_of(place: Place) -> str:
    passage = place.passages[0] if place.passages else None
    return f"`{(passage and (passage.section or ' › '.join(passage.path))) or 'no heading'}`"


def _quoted(gold: Gold) -> str:
    words = " ".join(gold.quote.split())
    return f"“{words if len(words) <= 60 else words[:59] + '…'}”"
