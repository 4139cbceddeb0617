"""What people see of a library as a whole: an ingest's outcome, lists, reports, health."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from belegg.records import DocumentHead, DocumentId, Forgotten, Report
from belegg.serving.cli.progress import spoken
from belegg.serving.cli.render import show_notes
from belegg.serving.cli.runs_told import show_unheld
from belegg.serving.cli.terminal import columns, one_line, say, shortened, spoken_size, styled, wrapped
from belegg.serving.shapes.documents import NOTHING
from belegg.text.counted import counted
from belegg.text.days import days_of

if TYPE_CHECKING:
    from belegg.library.findings import Finding
    from belegg.library.ingest import Ingested
    from belegg.library.kept_health import KeptHealth

MOST_LISTED = 20
FEW_LISTED = 5
MOST_UNHELD = 3
NOT_READ_BY_KIND = "NotADocument"


def unread(outcome: Ingested) -> list[Report]:
    """Files that should have been readable: pictures, archives and other kinds do not count."""
    return [report for report in outcome.failures if report.error != NOT_READ_BY_KIND]


def newly_unread(outcome: Ingested, failed_before: Mapping[str, str]) -> list[Report]:
    """Those that were not known to be unreadable for this reason: `failed_before` holds source and reason."""
    return [report for report in unread(outcome) if failed_before.get(report.source) != report.failed]


ORDINARY = frozenset({"few words"})
"""Codes of warnings that stand in the report alone: nobody would look at each short note."""


def show_ingested(outcome: Ingested, failed_before: Mapping[str, str] = NOTHING, news: bool = False) -> None:
    """Counts, then what could not be read and why, then notes. `news` leaves out what failed before."""
    counts = {
        "added": outcome.added,
        "changed": outcome.changed,
        "unchanged": outcome.unchanged,
        "removed": outcome.removed,
        "with other readers than before": outcome.access_changed,
    }
    told = ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing there"
    say(wrapped(f"{one_line(outcome.root)}: {told} ({spoken(outcome.seconds)})."))
    show_failures(outcome, failed_before, news)
    odd = Counter({code: n for code, n in outcome.warnings.items() if code not in ORDINARY})
    if odd:
        kinds = ", ".join(f"{code} ({count})" for code, count in odd.most_common())
        say(wrapped(f"Worth a look, see `belegg report`: {kinds}.", 0, 2))
    show_notes(outcome.notes)
    show_answers_after(outcome)


def show_answers_after(outcome: Ingested) -> None:
    """Answers that no longer hold after an ingest, and open questions that it may have answered."""
    if outcome.unheld:
        answers = counted(len(outcome.unheld), "kept answer")
        hold = "holds" if len(outcome.unheld) == 1 else "hold"
        say(styled(wrapped(f"{answers} no longer {hold}; `belegg runs --changed` lists them:"), "yellow"))
        show_unheld(outcome.unheld, MOST_UNHELD, "`belegg runs --changed` lists them")
    if outcome.answerable:
        questions = counted(len(outcome.answerable), "open question")
        say(
            wrapped(
                f"What came may answer {questions}; ask again, and `belegg gaps --close` what is settled:"
            )
        )
        for gap in outcome.answerable[:FEW_LISTED]:
            say(wrapped(f"gap {gap.number}: {one_line(gap.question)}", 2, 4))


def show_failures(outcome: Ingested, failed_before: Mapping[str, str], news: bool) -> None:
    """The new failures by name and reason, the old ones by their number, the files of other kinds."""
    failed = newly_unread(outcome, failed_before)
    again = len(unread(outcome)) - len(failed)
    if failed:
        say(styled(f"{len(failed)} could not be read, and will be tried again:", "yellow"))
        for report in failed[:MOST_LISTED]:
            say(wrapped(f"{one_line(report.source)}: {one_line(report.failed or '')}", 2, 4))
        if len(failed) > MOST_LISTED:
            say(f"  and {len(failed) - MOST_LISTED} more; `belegg report` lists them")
    if again and not news:
        say(wrapped(f"{again} could not be read as before; `belegg report --failed` says why."))
    others = [report.source for report in outcome.failures if report.error == NOT_READ_BY_KIND]
    if news:
        others = [source for source in others if source not in failed_before]
    if len(others) == 1:
        name = one_line(others[0])
        say(wrapped(f"{name}: no text, or a kind that is not read; `belegg report` says more."))
    elif others:
        say(
            wrapped(
                f"{len(others)} hold no text or are of a kind that is not read; `belegg report` says more."
            )
        )


def show_documents(heads: Sequence[DocumentHead]) -> None:
    """A line per document; what none of them has (a last day, an earlier version) is no column."""
    if not heads:
        say("No documents.")
        return
    names = ["date", "valid", "language", "passages", "version", "removed", "source"]
    rows = [
        (
            head.date or "–",
            valid_told(head),
            head.language or "–",
            f"{head.passages:>8}",
            f"{head.version:>7}" if head.version > 1 else "",
            "" if head.removed_at is None else head.removed_at[:10] or "unknown",
            one_line(head.source),
        )
        for head in heads
    ]
    shown = [n for n in range(len(names)) if any(row[n] for row in rows)]
    say(columns([[row[n] for n in shown] for row in (names, *rows)]))


def valid_told(head: DocumentHead) -> str:
    """From when to when it says to be valid, where that is more than its date; else nothing."""
    days = days_of(head.facts)
    if days.starts:
        return f"from: {shortened(one_line(days.starts), 20)}"
    if days.until:
        return f"{days.since or ''} – {days.until}".strip()
    since = head.fact("in_force")
    return f"from {since}" if since and since != head.date else ""


def show_reports(reports: Sequence[tuple[DocumentId, Report]]) -> None:
    """What could not be read, what was odd by its kind, the totals."""
    failed = [report for _, report in reports if report.failed is not None]
    read = [report for _, report in reports if report.failed is None]
    show_reasons("Not read", [(report.source, report.failed or "") for report in failed], len(failed))
    odd: dict[str, list[tuple[str, str]]] = {}
    for report in read:
        for warned in report.warnings:
            odd.setdefault(warned.code, []).append((report.source, warned.text))
    for code, listed in sorted(odd.items(), key=lambda item: -len(item[1])):
        show_reasons(f"Read, but look: {code}", listed, FEW_LISTED)
    languages: Counter[str] = Counter()
    for report in read:
        languages.update(report.languages)
    mix = ", ".join(f"{language} {count}" for language, count in languages.most_common())
    passages = sum(report.passages for report in read)
    documents = f"{counted(len(read), 'document')} read, {len(failed)} not"
    say(wrapped(f"{documents}; {counted(passages, 'passage')} ({mix or 'none'})."))


def show_failed(failed: Sequence[Report]) -> None:
    """Only what could not be read."""
    show_reasons("Not read", [(report.source, report.failed or "") for report in failed], len(failed))
    if not failed:
        say("Every file could be read.")


def show_reasons(heading: str, listed: Sequence[tuple[str, str]], at_most: int) -> None:
    """A heading with the number of sources, and the first of them with their reasons."""
    if not listed:
        return
    say(styled(f"{heading} ({len(listed)})", "bold"))
    for source, reason in listed[:at_most]:
        say(wrapped(f"{one_line(source)}: {one_line(reason)}", 2, 4))
    if len(listed) > at_most:
        say(f"  and {len(listed) - at_most} more; --json lists them all")
    say()


def show_report(report: Report) -> None:
    rows = [("source", one_line(report.source))]
    if report.failed is not None:
        rows += [("not read", one_line(report.failed))]
    else:
        rows += [
            ("reader", report.reader),
            ("pages", str(report.pages or "–")),
            ("passages", str(report.passages)),
            ("languages", ", ".join(f"{code} {n}" for code, n in Counter(report.languages).most_common())),
            ("time", f"{report.seconds} s"),
        ]
    for name, value in rows:
        say(wrapped(f"{name:<10} {value}", 0, 11))
    for warned in report.warnings:
        say(wrapped(f"{'warning':<10} {one_line(warned.text)} ({warned.code})", 0, 11))


def show_health(findings: Sequence[Finding]) -> None:
    """A line per check; below one that is not well, what to do."""
    marks = {"well": ("ok", "green"), "look": ("look", "yellow"), "wrong": ("WRONG", "red")}
    for finding in findings:
        mark, style = marks[finding.state]
        say(
            wrapped(f"{mark:<6} {finding.check}: {one_line(finding.text)}", 0, 7).replace(
                mark, styled(mark, style), 1
            )
        )
        if finding.todo:
            say(wrapped(f"→ {finding.todo}", 7, 9))


def show_health_history(kept: Sequence[KeptHealth]) -> None:
    """A line for each check of everything, and one for each thing that was not well."""
    if not kept:
        say("nothing is kept yet; `belegg health --keep` does")
    for one in kept:
        style = {"well": "green", "look": "yellow", "wrong": "red"}[one.state]
        say(f"{one.at}  {styled(one.state, style)}")
        for finding in one.told:
            say(wrapped(f"{finding.check}: {one_line(finding.text)}", 2, 4))


def show_forgotten(head: DocumentHead, outcome: Forgotten) -> None:
    what = [
        f"{counted(outcome.versions, 'version')} of the text",
        counted(outcome.passages, "passage"),
        counted(outcome.postings, "posting"),
        f"an original of {spoken_size(outcome.original_bytes)}"
        if outcome.original_bytes
        else "no original (none was kept)",
        f"{counted(outcome.quotations, 'quotation')} in stored answers",
    ]
    if outcome.measured_answers:
        what.append(f"its words in {counted(outcome.measured_answers, 'measured answer')}")
    say(wrapped(f"{one_line(head.source)} is forgotten: {', '.join(what)}."))
    if outcome.golden_sets:
        named = ", ".join(f"`{one_line(name)}`" for name in outcome.golden_sets)
        told = f"Golden sets still quote it: {named}; `belegg eval check` names the questions."
        say(wrapped(told))
    say(
        wrapped("Its file was not touched; as long as it lies in its folder, the next ingest brings it back.")
    )
    say(wrapped("Not reached: backups, receipts, exports and pages that were written before."))
