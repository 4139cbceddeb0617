"""A library in a PostgreSQL database."""

from belegg.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
