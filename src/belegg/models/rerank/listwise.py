"""A chat model as reranker: it sees all candidates at once and gives each a score (listwise)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from importlib.resources import files

from belegg.errors import ModelMalformed, ModelRefused
from belegg.models.http import Caller
from belegg.models.rerank.scores import by_index

MOST_TEXTS = 40
MOST_CHARACTERS = 1500
"""Of each text; the rest is not sent. Passages are seldom longer, and time is short."""
BEST = 10
UNJUDGED = -1.0
PROMPT = "listwise.md"
SCHEMA = {
    "name": "ranking",
    "strict": True,
    "schema": {
        "type": "object",
        "properties": {
            "ranking": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"index": {"type": "integer"}, "score": {"type": "number"}},
                    "required": ["index", "score"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["ranking"],
        "additionalProperties": False,
    },
}


class ListwiseReranker:
    """
    `seams.Reranker` over `/v1/chat/completions`. Question and texts leave this machine for the server.

    Scores are the model's, 0 to 1 (a tenth of its 0 to 10). Texts after the fortieth are not sent; they, and
    those that the model left out, have -1 and so stay behind the others in their order. The texts are strings
    inside one JSON object: none can end its string, so what it says stays text, whatever it looks like. It
    may still sway the scores; it can do no more than that. `id` holds a digest of the prompt.
    """

    def __init__(self, model: str, caller: Caller) -> None:
        self._prompt = files("belegg.models.rerank").joinpath(PROMPT).read_text(encoding="utf-8")
        digest = blake2b(self._prompt.encode("utf-8"), digest_size=4).hexdigest()
        self.id = f"chat/{model}+{digest}"
        self._model = model
        self._caller = caller

    def scores(self, question: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
        """
        Raises ModelTimeout; ModelRefused, also when the model declines; ModelMalformed for an answer that is
        cut off, is not of the schema, judges nothing, or judges a text twice or one that was not sent.
        """
        if not texts:
            return []
        sent = [text[:MOST_CHARACTERS] for text in texts[:MOST_TEXTS]]
        answer = self._caller.post("/chat/completions", self._body(question, sent), timeout_s)
        source = self._caller.server.address.shown
        judged = by_index(ranking_in(said(answer, source), source), "score", len(sent), source)
        if not judged or not all(0 <= score <= BEST for score in judged.values()):
            raise ModelMalformed(f"`{source}` judged nothing, or outside of 0 to {BEST}; its order is void")
        return [judged[place] / BEST if place in judged else UNJUDGED for place in range(len(texts))]

    def _body(self, question: str, texts: Sequence[str]) -> object:
        passages = [{"index": index, "text": text} for index, text in enumerate(texts)]
        material = json.dumps({"question": question, "passages": passages}, ensure_ascii=False)
        return {
            "model": self._model,
            "messages": [{"role": "system", "content": self._prompt}, {"role": "user", "content": material}],
            "response_format": {"type": "json_schema", "json_schema": SCHEMA},
        }


def said(answer: object, source: str) -> str:
    """The text of a chat completion that came to its end."""
    choices = answer.get("choices") if isinstance(answer, dict) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise ModelMalformed(f"`{source}` answered in another form than this interface has; check base_url")
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        raise ModelRefused(f"the model of `{source}` declined to rank; the order stays as it was")
    if choice.get("finish_reason") == "length":
        raise ModelMalformed(f"the answer of `{source}` was cut off at its length; its order is void")
    content = message.get("content")
    if not isinstance(content, str):
        raise ModelMalformed(f"`{source}` answered without text; its order is void")
    return content


def ranking_in(content: str, source: str) -> object:
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        raise ModelMalformed(
            f"the model of `{source}` did not answer in JSON; take one that keeps to a JSON schema"
        ) from None
    return answer.get("ranking") if isinstance(answer, dict) else None
