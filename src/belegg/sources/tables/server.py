"""Where tables in PostgreSQL are, as the settings say it, and the password, which they never hold."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from belegg.errors import BadSetting

SCHEMES: Final = ("postgresql", "postgres")
SCHEMA: Final = "public"
_SECRET: Final = ("password", "sslpassword", "passfile")


@dataclass(frozen=True, slots=True)
class Server:
    """
    `dsn` says where, and as which role, without a password. `schema` is where the tables are.
    `password_file` is read when the server is asked.
    """

    dsn: str
    schema: str = SCHEMA
    password_file: Path | None = None

    def conninfo(self, name: str, environment: Mapping[str, str]) -> str:
        """
        The DSN with its password: from the variable `BELEGG_TABLES_NAME_PASSWORD`, the file that
        `…_PASSWORD_FILE` or the settings name, or left to PostgreSQL's own password file. Raises BadSetting
        for a file that cannot be read.
        """
        variable = variable_of(name)
        password = environment.get(variable, "")
        file = Path(named) if (named := environment.get(f"{variable}_FILE")) else self.password_file
        if not password and file is not None:
            try:
                password = file.read_text(encoding="utf-8").strip()
            except (OSError, UnicodeDecodeError) as error:
                why = error.strerror if isinstance(error, OSError) else "it is no text"
                raise BadSetting(
                    f"the password of `{name}` cannot be read: {why}; check `password_file` in "
                    f"`[tables.{name}]`, or {variable}_FILE"
                ) from error
        added = {"password": password} if password else {}
        if not password and (own := environment.get("PGPASSFILE")):
            added = {"passfile": os.path.abspath(own)}
        told = "&".join(f"{key}={quote(value, safe='')}" for key, value in added.items())
        return f"{self.dsn}{'&' if '?' in self.dsn else '?'}{told}" if told else self.dsn

    @property
    def shown(self) -> str:
        """For messages to whoever looks after it: no role, no settings."""
        parts = urlsplit(self.dsn)
        at = parts.netloc.rpartition("@")[2]
        return f"{parts.scheme}://{at}{parts.path}"


def variable_of(name: str) -> str:
    return f"BELEGG_TABLES_{''.join(letter if letter.isalnum() else '_' for letter in name).upper()}_PASSWORD"


def wrong(dsn: str) -> str | None:
    """What is wrong with a DSN, in words; None for one that can be asked."""
    try:
        parts = urlsplit(dsn)
        told = parse_qs(parts.query)
        password = parts.password
    except ValueError as error:
        return f"is no address ({error}); write postgresql://ROLE@HOST/DATABASE"
    if parts.scheme not in SCHEMES or not unquote(parts.path).strip("/"):
        return "is no address of a database; write postgresql://ROLE@HOST/DATABASE"
    if password is not None or any(key in told for key in _SECRET):
        return (
            "holds a password; take it out, and name a file that holds it: `password_file`, a variable, or "
            "PGPASSFILE"
        )
    return None
