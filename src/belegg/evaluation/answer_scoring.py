"""
What a program can say of an answer to a golden question, and what the judge said of it.

Every quotation is looked up anew in the text of its document, whatever the answer's own checks found: that
none unchecked is shown is measured here, not assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from belegg.answering.checks import NOT_JUDGED, Judging
from belegg.evaluation.answer_records import AnswerRecord, Lies, SaidQuote, SaidSentence, Took
from belegg.evaluation.standing import Place, Standing
from belegg.records import Abstained, Answer, Answered, DocumentId, DocumentText, Quote, Sentence, Span
from belegg.records.chat import Usage
from belegg.records.runs import Asked, Ended, Event, FellBack, Sent, Stopped
from belegg.text.drafts import find_claims
from belegg.text.quotes import check_quote

HALF = 0.5
"""Of the shorter of quotation and gold: so much must lie over the other to be a quotation of it."""

TextOf = Callable[[DocumentId], DocumentText | None]
"""The text of a document as the asker reads it now."""


@dataclass(frozen=True, slots=True)
class Given:
    """
    An answer as it came: the events on its way (none when no model was asked), and what the judge that
    measures said; `judge` is its id, None when none measured. `details`: whether more than the answer is
    wanted.
    """

    answer: Answer
    events: tuple[Event, ...] = ()
    judge: str | None = None
    judging: Judging = NOT_JUDGED
    details: bool = False


def recorded(given: Given, standings: Sequence[Standing], text_of: TextOf) -> AnswerRecord:
    """The answer as a run keeps it; `standings` are those of the gold that its asker may read."""
    shown, given = given.answer, replace(given, answer=of_the_model(given))
    answer = given.answer
    abstained = answer if isinstance(answer, Abstained) else None
    quotes = _quotes(answer)
    return AnswerRecord(
        model=answer.model,
        judge=given.judge,
        reason=abstained.reason if abstained else None,
        explanation=abstained.explanation if abstained else "",
        sentences=tuple(_sentences(given, standings, text_of)),
        missing=answer.missing if isinstance(answer, Answered) else "",
        dropped=answer.dropped,
        stopped=answer.stopped,
        failed=failure(given.events),
        not_judged=_not_judged(given),
        unchecked=tuple(_unchecked(shown, text_of)),
        gold=len(standings),
        cited=sum(any(_over(q, place) for q in quotes for place in one.places) for one in standings),
        ran=tuple(step.step for step in answer.ran if step.state == "ran"),
        way=tuple((step.action, step.detail, step.outcome) for step in answer.trace),
        took=took_by(given.events),
        judging=_took(Usage(), given.judging.sent),
    )


def of_the_model(given: Given) -> Answer:
    """
    What the model itself answered: where nothing of its draft held, none, though the documents' own sentences
    are shown in its place. They are not its merit, and not its fault.
    """
    answer, (fell, reason) = given.answer, _fell_back(given.events)
    if fell is None or reason != "answered" or isinstance(answer, Abstained):
        return answer
    asked = next((event for event in given.events if isinstance(event, Asked)), None)
    return Abstained(
        answer.question,
        "draft_did_not_hold",
        answer.stopped,
        (),
        answer.trace,
        answer.notes,
        model=asked.models.get("answer") if asked else None,
        ran=answer.ran,
        dropped=answer.dropped,
        stopped=answer.stopped,
    )


def _fell_back(events: Sequence[Event]) -> tuple[FellBack | None, str]:
    """The event that says that another's answer stands in the model's place, and why the run ended."""
    fell = next((e for e in events if isinstance(e, FellBack) and e.step == "answer"), None)
    stopped = next((event for event in events if isinstance(event, Stopped)), None)
    return fell, stopped.reason if stopped else "stopped"


def failure(events: Sequence[Event]) -> str:
    """
    Why a model that was asked gave no answer, and the documents' own stands there; empty when it did, also
    when nothing of what it said held.
    """
    fell, reason = _fell_back(events)
    if fell is None or reason == "answered":
        return ""
    return fell.why if reason == "model failed" else f"limit of {reason}: {fell.why}"


def took_by(events: Sequence[Event]) -> Took:
    """What the way to an answer took, by its events."""
    ended = next((event for event in events if isinstance(event, Ended)), None)
    rounds = sum(isinstance(event, Sent) and event.role == "answer" for event in events)
    if ended is None:
        return Took()
    usage = ended.usage
    return Took(
        rounds, ended.took_s, usage.input_tokens, usage.output_tokens, usage.cost_usd, usage.estimated
    )


def _took(usage: Usage, sent: Sequence[Sent]) -> Took:
    for each in sent:
        usage += each.usage
    seconds = sum(each.took_ms for each in sent) / 1000
    return Took(len(sent), seconds, usage.input_tokens, usage.output_tokens, usage.cost_usd, usage.estimated)


def _not_judged(given: Given) -> str:
    """Why sentences lack the judge's word; empty when none does."""
    if not isinstance(given.answer, Answered):
        return ""
    if failure(given.events):
        return "the model gave no answer that could be judged"
    lacking = any(given.judging.of(n).supported is None for n, _ in enumerate(given.answer.sentences))
    return (given.judging.ran.detail or given.judging.ran.state) if lacking else ""


def _quotes(answer: Answer) -> list[Quote]:
    if not isinstance(answer, Answered):
        return []
    return [quote for sentence in answer.sentences for quote in sentence.quotes]


def _sentences(given: Given, standings: Sequence[Standing], text_of: TextOf) -> Iterator[SaidSentence]:
    if not isinstance(given.answer, Answered):
        return
    for number, sentence in enumerate(given.answer.sentences):
        judgement = given.judging.of(number)
        yield SaidSentence(
            sentence.text,
            sentence.supported,
            tuple(_quote(quote, standings, text_of) for quote in sentence.quotes),
            sentence.doubts,
            sentence.arithmetic,
            judgement.supported,
            judgement.doubt,
        )


def _quote(quote: Quote, standings: Sequence[Standing], text_of: TextOf) -> SaidQuote:
    return SaidQuote(
        text=quote.check.text,
        document=quote.document.id,
        source=quote.document.source,
        title=quote.document.title,
        page=quote.page,
        section=quote.section or "",
        lies=_lies(quote, standings),
        fault=_fault(quote, text_of(quote.document.id)),
    )


# ---------------------------------------------------------------- by program


def _lies(quote: Quote, standings: Sequence[Standing]) -> Lies:
    places = [place for each in standings for place in each.places]
    if any(_over(quote, place) for place in places):
        return "gold"
    same = [place for place in places if place.head.id == quote.document.id]
    if any(quote.page in place.pages for place in same):
        return "gold page"
    named = {head.id for each in standings for head in each.named}
    return "gold document" if quote.document.id in named else "elsewhere"


def _over(quote: Quote, place: Place) -> bool:
    """Whether a quotation lies over gold in its document, by half of the shorter of both."""
    if place.head.id != quote.document.id:
        return False
    said = quote.check.spans or ((quote.check.span,) if quote.check.span else ())
    length = sum(span.end - span.start for span in said)
    for gold in place.spans:
        shared = sum(_shared(span, gold) for span in said)
        if shared >= HALF * max(1, min(length, gold.end - gold.start)):
            return True
    return False


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _fault(quote: Quote, text: DocumentText | None) -> str:
    """What is wrong with a quotation that is shown, looked up anew; empty when nothing is."""
    shown, span = f"“{quote.check.text[:80]}”", quote.check.span
    if text is None or span is None or text.version != quote.version:
        return f"{shown} is of a text that cannot be read"
    if text.text[span.start : span.end] != quote.check.text:
        return f"{shown} does not stand at its place in `{quote.document.source}`"
    pages = [page.number for page in text.pages if _shared(page.span, span)]
    if (quote.page in pages) if pages else (quote.page is None):
        return ""
    stands = f"on page {', '.join(map(str, pages))}" if pages else "in a document without pages"
    return f"{shown} is cited from page {quote.page} and stands {stands}"


def _unchecked(answer: Answer, text_of: TextOf) -> Iterator[str]:
    """What stands in quotation marks in a sentence, and in no document that the sentence quotes."""
    for sentence in answer.sentences if isinstance(answer, Answered) else ():
        texts = _texts_of(sentence, text_of)
        for claim in find_claims(sentence.text):
            if all(check_quote(text, claim.text).status == "not found" for text in texts):
                yield claim.text


def _texts_of(sentence: Sentence, text_of: TextOf) -> list[str]:
    documents = dict.fromkeys(quote.document.id for quote in sentence.quotes)
    return [text.text for document in documents if (text := text_of(document)) is not None]
