"""
Packs of a library: what somebody sees of them, and how one is changed without reading a file again.

A definition says what is so. A stemmer that is not in the index yet is a wish beside it (`settings`), until
everything is analysed anew: stopped in between, the old one is still true, and the wish is still there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from belegg.errors import UnknownPack
from belegg.library.policy import policy_of
from belegg.library.progress import Watcher
from belegg.library.reanalyse import reanalyse, wished_stemmers
from belegg.library.rights import Rights, rights_in_root
from belegg.library.roots import pack_of
from belegg.library.settings import DEFAULT_PACK, root_setting, settings_of_root, wished_stemmer
from belegg.records import OWNER, Pack, Scope, SynonymGroup
from belegg.records.packs import AUTO, PackSize
from belegg.seams import Store, Writer
from belegg.sources.packs import toml_of
from belegg.text.analysis import Analyser


@dataclass(frozen=True, slots=True)
class ListedPack:
    """
    A pack as somebody sees it, with the number of documents and passages in it that they may read.

    `defined`: somebody said something about it; else it is a name that documents were ingested under.
    `wished` is the stemmer that it is to get, when that was begun and has not come to its end.
    """

    pack: Pack
    documents: int
    passages: int
    defined: bool
    wished: str | None = None


@dataclass(frozen=True, slots=True)
class ChangedPack:
    """
    What a change did. `before` None: it was not defined. `closed` documents are open to fewer at once;
    `waiting` ones are to be opened, once `folders` are ingested again and their files are found to be what
    was read. `passages` were analysed anew. `dropped` groups that had been accepted are in it no more.
    """

    now: Pack
    before: Pack | None = None
    closed: int = 0
    waiting: int = 0
    folders: tuple[str, ...] = ()
    passages: int = 0
    dropped: int = 0


def nothing(writer: Writer) -> None:
    """What else is done in a transaction when nothing is."""


def listed(store: Store, scope: Scope) -> list[ListedPack]:
    """
    The packs in which the scope's principal may read a document, by name; the owner sees the others too.

    Who may read by default is the owner's to know. Other filters than the packs' do not count.
    """
    own = Scope(scope.principal, packs=scope.packs)
    with store.reading(own) as reader:
        sizes = reader.pack_sizes()
    defined, wishes = store.packs(), wished_stemmers(store)
    names = set(sizes)
    if scope.principal == OWNER:
        names |= set(defined) if not scope.packs else set(defined).intersection(scope.packs)
    else:
        defined = {name: replace(pack, access=None) for name, pack in defined.items()}
    return [
        ListedPack(
            defined.get(name, Pack(name)), size.documents, size.passages, name in defined, wishes.get(name)
        )
        for name in sorted(names)
        for size in [sizes.get(name, PackSize())]
    ]


def one_listed(store: Store, name: str, scope: Scope) -> ListedPack:
    """The pack of that name. Raises UnknownPack: absent and unseen read the same."""
    found = listed(store, replace(scope, packs=(name,)))
    if not found:
        raise UnknownPack(f"no pack `{name}`; `belegg pack show` lists those that you may see")
    return found[0]


def define(
    store: Store, name: str, change: Callable[[Pack | None], Pack], also: Callable[[Writer], None] = nothing
) -> ChangedPack:
    """
    Define a pack anew from what it was (None: nothing was said), its stemmer apart, which stays. What its
    default takes away from documents is taken away in the same transaction, and `also` is done in it.

    What it was is read inside: two who change a pack at once both have their say. Waits for nobody who reads
    files or builds an index; a run that reads files follows (`ingest.Run`).
    """
    with store.narrowing(f"pack {name}") as writer:
        before = store.packs().get(name)
        pack = replace(change(before), stemmer=before.stemmer if before else AUTO)
        dropped = [group for group in accepted(store, name) if group not in pack.synonyms]
        was = before or Pack(name)
        another = (pack.access, pack.opens) != (was.access, was.opens)
        rights = rights_in(store, pack) if another else {}
        writer.set_pack(pack)
        take_away(writer, store, rights)
        also(writer)
    waiting = {name: changes.waiting for name, changes in rights.items() if changes.waiting}
    places = store.roots()
    return ChangedPack(
        now=pack,
        before=before,
        closed=sum(changes.closing for changes in rights.values()),
        waiting=sum(waiting.values()),
        folders=tuple(places[name] for name in waiting),
        dropped=sum(group in was.synonyms for group in dropped),
    )


def accepted(store: Store, name: str) -> list[SynonymGroup]:
    """The suggested groups that were accepted, in order; some may be in the pack no more."""
    kept = json.loads(store.settings().get(accepted_setting(name), "[]"))
    return [SynonymGroup(tuple(words), language) for words, language in kept]


def keep_accepted(writer: Writer, name: str, groups: Sequence[SynonymGroup]) -> None:
    kept = json.dumps([[group.words, group.language] for group in groups], ensure_ascii=False)
    writer.set_setting(accepted_setting(name), kept)


def accepted_setting(pack: str) -> str:
    """The setting that holds the groups that were accepted, in order."""
    return f"synonyms accepted:{pack}"


def rights_in(store: Store, pack: Pack) -> dict[str, Rights]:
    """By root of the pack, what its default changes for the documents that are there."""
    found = {}
    settings = store.settings()
    for name in store.roots():
        kept = settings_of_root(settings, name)
        if kept is not None and kept.pack == pack.name:
            found[name] = rights_in_root(store, policy_of(kept, pack), name)
    return found


def take_away(writer: Writer, store: Store, rights: Mapping[str, Rights]) -> None:
    """Close what is to be closed; what is to be opened waits for an ingest, and its root says so."""
    settings = store.settings()
    for name, changes in rights.items():
        changes.close(writer)
        kept = settings_of_root(settings, name)
        if kept is not None and kept.opening != bool(changes.waiting):
            opening = replace(kept, opening=bool(changes.waiting))
            writer.set_setting(root_setting(name), opening.to_setting())


def restem(store: Store, analyser: Analyser, name: str, stemmer: str, watch: Watcher) -> int:
    """
    Give a pack another stemmer: its documents are analysed anew when it holds any. Returns the passages.

    Stopped in between, the wish stays and `reanalyse` goes on with it. Other ingests must be held off.
    """
    pack = store.packs().get(name, Pack(name))
    wish = wished_stemmers(store).get(name)
    if stemmer == pack.stemmer and wish is None:
        return 0
    with store.reading(Scope(OWNER, packs=(name,))) as reader:
        analysed = stemmer != pack.stemmer and bool(reader.pack_sizes())
    with store.writing(f"pack {name}") as writer:
        writer.set_setting(wished_stemmer(name), stemmer if analysed else "")
        if not analysed:
            writer.set_pack(replace(store.packs().get(name, Pack(name)), stemmer=stemmer))
    return reanalyse(store, analyser, watch, (name,)).passages if analysed else 0


def remove(store: Store, name: str) -> tuple[int, int]:
    """
    Forget what was said about a pack; its documents stay. Returns how many of them somebody loses, and how
    many accepted groups go. Its stemmer must be `auto`.
    """
    with store.narrowing(f"pack {name}") as writer:
        was = store.packs().get(name, Pack(name))
        dropped = sum(group in was.synonyms for group in accepted(store, name))
        rights = rights_in(store, Pack(name))
        writer.remove_pack(name)
        keep_accepted(writer, name, ())
        take_away(writer, store, rights)
    return sum(changes.closing for changes in rights.values()), dropped


@dataclass(frozen=True, slots=True)
class PackFile:
    """The `pack.toml` of a folder that was read by an ingest: where, and what it said (SHA-256)."""

    folder: str
    digest: str

    @classmethod
    def of(cls, folder: Path, pack: Pack) -> PackFile:
        return cls(str(folder.resolve()), sha256(toml_of(pack).encode()).hexdigest())

    @classmethod
    def known(cls, store: Store, name: str) -> PackFile | None:
        """The one that defined a pack last; None when none did."""
        digest, _, folder = store.settings().get(_pack_file(name), "").partition(" ")
        return cls(folder, digest) if digest else None

    def keep(self, writer: Writer, name: str) -> None:
        writer.set_setting(_pack_file(name), f"{self.digest} {self.folder}")

    def may_define(self, store: Store, name: str) -> bool:
        """
        Whether an ingest may define the pack by it: the pack is this folder's alone, defined by it or not at
        all. A stranger's folder must not open, by its default, what lies in another one, or will: folders
        without a word are of the default pack.
        """
        settings, known = store.settings(), PackFile.known(store, name)
        shared = any(
            pack_of(root, settings) == name and location != self.folder
            for root, location in store.roots().items()
        )
        by_it = known is not None and known.folder == self.folder
        return name != DEFAULT_PACK and not shared and (by_it or name not in store.packs())


def _pack_file(name: str) -> str:
    return f"pack file:{name}"
