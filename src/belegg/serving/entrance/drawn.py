"""What is drawn at random to let somebody in, and the digest of it that is kept."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

SECRET_BYTES: Final = 32


def new_secret() -> str:
    """256 bits as 43 characters that may stand in a cookie, a header or an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_id(letter: str) -> str:
    """An id that says nothing: a letter for its kind and 64 bits."""
    return letter + secrets.token_hex(8)


def digest_of(secret: str) -> str:
    """
    SHA-256 in hex. Enough for what has 256 bits of its own: there is nothing to guess. What a person chose
    takes `passwords`.
    """
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
