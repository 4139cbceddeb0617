"""What a Library does with packs: methods that it takes over from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import BadInput
from belegg.library.given import given_path
from belegg.library.progress import Progress, Watcher
from belegg.library.settings import ANALYSER
from belegg.records import OWNER, Note, Pack, Principal, Ranking, Scope, SynonymGroup
from belegg.records.packs import AUTO

if TYPE_CHECKING:
    from belegg.library.packs import ChangedPack, ListedPack
    from belegg.seams import Writer
    from belegg.stores.engine.store import EngineStore
    from belegg.text.analysis import Analyser


class KeepsPacks:
    """
    An open library with an analyser, and its packs. No document's file is read here, and what changes a pack
    is the owner's to call.
    """

    def __init__(self, store: EngineStore, watch: Watcher) -> None:
        self.store = store
        self._watch = watch

    def packs(self, scope: Scope) -> list[ListedPack]:
        """
        The packs in which the scope's principal may read a document, on or off, by name; for the owner also
        those without a document.
        """
        from belegg.library.packs import listed

        return listed(self.store, scope)

    def pack(self, name: str, scope: Scope) -> ListedPack:
        """One pack. Raises UnknownPack, also when the principal may read nothing in it."""
        from belegg.library.packs import one_listed

        return one_listed(self.store, name, scope)

    def add_pack(self, path: Path | str) -> ChangedPack:
        """
        Define a pack as its folder, or its file, says; what was said before is replaced.

        Raises BadInput with file and line. Where it says another stemmer, StoreBusy while an ingest runs: all
        else it says holds then.
        """
        from belegg.sources.packs import read_pack

        pack = read_pack(given_path(path))
        return self._define(pack.name, lambda before: pack, pack.stemmer)

    def set_pack(self, name: str, field: str, value: object) -> ChangedPack:
        """
        Change one field of a pack, as `pack.toml` would say it; None is as if nothing were said.

        Another stemmer analyses the stored text anew, and the old index serves meanwhile. Raises UnknownPack,
        BadInput, StoreBusy for a stemmer while an ingest runs; nothing else waits for that.
        """
        from belegg.sources.packs import with_value

        if field == "stemmer":
            stemmer = with_value(self._owned(name), field, value).stemmer
            return self._define(name, lambda before: before or self._owned(name), stemmer)
        return self._define(name, lambda before: with_value(before or self._owned(name), field, value))

    def turn(self, name: str, on: bool) -> ChangedPack:
        """Search a pack again, or no more, even when it is named. Raises UnknownPack."""
        from belegg.library.packs import define

        return define(self.store, name, lambda before: replace(before or self._owned(name), on=on))

    def set_synonyms(self, name: str, groups: Sequence[SynonymGroup]) -> ChangedPack:
        """These groups of synonyms for a pack, in place of those it had. Raises UnknownPack."""
        return self._define(name, lambda before: replace(before or self._owned(name), synonyms=tuple(groups)))

    def rebuild_pack(self, name: str) -> ChangedPack:
        """
        Analyse the pack's stored text anew, and go on where a change of its stemmer was interrupted. The rest
        of the library is analysed too when another analyser left it. Raises UnknownPack, StoreBusy while an
        ingest runs.
        """
        from belegg.library.reanalyse import reanalyse

        with self.store.ingesting(f"pack {name}"):
            before = self._owned(name)
            done = reanalyse(self.store, self._installed, self._watch, (name,))
        return _changed(before, self._owned(name), done.passages)

    def remove_pack(self, name: str) -> ChangedPack:
        """
        Forget what was said about a pack. Its documents stay and are searched; who may read them by its
        default may not any more. Raises UnknownPack, StoreBusy while an ingest runs.
        """
        from belegg.library.packs import remove, restem

        with self.store.ingesting(f"pack {name}"):
            before = self._owned(name)
            passages = restem(self.store, self._installed, name, AUTO, self._watch)
            closed, dropped = remove(self.store, name)
        return replace(_changed(before, Pack(name), passages), closed=closed, dropped=dropped)

    @property
    def analyser(self) -> Analyser:
        """The installed analyser. Raises AnalyserDiffers when another one built the index."""
        pinned = self.store.settings().get(ANALYSER)
        if pinned is not None:
            self._installed.expect(pinned)
        return self._installed

    @cached_property
    def _installed(self) -> Analyser:
        from belegg.text.analysis import Analyser
        from belegg.text.word_lists import WordLists

        return Analyser(lists=WordLists(progress=self._compiling))

    def _compiling(self, name: str, done: float) -> None:
        """A word list is compiled once on each machine; some take ten seconds."""
        self._watch(Progress(f"preparing the word list `{name}`, once", round(100 * done), 100))

    def _define(
        self,
        name: str,
        change: Callable[[Pack | None], Pack],
        stemmer: str | None = None,
        also: Callable[[Writer], None] | None = None,
    ) -> ChangedPack:
        """`stemmer` None leaves it, and what was wished for, as it is."""
        from belegg.library.packs import define, nothing, restem
        from belegg.library.reanalyse import wished_stemmers

        changed = define(self.store, name, change, also or nothing)
        if stemmer is None or (changed.now.stemmer == stemmer and name not in wished_stemmers(self.store)):
            return changed
        with self.store.ingesting(f"pack {name}"):
            passages = restem(self.store, self._installed, name, stemmer, self._watch)
        return replace(changed, now=self.store.packs()[name], passages=passages)

    def _pack_in(self, folder: Path, pack: str | None) -> tuple[str | None, tuple[Note, ...]]:
        """
        The pack of a folder that has a `pack.toml`, with a note when that was read just now; else `pack`.

        The file counts again when it says something else than when it was last read: what was changed by
        command in the meantime stays. A pack that other folders are in, or that was defined otherwise, is
        left as it is, with a note. Raises BadInput, also when `pack` is another one or no name.
        """
        from belegg.library.packs import PackFile
        from belegg.sources.packs import PACK_FILE, read_pack, refuse_name

        file = folder / PACK_FILE
        if not file.is_file():
            # One that an earlier Belegg took stays usable.
            if pack is not None and not self._holds_pack(pack):
                refuse_name(pack)
            return pack, ()
        described = read_pack(folder)
        if pack not in (None, described.name):
            raise BadInput(f"`{file}` says that its documents are pack `{described.name}`, not `{pack}`")
        name, found = described.name, PackFile.of(folder, described)
        if PackFile.known(self.store, name) == found or self.store.packs().get(name) == described:
            return name, ()
        if not found.may_define(self.store, name):
            how = f"`belegg pack add {folder}` makes it what `{file}` says"
            return name, (Note("ingest", f"pack `{name}` is not this folder's alone; {how}"),)

        def defined(before: Pack | None) -> Pack:
            if not found.may_define(self.store, name):  # somebody defined it in the meantime
                raise BadInput(f"pack `{name}` was changed by another command; run this again")
            return described

        self._define(name, defined, described.stemmer, lambda writer: found.keep(writer, name))
        return name, (Note("ingest", f"pack `{name}` is what `{file}` says"),)

    def _holds_pack(self, name: str) -> bool:
        with self.store.reading(Scope(OWNER, packs=(name,))) as reader:
            return bool(reader.pack_sizes())

    def _ranking_in(self, scope: Scope) -> Ranking:
        """How hits are ordered in a scope: as its pack says when it names one alone."""
        only = self.store.packs().get(scope.packs[0]) if len(scope.packs) == 1 else None
        return only.ranking if only else "default"

    def _off_notes(self, principal: Principal) -> tuple[Note, ...]:
        """A note on each pack that is off in which the principal may read something, for a search in vain."""
        off = [name for name, pack in self.store.packs().items() if not pack.on]
        notes = []
        for name in off:
            with self.store.reading(Scope(principal, packs=(name,))) as reader:
                if reader.pack_sizes():
                    text = f"pack `{name}` is switched off and was not searched; `belegg pack on {name}`"
                    notes.append(Note("packs", text))
        return tuple(notes)

    def _owned(self, name: str) -> Pack:
        """A pack that was defined or holds a document. Raises UnknownPack."""
        return self.pack(name, Scope(OWNER)).pack


def _changed(before: Pack, now: Pack, passages: int) -> ChangedPack:
    from belegg.library.packs import ChangedPack

    return ChangedPack(now, before, passages=passages)
