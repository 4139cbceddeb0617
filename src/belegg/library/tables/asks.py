"""What a Library does with the company's tables: gives them out, and has kept rows follow the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import BadSetting

if TYPE_CHECKING:
    from belegg.library.tables.company import ConfiguredTables
    from belegg.records.fetched import Fetched
    from belegg.stores.sqlite import SqliteStore


class AsksTables:
    """An open library whose settings name databases."""

    store: SqliteStore
    path: Path

    @property
    def tables(self) -> ConfiguredTables:
        """
        The company's tables as the settings have them at this moment; what each asker may see of them is told
        by the scope. Raises BadSetting.
        """
        from belegg.library.tables.company import ConfiguredTables
        from belegg.library.tables.databases import all_of, configured
        from belegg.library.tables.following import follow

        settings, file = configured(self.path)
        if file is not None:
            follow(self.store, settings)
        return ConfiguredTables(all_of(settings, self.path), self._keep_rows)

    def _keep_rows(self, fetched: Fetched) -> None:
        with self.store.keeping("keep the rows of a statement") as keeper:
            keeper.keep_fetched(fetched)

    def _follow_tables(self) -> None:
        """
        Have kept rows follow the settings, where there are any: they may be read without a table being asked.
        Settings that cannot be read change nothing; `health` tells of them.
        """
        if not any(head.kind == "table" for head in self.store.fetched()):
            return
        from belegg.library.tables.databases import configured
        from belegg.library.tables.following import follow

        try:
            settings, file = configured(self.path)
        except BadSetting:
            return
        if file is not None:
            follow(self.store, settings)
