"""A key goes to its server and nowhere else; an address is checked before anything is sent."""

from __future__ import annotations

import json
import logging
import pickle
import subprocess
import sys
import traceback
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadSetting, ModelError
from belegg.models.hosted import EmbedderSettings, Secret, hosted_embedder
from belegg.models.http import address_of
from belegg.models.rerank import RerankerSettings, hosted_reranker
from belegg.testing.model_server import (
    Behaviour,
    FakeClock,
    ModelServer,
    cut,
    hanging_up,
    holding,
    status,
    unreadable,
)

KEY = "sk-0123456789abcdef"


def test_a_secret_shows_itself_to_nobody_who_does_not_ask() -> None:
    secret = Secret(f"  {KEY}\n")

    assert KEY not in f"{secret} {secret!r} {[secret]}"
    assert secret.reveal() == KEY
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        json.dumps(secret)


@pytest.mark.parametrize("value", ["", " \n", "sk one two", "sk-ø", "sk\nX-Other: 1"])
def test_what_can_be_no_key_is_refused_without_repeating_it(value: str) -> None:
    with pytest.raises(BadSetting) as raised:
        Secret(value)

    assert not value.strip() or value not in str(raised.value)


@pytest.mark.req("HYB-4")
@pytest.mark.parametrize(
    "behaviour",
    [
        holding,
        hanging_up,
        cut(),
        unreadable(KEY.encode()),
        status(401, error={"message": f"Incorrect API key: {KEY}", "code": f"{KEY}"}),
        status(400, error={"message": f"you sent {KEY}", "type": f"bad.{KEY}"}),
    ],
)
def test_no_error_and_no_log_holds_the_key(
    server: ModelServer, behaviour: Behaviour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.will(behaviour, behaviour, behaviour)
    settings = EmbedderSettings("openai", "m", server.base_url, dimension=8, query_timeout_s=0.3)
    embedder = hosted_embedder(settings, Secret(KEY), clock=FakeClock())

    with pytest.raises(ModelError) as raised:
        embedder.queries(["ferie"])

    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in "".join(traceback.format_exception(raised.value))
    assert KEY not in caplog.text
    assert KEY not in repr(vars(embedder)) + embedder.id


def test_what_a_server_says_in_sentences_is_not_repeated(server: ModelServer) -> None:
    server.will(status(400, error={"message": "cannot embed `the secret minutes`", "code": "bad_input"}))
    embedder = hosted_embedder(EmbedderSettings("openai", "m", server.base_url, dimension=8))

    with pytest.raises(ModelError) as raised:
        embedder.queries(["the secret minutes"])

    assert "minutes" not in str(raised.value)
    assert "`bad_input`" in str(raised.value)


def test_settings_have_no_place_for_a_key() -> None:
    names = {field.name for kind in (EmbedderSettings, RerankerSettings) for field in fields(kind)}

    assert not {name for name in names if "key" in name or "secret" in name}


@pytest.mark.parametrize(
    "base_url",
    [
        "https://user:hunter2@host/v1",
        "https://host/v1?key=hunter2",
        "https://host/v1#hunter2",
        "https://:hunter2@host",
    ],
)
def test_an_address_with_a_key_in_it_is_refused_without_repeating_it(base_url: str) -> None:
    with pytest.raises(BadSetting, match="give a key as the key") as raised:
        EmbedderSettings("openai", "m", base_url)

    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    "base_url", ["", "host:8080", "file:///etc/passwd", "ftp://host", "https://", "http://h:x"]
)
def test_only_http_and_https_addresses_are_taken(base_url: str) -> None:
    with pytest.raises(BadSetting, match="base_url"):
        RerankerSettings("tei", "m", base_url)


@pytest.mark.parametrize(
    ("base_url", "shown", "url", "here"),
    [
        ("http://localhost:11434", "localhost:11434", "http://localhost:11434/v1/x", True),
        ("http://127.8.0.1/", "127.8.0.1", "http://127.8.0.1/v1/x", True),
        ("http://[::1]:80/v2/", "[::1]:80", "http://[::1]:80/v2/x", True),
        ("HTTPS://API.Example.com/a", "api.example.com", "https://api.example.com/a/x", False),
        ("http://10.0.0.7", "10.0.0.7", "http://10.0.0.7/v1/x", False),
    ],
)
def test_an_address_is_read_into_what_is_shown_and_what_is_asked(
    base_url: str, shown: str, url: str, here: bool
) -> None:
    address = address_of(base_url, "/v1")

    assert (address.shown, address.url("/x"), address.is_loopback) == (shown, url, here)


@given(st.text(max_size=30) | st.text(max_size=20).map("http://".__add__))
def test_any_text_is_an_address_or_a_bad_setting(base_url: str) -> None:
    try:
        address = address_of(base_url)
    except BadSetting:
        return

    assert address.scheme in {"http", "https"}
    assert address.host


def test_no_proxy_of_the_environment_stands_before_a_server_on_this_machine(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url)
        monkeypatch.setenv("ALL_PROXY", proxy.base_url)
        embedder = hosted_embedder(EmbedderSettings("openai", "m", server.base_url, dimension=8))

        embedder.queries(["ferie"])

    assert proxy.requests == []
    assert len(server.requests) == 1


def test_a_server_elsewhere_is_asked_through_the_proxy_of_the_environment(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", server.base_url)
    monkeypatch.setenv("NO_PROXY", "")
    embedder = hosted_embedder(EmbedderSettings("openai", "m", "http://models.example", dimension=8))

    embedder.queries(["ferie"])

    assert server.requests[0].path == "http://models.example/v1/embeddings"


def test_one_connection_serves_one_question_after_the_other(server: ModelServer) -> None:
    reranker = hosted_reranker(RerankerSettings("jina", "m", server.base_url))

    for _ in range(3):
        reranker.scores("ferie", ["ferie"], 5)

    assert server.connections == 1


WITHOUT_HTTPX = """
import sys
sys.modules["httpx"] = None
from belegg.errors import MissingExtra
from belegg.models.hosted import EmbedderSettings, hosted_embedder
from belegg.models.rerank import RerankerSettings, hosted_reranker
for make, settings in ((hosted_embedder, EmbedderSettings("voyage", "voyage-4")),
                       (hosted_reranker, RerankerSettings("cohere", "rerank-v3.5"))):
    try:
        make(settings)
    except MissingExtra as error:
        print(error)
"""


def test_without_the_extra_the_install_line_is_told() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT_HTTPX], capture_output=True, text=True, check=True)

    assert run.stdout.splitlines() == ["`httpx` is not installed; run `pip install 'belegg[models]'`"] * 2
