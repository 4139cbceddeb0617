"""What a Library learns from searches in other words, and what of it becomes a synonym."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import BadInput, UnknownDocument
from belegg.library.given import given_path
from belegg.library.keeping_packs import KeepsPacks
from belegg.records import OWNER, Pack, Scope, SynonymGroup

if TYPE_CHECKING:
    from belegg.library.rewordings import Suggestion
    from belegg.records import DocumentId
    from belegg.records.rewordings import Rewording
    from belegg.seams import Writer


class LearnsWords(KeepsPacks):
    """An open library that remembers which words helped where others did not."""

    def remember_rewording(
        self, asked: str, found_with: str, document: DocumentId, scope: Scope
    ) -> Rewording | None:
        """
        Remember that a search in other words found a document; None when there is nothing to learn: the first
        search finds it too, the second does not, too many words differ, or they are synonyms already. Who
        asks is not kept, and nobody who may not read the document knows of it. Raises UnknownDocument,
        AnalyserDiffers, StoreError.
        """
        from belegg.library.rewordings import has_words, learnt
        from belegg.search.search import Search
        from belegg.search.settings import SearchSettings

        with self.store.reading(scope) as reader:
            head, packs = reader.head(document), reader.packs()
        if head is None:
            raise UnknownDocument(document)
        search = Search(self.store, self.analyser, SearchSettings())
        pair = learnt(asked, found_with, document, scope, search, head.language)
        if pair is None or any(has_words(pack, (pair.asked, pair.found_with)) for pack in packs):
            return None
        with self.store.writing("rewording") as writer:
            writer.remember_rewording(document, pair.asked, pair.found_with)
        return pair

    def suggestions(self, name: str, scope: Scope, questions: Path | str | None = None) -> list[Suggestion]:
        """
        The synonym groups that a pack could get, the most helpful first; with a file of questions, what each
        is worth on them. Raises UnknownPack, BadInput.
        """
        from belegg.evaluation.golden import read_questions
        from belegg.library.rewordings import offered, tried

        pack = self.pack(name, scope).pack
        found = offered(self.store, pack, scope)
        if questions is None:
            return found
        asked = read_questions(given_path(questions))
        return tried(found, self.store, self.analyser, pack, asked, scope)

    def accept_words(self, name: str, which: int | Sequence[str]) -> tuple[Pack, SynonymGroup]:
        """
        Add a suggestion to its pack: by its number, counted from 1, or by its words, which stay what they are
        when others search in the meantime. Raises UnknownPack, and BadInput when there is no such suggestion,
        or when its words come from documents that not everybody may read who sees the pack.
        """
        from belegg.library.packs import accepted, define, keep_accepted

        found = self.suggestions(name, Scope(OWNER))
        if isinstance(which, int):
            called, chosen = str(which), found[which - 1] if 1 <= which <= len(found) else None
        else:
            called = "of " + " and ".join(f"`{each}`" for each in which)
            chosen = next((each for each in found if set(each.group.words) == set(which)), None)
        if chosen is None:
            raise BadInput(
                f"pack `{name}` has no suggestion {called}; `belegg pack suggest {name}` lists {len(found)}"
            )
        group = chosen.group
        if chosen.closed:
            raise BadInput(
                f"suggestion {called} comes from documents that not everybody may read who sees pack `{name}`"
                ", and its synonyms are seen by all of them; write the group into its `pack.toml` if its "
                "words may be known"
            )

        def with_it(before: Pack | None) -> Pack:
            pack = before or self._owned(name)
            return replace(pack, synonyms=(*pack.synonyms, group))

        def remembered(writer: Writer) -> None:
            keep_accepted(writer, name, [*accepted(self.store, name), group])

        return define(self.store, name, with_it, remembered).now, group

    def undo_words(self, name: str) -> tuple[Pack, SynonymGroup]:
        """Take the group accepted last out of its pack. Raises UnknownPack, BadInput when there is none."""
        from belegg.library.packs import accepted, define, keep_accepted

        left: list[SynonymGroup] = []

        def without_last(before: Pack | None) -> Pack:
            pack = before or self._owned(name)
            left.extend(group for group in accepted(self.store, name) if group in pack.synonyms)
            if not left:
                raise BadInput(f"no group that was accepted is left in pack `{name}`")
            return replace(pack, synonyms=tuple(group for group in pack.synonyms if group != left[-1]))

        changed = define(
            self.store, name, without_last, lambda writer: keep_accepted(writer, name, left[:-1])
        )
        return changed.now, left[-1]
