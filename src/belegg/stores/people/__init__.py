"""People, sessions, tokens and the audit log in a SQLite file of their own beside the library."""

from belegg.stores.people.sqlite_people import SqlitePeople, beside

__all__ = ["SqlitePeople", "beside"]
