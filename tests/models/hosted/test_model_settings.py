"""Settings of models are plain: written, read again, and refused when they cannot be meant."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadSetting
from belegg.models.hosted import PROVIDERS, EmbedderSettings, hosted_embedder, pinned
from belegg.models.hosted.prefixes import Prefixes, prefixes_of
from belegg.models.rerank import RERANK_PROVIDERS, RerankerSettings
from belegg.testing.model_server import ModelServer

pytestmark = pytest.mark.req("HYB-4")

NAMES = st.text(min_size=1, max_size=20).filter(str.strip)
SETTINGS = st.builds(
    EmbedderSettings,
    provider=st.sampled_from(PROVIDERS),
    model=NAMES,
    base_url=st.just("https://host:1/v1"),
    dimension=st.none() | st.integers(1, 9999),
    query_prefix=st.none() | st.text(max_size=9),
    api_version=st.none() | st.text(max_size=9),
    batch_texts=st.none() | st.integers(1, 99),
    timeout_s=st.floats(0.1, 999) | st.integers(1, 99),
)


@given(SETTINGS)
def test_settings_written_and_read_again_are_the_same(settings: EmbedderSettings) -> None:
    assert EmbedderSettings.from_json(settings.to_json()) == settings


@given(st.sampled_from(RERANK_PROVIDERS), NAMES)
def test_a_rerankers_settings_written_and_read_again_are_the_same(provider: Any, model: str) -> None:
    settings = RerankerSettings(provider, model, "http://host")

    assert RerankerSettings.from_json(settings.to_json()) == settings


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"provider": "openai"}',
        '{"provider": "openai", "model": 3}',
        '{"provider": "else", "model": "m"}',
        '{"provider": "openai", "model": "m", "dimension": true}',
        '{"provider": "openai", "model": "m", "dimension": "384"}',
        '{"provider": "openai", "model": "m", "shortened": 1}',
        '{"provider": "openai", "model": "m", "key": "sk-hunter2"}',
        "[" * 100_000,
    ],
)
def test_what_was_not_written_by_settings_is_not_read(text: str) -> None:
    with pytest.raises(BadSetting) as raised:
        EmbedderSettings.from_json(text)

    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"provider": "acme"}, "`acme` is no provider"),
        ({"model": " "}, "needs a model"),
        ({"provider": "azure"}, "Azure needs a base_url"),
        ({"dimension": 0}, "`dimension` is `0`"),
        ({"timeout_s": -1.0}, "`timeout_s`"),
        ({"shortened": True}, "needs a `dimension`"),
    ],
)
def test_what_cannot_be_meant_is_told(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        EmbedderSettings(**({"provider": "openai", "model": "m"} | settings))


@pytest.mark.parametrize(
    ("provider", "model", "base_url", "told"),
    [
        ("acme", "m", None, "`acme` is no provider"),
        ("jina", "", None, "needs a model"),
        ("tei", "m", None, "needs a base_url"),
    ],
)
def test_a_reranker_that_cannot_be_meant_is_told(
    provider: Any, model: str, base_url: str | None, told: str
) -> None:
    with pytest.raises(BadSetting, match=told):
        RerankerSettings(provider, model, base_url)


@pytest.mark.req("HYB-3")
def test_the_id_names_provider_model_dimension_and_prefixes_and_no_address(server: ModelServer) -> None:
    def id_of(model: str, **settings: Any) -> str:
        return hosted_embedder(EmbedderSettings("openai", model, server.base_url, **settings)).id

    assert id_of("bge-m3", dimension=1024) == "openai/bge-m3@1024"
    assert id_of("bge-m3", dimension=512, shortened=True) == "openai/bge-m3@512"
    prefixed = id_of("bge-m3", dimension=1024, query_prefix="q: ")
    assert prefixed.startswith("openai/bge-m3@1024+")
    assert prefixed != id_of("bge-m3", dimension=1024, passage_prefix="q: ")


def test_a_dimension_that_is_not_given_is_found_out_once_and_pinned(server: ModelServer) -> None:
    settings = EmbedderSettings("openai", "nomic-embed-text", server.base_url)

    first = hosted_embedder(settings)
    kept = EmbedderSettings.from_json(pinned(settings, first).to_json())
    second = hosted_embedder(kept)

    assert len(server.requests) == 1
    assert (kept.dimension, kept.shortened) == (8, False)
    assert (kept.query_prefix, kept.passage_prefix) == ("search_query: ", "search_document: ")
    assert first.id == second.id


@pytest.mark.parametrize(
    ("model", "query"),
    [
        ("intfloat/multilingual-e5-large", "query: "),
        ("multilingual-e5-large-instruct", ""),
        ("nomic-embed-text:latest", "search_query: "),
        ("google/embeddinggemma-300m", "task: search result | query: "),
        ("gemini-embedding-001", ""),
        ("BAAI/bge-m3", ""),
        ("text-embedding-3-small", ""),
    ],
)
def test_models_that_want_a_prefix_are_known_by_name(model: str, query: str) -> None:
    assert prefixes_of(model).query == query
    assert bool(prefixes_of(model) == Prefixes()) is (query == "")
