"""A pack: documents that belong together, with the words people use for what they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from belegg.records.searching import Note

PackKind = Literal["documents", "law", "statistics"]
PackProfile = Literal["wiki", "reports", "sections"]
PackOpens = Literal["documents", "acts"]
AUTO, NO_STEMMER = "auto", "none"


@dataclass(frozen=True, slots=True)
class SynonymGroup:
    """
    Words and runs of words (`si opp`) that stand for one thing: asked for one, the others are searched too.

    `language` is a code such as `nb`; None for every language. A word in `exact` counts in exactly that form
    only: the noun `gjeld` must not be set off by the verb `gjelder`. A word in `asked_only` sets the group
    off and is not searched for the others: people ask `få sparken`, and no document says it.
    """

    words: tuple[str, ...]
    language: str | None = None
    exact: frozenset[str] = frozenset()
    asked_only: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Entry:
    """
    An entry of a pack's dictionary: an everyday word, the words that the documents use, what it may mean,
    ready-made searches, the rule that an answer usually turns on. It helps to search and is never quoted.

    `also` are other words by which it is met: of `hund i leiligheten` the `hund`, alone.
    """

    word: str
    documents_say: tuple[str, ...]
    meanings: tuple[str, ...] = ()
    searches: tuple[str, ...] = ()
    rule: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherNames:
    """
    Names that people give a document beside its own: `naboloven` of the granneloven. `document` is one of its
    own names, or its identifier.
    """

    document: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """
    What `pack.toml` says. `stemmer`: `auto` (each passage by its language), `none` (words as written), or a
    language's code. `profile`: how documents are cut; None as their kind is usually cut. `access`: who may
    read documents for which nothing else says it; None says nothing, which means nobody. `opens`: what that
    is for, all documents or those alone that are acts and regulations by their identifier.
    """

    name: str
    kind: PackKind = "documents"
    description: str = ""
    stemmer: str = AUTO
    synonyms: tuple[SynonymGroup, ...] = ()
    dictionary: tuple[Entry, ...] = ()
    on: bool = True
    ranking: Literal["default", "bm25", "cover"] = "default"
    profile: PackProfile | None = None
    access: frozenset[str] | None = None
    opens: PackOpens = "documents"
    names: tuple[OtherNames, ...] = ()


@dataclass(frozen=True, slots=True)
class PackSize:
    """How many documents of a pack are in scope, and their passages."""

    documents: int = 0
    passages: int = 0


@dataclass(frozen=True, slots=True)
class RelatedEntry:
    """
    An entry of the dictionary of `pack`. `met` are the words of it that were asked for, as typed; of an entry
    that is only spelled alike, none.
    """

    pack: str
    entry: Entry
    met: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """
    What the dictionaries in scope say of a word. None of it may be quoted: it is no text of a document.

    `has_dictionary`: whether a pack in scope has one that the asker may know of.
    """

    quotable: ClassVar[Literal[False]] = False
    word: str
    entries: tuple[RelatedEntry, ...]
    has_dictionary: bool
    notes: tuple[Note, ...]
