"""Rerankers behind HTTP that score each text: the interfaces of Jina, Cohere and TEI."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from belegg.errors import ModelMalformed
from belegg.models.http import Caller
from belegg.models.rerank.scores import by_index


class Shape(Protocol):
    """One interface: where and what to ask, where the scores stand in the answer."""

    @property
    def path(self) -> str: ...

    @property
    def score(self) -> str:
        """The name under which an item has its score."""

    @property
    def most_texts(self) -> int:
        """The texts of one request; models that compare texts with one another want all in one."""

    def body(self, question: str, texts: Sequence[str]) -> object: ...

    def items(self, answer: object) -> object: ...


@dataclass(frozen=True, slots=True)
class Jina:
    """`/v1/rerank` as Jina has it, and vLLM and llama.cpp after it."""

    model: str
    path: str = "/rerank"
    score: str = "relevance_score"
    most_texts: int = 1000

    def body(self, question: str, texts: Sequence[str]) -> object:
        asked = {"model": self.model, "query": question, "documents": list(texts)}
        return asked | {"top_n": len(texts), "return_documents": False}

    def items(self, answer: object) -> object:
        return answer.get("results") if isinstance(answer, dict) else None


@dataclass(frozen=True, slots=True)
class Cohere:
    """`/v2/rerank`. What a document has beyond 4,096 tokens is not read."""

    model: str
    path: str = "/rerank"
    score: str = "relevance_score"
    most_texts: int = 1000

    def body(self, question: str, texts: Sequence[str]) -> object:
        return {"model": self.model, "query": question, "documents": list(texts), "top_n": len(texts)}

    def items(self, answer: object) -> object:
        return answer.get("results") if isinstance(answer, dict) else None


@dataclass(frozen=True, slots=True)
class Tei:
    """
    TEI's `/rerank`: one model a server, so none is named; 32 texts a request unless it was started with more.
    What a text has beyond the model's length is not read (`truncate`).
    """

    path: str = "/rerank"
    score: str = "score"
    most_texts: int = 32

    def body(self, question: str, texts: Sequence[str]) -> object:
        return {"query": question, "texts": list(texts), "raw_scores": False, "truncate": True}

    def items(self, answer: object) -> object:
        return answer


class EndpointReranker:
    """`seams.Reranker` for a server that scores texts. Question and texts leave this machine for it."""

    def __init__(self, provider: str, model: str, shape: Shape, caller: Caller) -> None:
        self.id = f"{provider}/{model}"
        self._shape = shape
        self._caller = caller

    def scores(self, question: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
        """
        All scores within `timeout_s`, waits and tries included. Raises ModelTimeout, ModelRefused, and
        ModelMalformed when a text has no score.
        """
        deadline = self._caller.clock.now() + timeout_s
        scores: list[float] = []
        for start in range(0, len(texts), self._shape.most_texts):
            lot = texts[start : start + self._shape.most_texts]
            scores += self._ask(question, lot, deadline - self._caller.clock.now())
        return scores

    def _ask(self, question: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
        source = self._caller.server.address.shown
        answer = self._caller.post(self._shape.path, self._shape.body(question, texts), timeout_s)
        scores = by_index(self._shape.items(answer), self._shape.score, len(texts), source)
        if len(scores) != len(texts):
            raise ModelMalformed(
                f"`{source}` judged `{len(scores)}` of `{len(texts)}` texts; its order is void"
            )
        return [scores[index] for index in range(len(texts))]
