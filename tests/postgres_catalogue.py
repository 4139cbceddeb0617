"""
Writes `schema/catalogue.tsv`: what the migrations make of an empty database. To be run after a new migration.

    python tests/postgres_catalogue.py
"""

from __future__ import annotations

from pathlib import Path

import psycopg

from belegg.stores.postgres import PostgresStore, catalogue
from belegg.testing.postgres_server import PostgresServer

FILE = Path(catalogue.__file__).parent / "schema" / "catalogue.tsv"


def main() -> None:
    with PostgresServer() as server:
        dsn = server.database("catalogue")
        PostgresStore(dsn).close()
        with psycopg.connect(dsn) as connection:
            FILE.write_text(catalogue.written(catalogue.there(connection)), encoding="utf-8")


if __name__ == "__main__":
    main()
