"""What is told of an answer beside its sentences: the verdict that counts, who judged, what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from belegg.library.turns.said import beside as remarks_beside
from belegg.library.turns.said import by_rule_told, ran_lines, said
from belegg.records import Abstained, Answer, Answered
from belegg.records.answers import Side, judged_by, verdict_of
from belegg.records.runs import Asked, Event, Opened, PutAside, Searched, StoredRun, Understood
from belegg.serving.web.catalogue import Catalogue
from belegg.serving.web.places import facts_of_head, place_short
from belegg.serving.web.since import SinceShown
from belegg.serving.web.unaddressed import unaddressed
from belegg.serving.web.visit import Visit, filters_told

KINDS: Mapping[str, str] = {
    "verified": "verified",
    "quotations verified": "quoted",
    "downgraded": "partly",
    "abstained": "unsettled",
    "withheld": "unsettled",
}
"""How a verdict looks: `downgraded` is Partly supported, `abstained` Not settled."""


def as_told(text: str) -> str:
    told = unaddressed(text.removeprefix("Doubt: "))
    return told[:1].upper() + told[1:]


def numbers_of(answer: Answered) -> dict[str, int]:
    every = [quote.document.id for sentence in answer.sentences for quote in sentence.quotes]
    return {document: number for number, document in enumerate(dict.fromkeys(every), 1)}


def headline(words: Catalogue, answer: Answer) -> str:
    if answer.withheld:
        return words.say("verdict.withheld")
    if isinstance(answer, Abstained):
        return words.say(f"verdict.{answer.reason}")
    return words.say("verdict.by_rule") if answer.model is None else ""


def counted(words: Catalogue, answer: Answer) -> str:
    """The sentence that counts: of how many sentences how many stand."""
    if answer.withheld:
        return words.say("verdict.withheld_told")
    if isinstance(answer, Abstained):
        if answer.conflicts:
            return words.say("verdict.conflict_told")
        near = len({hit.document.id for hit in answer.nearest})
        return words.count("verdict.nothing_to_quote", near) if near else words.say("verdict.nothing_near")
    of = len(answer.sentences)
    held = sum(sentence.supported for sentence in answer.sentences)
    doubted = sum(sentence.supported and bool(sentence.doubts) for sentence in answer.sentences)
    told = (
        words.count("verdict.all_stand", of)
        if held == of
        else words.say("verdict.some_stand", held=held, of=of)
    )
    if doubted:
        told += " " + words.count("verdict.doubted", doubted)
    elif held == of and answer.verdict == "downgraded":
        differs = answer.conflicts and not answer.missing
        told += " " + words.say("verdict.sources_conflict" if differs else "verdict.not_all_of_it")
    return told


def judged(words: Catalogue, answer: Answer) -> str:
    """Who judged that the quotations mean what is said: that no program can."""
    if isinstance(answer, Abstained) or answer.withheld:
        return ""
    if answer.model is None:
        return words.say("judged.by_rule")
    known = {"yes": "judged.second", "itself": "judged.itself", "failed": "judged.failed"}
    return words.say(known.get(judged_by(answer.ran, answer.model), "judged.nobody"))


def explained(answer: Answer) -> list[str]:
    told = [by_rule_told(answer)] if by_rule_told(answer) else []
    if isinstance(answer, Abstained) and not answer.withheld and answer.explanation:
        told.append(answer.explanation)
    return [unaddressed(line) for line in told]


def notes_of(answer: Answer) -> list[str]:
    if answer.withheld:
        return []
    notes = [each.text.removeprefix("Note: ") for each in said(answer).around if each.kind == "note"]
    return [unaddressed(line[:1].upper() + line[1:]) for line in (*notes, *ran_lines(answer.ran))]


def trace_title(words: Catalogue, events: Sequence[Event]) -> str:
    searches = sum(isinstance(event, Searched) for event in events)
    opened = sum(isinstance(event, Opened) for event in events)
    aside = sum(len(event.passages) for event in events if isinstance(event, PutAside))
    told = [words.count("trace.searched", searches)]
    told += [words.count("trace.read", opened)] if opened else []
    told += [words.count("trace.left_out", aside)] if aside else []
    return ", ".join(told)


def cost(words: Catalogue, run: StoredRun) -> str:
    if not run.usage.requests:
        return words.say("trace.no_model")
    tokens = run.usage.input_tokens + run.usage.output_tokens
    return words.count("trace.calls", run.usage.requests, tokens=words.number(tokens))


def understood(run: StoredRun) -> str:
    """The question as it was searched, where that is not how it was asked; else empty."""
    told = next((event for event in run.events if isinstance(event, Understood)), None)
    return told.standalone if told and told.standalone.strip() != run.question.strip() else ""


def scope_told(visit: Visit, run: StoredRun) -> list[str]:
    told = filters_told(visit, {name: value for name, value in run.filters.items() if name != "as_of"})
    asked = next((event for event in run.events if isinstance(event, Asked)), None)
    day = (run.filters.get("as_of") or (asked.day if asked else "",))[0]
    if not run.filters.get("packs"):
        told.insert(0, visit.words.say("scope.everything"))
    return [*told, visit.words.say("scope.as_of", date=visit.words.date(day))] if day else told


def copied(visit: Visit, run: StoredRun, since: SinceShown | None) -> str:
    """
    Question, answer and sources as plain text, for the clipboard, with all that limits the answer; first what
    does not hold any more.
    """
    answer = run.answer
    if answer.withheld or (isinstance(answer, Abstained) and not answer.conflicts):
        return ""
    numbers = numbers_of(answer) if isinstance(answer, Answered) else {}
    lines = [run.question, ""]
    if since is not None:
        lines += [f"{visit.words.say('since.title')}. {since.told}", ""]
    for sentence in answer.sentences if isinstance(answer, Answered) else ():
        marks = "".join(
            f" [{' '.join(filter(None, (str(numbers[q.document.id]), place_short(visit.words, q))))}]"
            for q in sentence.quotes
        )
        lines.append(f"{sentence.text}{marks}")
        lines += [f"  ({as_told(each.text)})" for each in remarks_beside(sentence) if each.kind != "computed"]
    for conflict in answer.conflicts:
        lines += ["", f"{visit.words.say('verdict.sources_conflict')} {conflict.about}"]
        lines += [_side_copied(visit, side) for side in conflict.sides]
    if isinstance(answer, Answered):
        told = visit.words.say("answer.missing")
        lines += ["", f"{told}: {answer.missing}"] if answer.missing else []
        lines += ["", *_sources_copied(visit, answer, numbers)]
    lines.append("")
    lines.append(f"{visit.words.say('verdict.' + KINDS[verdict_of(answer)])}. {counted(visit.words, answer)}")
    return "\n".join(lines)


def _side_copied(visit: Visit, side: Side) -> str:
    date = visit.words.date(side.date) or visit.words.say("answer.undated")
    return f"  {date}, {side.quote.document.title}: “{' '.join(side.quote.check.text.split())}”"


def _sources_copied(visit: Visit, answer: Answered, numbers: Mapping[str, int]) -> list[str]:
    """Each document with what is quoted of it, and the words that a quotation leaves out."""
    lines = []
    quotes = [quote for sentence in answer.sentences for quote in sentence.quotes]
    for document, head in {quote.document.id: quote.document for quote in quotes}.items():
        named = [head.title, *facts_of_head(visit.words, head), head.source]
        lines.append(f"[{numbers[document]}] {' · '.join(named)}")
        for quote in quotes:
            if quote.document.id != document:
                continue
            cuts = [" ".join(cut.text.split()) for cut in quote.check.cut if cut.holds != "none"]
            left_out = f" ({visit.words.say('answer.cut_away')}: “{' … '.join(cuts)}”)" if cuts else ""
            lines.append(f"    “{' '.join(quote.check.text.split())}”{left_out}")
    return list(dict.fromkeys(lines))
