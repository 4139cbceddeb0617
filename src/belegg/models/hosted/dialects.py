"""
How each provider wants to be asked for vectors, and how it answers. Sources of the forms: decision 0103.

A dialect is data and two pure functions; `embedder.py` does the asking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol
from urllib.parse import quote

from belegg.errors import ModelMalformed
from belegg.models.hosted.vectors import in_order


class Kind(Enum):
    """What a text is for: to be found, or to find."""

    PASSAGE = "passage"
    QUERY = "query"


class Dialect(Protocol):
    """One provider's interface."""

    @property
    def path(self) -> str:
        """Where to ask, below the server's address."""

    def body(self, texts: Sequence[str], kind: Kind) -> object:
        """What to ask."""

    def vectors(self, answer: object, count: int, source: str) -> Sequence[object]:
        """The unchecked vectors, in the order of the texts. Raises ModelMalformed."""


@dataclass(frozen=True, slots=True)
class OpenAI:
    """
    `/v1/embeddings`: OpenAI, TEI, vLLM, Ollama, llama.cpp and many more. It knows no kinds of text; models
    that do want a prefix. `shorten_to` is sent as `dimensions`, which not every server takes.
    """

    model: str
    shorten_to: int | None = None

    @property
    def path(self) -> str:
        return "/embeddings"

    def body(self, texts: Sequence[str], kind: Kind) -> object:
        return {"model": self.model, "input": list(texts)} | dimensions(self.shorten_to)

    def vectors(self, answer: object, count: int, source: str) -> Sequence[object]:
        return [item.get("embedding") for item in in_order(held(answer, "data"), count, source)]


@dataclass(frozen=True, slots=True)
class Azure:
    """Azure OpenAI: `model` is the name of the deployment, which stands in the path."""

    model: str
    api_version: str
    shorten_to: int | None = None

    @property
    def path(self) -> str:
        deployment = quote(self.model, safe="")
        version = quote(self.api_version, safe="")
        return f"/openai/deployments/{deployment}/embeddings?api-version={version}"

    def body(self, texts: Sequence[str], kind: Kind) -> object:
        return {"input": list(texts)} | dimensions(self.shorten_to)

    def vectors(self, answer: object, count: int, source: str) -> Sequence[object]:
        return [item.get("embedding") for item in in_order(held(answer, "data"), count, source)]


@dataclass(frozen=True, slots=True)
class Gemini:
    """
    `batchEmbedContents`: one request inside for each text, answers in their order and without an index.
    `has_task_types`: not `gemini-embedding-2`, which wants a prefix instead.
    """

    model: str
    shorten_to: int | None = None
    has_task_types: bool = True

    @property
    def path(self) -> str:
        return f"/models/{quote(self.model, safe='')}:batchEmbedContents"

    def body(self, texts: Sequence[str], kind: Kind) -> object:
        task = "RETRIEVAL_QUERY" if kind is Kind.QUERY else "RETRIEVAL_DOCUMENT"
        settings = {"taskType": task} if self.has_task_types else {}
        length = {} if self.shorten_to is None else {"outputDimensionality": self.shorten_to}
        name = {"model": f"models/{self.model}"}
        return {
            "requests": [
                name | {"content": {"parts": [{"text": text}]}} | settings | length for text in texts
            ]
        }

    def vectors(self, answer: object, count: int, source: str) -> Sequence[object]:
        embeddings = held(answer, "embeddings")
        if not isinstance(embeddings, list) or len(embeddings) != count:
            found = len(embeddings) if isinstance(embeddings, list) else 0
            raise ModelMalformed(f"`{source}` answered `{found}` of `{count}` texts; nothing was kept of it")
        return [held(embedding, "values") for embedding in embeddings]


@dataclass(frozen=True, slots=True)
class Voyage:
    """Voyage's `/v1/embeddings`. A text that is too long is an error (`truncation` off), not cut."""

    model: str
    shorten_to: int | None = None

    @property
    def path(self) -> str:
        return "/embeddings"

    def body(self, texts: Sequence[str], kind: Kind) -> object:
        length = {} if self.shorten_to is None else {"output_dimension": self.shorten_to}
        input_type = "query" if kind is Kind.QUERY else "document"
        asked = {"model": self.model, "input": list(texts), "input_type": input_type, "truncation": False}
        return asked | length

    def vectors(self, answer: object, count: int, source: str) -> Sequence[object]:
        return [item.get("embedding") for item in in_order(held(answer, "data"), count, source)]


def dimensions(shorten_to: int | None) -> dict[str, int]:
    return {} if shorten_to is None else {"dimensions": shorten_to}


def held(answer: object, name: str) -> object:
    """What stands under a name of an object; None when there is none."""
    return answer.get(name) if isinstance(answer, dict) else None
