"""Each provider is asked in its own form, for passages and for questions apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import ModelRefused
from belegg.models.hosted import EmbedderSettings, HostedEmbedder, Provider, Secret, hosted_embedder
from belegg.models.hosted.tokens import batches, tokens_of
from belegg.seams import Embedder
from belegg.testing.model_server import ModelServer

pytestmark = pytest.mark.req("HYB-4")

KEY = Secret("sk-very-secret")


def embedder_of(server: ModelServer, provider: Provider = "openai", **settings: Any) -> HostedEmbedder:
    chosen: dict[str, Any] = {"model": "m", "dimension": 8, "base_url": server.base_url} | settings
    return hosted_embedder(EmbedderSettings(provider, **chosen), KEY)


def test_openai_gets_model_and_input_at_v1_embeddings_with_a_bearer_key(server: ModelServer) -> None:
    embedder: Embedder = embedder_of(server, model="text-embedding-3-small")

    embedder.passages(["ferie", "lønn"])

    asked = server.requests[0]
    assert asked.path == "/v1/embeddings"
    assert asked.headers["authorization"] == "Bearer sk-very-secret"
    assert asked.body == {"model": "text-embedding-3-small", "input": ["ferie", "lønn"]}


def test_a_server_without_a_key_gets_no_header_for_one(server: ModelServer) -> None:
    settings = EmbedderSettings("openai", "bge-m3", server.base_url + "/api/v1/", dimension=8)

    hosted_embedder(settings).queries(["ferie"])

    assert server.requests[0].path == "/api/v1/embeddings"
    assert "authorization" not in server.requests[0].headers


def test_a_shorter_dimension_is_asked_for_only_when_it_is_shortened(server: ModelServer) -> None:
    plain, short = embedder_of(server), embedder_of(server, dimension=4, shortened=True)

    plain.passages(["ferie"])
    vectors = short.passages(["ferie"])

    assert "dimensions" not in server.requests[0].body
    assert server.requests[1].body["dimensions"] == 4
    assert len(vectors[0]) == 4 * 4


def test_azure_gets_the_deployment_in_the_path_and_the_key_in_api_key(server: ModelServer) -> None:
    embedder_of(server, "azure", model="our embeddings").passages(["ferie"])

    asked = server.requests[0]
    assert asked.path == "/openai/deployments/our%20embeddings/embeddings?api-version=2024-10-21"
    assert asked.headers["api-key"] == "sk-very-secret"
    assert "authorization" not in asked.headers
    assert asked.body == {"input": ["ferie"]}


def test_gemini_gets_the_task_of_each_kind_of_text(server: ModelServer) -> None:
    embedder = embedder_of(server, "gemini", model="gemini-embedding-001", shortened=True)

    embedder.passages(["ferie"])
    embedder.queries(["ferie"])

    found, asks = server.requests
    assert found.path == "/v1beta/models/gemini-embedding-001:batchEmbedContents"
    assert found.headers["x-goog-api-key"] == "sk-very-secret"
    inside = {"model": "models/gemini-embedding-001", "content": {"parts": [{"text": "ferie"}]}}
    passage = inside | {"taskType": "RETRIEVAL_DOCUMENT", "outputDimensionality": 8}
    question = inside | {"taskType": "RETRIEVAL_QUERY", "outputDimensionality": 8}
    assert found.body == {"requests": [passage]}
    assert asks.body == {"requests": [question]}


def test_gemini_2_gets_a_prefix_in_place_of_a_task(server: ModelServer) -> None:
    embedder = embedder_of(server, "gemini", model="gemini-embedding-2")

    embedder.passages(["ferie"])
    embedder.queries(["ferie"])

    inner = [asked.body["requests"][0] for asked in server.requests]
    assert all("taskType" not in request for request in inner)
    texts = [request["content"]["parts"][0]["text"] for request in inner]
    assert texts == ["title: none | text: ferie", "task: search result | query: ferie"]


def test_voyage_gets_the_input_type_of_each_kind_of_text(server: ModelServer) -> None:
    embedder = embedder_of(server, "voyage", model="voyage-4", shortened=True)

    embedder.passages(["ferie"])
    embedder.queries(["ferie"])

    same = {"model": "voyage-4", "input": ["ferie"], "truncation": False, "output_dimension": 8}
    assert [asked.path for asked in server.requests] == ["/v1/embeddings", "/v1/embeddings"]
    assert server.requests[0].body == same | {"input_type": "document"}
    assert server.requests[1].body == same | {"input_type": "query"}


def test_open_models_get_the_prefixes_they_were_trained_with(server: ModelServer) -> None:
    embedder = embedder_of(server, model="intfloat/multilingual-e5-large")

    embedder.passages(["ferie"])
    embedder.queries(["ferie"])

    assert [asked.body["input"] for asked in server.requests] == [["passage: ferie"], ["query: ferie"]]


def test_prefixes_of_the_settings_stand_above_the_known_ones(server: ModelServer) -> None:
    embedder = embedder_of(server, model="multilingual-e5-small", query_prefix="", passage_prefix="doc: ")

    embedder.passages(["ferie"])
    embedder.queries(["ferie"])

    assert [asked.body["input"] for asked in server.requests] == [["doc: ferie"], ["ferie"]]


@pytest.mark.parametrize("provider", ["openai", "azure", "gemini", "voyage"])
def test_vectors_come_in_the_order_of_the_texts_and_of_unit_length(
    server: ModelServer, provider: Provider
) -> None:
    embedder = embedder_of(server, provider)
    texts = ["ferie", "lønn", "oppsigelse"]

    together = embedder.passages(texts)

    assert together == [embedder.passages([text])[0] for text in texts]
    lengths = [np.linalg.norm(np.frombuffer(vector, "<f4")) for vector in together]
    assert lengths == pytest.approx([1, 1, 1])


def test_a_call_is_cut_into_requests_of_the_batch_size(server: ModelServer) -> None:
    embedder = embedder_of(server, batch_texts=2)

    vectors = embedder.passages(["a", "b", "c", "d", "e"])

    assert [asked.body["input"] for asked in server.requests] == [["a", "b"], ["c", "d"], ["e"]]
    assert len(vectors) == 5


def test_no_texts_are_no_request(server: ModelServer) -> None:
    assert embedder_of(server).passages([]) == []
    assert server.requests == []


def test_an_empty_text_is_refused_before_anything_is_sent(server: ModelServer) -> None:
    with pytest.raises(ModelRefused, match="text `2` of `3` is empty"):
        embedder_of(server).passages(["ferie", " \n", "lønn"])

    assert server.requests == []


@given(st.text(max_size=60), st.text(max_size=60))
def test_guessed_tokens_add_up_and_every_word_has_some(one: str, other: str) -> None:
    assert tokens_of(f"{one} {other}") == tokens_of(one) + tokens_of(other)
    assert (tokens_of(one) == 0) is (one.strip() == "")


@given(st.lists(st.text(max_size=40), max_size=30), st.integers(1, 7), st.integers(1, 60))
def test_batches_are_the_texts_in_order_within_both_limits(texts: list[str], most: int, tokens: int) -> None:
    lots = list(batches(texts, most, tokens))

    assert [text for lot in lots for text in lot] == texts
    assert all(0 < len(lot) <= most for lot in lots)
    assert all(len(lot) == 1 or sum(map(tokens_of, lot)) <= tokens for lot in lots)
