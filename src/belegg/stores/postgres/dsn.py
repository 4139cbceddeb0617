"""
The address of a library in PostgreSQL: a URI as libpq takes it (`postgresql://me@db.example/belegg`).

Whatever is told of one is told without its password, also when it cannot be read: a `@`, `/` or `?` in a
password that was written as it is makes libpq take the rest of it for a host, a port or a database's name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final
from urllib.parse import quote, urlencode

import psycopg
from psycopg import pq
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from belegg.errors import BadInput

SCHEMES: Final = ("postgresql://", "postgres://")
SECRETS: Final = ("password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key")
USUAL_PORT: Final = "5432"
LONGEST: Final = 120
"""Characters of a place's name; file systems take 255 bytes, and endings come behind it."""
PORTS: Final = re.compile(r"[0-9,]*")
SEARCH_PATH: Final = re.compile(r"search_path\s*=\s*(\"[^\"]+\"|[^\s,]+)")
UNREADABLE: Final = (
    "the address of the database cannot be read (it is not shown: it may hold a password); write "
    "`postgresql://USER@HOST:PORT/DATABASE`, with the password in a file that PGPASSFILE names, or, if it "
    "must stand in the address, with its `@`, `:`, `/`, `?`, `#` and `%` percent-encoded (`%40`, `%3A` …)"
)


def read(dsn: str) -> dict[str, str]:
    """What an address says, by libpq's names. Raises BadInput, which shows none of it."""
    try:
        told = {name: str(value) for name, value in conninfo_to_dict(dsn).items() if value is not None}
    except psycopg.ProgrammingError:
        raise BadInput(UNREADABLE) from None
    login, _, database = dsn.partition("://")[2].partition("?")[0].partition("/")
    if login.count("@") > 1 or "@" in database or not PORTS.fullmatch(told.get("port", "")):
        raise BadInput(UNREADABLE)
    return told


def named(dsn: str) -> str:
    """What a database is called in messages: its address as it is typed, without what is secret in it."""
    try:
        told = read(dsn)
    except BadInput:
        return "postgresql://…"
    return as_uri({name: value for name, value in told.items() if name not in SECRETS})


def as_uri(told: Mapping[str, str]) -> str:
    """The URI that says this, by libpq's names. Several hosts, and a socket's folder, stand as parameters."""
    rest = dict(told)
    user, database = rest.pop("user", ""), rest.pop("dbname", "")
    login = quote(user, safe="")
    if password := rest.pop("password", ""):
        login += f":{quote(password, safe='')}"
    at = f"{login}@" if login else ""
    if (host := rest.get("host", "")) and not set(host) & set("/,@ "):
        del rest["host"]
        port = rest.pop("port", "")
        at += (f"[{host}]" if ":" in host else host) + (f":{port}" if port else "")
    query = urlencode(rest, safe="/,:", quote_via=quote)
    return f"postgresql://{at}/{quote(database, safe='')}" + (f"?{query}" if query else "")


def waiting(dsn: str, connect_s: int) -> str:
    """The same, giving up on a server that does not answer after so many seconds unless it says otherwise."""
    return dsn if "connect_timeout" in read(dsn) else make_conninfo(dsn, connect_timeout=connect_s)


def place_name(dsn: str) -> str:
    """
    A file name that is this library's alone: `database[+schema]@host[+port]`, whoever asks.

    What the address leaves out is taken from the environment as libpq does (PGHOST, PGDATABASE …). Raises
    BadInput.
    """
    given = {each.keyword.decode(): each.val for each in pq.Conninfo.get_defaults() if each.val}
    told = {name: value.decode() for name, value in given.items()} | read(dsn)
    service = told.get("service", "")
    database = told.get("dbname") or service or told.get("user", "")
    host = (told.get("host") or told.get("hostaddr") or (service and f"service={service}")).casefold()
    found = SEARCH_PATH.search(told.get("options", ""))
    schema = found[1].strip('"') if found else ""
    port = told.get("port", USUAL_PORT)
    name = quote(database, safe="")
    name += f"+{quote(schema, safe='')}" if schema else ""
    name += f"@{quote(host, safe='')}" if host else ""
    name += f"+{quote(port, safe='')}" if port != USUAL_PORT else ""
    if len(name) > LONGEST:
        name = f"{name[:80]}~{sha256(name.encode()).hexdigest()[:16]}"
    return name


def database_of(dsn: str) -> str:
    """What people call the library: its database, or the name of the service. Raises BadInput."""
    told = read(dsn)
    return told.get("dbname") or told.get("service") or "postgresql"
