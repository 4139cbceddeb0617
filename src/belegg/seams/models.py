"""The protocols of models: what turns text into vectors, judges texts, makes quick calls, and writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

from belegg.records.chat import Delta, Message, Reply, Tool
from belegg.records.deciding import Decision, QuickQuestion


class Embedder(Protocol):
    """
    A model that turns text into vectors. A vector is `dimension` little-endian float32 of unit length.

    `id` names model and weights (`e5/multilingual-e5-small-q4@1571fc98`): vectors of different ids are never
    compared. `max_tokens` is the longest text that it reads whole. Both calls raise ModelError; neither
    returns a vector that is not finite, of another length, or of an empty text.
    """

    id: str
    dimension: int
    max_tokens: int

    def token_counts(self, words: Sequence[str]) -> Sequence[int]:
        """How many tokens each word (text without spaces) takes, or an estimate that is not too low."""

    def passages(self, texts: Sequence[str]) -> Sequence[bytes]:
        """The vectors of texts that are to be found."""

    def queries(self, texts: Sequence[str]) -> Sequence[bytes]:
        """The vectors of texts that ask."""


class Reranker(Protocol):
    """A model that judges how well texts answer a question. `id` names model and weights."""

    id: str

    def scores(self, question: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
        """A score for each text, in their order, higher is better. Raises ModelError, ModelTimeout."""


class Classifier(Protocol):
    """
    A small model that makes quick calls. `id` names it. `decide` answers what it can: a question that is
    missing from the outcome was not answered, which is no error. Raises ModelError (ModelTimeout among them);
    who asks then goes on as if there were no classifier.
    """

    id: str

    def decide(
        self, state: str, questions: Mapping[str, QuickQuestion], timeout_s: float
    ) -> Mapping[str, Decision]:
        """Decide questions about `state` (the text that they are about), by their names."""


class Chat(Protocol):
    """A model that writes and calls tools. `id` names model and server (`openai:gpt-5@api.openai.com`)."""

    id: str

    def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        must_call: bool = False,
        schema: Mapping[str, object] | None = None,
        most_tokens: int | None = None,
        timeout_s: float = 60.0,
    ) -> AsyncIterator[Delta | Reply]:
        """
        One reply, as it comes: any number of deltas, then the `Reply`, which is always the last.

        `must_call` wants a call of one of the tools; `schema` (JSON schema of an object) wants a JSON text of
        that form, and is not given together with tools. Servers may obey neither: who asks must check. A
        stream that breaks off, in silence too, ends in a reply whose finish is `interrupted`. `timeout_s`
        is for the whole; waits for a first byte and between bytes have limits of their own.

        Raises ModelTimeout, ModelRefused, ModelMalformed when there is no reply at all. Closing the iterator
        closes the connection.
        """


@runtime_checkable
class LoadsLate(Protocol):
    """A chat model whose client is heavy to load, apart from its first request: seconds of processor time."""

    def load(self) -> bool:
        """
        Load it now; whether there was anything to load. Raises nothing: what cannot be opened fails as a
        model does, when it is asked.
        """
