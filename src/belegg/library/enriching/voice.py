"""Whose words enrich a library: a model under these prompts. What it was asked once is known by a hash."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

ENRICHED_BY = "enriched by"
"""The setting that names model and prompts whose words are put to use; empty: none."""

HASH_BYTES = 16
_HERE = Path(__file__).parent


@cache
def prompt(name: str) -> str:
    """The text of a prompt, with its `{{word}}`."""
    return (_HERE / f"{name}.md").read_text(encoding="utf-8")


def prompts_of_today() -> str:
    """What names the prompts: others make other words."""
    return blake2b("\0".join(map(prompt, ("lines", "facts"))).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Voice:
    """A model, by its id, under prompts, by their hash."""

    model: str
    prompts: str

    @classmethod
    def of_today(cls, model: str) -> Voice:
        return cls(model, prompts_of_today())

    @classmethod
    def of_setting(cls, value: str | None) -> Voice | None:
        """The one whose words a library uses; None for a library that was not enriched."""
        return cls(**json.loads(value)) if value else None

    def to_setting(self) -> str:
        return json.dumps({"model": self.model, "prompts": self.prompts})

    @property
    def origin(self) -> str:
        """Where a fact was found that this model proposed."""
        return origin_of(self.model)

    def hash_of(self, *asked: str) -> bytes:
        """What names a question to this model: everything that it was told for it."""
        text = "\0".join((self.model, self.prompts, *asked))
        return blake2b(text.encode(), digest_size=HASH_BYTES).digest()


def origin_of(model: str) -> str:
    return f"model {model}"


def content_hash(text: str) -> bytes:
    """What names the whole text of a document."""
    return blake2b(text.encode(), digest_size=HASH_BYTES).digest()
