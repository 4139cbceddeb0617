"""What people see of an explanation, and of what is like a document."""

from __future__ import annotations

from belegg.search.explain import Explained
from belegg.search.explain_text import arms_told
from belegg.search.reasons import PassageReasons
from belegg.search.similar import Similar
from belegg.serving.cli.render import INDENT, heading_line, place_line, show_hit, show_notes
from belegg.serving.cli.terminal import one_line, say, styled, wrapped
from belegg.text.counted import counted


def show_explained(explained: Explained) -> None:
    """How each word was looked for, the fate of the document asked for, what each score is made of."""
    for asked in explained.words:
        found = ", ".join(f"{one_line(term)} in {counted(n, 'passage')}" for term, n in asked.found_as)
        say(wrapped(f"{one_line(asked.word)}: {found or 'in no passage that you may read'}", 0, 2))
    say(f"{counted(explained.candidates, 'passage')} ranked.")
    if explained.fate:
        say()
        say(styled(wrapped(one_line(explained.fate.text)), "bold"))
    for reasons in explained.passages:
        say()
        show_reasons(reasons, explained)
    show_notes(explained.notes)


def show_reasons(reasons: PassageReasons, explained: Explained) -> None:
    place = f"{reasons.rank}." if reasons.rank else "–"
    title = f"{place:<{INDENT}}{one_line(reasons.document.title)}"
    say(styled(wrapped(title, 0, INDENT), "bold"))
    headings = heading_line(reasons.document.title, reasons.passage.path)
    where = " · ".join(p for p in (headings, place_line(reasons.document)) if p)
    say(styled(wrapped(where, INDENT), "dim"))
    parts = [
        (reasons.ranked.first_score, "its words"),
        (reasons.order_bonus, "in the order asked"),
        (reasons.all_words_bonus, "all words present"),
    ]
    total = " + ".join(f"{score:.2f} ({what})" for score, what in parts if score)
    named = "named by the query; " if reasons.ranked.named else ""
    if explained.mode == "keyword":
        say(wrapped(f"{named}score {reasons.ranked.score:.2f} = {total or 0}", INDENT))
    else:
        say(wrapped(f"{named}{arms_told(reasons.ranked, explained.fusion)}", INDENT))
        if total:
            say(wrapped(f"words {reasons.ranked.word_score:.2f} = {total}", INDENT))
    for use in reasons.concepts:
        best = use.terms[0]
        fields = [("title", best.in_title), ("heading", best.in_heading), ("text", best.in_body)]
        where = ", ".join(f"{n}× {field}" for field, n in fields if n)
        told = "" if best.kind == "as typed" else f", {best.kind}"
        say(
            wrapped(
                f"{use.score:6.2f}  {one_line(use.word)} as {one_line(best.term)}{told}: {where}", INDENT, 12
            )
        )


def show_similar(found: Similar) -> None:
    """What is like a document or passage, the nearest first, each with how near it is."""
    for hit in found.hits:
        show_hit(hit, f"cosine {hit.cosine:.3f}" if hit.cosine is not None else "")
    if not found.hits:
        say(wrapped("Nothing else in scope to compare it with."))
    if found.words:
        say(styled(wrapped(f"Compared by: {', '.join(map(one_line, found.words))}."), "dim"))
    show_notes(found.notes)
