"""A company's database as the statements of the shared test data expect it, and what asks it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import apsw

from belegg.library.tables.databases import command
from belegg.sources.tables.engine import Seen
from belegg.sources.tables.sqlite.engine import SqliteEngine
from belegg.sources.tables.sqlite.worker import START

CANARY = "KANARI"
SCHEMA = f"""
CREATE TABLE figures(region TEXT, year INTEGER, v REAL);
INSERT INTO figures VALUES ('Tromsøy', 2023, 10.5), ('Tromsøy', 2024, 12.25), ('Bergen', 2023, 3),
    ('Bergen', 2024, NULL);
CREATE TABLE users(name TEXT, pw TEXT);
INSERT INTO users VALUES ('x', '{CANARY}-1');
CREATE TABLE documents(id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT, access TEXT);
INSERT INTO documents(body, access) VALUES ('{CANARY}-2', 'hr');
CREATE TABLE figures_hidden(v);
INSERT INTO figures_hidden VALUES ('{CANARY}-3');
CREATE VIRTUAL TABLE fts USING fts5(body);
INSERT INTO fts VALUES ('{CANARY}-4');
CREATE INDEX by_year ON figures(year);
ANALYZE;
"""
FIGURES: Seen = {"figures": ("region", "year", "v")}


def database(path: Path, schema: str = SCHEMA) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute(schema).fetchall()
    connection.close()
    return path


def engine(path: Path, name: str = "deals") -> SqliteEngine:
    return SqliteEngine(name, path, command(START))


def processes_that_ask() -> list[int]:
    """The processes of ours that ask a database."""
    told = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in told.splitlines()[1:])
    return [int(pid) for pid, parent, args in rows if int(parent) == os.getpid() and "sqlite.worker" in args]
