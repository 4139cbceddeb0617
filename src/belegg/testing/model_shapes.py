"""
What a model server answers, by the interfaces that Belegg speaks, from rules instead of a model.

Vectors are sums of word directions: texts that share words are near. They are three times too long, so that
whoever must make them unit length is seen to. Scores are the share of the question's words in a text.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

OVERLONG = 3.0
"""The length of the vectors."""

Json = Any


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came: path with query, headers by lower-case name, body as JSON (None: it is none)."""

    path: str
    headers: Mapping[str, str]
    body: Json


def answer_to(asked: Asked, dimension: int) -> Json | None:
    """The answer of the interface that the path belongs to; None when it is none of them."""
    path = asked.path.split("?")[0]
    if path.endswith("/embeddings"):
        return embeddings(asked.body, asked.path, dimension)
    if path.endswith(":batchEmbedContents"):
        return batch_embed_contents(asked.body, dimension)
    if path.endswith("/rerank"):
        return reranked(asked.body)
    if path.endswith("/chat/completions"):
        return chat_completion(chat_text(asked.body))
    return None


def embeddings(body: Json, path: str, dimension: int) -> Json:
    """OpenAI, Azure, Voyage. Items come last first, since only their index tells where they belong."""
    length = body.get("dimensions") or body.get("output_dimension") or dimension
    items = [
        {"object": "embedding", "index": index, "embedding": vector_of(text, length)}
        for index, text in enumerate(body["input"])
    ]
    return {
        "object": "list",
        "data": items[::-1],
        "model": body.get("model", path),
        "usage": {"total_tokens": 1},
    }


def batch_embed_contents(body: Json, dimension: int) -> Json:
    """Gemini: in the order of the requests."""
    return {
        "embeddings": [
            {
                "values": vector_of(
                    request["content"]["parts"][0]["text"], request.get("outputDimensionality") or dimension
                )
            }
            for request in body["requests"]
        ]
    }


def reranked(body: Json) -> Json:
    """Jina and Cohere (`documents`) or TEI (`texts`), the best first."""
    texts = body["documents"] if "documents" in body else body["texts"]
    order = ranked(body["query"], texts)
    if "texts" in body:
        return [{"index": index, "score": score} for index, score in order]
    results = [{"index": index, "relevance_score": score} for index, score in order]
    return {"id": "rerank-1", "results": results, "meta": {}}


def chat_completion(content: str | None, finish_reason: str = "stop", refusal: str | None = None) -> Json:
    """A whole chat completion that says `content`."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "chat-1", "object": "chat.completion", "choices": [choice], "usage": usage}


def chat_text(body: Json) -> str:
    """A ranking for a request whose schema asks for one, else the last message said back."""
    last = body["messages"][-1]["content"]
    schema = body.get("response_format", {}).get("json_schema", {})
    if schema.get("name") != "ranking":
        return str(last)
    material = json.loads(last)
    texts = [passage["text"] for passage in material["passages"]]
    order = ranked(material["question"], texts)
    return json.dumps({"ranking": [{"index": index, "score": 10 * score} for index, score in order]})


def ranked(question: str, texts: Sequence[str]) -> list[tuple[int, float]]:
    """Index and share of the question's words for each text, the best first, ties in their order."""
    wanted = set(words_in(question))
    scores = [len(wanted & set(words_in(text))) / max(1, len(wanted)) for text in texts]
    return sorted(enumerate(scores), key=lambda pair: -pair[1])


def vector_of(text: str, dimension: int) -> list[float]:
    """The same on every machine; `OVERLONG` long; never zero."""
    total = [0.0] * dimension
    for word in words_in(text) or [text]:
        chance = random.Random(word)
        total = [value + chance.gauss(0, 1) for value in total]
    length = sum(value * value for value in total) ** 0.5
    return [OVERLONG * value / length for value in total]


def words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
