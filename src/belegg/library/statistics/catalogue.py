"""
The catalogue of tables: what each source lists, in a Belegg store of its own beside the library.

Each table is a document there, in each language its source offers, so that titles are searched as documents
are: any word, stems by language, compounds, words one typo away, and our own groups of statistical words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from belegg.errors import SourceError
from belegg.library.statistics.lines import flat
from belegg.library.statistics.merging import fused, numbers_of
from belegg.library.statistics.translating import in_english
from belegg.library.statistics.use import Use, after, use_setting, uses
from belegg.library.statistics.words import GROUPS
from belegg.records import (
    EVERYONE,
    OWNER,
    Document,
    DocumentHead,
    DocumentId,
    Fact,
    Note,
    Pack,
    Passage,
    Report,
    Scope,
    Span,
    document_id,
)
from belegg.records.documents import passage_id
from belegg.records.statistics import TableRef
from belegg.seams import Incoming
from belegg.text.names import normal_name
from belegg.text.normalise import normalise
from belegg.text.passage_terms import passage_terms
from belegg.text.words import word_texts

if TYPE_CHECKING:
    from belegg.seams import Store, Writer
    from belegg.search.search import Search
    from belegg.text.analysis import Analyser

PACK: Final = "tables"
NORWEGIAN: Final = ("nb", "nn")
NORWEGIAN_CODES: Final = (*NORWEGIAN, "no")
"""As sources may write it; rows are kept as `nb` where one writes `no`."""
ENGLISH: Final = ("en",)
OF_THE_REST: Final = 0.5
"""The weight of those words of a Norwegian question that are not listed, over rows in any language."""
A_MINUTE: Final = timedelta(minutes=1)
LONGEST_TITLE: Final = 300
LONGEST_ABOUT: Final = 1_200
"""Characters of a description, path or list of variables that are searched."""

_LANGUAGES: Final = {"no": "nb"}
_READER: Final = "catalogue"


@dataclass(frozen=True, slots=True)
class CatalogueState:
    """What is there of a source: its tables, each counted once, as of when (ISO 8601, UTC), its languages."""

    tables: int
    at: str
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a sync changed of a source's rows; one row is a table in one language."""

    source: str
    tables: int
    new: int
    changed: int
    gone: int
    at: str


class Catalogue:
    """The tables of all sources in one store; `store` is opened for this alone."""

    def __init__(self, store: Store, analyser: Analyser) -> None:
        from belegg.search.search import Search
        from belegg.search.settings import SearchSettings

        self._store = store
        self._analyser = analyser
        self._search: Search = Search(store, analyser, SearchSettings(mode="keyword", corrects_foreign=False))

    def states(self) -> dict[str, CatalogueState]:
        """
        What is there, by source. One that was never fetched is not, nor one whose titles another version of
        the analyser read: it is to be fetched again.
        """
        found = {}
        for name, value in self._store.settings().items():
            if name.startswith(_STATE):
                told = json.loads(value)
                if told["analyser"] == self._analyser.identity:
                    state = CatalogueState(told["tables"], told["at"], tuple(told["languages"]))
                    found[name.removeprefix(_STATE)] = state
        return found

    def replace(
        self, source: str, tables: Iterable[TableRef], at: str, stored: Callable[[int], None]
    ) -> Replaced:
        """
        These rows in place of those of a source, in one transaction: stopped before its end, the old ones are
        there. `stored` is told how many were gone through. Of two rows of one table and language the first
        counts. Raises StoreError.
        """
        rows: dict[str, TableRef] = {}
        for ref in tables:
            rows.setdefault(_source_of(ref), ref)
        with self._store.writing(f"sync {source}") as writer:
            known = self._store.known(source)
            new = changed = 0
            for done, (name, ref) in enumerate(rows.items(), start=1):
                digest = _digest(ref, self._analyser.identity)
                if name not in known or known[name].sha256 != digest:
                    writer.add(self._incoming(name, ref, digest))
                    new += name not in known
                    changed += name in known
                stored(done)
            gone = [row.document for name, row in known.items() if name not in rows]
            for document in gone:
                writer.retire(document)
            self._remember(writer, source, rows.values(), at)
        return Replaced(source, len({ref.id for ref in rows.values()}), new, changed, len(gone), at)

    def find(self, query: str, sources: Sequence[str], limit: int) -> tuple[list[TableRef], list[Note]]:
        """
        The best rows for any of the words of these sources, at most `limit`, tables named by their number
        first; and what was searched beside the words as typed. A Norwegian question is asked of Norwegian
        rows as it stands and of English ones in English.
        """
        english = in_english(query, self._analyser)
        scope = Scope(OWNER, organisations=tuple(sources))
        if not english.words:
            documents, notes = self._walked(query, scope, limit)
            return self._rows(documents), notes
        lists = [
            (1.0, self._walked(query, replace(scope, languages=NORWEGIAN), limit)[0]),
            (1.0, self._walked(english.words, replace(scope, languages=ENGLISH), limit)[0]),
        ]
        if english.left:
            lists.append((OF_THE_REST, self._walked(english.left, scope, limit)[0]))
        told = [Note("statistics", f"titles in English were searched for `{english.words}`")]
        return self._rows(fused(lists)[:limit]), told

    def _walked(self, query: str, scope: Scope, limit: int) -> tuple[list[DocumentId], list[Note]]:
        """The best rows in a scope; none, at once, where it has no row."""
        with self._store.reading(scope) as reader:
            if not reader.collection().passages or not reader.languages():
                return [], []
            taken = self._search.walk(query, scope, reader, limit)
            keys = [taken.ranked[place].key for place in taken.kept[:limit]]
            numbers = reader.named([normal_name(word) for word in query.split()]).values()
            named = [document for documents in numbers for document in documents]
            found = list(dict.fromkeys((*named, *reader.documents_of(keys))))[:limit]
        notes = [replace(note, text=note.text.replace(f" (pack `{PACK}`)", "")) for note in taken.notes]
        return found, notes

    def _rows(self, documents: Sequence[DocumentId]) -> list[TableRef]:
        with self._store.reading(Scope(OWNER)) as reader:
            heads = reader.heads_of(documents)
        return [_ref_of(heads[document]) for document in documents if document in heads]

    def in_english(self, query: str) -> str:
        """A Norwegian question in the English words of titles; empty for one of another language."""
        return in_english(query, self._analyser).words

    def says_a_word(self, query: str, refs: Sequence[TableRef]) -> frozenset[TableRef]:
        """Those of the rows in whose texts a telling word of the query stands, or of its English."""
        wanted = self._stems(f"{query} {self.in_english(query)}")
        texts = {ref: " ".join((ref.id, ref.title, ref.description, *ref.variables)) for ref in refs}
        return frozenset(ref for ref, text in texts.items() if wanted & self._stems(text))

    def _stems(self, text: str) -> set[str]:
        """The telling words of a text, as English and as Norwegian ones, and the parts of compounds."""
        telling = [word for word in word_texts(normalise(text)) if not self._analyser.is_small(word)]
        terms = {self._analyser.word_term(word, space) for word in telling for space in ("en", "no")}
        return terms | {
            part.replace("~", ":") for word in telling for part in self._analyser.part_terms(word, "no")
        }

    def in_language(self, refs: Sequence[TableRef], language: str) -> list[TableRef]:
        """Each of the rows in this language, where the catalogue has the table in it."""
        spoken = NORWEGIAN_CODES if language in NORWEGIAN_CODES else (language,)
        wanted = {
            document_id(PACK, f"{ref.source}/{code}/{ref.id}"): ref
            for ref in refs
            if ref.language not in spoken
            for code in spoken
        }
        with self._store.reading(Scope(OWNER)) as reader:
            heads = reader.heads_of(wanted)
        there = {(wanted[id].source, wanted[id].id): _ref_of(head) for id, head in heads.items()}
        return [there.get((ref.source, ref.id), ref) for ref in refs]

    def uses(self) -> dict[str, Use]:
        """How each source did when it was last asked."""
        return uses(self._store.settings())

    def remember_use(self, source: str, error: SourceError | None, now: datetime) -> None:
        """
        Note how a source did just now; of successes one a minute, for each is a write. Raises StoreError.
        """
        before = self.uses().get(source, Use())
        if error is None and before.success and now - datetime.fromisoformat(before.success) < A_MINUTE:
            return
        use = after(before, error, now.strftime("%Y-%m-%dT%H:%M:%SZ"))
        with self._store.narrowing(f"statistics {source}") as writer:
            writer.set_setting(*use_setting(source, use))

    def close(self) -> None:
        self._store.close()

    def _remember(self, writer: Writer, source: str, rows: Iterable[TableRef], at: str) -> None:
        tables, languages = set(), set()
        for ref in rows:
            tables.add(ref.id)
            languages.add(ref.language)
        state = {
            "tables": len(tables),
            "at": at,
            "languages": sorted(languages),
            "analyser": self._analyser.identity,
        }
        writer.set_setting(f"{_STATE}{source}", json.dumps(state))
        writer.set_pack(Pack(PACK, kind="statistics", synonyms=GROUPS))

    def _incoming(self, name: str, ref: TableRef, digest: str) -> Incoming:
        document, passage = _document(name, ref)
        return Incoming(
            document=document,
            passages=(passage,),
            terms=(passage_terms(self._analyser, document.title, passage, "auto"),),
            names=numbers_of(ref.id),
            report=Report(name, _READER, passages=1),
            sha256=digest,
            original=None,
            size_bytes=len(document.text),
            modified_ns=0,
        )


_STATE: Final = "catalogue:"


def beside(library: Path) -> Path:
    """Where the catalogue of a library lies."""
    return library.with_name(f"{library.name}.statistics")


def _source_of(ref: TableRef) -> str:
    return f"{ref.source}/{ref.language}/{ref.id}"


def _digest(ref: TableRef, analyser: str) -> str:
    return sha256(json.dumps([asdict(ref), analyser], sort_keys=True).encode()).hexdigest()


def _document(name: str, ref: TableRef) -> tuple[Document, Passage]:
    """A row as a document of one passage: its title, then what its source says of it."""
    id, language = document_id(PACK, name), _LANGUAGES.get(ref.language, ref.language)
    title = flat(ref.title)[:LONGEST_TITLE]
    about = (ref.id, ref.description, " · ".join(ref.variables), ref.unit_of_time)
    text = "\n".join([title, *filter(None, (flat(each)[:LONGEST_ABOUT] for each in about))])
    document = Document(
        id=id,
        source=name,
        pack=PACK,
        title=title,
        text=text,
        language=language,
        access=frozenset({EVERYONE}),
        facts=(
            Fact("organisation", ref.source, _READER),
            Fact("table", json.dumps(asdict(ref), ensure_ascii=False), _READER),
        ),
    )
    path = tuple(flat(each)[:LONGEST_TITLE] for each in ref.path)
    passage = Passage(passage_id(id, 0), id, 0, Span(0, len(text)), text, path, language=language)
    return document, passage


def _ref_of(head: DocumentHead) -> TableRef:
    told = json.loads(head.fact("table") or "{}")
    return TableRef(**{**told, "path": tuple(told["path"]), "variables": tuple(told["variables"])})
