"""
The program's checks of a draft, one sentence after the other.

    sentence ─ quotations ▶ carry it? ▶ marks in its words ─ figures, names, addresses ─ their places,
             lines of figures ─ negations ▶ Proof
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belegg.answering.checks.addresses import check_addresses
from belegg.answering.checks.carried import check_carried
from belegg.answering.checks.dates_cut import date_doubts
from belegg.answering.checks.figure_lines import check_figure_lines
from belegg.answering.checks.figures import check_figures, grounds_of
from belegg.answering.checks.findings import Findings
from belegg.answering.checks.head_numbers import head_doubts
from belegg.answering.checks.held_by import spoken_in
from belegg.answering.checks.lead import lead_doubts
from belegg.answering.checks.names import check_names
from belegg.answering.checks.of_a_kind import kind_doubts
from belegg.answering.checks.pairing import pairing_doubts
from belegg.answering.checks.parting import Parting
from belegg.answering.checks.proofs import Proof
from belegg.answering.checks.quotations import Quotations, line_around, short
from belegg.answering.checks.shown_text import MOST_CHARACTERS, without_handles, without_titles
from belegg.answering.checks.sources import Documents, Elsewhere, Source, Sources
from belegg.answering.checks.subject import subject_doubts
from belegg.answering.checks.taken_back import cut_doubts, reservation_doubts
from belegg.answering.checks.validity import Validity
from belegg.answering.checks.wrong_line import check_lines
from belegg.answering.draft import Draft, DraftSentence
from belegg.records import Claim, Pack, Quote
from belegg.seams import Reader
from belegg.text.analysis import Analyser
from belegg.text.drafts import find_claims
from belegg.text.quotes import check_quote


def prove(
    draft: Draft,
    documents: Documents,
    reader: Reader,
    analyser: Analyser,
    elsewhere: Elsewhere | None = None,
    question: str = "",
    validity: Validity | None = None,
) -> tuple[Proof, ...]:
    """
    What holds of each sentence of a draft. No model is asked, and nothing is read but through `reader`.

    `documents` knows what the draft calls a document; `elsewhere` names others, in the asker's scope, that
    may hold a quotation; `validity` what had ended on the day that is asked about. Figures and names of the
    question alone are doubted, not refused.
    """
    sources = Sources(reader)
    quotations = Quotations(sources, documents, elsewhere)
    said = [sentence.text for sentence in draft.sentences]
    packs = reader.packs()
    parting = Parting(question, analyser, packs)
    proofs = tuple(
        _proof(sentence, said, quotations, sources, question, analyser, parting, packs)
        for sentence in draft.sentences
    )
    return validity.looked_at(proofs) if validity is not None else proofs


def _proof(
    sentence: DraftSentence,
    said: Sequence[str],
    quotations: Quotations,
    sources: Sources,
    question: str,
    analyser: Analyser,
    parting: Parting,
    packs: Sequence[Pack],
) -> Proof:
    checked = [quotations.check(claim) for claim in sentence.claims]
    quotes = tuple({_place(one.quote): one.quote for one in checked if one.quote is not None}.values())
    read = [source for quote in quotes if (source := sources.of(quote.document.id)) is not None]
    named = [
        source
        for claim in sentence.claims
        if (document := quotations.named_by(claim)) is not None
        if (source := sources.of(document)) is not None
    ]
    inner = [
        f"“{short(claim.text)}” stands in quotation marks, and in no document that is quoted"
        for claim in _misquoted(sentence.text, [*read, *named])
    ]
    failing = (one.failure for one in checked if one.failure)
    failures = [*failing, *_not_carried(sentence, quotes, read), *inner]
    text = without_titles(without_handles(sentence.text), (quote.document.title for quote in quotes))
    languages = spoken_in(text, [*said, question], quotes)
    figures = check_figures(text, languages, quotes, grounds_of(languages, quotes, read, question))
    names = check_names(text, languages, quotes, read, question)
    passed_on = tuple(parting.asked_for.check(sentence.text, quotes, read))
    carrying = check_carried(text, languages, quotes, read, analyser, packs, figures.computed)
    lines = _of_lines(text, languages, quotes, read, analyser, figures.computed)
    misplaced = (
        carrying.doubt,
        *pairing_doubts(text, languages, quotes, read, analyser),
        *lead_doubts(text, quotes, read),
        *subject_doubts(text, languages, quotes, read, analyser),
    )
    bearing, left_out = parting.all(text, languages, quotes, read, reckons=bool(figures.computed))
    cuts = cut_doubts(text, languages, bearing)
    undated = date_doubts(text, languages, quotes, read, question)
    addresses = check_addresses(sentence.text, quotes)
    of_words = (carrying.failure, *figures.failures, *names.failures)
    unquoted = (*of_words, *addresses, *passed_on, *lines.failures)
    cut, put_right = (*cuts, *undated), (one.remark for one in checked)
    taken_back = cuts or reservation_doubts(text, languages, bearing)
    return Proof(
        sentence,
        bearing,
        failures=_once(*failures, *(unquoted if quotes else ())),
        doubts=_once(*figures.doubts, *names.doubts, *lines.doubts, *taken_back, *undated, *misplaced),
        to_mend=_once(*misplaced, *lines.doubts, *(f"{told}; quote it too, or say it" for told in cut)),
        arithmetic=_once(*figures.arithmetic),
        remarks=_once(*put_right, *figures.remarks, *names.remarks, *lines.remarks, *left_out),
        is_dropped=bool(inner or lines.failures or carrying.failure),
        passes_on=bool(passed_on),
        unjudged=carrying.unjudged,
    )


def _of_lines(
    text: str,
    languages: Sequence[str],
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    analyser: Analyser,
    computed: Sequence[str],
) -> Findings:
    """What holds of the lines from which the sentence has its figures."""
    found = check_figure_lines(text, languages, quotes, sources, analyser)
    found.failures += check_lines(text, languages, quotes, sources, analyser)
    found.doubts += head_doubts(text, languages, quotes, sources, computed)
    found.doubts += kind_doubts(text, quotes, sources)
    return found


def _once(*texts: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, texts)))


def _place(quote: Quote | None) -> tuple[str, int, object]:
    return (quote.document.id, quote.version, quote.check.spans) if quote else ("", 0, ())


def _not_carried(
    sentence: DraftSentence, quotes: Sequence[Quote], sources: Sequence[Source]
) -> Iterator[str]:
    """Why what is quoted, true as it may be, carries no sentence."""
    if not sentence.claims:
        yield "it has no quotation; what the documents do not say belongs into `missing`"
    if len(sentence.text) > MOST_CHARACTERS:
        yield f"it is longer than {MOST_CHARACTERS:,} characters; say it in several sentences"
    if quotes and all(_names_only(quote, source) for quote, source in zip(quotes, sources, strict=True)):
        said = short(quotes[0].check.text)
        yield f"“{said}” is a heading or stands at the page's edge; quote the sentence that says it"


def _names_only(quote: Quote, source: Source) -> bool:
    """Whether every line that a quotation stands on is a heading, the title, or furniture."""
    if quote.check.span is None:
        return False
    lines = line_around(source.text.text, quote.check.span)
    whole = " ".join(lines.split())
    return source.names_only(whole) or all(
        source.names_only(line) for line in lines.splitlines() if line.strip()
    )


def _misquoted(text: str, sources: Sequence[Source]) -> list[Claim]:
    """What stands in quotation marks inside the sentence, and in none of the documents that it quotes."""
    return [
        claim
        for claim in find_claims(text)
        if all(check_quote(source.prepared, claim.text).status == "not found" for source in sources)
    ]
