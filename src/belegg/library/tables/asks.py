"""What a Library does with the company's tables: gives them out, and has kept rows follow the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import BadSetting
from belegg.library.turns.fetching import KeepsFetched

if TYPE_CHECKING:
    from belegg.library.tables.company import ConfiguredTables


class AsksTables(KeepsFetched):
    """An open library whose settings name databases."""

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
        return ConfiguredTables(all_of(settings, self.path), self.keep_fetched)

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
