"""
What a model was sent of documents in a run, and how: each passage once, each document introduced once.

    D1 = «Leave» · Harbour Ltd · 2026-03-01 · en · leave.md
    D1, page 3, § 4 «Parents»:
    <<<kavori7
    the passage, as it stands in the document
    kavori7>>>

Passages go out as they stand: this is the text that quotations are checked against. Every copy would be paid
for again in each later round, so what was sent, found or read, is named and not sent again;
of a passage that begins or ends with it, the rest. What is cut in mid-sentence says so beside its marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from belegg.answering.handles import Handles
from belegg.answering.marks import Marks
from belegg.answering.overlap import cut_told, unsent
from belegg.records import DocumentHead, DocumentId, Hit, Passage, PassageId, Span
from belegg.records.runs import Decided, Event, PutAside, Seen
from belegg.text.headings import section_beside
from belegg.text.row_numbers import row_numbers, rows_told

LONGEST_SENT, LEAST_LEFT_OUT = 3_000, 500
"""
Characters of a passage that a search shows, where it leaves out 500 at least; `read` gives the rest. Most
passages are shorter.
"""
_WORDS_TO_FIND = 4
_FIRST_LINES = 5
NEAR_THE_BEST = 0.5
"""Of the score by words of a search's best hit, what a hit near it has at least."""
FIRST_BY_MEANING = 3
"""Hits of a search that are near without any word of the question."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Which of the passages asked about (by place) are surely irrelevant, and how sure the least sure was."""

    places: frozenset[int] = frozenset()
    least_confidence: float = 1.0
    events: tuple[Event, ...] = ()


Irrelevant = Callable[[Sequence[Hit]], Aside]
"""Asked about passages that were not sent yet. It may name none; of all of them, all are sent."""


@dataclass(frozen=True, slots=True)
class HitsSent:
    """Hits as the model is sent them, what each is, and what happened on the way."""

    text: str
    seen: tuple[Seen, ...]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Text of a document that a model has seen, and where it stands (`page 3, § 4`)."""

    handle: str
    standing: str
    text: str
    language: str | None


class Memory:
    """
    Of one run. `send_less` False sends everything every time; `irrelevant` None puts nothing aside.

    `lines` is every text sent, in order, `hits` the passages among them; `found` are the documents that
    searches found, `near` those with a hit near the best of its search, `opened` those read.
    """

    def __init__(
        self,
        handles: Handles,
        marks: Marks,
        *,
        send_less: bool = True,
        irrelevant: Irrelevant | None = None,
    ) -> None:
        self.handles = handles
        self.marks = marks
        self.lines: list[Lines] = []
        self.hits: dict[PassageId, Hit] = {}
        self.found: dict[DocumentId, DocumentHead] = {}
        self.near: set[DocumentId] = set()
        self.opened: set[DocumentId] = set()
        self._send_less = send_less
        self._irrelevant = irrelevant
        self._introduced: set[DocumentId] = set()
        self._sent: set[PassageId] = set()
        self._aside: set[PassageId] = set()
        self._stretches: dict[DocumentId, list[Span]] = {}
        self._texts: dict[str, tuple[PassageId, str]] = {}

    def passages(self, hits: Sequence[Hit], round: int) -> HitsSent:
        """Hits for the model: new ones whole, those that it was sent before in a line, none twice."""
        before = {hit.passage.id for hit in hits if self._was_met(hit.passage)}
        new = [hit for hit in hits if hit.passage.id not in before]
        aside, events = self._put_aside(hits, new, round)
        self.near.update(_near(hits))
        told = []
        seen = []
        for hit in hits:
            if hit.passage.id in aside:
                continue
            self.found.setdefault(hit.document.id, hit.document)
            is_new = hit.passage.id not in before
            told.append(self._whole(hit) if is_new or not self._send_less else self._again(hit))
            seen.append(self._seen(hit, is_new))
        if aside:
            told.append(
                f"({len(aside)} more {'passage was' if len(aside) == 1 else 'passages were'} left out: "
                "surely not on the question.)"
            )
        return HitsSent("\n".join(told), tuple(seen), events)

    def introduced(self, document: DocumentHead) -> str:
        """
        A document's handle, with title, organisation, date, symbol, language and address where it is first
        met.
        """
        handle = self.handles.of(document)
        if self._send_less and document.id in self._introduced:
            return handle
        self._introduced.add(document.id)
        told = [
            self.marks.name(document.title or document.source),
            self.marks.name(document.organisation)[1:-1] if document.organisation else "",
            document.date or "no date",
            self.marks.name(symbol_of(document))[1:-1],
            document.language or "",
            self.marks.name(document.fact("address") or document.source)[1:-1],
        ]
        return f"{handle} = {' · '.join(filter(None, told))}"

    def read(
        self,
        document: DocumentHead,
        span: Span,
        text: str,
        standing: str,
        language: str | None = None,
    ) -> str:
        """
        Remember that a stretch of a document was read (`standing`: `pages 3-4`), and give it between marks.
        A later search does not send the passages inside it again.
        """
        self.opened.add(document.id)
        self._stretches.setdefault(document.id, []).append(span)
        self.lines.append(Lines(self.handles.of(document), standing, text, language or document.language))
        return self.marks.around(text)

    def was_sent(self, passage: Passage) -> bool:
        """Whether a passage would be named and not sent again."""
        return self._send_less and self._was_met(passage)

    def were_sent(self, document: DocumentId, spans: Sequence[Span], text: str) -> bool:
        """
        Whether all of these stretches of a document (`text`: the whole of it) was read or found before, white
        space aside, so that it need not be sent again.
        """
        stretches = self._stretches.get(document, ()) if self._send_less else ()
        sent = sorted(stretches, key=lambda one: one.start)
        return bool(sent) and all(_covers(sent, span, text) for span in spans)

    def unopened(self) -> tuple[DocumentHead, ...]:
        """Documents near what was asked and not opened, in the order in which they were found."""
        return tuple(head for id, head in self.found.items() if id in self.near - self.opened)

    def _put_aside(
        self, hits: Sequence[Hit], new: Sequence[Hit], round: int
    ) -> tuple[frozenset[PassageId], tuple[Event, ...]]:
        """
        Which of the new hits are left out. Never all that a search found: that it found nothing useful is
        worth knowing.
        """
        if self._irrelevant is None or not new:
            return frozenset(), ()
        unjudged = [hit for hit in new if hit.passage.id not in self._aside]
        judged = self._irrelevant(unjudged) if unjudged else Aside()
        aside = [hit for hit in new if hit.passage.id in self._aside]
        aside += [hit for place, hit in enumerate(unjudged) if place in judged.places]
        if not aside or len(aside) == len(hits):
            return frozenset(), tuple(map(_not_acted_on, judged.events))
        self._aside.update(hit.passage.id for hit in aside)
        seen = tuple(self._seen(hit, True) for hit in aside)
        told = PutAside(round, seen, judged.least_confidence)
        return frozenset(hit.passage.id for hit in aside), (*judged.events, told)

    def _was_met(self, passage: Passage) -> bool:
        """Whether a passage was sent, or stands in what was read."""
        stretches = self._stretches.get(passage.document, ())
        return passage.id in self._sent or any(
            one.start <= passage.span.start and passage.span.end <= one.end for one in stretches
        )

    def _whole(self, hit: Hit) -> str:
        passage = hit.passage
        self._sent.add(passage.id)
        self.hits.setdefault(passage.id, hit)
        lead = self.introduced(hit.document)
        handle = self.handles.of(hit.document)
        introduced = f"{lead}\n" if lead != handle else ""
        rest = unsent(hit, self._stretches.get(passage.document, ()) if self._send_less else ())
        if rest is None:
            return introduced + self._again(hit)
        text, left_out = excerpt(rest)
        if not left_out:
            self._stretches.setdefault(passage.document, []).append(passage.span)
        first, place = self._texts.setdefault(passage.text, (passage.id, self._place(hit)))
        if first != passage.id and self._send_less:
            return f"{introduced}{self._place(hit)}: word for word the same as {place}."
        standing = standing_of(passage)
        self.lines.append(Lines(handle, standing, text, passage.language or hit.document.language))
        more = f"\n({left_out:,} more characters of this passage: `read` shows them.)" if left_out else ""
        cut = cut_told(rest.passage, passage, text)
        return f"{introduced}{self._place(hit, beside=text)}{cut}:\n{self.marks.around(text)}{more}"

    def _again(self, hit: Hit) -> str:
        return f"{self._place(hit, innermost=True)}: shown above."

    def _place(self, hit: Hit, beside: str = "", *, innermost: bool = False) -> str:
        """
        `D1, page 3, § 4 «Leave › Parents»`, without the headings that the text `beside` it begins with; of
        the others the `innermost` alone, or all.
        """
        said = {line.strip(" #*") for line in beside.splitlines()[:_FIRST_LINES]}
        said |= {hit.document.title, hit.passage.section or ""}
        headings = " › ".join([one for one in hit.passage.path if one not in said][-1 if innermost else 0 :])
        named = f" {self.marks.name(headings)}" if headings else ""
        place = ", ".join(filter(None, (self.handles.of(hit.document), standing_of(hit.passage))))
        return f"{place}{named}"

    def _seen(self, hit: Hit, new: bool) -> Seen:
        page = hit.passage.pages[0] if hit.passage.pages else None
        handle = self.handles.handle(hit.document.id) or ""
        document = hit.document
        return Seen(handle, document.id, document.title, hit.passage.id, page, new, document.version)


def _near(hits: Sequence[Hit]) -> Iterator[DocumentId]:
    """The documents of the first hit, of those with half its words' weight, of the first by meaning alone."""
    best = max((hit.word_score for hit in hits), default=0.0)
    for place, hit in enumerate(hits):
        by_words = hit.word_score > 0 and hit.word_score >= NEAR_THE_BEST * best
        by_meaning = not hit.word_score and place < FIRST_BY_MEANING
        if place == 0 or by_words or by_meaning:
            yield hit.document.id


def symbol_of(document: DocumentHead) -> str:
    """By what a document is cited (`S/2025/223`), where it has such a name and the title does not say it."""
    symbol = document.fact("report_number") or document.fact("identifier") or ""
    return "" if symbol in document.title else symbol


def _not_acted_on(event: Event) -> Event:
    return replace(event, acted_on=False) if isinstance(event, Decided) else event


def standing_of(passage: Passage) -> str:
    """`page 3, § 4`, `rows 31–60`, `pages 3–4, footnote 7`: where a passage stands, in what there is."""
    parts = []
    if passage.pages is not None:
        first, last = passage.pages
        parts.append(f"page {first}" if first == last else f"pages {first}–{last}")
    if rows := rows_told(row_numbers(passage.address)):
        parts.append(rows)
    if passage.kind == "footnote":
        parts.append(f"foot{passage.section or 'note'}")
    elif passage.section and (_has_figure(passage.section) or section_beside(passage.section, passage.path)):
        parts.append(passage.section)
    if passage.confidence is not None:
        parts.append("read by OCR")
    return ", ".join(" ".join(part.split()) for part in parts)


def _has_figure(section: str) -> bool:
    """`§ 4`, `2.1`: by which a section is called; a letter alone stands in many places."""
    return any(map(str.isdigit, section))


def excerpt(hit: Hit) -> tuple[str, int]:
    """
    What a search shows of a passage, and how many characters it leaves out: all of it up to 3,500
    characters, of a longer one 3,000 from the line on in which the snippet begins.
    """
    text = hit.passage.text
    if len(text) < LONGEST_SENT + LEAST_LEFT_OUT:
        return text, 0
    words = regex.findall(r"\w+", hit.snippet)[:_WORDS_TO_FIND]
    met = regex.search(r"\W+".join(map(regex.escape, words)), text) if words else None
    start = text.rfind("\n", 0, met.start()) + 1 if met else 0
    if start > (latest := len(text) - LONGEST_SENT):
        start = max(latest, _after_space(text, latest))
    kept = text[start : start + LONGEST_SENT]
    if start + LONGEST_SENT < len(text):
        end = max(kept.rfind("\n", LONGEST_SENT // 2), 0) or kept.rfind(" ", LONGEST_SENT // 2)
        kept = kept[:end] if end > 0 else kept
    return kept, len(text) - len(kept)


def _covers(stretches: Sequence[Span], span: Span, text: str) -> bool:
    """Whether stretches, in order, hold all of a span but white space."""
    at = span.start
    for one in stretches:
        if one.start >= span.end or text[at : one.start].strip():
            break
        at = max(at, one.end)
    return not text[at : span.end].strip()


def _after_space(text: str, start: int) -> int:
    """The beginning of the next line that is not far, else of the next word."""
    line = text.find("\n", start, start + LONGEST_SENT // 3) + 1
    space = regex.compile(r"\s").search(text, start)
    return line or (space.end() if space else start)
