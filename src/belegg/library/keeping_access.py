"""What a Library does about who may read, without reading a file: methods that it takes over from here."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.library.given import given_path
from belegg.records import Note, Principal
from belegg.records.answers import ACCESS_WAITS
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.access import ChangedAccess, RootAccess
    from belegg.stores.engine.store import EngineStore


class KeepsAccess:
    """An open library whose access is changed. The owner's to call; what it closes is closed at once."""

    store: EngineStore

    def groups_alike(self, groups: Collection[str]) -> list[Note]:
        """A note on each of these groups that no list names, while one names it in other letters (`HR`)."""
        from belegg.text.groups import spelled_alike

        found = spelled_alike((name.strip() for name in groups), self.store.groups())
        text = "no list names the group `{}`, but `{}`: they are two groups, case counts"
        return [Note("access", text.format(*pair)) for pair in found]

    def access(self) -> list[RootAccess]:
        """The rules and limits of each root."""
        from belegg.library.access import access_in

        return access_in(self.store)

    def _waiting_notes(self, who: Principal) -> tuple[Note, ...]:
        """
        For a question in vain: that documents are to be opened to who asks and are not yet. It names none:
        until a file was looked at again, it is not known that its text may be seen.
        """
        from belegg.library.access import waiting_for

        waiting = waiting_for(self.store, who)
        if not waiting:
            return ()
        are = "is" if waiting == 1 else "are"
        text = (
            f"{counted(waiting, 'document')} that you are to read {are} not open to you yet and could not be "
            "searched: the change of access waits for the next `belegg ingest`"
        )
        return (Note(ACCESS_WAITS, text),)

    def limit_access(self, path: str, groups: Collection[str] | None) -> ChangedAccess:
        """
        From now on at most these groups may read what lies at a path, whatever rules, pages and packs say;
        no group, or `nobody`, closes it, None takes the limit off. The files need not be there, and nothing
        is waited for. Raises BadInput.
        """
        from belegg.library.access import set_limit
        from belegg.sources.packs import groups_given

        return set_limit(self.store, path, None if groups is None else groups_given(groups))

    def set_rules(self, root: str, rules: Path | str) -> ChangedAccess:
        """
        Other access rules for a root (its name or its folder, which may be gone): what they close is closed
        at once, what they open waits for the next ingest. Raises BadInput.
        """
        from belegg.library.access import give_rules
        from belegg.sources.access import AccessRules

        return give_rules(self.store, root, AccessRules.read(given_path(rules)))
