"""
Whether a library is sound: the file, the index, the analyser, the folders, what failed, and live probes.

A probe walks the way of a user: it takes a passage that is stored, searches its own words, and looks whether
the passages of its document stand at their places in the text that quotations are checked against. What
belongs to the two arms of a search stands in `health_arms`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import AnalyserDiffers, BadSetting, MissingExtra, ParserCrashed, StoreUnhealthy
from belegg.library.address import Address, address_of
from belegg.library.findings import Finding, State, probed
from belegg.library.health_answers import answer_findings
from belegg.library.health_arms import arm_findings, embedder_findings
from belegg.library.health_enrichment import enrichment_findings
from belegg.library.health_reranker import reranker_findings
from belegg.library.health_tables import table_findings
from belegg.library.progress import Watcher, nobody
from belegg.library.statistics.standing import statistics_findings
from belegg.library.unfinished import how_to_go_on, told
from belegg.reading.fenced import Fence, Held
from belegg.reading.fenced.limits import MIB
from belegg.reading.ocr.choosing import INSTALL, missing, recogniser
from belegg.records import OWNER, DocumentHead, PageReport, Passage, Scope
from belegg.stores.sqlite.damage import damage
from belegg.text.counted import counted
from belegg.text.words import words

if TYPE_CHECKING:
    from belegg.library.library import Library

PROBES = 8
PROBE_WORDS = 12
PROBE_LIMIT = 20


def health(library: Library) -> list[Finding]:
    """Every check, in the order in which one would mend things."""
    findings = [*store_findings(library), analyser_finding(library), *pack_findings(library)]
    findings += folder_findings(library)
    findings += [*run_findings(library), readers_finding(Fence()), failed_finding(library)]
    findings += scan_findings(library)
    can_search = all(finding.state != "wrong" for finding in findings)
    embedder, of_vectors = embedder_findings(library)
    findings += [*of_vectors, *reranker_findings(library), *enrichment_findings(library)]
    findings += source_findings(library)
    findings += table_findings(library)
    if can_search:
        findings += [*probe_findings(library), *arm_findings(library, embedder)]
        findings += answer_findings(library)
    return findings


def health_at(given: Address | Path | str, watch: Watcher = nobody) -> list[Finding]:
    """The same of a library that may be too damaged to open. Raises StoreError, BadInput."""
    from belegg.library.library import Library

    where = address_of(given)
    try:
        with Library.open(where, watch=watch) as library:
            return health(library)
    except StoreUnhealthy as error:
        what = str(error) if where.dsn else damage(where.place) or str(error)
        return [Finding("file", "wrong", what, MENDED_BY["file"])]


MENDED_BY = {
    "file": "restore a backup, or ingest the folders again into a new library and put this file aside",
    "documents": "restore a backup, or ingest the folders again into a new library",
    "index": "belegg reanalyse builds the index again from the stored text",
    "probes": "belegg reanalyse builds the index again from the stored text",
    "vectors": "belegg embed --drop, then belegg embed, makes all vectors anew",
    "traces": "belegg compact",
}
"""What to do about each check of the store."""


def store_findings(library: Library) -> Iterator[Finding]:
    """What the store says of its rows and index, and of the database that keeps them."""
    for checked in (*library.store.health(), *library.store.advice()):
        if checked.sound:
            yield Finding(checked.name, "well", checked.text)
        else:
            state: State = "wrong" if checked.grave else "look"
            yield Finding(checked.name, state, checked.text, checked.todo or MENDED_BY[checked.name])


def analyser_finding(library: Library) -> Finding:
    try:
        return Finding("analyser", "well", f"`{library.analyser.identity}` built the index and is installed")
    except AnalyserDiffers as error:
        return Finding("analyser", "wrong", str(error), f"belegg reanalyse --library {library.address}")


def pack_findings(library: Library) -> Iterator[Finding]:
    """Whether every pack's documents are analysed by the stemmer that it was given."""
    packs = library.packs(Scope(OWNER))
    for pack in packs:
        if pack.wished is not None:
            name, now = pack.pack.name, pack.pack.stemmer
            text = f"`{name}` was to get the stemmer `{pack.wished}`, was interrupted, and still has `{now}`"
            yield Finding("packs", "look", text, f"belegg pack rebuild {name}")
    if any(pack.defined for pack in packs) and not any(pack.wished for pack in packs):
        yield Finding("packs", "well", f"{counted(len(packs), 'pack')} analysed as each one says")


def readers_finding(fence: Fence) -> Finding:
    """How this system holds the processes that read strangers' files. Closes the fence."""
    try:
        with fence:
            held = fence.held()
    except ParserCrashed as error:
        return Finding(
            "readers", "wrong", str(error), "see whether this user may start processes and use /tmp"
        )
    if held == Held(True, True):
        mib = fence.limits.memory_bytes // MIB
        text = (
            f"files are read in processes without network, within {mib:,} MiB and {fence.limits.total_s:g} s"
        )
        return Finding("readers", "well", text)
    network = "" if held.without_network else "; Python refuses the network to readers, the system does not"
    memory = "" if held.within_memory else "; their time is limited, their memory is not"
    todo = "bring files of strangers in on Linux with user name spaces, or in a container without network"
    return Finding("readers", "look", f"files are read in processes of their own{network}{memory}", todo)


def folder_findings(library: Library) -> Iterator[Finding]:
    """Folders that were ingested and are no more where they were."""
    roots = library.store.roots()
    for name, location in sorted(roots.items()):
        if not Path(location).exists():
            todo = "mount it, or ingest it from its new place; until then its documents stay as they are"
            yield Finding("folder", "look", f"`{name}` was at `{location}`, which is not there", todo)
    if all(Path(location).exists() for location in roots.values()):
        yield Finding("folders", "well", f"{len(roots)} of {len(roots)} are where they were ingested from")


def source_findings(library: Library) -> Iterator[Finding]:
    """How the sources of official statistics stand, where those are on."""
    if not library.has_statistics():
        return
    try:
        yield from statistics_findings(library.statistics_standing())
    except (BadSetting, MissingExtra) as error:
        yield Finding("statistics", "look", str(error), "correct that; no figure can be fetched until then")


def run_findings(library: Library) -> Iterator[Finding]:
    """Runs that have not come to their end: what they did not reach is not in the library."""
    for run in library.unfinished():
        todo = how_to_go_on(run, library.address)
        yield Finding("ingest", "look", f"{told(run)}; what is not in yet cannot be found", todo)


def failed_finding(library: Library) -> Finding:
    failed = [report for _, report in library.reports(Scope(OWNER)) if report.failed is not None]
    if not failed:
        return Finding("files", "well", "every file could be read")
    return Finding(
        "files", "look", f"{len(failed)} could not be read", "belegg report lists them with their reasons"
    )


def scan_findings(library: Library) -> Iterator[Finding]:
    """Languages of scans that the program which recognises text here has no data of."""
    reports = [report for _, report in library.reports(Scope(OWNER))]
    scans = {r.source for r in reports if any(is_scanned(page) for page in r.page_reports)}
    if not scans:
        return
    spoken = {h.language for h in library.documents(Scope(OWNER)) if h.source in scans and h.language}
    reader = recogniser(sorted(spoken))
    if reader is None:
        text = (
            f"{counted(len(scans), 'document')} with scanned pages, and no program here that reads pictures"
        )
        yield Finding("scans", "look", text, f"install {INSTALL}, then ingest again")
    elif reader.lacks:
        text = f"scans are in languages that {reader.name} has no data of: {missing(reader.lacks)}"
        yield Finding("scans", "look", text, "install the data, then ingest again")
    else:
        yield Finding("scans", "well", f"{counted(len(scans), 'document')} with scanned pages, {reader.name}")


def is_scanned(page: PageReport) -> bool:
    return page.ocr is not None or page.empty in ("no text layer", "nothing recognised")


def probe_findings(library: Library) -> Iterator[Finding]:
    """Searches and quotation checks of stored passages, evenly over the documents."""
    passages = list(probe_passages(library))
    if not passages:
        if not any(head.passages for head in library.documents(Scope(OWNER))):
            yield Finding("probes", "look", "the library holds no text yet", "belegg ingest FOLDER")
        return  # passages of few words are probed by `words` and `meaning`
    lost = [head.source for head, passage in passages if not finds_itself(library, head, passage)]
    yield probed(
        "search",
        len(passages),
        lost,
        "belegg reanalyse builds the index again; report it if that does not help",
    )
    moved = [head.source for head, _ in passages if not stands_in_its_text(library, head)]
    yield probed(
        "quotations", len(passages), moved, "ingest the documents again; report it if that does not help"
    )


def probe_passages(library: Library) -> Iterator[tuple[DocumentHead, Passage]]:
    """A passage with enough words from each of some documents."""
    heads = [head for head in library.documents(Scope(OWNER)) if head.passages]
    with library.store.reading(Scope(OWNER)) as reader:
        for head in heads[:: max(len(heads) // PROBES, 1)][:PROBES]:
            passages = reader.passages_of(head.id)
            longest = max(passages, key=lambda passage: min(len(passage.text), 500))
            if len(words(longest.text)) >= PROBE_WORDS:
                yield head, longest


def finds_itself(library: Library, head: DocumentHead, passage: Passage) -> bool:
    """Whether a search of a passage's first words, within its document, finds it."""
    query = " ".join(word.text for word in words(passage.text)[:PROBE_WORDS])
    scope = Scope(OWNER, documents=(head.id,))
    return any(hit.passage.id == passage.id for hit in library.search(query, scope, PROBE_LIMIT).hits)


def stands_in_its_text(library: Library, head: DocumentHead) -> bool:
    """Whether every passage of a document is, to the letter, what its text has at the passage's place."""
    with library.store.reading(Scope(OWNER)) as reader:
        text, passages = reader.text(head.id), reader.passages_of(head.id)
    return text is not None and all(text.text[p.span.start : p.span.end] == p.text for p in passages)
