"""
The protocols of storage. A store promises what `tests/stores/test_promised_*.py` hold.

Reading is bound to a scope and to one moment: `with store.reading(scope) as reader:` sees one committed
state, filtered by the scope before anything is ranked or counted. Writing is bound to one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from belegg.records import (
    Alternative,
    Candidate,
    Collection,
    Concept,
    Document,
    DocumentHead,
    DocumentId,
    DocumentText,
    Embedded,
    EmbeddedPassage,
    Forgotten,
    OnTheDay,
    Pack,
    Passage,
    PassageKey,
    RefusedPassage,
    Report,
    Scope,
    Terms,
    Unembedded,
    VectorForm,
    VectorModel,
)
from belegg.records.fetched import Fetched, FetchedHead
from belegg.records.measuring import KeptRun
from belegg.records.packs import PackSize
from belegg.records.rewordings import Rewording
from belegg.records.runs import Touched
from belegg.records.turns import KeptGap, Turn, TurnHead
from belegg.seams.enriching import EnrichingStore, EnrichingWriter
from belegg.seams.keeping import Keeper, Without
from belegg.seams.sources import Incoming, Known

Made = TypeVar("Made")


class Reader(Protocol):
    """
    One committed state of a library, as the scope's principal sees it, inside the scope's filters.

    Passages of a pack that is off are not in scope, whatever the scope names; its documents are.

    What was fetched for a question (`Keeper.keep_fetched`) is given by its id alone: by `head`, `heads_of`,
    `text`, `passages_of` and `fetched`, whatever the filters, to whom `records.turns.sees` and its access
    list both open it, and with `scope.question` only what was fetched for that one. Nothing else knows of it.
    """

    def languages(self) -> tuple[str, ...]:
        """Name spaces of terms in the passages in scope: `no`, `en` …, and `=` for text as written."""

    def once(self, what: str, make: Callable[[], Made]) -> Made:
        """
        What `make` gives, made at most once for this state and scope: a sum over all documents in scope.
        `what` names it and all that it depends on but them; nobody changes it.
        """

    def collection(self) -> Collection:
        """Number and mean length of the passages that the principal may read (filters do not count)."""

    def document_frequencies(self, terms: Iterable[str]) -> Mapping[str, int]:
        """In how many readable passages each term stands; absent terms are left out or 0."""

    def similar_terms(self, term: str, at_least: float, limit: int) -> Sequence[tuple[str, float]]:
        """
        Readable terms of the same name space by trigram Dice (0 to 1) with `term`, best first; ties by
        document frequency, then the term. Trigrams are over the word with one start mark.
        """

    def packs(self) -> Sequence[Pack]:
        """
        The packs that were defined, are on, and hold a current document that the principal may read, by name;
        only those of `scope.packs` when it names some. Its other filters do not count.
        """

    def pack_sizes(self) -> Mapping[str, PackSize]:
        """The packs of the current documents in scope, with their number and passages; off ones count too."""

    def rewordings(self) -> Sequence[Rewording]:
        """
        What rewordings found in the current documents in scope, the most helpful first, then by words and
        document.
        """

    def on_the_day(self) -> OnTheDay | None:
        """
        What `scope.as_of` did to the documents that the principal may read and the other filters leave, those
        of packs that are off left aside; None for a scope without a day.
        """

    def by_words(
        self,
        concepts: Sequence[Concept],
        limit: int,
        *,
        all_of: Sequence[Alternative] = (),
        none_of: Sequence[str] = (),
    ) -> Sequence[Candidate]:
        """
        The `limit` best passages by BM25 over concepts, best first (k1 1.2, b 0.6, weights 2/1.5/1).

        score = sum over concepts of max over alternatives of weight·idf·tf(k1+1)/(tf + k1(1-b+b·len/mean))
        idf = ln(1 + (N-df+.5)/(df+.5)) with df summed over the alternative's terms. N, df and mean length
        count what the principal may read. Ties: the smaller key first. `all_of`: the passage must hold a
        term of each; `none_of`: it must hold none of these terms.
        """

    def word_scores(self, concepts: Sequence[Concept], keys: Sequence[PassageKey]) -> Sequence[float]:
        """The score that `by_words` gives to each of these passages in scope; 0 where no word stands."""

    def matching(self, terms: Sequence[str]) -> Sequence[PassageKey]:
        """Every passage in scope that holds any of the terms, in key order."""

    def embedded(self) -> Embedded:
        """
        The model whose vectors serve, how many of the passages in scope have vectors of it, and how many it
        refused.
        """

    def by_vector(self, vector: bytes, limit: int) -> Sequence[Candidate]:
        """
        The `limit` best passages in scope by the cosine (-1 to 1) between a question's vector, of the serving
        model, and their best window's as it is stored; best first, of equal ones the smaller key first.

        Nothing without a serving model. Raises ModelDiffers for another length, ModelMalformed for a vector
        of zeros or of what is no number. A store of more than 100,000 windows may miss some of the best.
        """

    def cosines(self, vector: bytes, keys: Sequence[PassageKey]) -> Sequence[float | None]:
        """Of each of these passages in scope the score that `by_vector` gives; None without vectors."""

    def vectors_of(self, keys: Sequence[PassageKey]) -> Sequence[Sequence[bytes]]:
        """The vectors of the serving model of each of these passages in scope, one for each window."""

    def sequences(self, keys: Sequence[PassageKey]) -> Sequence[bytes]:
        """
        The passages' words as little-endian uint32 `crc32(term utf-8)`: title, 0, heading, 0, body, in the
        order of `keys`. A 0 is a border between fields.
        """

    def passages(self, keys: Sequence[PassageKey]) -> Sequence[Passage]:
        """The passages, in the order of `keys`."""

    def passages_of(self, document: DocumentId) -> Sequence[Passage]:
        """All passages of a document, in reading order; empty when the scope does not hold it."""

    def documents_of(self, keys: Sequence[PassageKey]) -> Sequence[DocumentId]:
        """The document of each passage, in the order of `keys`."""

    def keys_of(self, document: DocumentId, section: str | None = None) -> Sequence[PassageKey]:
        """A document's passages, or those of one section in any spelling (`§ 15-3`), in reading order."""

    def named(self, names: Sequence[str]) -> Mapping[str, Sequence[DocumentId]]:
        """Documents in scope by their own names, normalised by `text.names`: identifier, short title …"""

    def head(self, document: DocumentId) -> DocumentHead | None:
        """None when absent or outside the scope."""

    def heads_of(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, DocumentHead]:
        """The heads of those that are in scope."""

    def heads(self) -> Iterator[DocumentHead]:
        """Every document in scope, ordered by source."""

    def removed(self) -> Iterator[DocumentHead]:
        """
        Documents in scope whose source is gone (`retire`), ordered by source: no other method but `text`,
        `page_layout` and `original` knows of them. `removed_at` says since when, empty when that is unknown.
        """

    def text(self, document: DocumentId, version: int | None = None) -> DocumentText | None:
        """
        The current version's text or an earlier one's; None when absent or not readable. An earlier version
        is readable to those who may read the document now and who could when that version was the newest.
        """

    def page_layout(self, document: DocumentId, page: int, version: int | None = None) -> bytes | None:
        """
        `Page.layout` of a page of the version that `text` would give; None where there is none, when that
        version or page is absent, and when it is not readable.
        """

    def original(self, document: DocumentId) -> bytes | None:
        """The bytes that were ingested, when they were kept."""

    def reports(self) -> Iterator[tuple[DocumentId, Report]]:
        """Every source's report in scope, the failed ones first, each group by source."""

    def fetched(self, document: DocumentId) -> Fetched | None:
        """All that was kept of what was fetched; None where `text` would not give it, and for a document."""

    def turns(self, conversation: str | None = None) -> Sequence[TurnHead]:
        """
        The stored runs that the principal sees (`records.turns.sees`; filters do not count), the newest
        first, or those of one conversation.
        """

    def turn(self, id: str) -> Turn | None:
        """
        One of those, as it was kept; None for others. What of it the principal may read today is for whoever
        shows it to find out.
        """


class Writer(EnrichingWriter, Protocol):
    """One transaction. Everything in it is stored together or not at all."""

    def add(self, incoming: Incoming) -> DocumentHead:
        """
        Store a new document, or a new version of one that is there.

        The same text again is the same version: another reader or profile changes the passages, and two
        runs that read one file at once store one version of it.
        """

    def failed(
        self, document: Document, report: Report, sha256: str, size_bytes: int, modified_ns: int
    ) -> None:
        """Remember a source that could not be read; an earlier version of it stays as it was."""

    def touched(self, source: str, size_bytes: int, modified_ns: int) -> None:
        """The file's time changed, its bytes did not."""

    def set_access(self, document: DocumentId, access: frozenset[str]) -> None:
        """Change who may read a document and its newest version, without a new version."""

    def retire(self, document: DocumentId) -> None:
        """
        The source is gone: not searched nor listed any more. Those who could read its versions still can, for
        old quotations (`Reader.removed`), until it comes back or is forgotten.
        """

    def set_root(self, name: str, location: str) -> None:
        """Remember where a root folder was ingested from."""

    def set_setting(self, name: str, value: str) -> None:
        """Remember a setting of the library (analyser versions, options)."""

    def set_pack(self, pack: Pack) -> None:
        """
        Define a pack, or define it anew. From one that is off no search finds a passage; its documents are
        listed and read as before.
        """

    def remember_rewording(self, document: DocumentId, asked: str, found_with: str) -> None:
        """
        Count that words found a document when others had not. At most `MOST_REWORDINGS` of a document are
        kept: the one that helped least goes, of equals the first by its words. Raises UnknownDocument.
        """

    def remove_pack(self, name: str) -> None:
        """Forget a pack's definition. Its documents stay, as those of a pack that was never defined."""

    def begin_vectors(self, model: str, dimension: int, store: VectorForm, mean: bytes) -> None:
        """
        Make room for a model's vectors, or go on with those that are there. It serves at once when no other
        model does.

        `mean`: `dimension` float32, what the model's vectors have in common. Large stores subtract it; it
        must not be made from documents of the library. Raises ModelDiffers when there are vectors of the
        model of another dimension or form, ModelMalformed for a mean that is none.
        """

    def add_vectors(self, model: str, rows: Sequence[EmbeddedPassage]) -> int:
        """
        Store the vectors of passages, all windows of each; returns how many passages got theirs.

        Passages that are gone meanwhile, or have vectors of the model, are left as they are. Vectors are kept
        at unit length. Raises ModelDiffers for a model that was not begun or another length, ModelMalformed
        for a vector of zeros or of what is no number, and then stores none.
        """

    def refuse_vectors(self, model: str, why: Mapping[PassageKey, str]) -> None:
        """
        Remember of passages, by key, with what words the model would not take their text, until
        `add_vectors` brings their vectors. Passages that are gone meanwhile, or have vectors, are left aside.
        Raises ModelDiffers for a model that was not begun.
        """

    def serve_vectors(self, model: str, *, keep_others: bool = False) -> None:
        """Search by this model from now on; the vectors of others go. Raises ModelDiffers when unknown."""

    def drop_vectors(self, model: str) -> None:
        """Remove a model and its vectors. Raises ModelDiffers when there is no such model."""

    def set_golden_set(self, name: str, questions: str) -> None:
        """Keep a golden set, one JSON object a line, in place of the one of that name."""

    def remove_golden_set(self, name: str) -> None:
        """Let a golden set go, and the runs over it."""

    def add_probe(self, record: str) -> None:
        """Keep what a check of health found, as JSON; of more than a thousand the oldest go."""

    def add_run(self, golden_set: str, record: str) -> int:
        """Keep a run over a golden set; its number, above those of all runs that are kept."""

    def set_run(self, number: int, record: str) -> None:
        """Keep a run anew under its number; nothing when there is none of that number."""

    def remove_run(self, number: int) -> None:
        """Let a run go."""


Analyse = Callable[[Sequence[DocumentId]], Iterable[tuple[DocumentId, Sequence[Terms]]]]
"""Called once with the documents that are to be analysed; gives the terms of each one's passages in order."""


class Store(EnrichingStore, Protocol):
    """A library's storage."""

    def reading(self, scope: Scope) -> AbstractContextManager[Reader]:
        """Never waits for writers, never writes."""

    def writing(self, purpose: str) -> AbstractContextManager[Writer]:
        """Waits for another writer up to the time limit, then raises StoreBusy naming its purpose."""

    def narrowing(self, purpose: str) -> AbstractContextManager[Writer]:
        """
        As `writing`, for access lists, packs' definitions and settings alone. It comes in between the
        transactions of one who writes for long: a right that is taken away waits for no index.
        """

    def known(self, root: str, *, removed: bool = False) -> Mapping[str, Known]:
        """
        Every source under a root (`handbook` → `handbook/…`), by source; with `removed` those instead that
        are gone. Owner's view.
        """

    def roots(self) -> Mapping[str, str]:
        """Root names and where they were ingested from."""

    def settings(self) -> Mapping[str, str]:
        """What `set_setting` remembered."""

    def packs(self) -> Mapping[str, Pack]:
        """Every pack that was defined, by name. Owner's view."""

    def golden_sets(self) -> Mapping[str, str]:
        """Every golden set that is kept, one JSON object a line, by name. Owner's view."""

    def probes(self) -> Sequence[str]:
        """What `add_probe` kept, the oldest first. Owner's view."""

    def runs(self) -> Sequence[KeptRun]:
        """Every run that is kept, by number. Owner's view."""

    def keeping(self, purpose: str) -> AbstractContextManager[Keeper]:
        """Comes in between, as `narrowing` does: an answer waits for no index."""

    def touched(self) -> Sequence[tuple[str, Touched]]:
        """What every stored run was shown, by the run's id, the oldest run first. Owner's view."""

    def fetched(self) -> Sequence[FetchedHead]:
        """What was fetched for questions and is kept, the oldest first. Owner's view."""

    def gaps(self) -> Sequence[KeptGap]:
        """Every question that was left open, by number. Owner's view."""

    def forget(self, document: DocumentId, without: Without | None = None) -> Forgotten:
        """
        Remove a document, its versions, original, postings, rewordings, vectors, or what was fetched, with
        secure delete, and take it out of every stored run that was shown something of it; a run goes whole
        when `without` is not given. Raises UnknownDocument.
        """

    def stored_passages(
        self, documents: Sequence[DocumentId]
    ) -> Iterator[tuple[DocumentHead, Sequence[Passage]]]:
        """Those of these documents that are current, with their passages, to analyse again. Owner's view."""

    def replace_terms(self, analyse: Analyse, name: str = "", packs: Sequence[str] | None = None) -> int:
        """
        Rebuild the index from newly analysed passages; returns how many were. The old one serves meanwhile.

        `packs`: only their documents are analysed anew, the others keep the terms that serve now. `name` says
        what the terms depend on. What a call of that name had analysed before it was stopped is not asked
        for again, unless the document changed since; an empty name keeps nothing.
        """

    def vector_models(self) -> Sequence[VectorModel]:
        """The models that were begun, the serving one first, then in their order. Owner's view."""

    def without_vectors(
        self, model: str, limit: int, after: PassageKey | None = None
    ) -> Sequence[Unembedded]:
        """
        The first `limit` current passages, in key order, that have no vectors of a model; only those after a
        key when one is given. Owner's view. Raises ModelDiffers when there is no such model.
        """

    def refused_passages(self, model: str) -> Sequence[RefusedPassage]:
        """
        The current passages that a model refused, in key order; `without_vectors` has them too. Owner's view.
        Raises ModelDiffers when there is no such model.
        """

    def known_vectors(self, model: str, hashes: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """
        The vectors of a model by the hash of what was embedded, those that are known, also of passages that
        were replaced since: nothing is embedded twice. Owner's view. Raises ModelDiffers when unknown.
        """

    def close(self) -> None:
        """Release the file."""
