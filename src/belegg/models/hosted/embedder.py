"""An embedder behind HTTP: `seams.Embedder` for every provider."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from belegg.errors import ModelError, ModelRefused
from belegg.models.hosted.dialects import Dialect, Kind
from belegg.models.hosted.tokens import batches, tokens_of
from belegg.models.hosted.vectors import unit_vector
from belegg.models.http import Caller

MOST_TOKENS_A_REQUEST = 100_000
MOST_BYTES_OF_AN_ANSWER = 32 * 2**20
REST_S = 30.0
"""How long no question is sent to a server that kept one waiting in vain."""
SLOW_S = 0.5
"""A failure that took less may be repeated: it costs a question little."""


class HostedEmbedder:
    """
    Vectors from a server. Texts leave this machine unless the server is on it.

    `id` holds provider, model, dimension and, where there are any, a digest of the prefixes; nothing of the
    address, so that a server may move. Calls may come from several threads. A call is cut into requests of
    at most `batch_texts` texts; when one fails, nothing of the call is returned, so a long job calls with
    that many. `passages` may take `timeout_s` for each request, `queries` `query_timeout_s` for each.

    After a question that failed slowly, the next ones fail at once with the same error for `REST_S`.
    """

    def __init__(
        self,
        provider: str,
        model: str,
        dialect: Dialect,
        caller: Caller,
        *,
        dimension: int | None,
        max_tokens: int,
        batch_texts: int,
        query_prefix: str = "",
        passage_prefix: str = "",
        timeout_s: float,
        query_timeout_s: float,
    ) -> None:
        """`dimension` None: the model is asked for the vector of one word, to see. Raises ModelError then."""
        self._dialect = dialect
        self._caller = caller
        self._prefixes = {Kind.QUERY: query_prefix, Kind.PASSAGE: passage_prefix}
        self._timeouts = {Kind.QUERY: query_timeout_s, Kind.PASSAGE: timeout_s}
        self._resting: tuple[float, ModelError] | None = None
        self.batch_texts = batch_texts
        self.max_tokens = max_tokens
        self.dimension = (
            len(self._ask(["word"], Kind.PASSAGE, None)[0]) // 4 if dimension is None else dimension
        )
        self.id = id_of(provider, model, self.dimension, query_prefix, passage_prefix)

    def token_counts(self, words: Sequence[str]) -> Sequence[int]:
        """Guesses, rather too high than too low (`tokens.py`)."""
        return [tokens_of(word) for word in words]

    def passages(self, texts: Sequence[str]) -> Sequence[bytes]:
        return self._embed(texts, Kind.PASSAGE)

    def queries(self, texts: Sequence[str]) -> Sequence[bytes]:
        clock, resting = self._caller.clock, self._resting
        started = clock.now()
        if resting is not None and started < resting[0]:
            raise type(resting[1])(f"{resting[1]} (a moment ago; not asked again yet)")
        try:
            found = self._embed(texts, Kind.QUERY)
        except ModelError as error:
            if clock.now() - started >= SLOW_S:
                self._resting = (clock.now() + REST_S, error)
            raise
        self._resting = None
        return found

    def _embed(self, texts: Sequence[str], kind: Kind) -> Sequence[bytes]:
        empty = next((place for place, text in enumerate(texts, start=1) if not text.strip()), None)
        if empty is not None:
            raise ModelRefused(f"text `{empty}` of `{len(texts)}` is empty and has no vector; leave it out")
        prefixed = [self._prefixes[kind] + text for text in texts]
        lots = batches(prefixed, self.batch_texts, MOST_TOKENS_A_REQUEST)
        return [vector for lot in lots for vector in self._ask(lot, kind, self.dimension)]

    def _ask(self, texts: Sequence[str], kind: Kind, dimension: int | None) -> Sequence[bytes]:
        source = self._caller.server.address.shown
        body = self._dialect.body(texts, kind)
        answer = self._caller.post(self._dialect.path, body, self._timeouts[kind])
        vectors = self._dialect.vectors(answer, len(texts), source)
        return [unit_vector(vector, dimension, source) for vector in vectors]


def id_of(provider: str, model: str, dimension: int, query_prefix: str, passage_prefix: str) -> str:
    """`openai/text-embedding-3-small@1536`; with prefixes `…@768+1f2e3d4c`: they change the vectors."""
    prefixes = f"{query_prefix}\0{passage_prefix}"
    digest = blake2b(prefixes.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return f"{provider}/{model}@{dimension}" + (f"+{digest}" if query_prefix or passage_prefix else "")
