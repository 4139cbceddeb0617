"""What a run is at, in the user's words: for a line on a terminal, or the progress that a program is told."""

from __future__ import annotations

from belegg.records.runs import (
    Asked,
    Checked,
    Drafted,
    Event,
    FellBack,
    Judged,
    Loaded,
    Nudged,
    Opened,
    PutAside,
    Searched,
    Understood,
    Used,
    Writing,
)
from belegg.text.counted import counted

USED = {
    "find_documents": "looked for documents",
    "list_documents": "listed documents",
    "related_terms": "looked up words in the dictionary",
    "discover_terms": "looked for better words",
}
"""What the use of a tool is called where a search or a reading is not told by an event of its own."""


def doing(event: Event) -> str:
    """What is going on after an event, in the user's words; empty for one that changes nothing."""
    match event:
        case Asked():
            return "searching …"
        case Understood(standalone=standalone):
            return f"searching: {standalone}"
        case Searched(query=query, found=found):
            return f"searched: {query} → {counted(len(found), 'passage')}; the model is at work"
        case Loaded(took_ms=took):
            return f"loaded the model's client, {took / 1000:.1f} s; the model is at work"
        case PutAside(passages=passages):
            return f"left out {counted(len(passages), 'passage')}, surely not on the question"
        case Opened(title=title, part=part):
            return f"read: {title}, {part}; the model is at work"
        case Used(tool=tool):
            from belegg.answering.figures_told import figure_step

            figures = figure_step(event)
            return f"{figures.said if figures else USED.get(tool, f'used: {tool}')}; the model is at work"
        case Writing():
            return "the model is writing; nothing is shown before it was checked"
    return _of_the_draft(event)


def _of_the_draft(event: Event) -> str:
    match event:
        case Drafted(sentences=sentences, quotations=quotations):
            said = f"{counted(len(sentences), 'sentence')}, {counted(quotations, 'quotation')}"
            return f"checking {said} …"
        case Checked(failures=failures):
            told = "checked: it stands" if not failures else "checked: something does not stand"
            return f"{told}; the rest, and the judge"
        case Judged(supported=supported):
            return "judged: carried" if supported else "judged: doubted"
        case Nudged(kind="checks failed"):
            return "the model is told what failed, and mends it"
        case FellBack(step=step):
            return f"{step} failed; going on without"
    return ""
