"""
`read`: a part of a document as it stands, so that a model can copy words that the check will find.

Nothing stands in the text that the document does not have, no line numbers either: which lines they are is
said above it, and the next ones are asked for by number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import text_of
from belegg.answering.tools.fitting import Budgets, fitting, lines_of, number_at, shortened, whole_words
from belegg.answering.tools.narrowing import DOCUMENT, document_called
from belegg.answering.tools.notes import notes_called
from belegg.answering.tools.room import BadArguments, Told
from belegg.answering.tools.standing import (
    MOST_SECTIONS,
    lines_told,
    outline,
    pages_called,
    pages_told,
    section_told,
)
from belegg.errors import BadInput
from belegg.records import DocumentText, Passage, Span
from belegg.records.chat import Tool
from belegg.records.runs import Opened
from belegg.search.parts import part_of_section
from belegg.search.sections import sections_called, sections_of
from belegg.text.counted import counted
from belegg.text.quotes import check_quote
from belegg.text.quotes.sentence import beginning_of, end_of

AROUND = 4_000
"""Characters that are read around a place."""
BEGINNING = 4_000
"""Characters of a long document that is read without a part: its sections come first."""
NOTES = 4_000
"""Characters of footnotes beside what was asked for."""
PAGE = ("page", "pages", "page_number", "label")
SECTION = ("section", "heading", "sections", "chapter", "note")
LINES = ("lines", "line", "line_range", "range")
FROM_LINE, TO_LINE = ("from_line", "start_line", "first_line"), ("to_line", "end_line", "last_line")
AROUND_WORDS = ("around", "quote", "text", "words", "passage", "near")
ON_OTHER_PAGES = "stand on other pages; lines are counted from the beginning of the document."
ONE_PART = "name one part in a call."
_RANGE = regex.compile(
    r"\D{0,12}?(?P<first>\d{1,9})(?:\s*(?P<open>[-–—:,]|to|til)\s*(?P<last>\d{1,9})?)?\D{0,3}"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A document that lies open: its text, its passages and lines."""

    text: DocumentText
    passages: Sequence[Passage]
    lines: Sequence[Span]


@dataclass(frozen=True, slots=True)
class _Part:
    """
    What was asked for: where it stands, what to call it, how much of it is sent at most, and what else the
    call named that was not used.
    """

    spans: Sequence[Span]
    name: str
    budget: int
    is_whole: bool = False
    unused: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """
    What a call reads: where it stands in the document's text, cut at the end of a line; `next_line` is where
    it goes on, None when nothing was cut. `is_whole`: no part was named. `unused`: what else was named.
    """

    opening: Opening
    spans: Sequence[Span]
    name: str
    next_line: int | None
    is_whole: bool
    unused: str

    @property
    def where(self) -> str:
        """`page 3, lines 40–52`."""
        pages = pages_told(self.opening.text, self.spans)
        return ", ".join(filter(None, (pages, lines_told(self.opening.lines, self.spans))))

    @property
    def cut(self) -> str:
        """`begins in mid-sentence`, where it does; empty for whole sentences."""
        return _cut_told(self.opening.text.text, self.spans, goes_on=self.next_line is not None)

    @property
    def sections(self) -> str:
        """The document's sections with their lines, when it was asked for whole and is cut; else empty."""
        if not self.is_whole or not self.next_line:
            return ""
        return outline(self.opening.text, self.opening.passages, self.opening.lines)


class ReadTool:
    """Reads a document that was found."""

    def __init__(self, budgets: Budgets) -> None:
        self._budget = budgets.read

    def offered(self, desk: Desk) -> bool:
        with desk.store.reading(desk.scope) as reader:
            return bool(reader.languages()) or desk.gives_figures

    def spec(self, desk: Desk) -> Tool:
        properties = {
            "document": {"type": "string", "description": "Its handle, such as D1."},
            "page": {"type": "string", "description": "A page or pages: 3, or 3-5."},
            "section": {
                "type": "string",
                "description": "A section by number or heading, or note 7.",
            },
            "lines": {"type": "string", "description": "Lines by number: 120-180, or 120- to go on."},
            "around": {"type": "string", "description": "A few words of it: reads what is around them."},
        }
        description = (
            "Read a document as it stands. Name one part: a page, a section, lines, or the words to read "
            "around. Without a part you get its list of sections and its beginning. Read before you answer "
            "where a rule may have a condition, an exception or a date that the passage did not show."
        )
        return Tool(
            "read", description, {"type": "object", "properties": properties, "required": ["document"]}
        )

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        return self.told(self.stretch(arguments, desk, memory), memory, round)

    def stretch(self, arguments: Mapping[str, object], desk: Desk, memory: Memory) -> Stretch:
        """What a call asks for, as much of it as fits. Raises BadArguments."""
        with desk.store.reading(desk.scope) as reader:
            head = document_called(reader, _named(arguments, memory), memory, desk)
            text = reader.text(head.id)
            if text is None:
                raise BadArguments(f"No document `{head.id}`. Give {memory.handles.such_as}.")
            opened = Opening(text, reader.passages_of(head.id), lines_of(text.text))
        part = _asked(arguments, opened, self._budget, memory)
        spans = [whole_words(text.text, span) for span in part.spans]
        kept, next_line = fitting(spans, opened.lines, part.budget)
        kept = [span for span in kept if text.text[span.start : span.end].strip()]
        return Stretch(opened, kept, part.name, next_line, part.is_whole, part.unused)

    def told(self, stretch: Stretch, memory: Memory, round: int) -> Told:
        """A stretch for the model, which it is sent by this."""
        text, lines, kept = stretch.opening.text, stretch.opening.lines, stretch.spans
        handle = memory.handles.of(text.head)
        introduced = memory.introduced(text.head)
        lead = [f"Not used: {stretch.unused}"] if stretch.unused else []
        lead += [introduced] if introduced != handle else []
        if not kept:
            return Told("\n".join((*lead, f"{handle}, {stretch.name}: no text stands there.")))
        where = stretch.where
        title = f"{handle}, {stretch.name}: " if stretch.name else f"{handle}: "
        total = counted(len(lines), "line")
        go_on = f'Cut here, more follows; lines="{stretch.next_line}-" goes on.' if stretch.next_line else ""
        event = Opened(round, handle, text.head.id, text.version, text.head.title, where)
        if memory.were_sent(text.head.id, kept, text.text):
            memory.opened.add(text.head.id)
            again = f"{title}{where}: all of it was shown above. {go_on}".strip()
            return Told("\n".join((*lead, again)), (event,))
        sections = stretch.sections
        listed = f"Its sections:\n{memory.marks.around(sections)}" if sections else ""
        sent = [memory.read(text.head, span, text.text[span.start : span.end], where) for span in kept]
        notes = _notes_told(stretch.opening, kept, memory)
        cut = f" (cut: {stretch.cut})" if stretch.cut else ""
        told = (*lead, listed, f"{title}{where} of {total}{cut}:", *sent, go_on, *notes)
        return Told("\n".join(filter(None, told)), (event,))


def _cut_told(text: str, kept: Sequence[Span], *, goes_on: bool) -> str:
    """`begins in mid-sentence`, where what is read does; that it `goes_on` is told below it."""
    start, end = kept[0].start, kept[-1].end
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end -= len(text[start:end]) - len(text[start:end].rstrip())
    told = ["begins in mid-sentence"] if text[beginning_of(text, start) : start].strip() else []
    if not goes_on and text[end : end_of(text, end)].strip():
        told.append("ends in mid-sentence")
    return "; ".join(told)


def _named(arguments: Mapping[str, object], memory: Memory) -> str:
    """The document that a call names; without a name the only one that was sent."""
    if named := text_of(arguments, *DOCUMENT):
        return named
    known = memory.handles.known()
    if len(known) == 1:
        return memory.handles.of(known[0])
    raise BadArguments(f"`document` is missing: {memory.handles.such_as}, of the document to read.")


def _asked(arguments: Mapping[str, object], opened: Opening, budget: int, memory: Memory) -> _Part:
    """
    The part that a call names. Of several the most exact; but pages before lines that do not stand on them:
    those were counted from the top of the page. Which of them was not used is told.
    """
    text = opened.text
    first, last = text_of(arguments, *FROM_LINE), text_of(arguments, *TO_LINE)
    lines = text_of(arguments, *LINES) or (f"{first or 1}-{last}" if first or last else "")
    words, section = text_of(arguments, *AROUND_WORDS), text_of(arguments, *SECTION)
    page = text_of(arguments, *PAGE)
    named = [
        name
        for name, given in (("lines", lines), ("around", words), ("section", section), ("page", page))
        if given
    ]
    if lines and page and not _overlap(_by_lines(lines, opened.lines), pages := pages_called(text, page)):
        return _Part(pages, "", budget, unused=f"`lines` {shortened(lines, 20)} {ON_OTHER_PAGES}")
    unused = f"{', '.join(f'`{one}`' for one in named[1:])}: {ONE_PART}" if named[1:] else ""
    if lines:
        return _Part(_by_lines(lines, opened.lines), "", budget, unused=unused)
    if words:
        return _Part([_around(words, opened, memory)], "around these words", budget, unused=unused)
    if section:
        name = f"section {shortened(section, 60)}"
        return _Part(_section(section, opened, memory), name, budget, unused=unused)
    if page:
        return _Part(pages_called(text, page), "", budget)
    is_long = len(text.text) > budget
    return _Part([Span(0, len(text.text))], "", min(BEGINNING, budget) if is_long else budget, is_whole=True)


def _overlap(some: Sequence[Span], others: Sequence[Span]) -> bool:
    return any(one.start < other.end and other.start < one.end for one in some for other in others)


def _section(asked: str, opened: Opening, memory: Memory) -> Sequence[Span]:
    """The section or note that is called so. Raises BadArguments with the sections that there are."""
    text, lines = opened.text, opened.lines
    try:
        return part_of_section(text, opened.passages, asked)[0]
    except BadInput:
        several = sections_called(sections_of(opened.passages), asked)
    told = "\n".join(section_told(one, text, lines) for one in several[:MOST_SECTIONS])
    told = told or outline(text, opened.passages, lines)
    met = f"{len(several)} sections are" if several else "No section is"
    there = "They are:" if several else "Its sections are:" if told else "It has none; read lines."
    listed = f"\n{memory.marks.around(told)}" if told else ""
    raise BadArguments(f"{met} called `{shortened(asked, 60)}`; name lines instead. {there}{listed}")


def _by_lines(asked: str, lines: Sequence[Span]) -> list[Span]:
    """`120-180`, `120-` (to the end), `120`: lines from 1. Raises BadArguments."""
    found = _RANGE.fullmatch(asked.strip())
    if found is None:
        raise BadArguments(f'`lines` are numbers such as "120-180", not `{shortened(asked, 60)}`.')
    first = max(1, int(found["first"]))
    last = int(found["last"]) if found["last"] else len(lines) if found["open"] else first
    first, last = min(first, last), min(max(first, last), len(lines))
    if first > len(lines):
        raise BadArguments(f"There is no line {first}; the document has {counted(len(lines), 'line')}.")
    return [Span(lines[first - 1].start, lines[last - 1].end)]


def _around(words: str, opened: Opening, memory: Memory) -> Span:
    """Whole lines around the place where the words stand, else around the passage with most of them."""
    text, lines = opened.text, opened.lines
    check = check_quote(text.text, words, text.furniture)
    at = check.span if check.span is not None else _nearest(words, opened.passages)
    if at is None:
        handle = memory.handles.of(text.head)
        told = f"`{shortened(words, 60)}` stands nowhere in {memory.introduced(text.head)}"
        raise BadArguments(f'{told}; `search` with documents=["{handle}"] looks for other words.')
    first, last = number_at(lines, at.start), number_at(lines, at.end)
    while lines[last - 1].end - lines[first - 1].start < AROUND and (first > 1 or last < len(lines)):
        first, last = max(1, first - 1), min(len(lines), last + 1)
    return Span(lines[first - 1].start, lines[last - 1].end)


def _nearest(words: str, passages: Sequence[Passage]) -> Span | None:
    """The passage with most of the words, when it has half of them."""
    asked = set(regex.findall(r"\w+", words.lower()))
    if not asked:
        return None
    held = [(len(asked & set(regex.findall(r"\w+", one.text.lower()))), -one.ordinal) for one in passages]
    best = max(held, default=(0, 0))
    return passages[held.index(best)].span if best[0] * 2 >= len(asked) else None


def _notes_told(opened: Opening, kept: Sequence[Span], memory: Memory) -> list[str]:
    """The footnotes that the text calls, below it; those that do not fit are named."""
    text, told = opened.text, list[str]()
    left = NOTES
    notes = notes_called(text, opened.passages, kept)
    unread = [one for one in notes if not memory.were_sent(text.head.id, [one.span], text.text)]
    for number, note in enumerate(unread):
        said = text.text[note.span.start : note.span.end]
        if len(said) > left:
            where = lines_told(opened.lines, [one.span for one in unread[number:]])
            return [*told, f"Notes called here and not shown stand in {where}."]
        left -= len(said)
        standing = ", ".join(filter(None, (pages_told(text, [note.span]), f"footnote {note.label}")))
        told.append(f"Called here, {standing}:")
        told.append(memory.read(text.head, note.span, said, standing))
    return told
