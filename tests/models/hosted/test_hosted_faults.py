"""Whatever a server does, there is an answer that may be stored, or the right error, in time."""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import ModelError, ModelMalformed, ModelRefused, ModelTimeout, TextRefused
from belegg.models.hosted import EmbedderSettings, HostedEmbedder, hosted_embedder
from belegg.models.hosted.vectors import in_order, unit_vector
from belegg.testing.model_server import (
    Behaviour,
    FakeClock,
    ModelServer,
    changed,
    cut,
    flooding,
    hanging_up,
    holding,
    saying,
    status,
    trickling,
    trickling_headers,
    unreadable,
)

pytestmark = pytest.mark.req("HYB-3", "HYB-4")


def embedder_of(server: ModelServer, clock: FakeClock | None = None, **settings: Any) -> HostedEmbedder:
    chosen: dict[str, Any] = {"model": "m", "base_url": server.base_url, "dimension": 8} | settings
    return hosted_embedder(EmbedderSettings("openai", **chosen), clock=clock or FakeClock())


def with_vector(values: object) -> Behaviour:
    return saying({"data": [{"index": 0, "embedding": values}]})


@pytest.mark.parametrize("behaviour", [holding, trickling, trickling_headers])
def test_a_server_that_never_ends_is_left_in_time(server: ModelServer, behaviour: Behaviour) -> None:
    server.will(behaviour)

    with pytest.raises(ModelTimeout, match=r"did not answer within 0\.3 s"):
        embedder_of(server, query_timeout_s=0.3).queries(["ferie"])

    assert server.held.is_set()
    assert not server.let_go.is_set()


@pytest.mark.parametrize("behaviour", [holding, trickling, trickling_headers])
def test_what_waited_for_a_server_that_was_left_ends_too(server: ModelServer, behaviour: Behaviour) -> None:
    server.will(behaviour)
    with pytest.raises(ModelTimeout):
        embedder_of(server, query_timeout_s=0.3).queries(["ferie"])

    waiting = [thread for thread in threading.enumerate() if thread.name == "belegg model"]
    for thread in waiting:
        thread.join(10)

    assert not any(thread.is_alive() for thread in waiting)


def test_a_server_that_kept_a_question_waiting_in_vain_rests_for_half_a_minute(server: ModelServer) -> None:
    clock = FakeClock()
    embedder = embedder_of(server, clock)
    server.will(status(503), status(503))
    with pytest.raises(ModelError):
        embedder.queries(["ferie"])
    asked, waited = len(server.requests), list(clock.waits)

    with pytest.raises(ModelError, match="not asked again yet"):
        embedder.queries(["ferie"])
    assert (len(server.requests), clock.waits) == (asked, waited)

    clock.wait(30)
    assert len(embedder.queries(["ferie"])) == 1


def test_after_a_timeout_the_next_question_is_answered(server: ModelServer) -> None:
    server.will(holding)
    embedder = embedder_of(server, query_timeout_s=0.3)
    with pytest.raises(ModelTimeout):
        embedder.queries(["ferie"])

    assert len(embedder_of(server).queries(["ferie"])) == len(embedder.queries(["ferie"])) == 1


def test_429_is_waited_for_as_long_as_told_and_only_that_request_is_made_again(server: ModelServer) -> None:
    clock = FakeClock()
    embedder = embedder_of(server, clock, batch_texts=1)
    server.will(changed(lambda right: right), status(429, retry_after="7"))

    vectors = embedder.passages(["a", "b", "c"])

    assert clock.waits == [7.0]
    assert [asked.body["input"] for asked in server.requests] == [["a"], ["b"], ["b"], ["c"]]
    assert len(vectors) == 3


@pytest.mark.parametrize(
    ("refusing", "wait_s"),
    [
        (status(503, headers={"retry-after-ms": "250"}), 0.25),
        (status(429, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"), 0.0),
        (status(429, error={"status": "RESOURCE_EXHAUSTED", "details": [{"retryDelay": "4s"}]}), 4.0),
        (status(500), 1.0),
        (status(429, retry_after="soon"), 1.0),
        (cut(), 1.0),
        (hanging_up, 1.0),
    ],
)
def test_how_long_to_wait_is_the_servers_word_or_a_second(
    server: ModelServer, refusing: Behaviour, wait_s: float
) -> None:
    clock = FakeClock()
    server.will(refusing)

    assert len(embedder_of(server, clock, query_timeout_s=10).queries(["ferie"])) == 1

    assert clock.waits == [wait_s]


def test_there_are_three_tries_and_no_more(server: ModelServer) -> None:
    clock = FakeClock()
    server.will(status(503), status(503), status(503), status(503))

    with pytest.raises(ModelRefused, match=r"does not serve now; try again later \(`503`\)"):
        embedder_of(server, clock).passages(["ferie"])

    assert clock.waits == [1.0, 5.0]
    assert len(server.requests) == 3


def test_a_wait_beyond_the_time_limit_is_not_begun(server: ModelServer) -> None:
    clock = FakeClock()
    server.will(status(429, retry_after="60"))

    with pytest.raises(ModelRefused, match="asking to wait 60 s"):
        embedder_of(server, clock).queries(["ferie"])

    assert clock.waits == []


@pytest.mark.parametrize(
    ("behaviour", "told"),
    [
        (status(401), "wants a key; set `BELEGG_EMBED_KEY`"),
        (status(402), "nothing left to spend"),
        (status(429, error={"code": "insufficient_quota"}), "nothing left to spend"),
        (status(404), "knows no model `m`"),
        (status(413), "too large"),
        (status(501, error={"type": "not_supported_error"}), "was not started for this"),
        (status(400, error={"code": "context_length_exceeded"}), r"\(`400`, `context_length_exceeded`\)"),
        (status(307, headers={"Location": "http://other.example/"}), "sends on to another address"),
        (saying({"error": {"message": "…", "type": "overloaded"}}), r"\(`200`, `overloaded`\)"),
        (saying({"error": "model is loading"}), "`200`"),
    ],
)
def test_a_refusal_says_what_to_do_and_is_not_tried_again(
    server: ModelServer, behaviour: Behaviour, told: str
) -> None:
    server.will(behaviour)

    with pytest.raises(ModelRefused, match=told):
        embedder_of(server).queries(["ferie"])

    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("behaviour", "is_for_its_text"),
    [
        (status(400, error={"code": "content_filter"}), True),
        (status(400, error={"type": "invalid_request_error"}), True),
        (status(413), True),
        (status(422, error={"error_type": "Validation"}), True),
        (status(500, error={"message": "input is too large to process. increase the batch size"}), True),
        (status(400, error={"status": "FAILED_PRECONDITION"}), False),
        (status(400, error={"status": "INVALID", "details": [{"reason": "API_KEY_INVALID"}]}), False),
        (status(400, error={"code": "insufficient_quota"}), False),
        (status(403), False),
        (status(404), False),
    ],
)
def test_a_text_that_is_refused_is_told_apart_from_a_server_that_serves_nobody(
    server: ModelServer, behaviour: Behaviour, is_for_its_text: bool
) -> None:
    server.will(behaviour)

    with pytest.raises(ModelRefused) as refused:
        embedder_of(server).passages(["ferie"])

    assert isinstance(refused.value, TextRefused) == is_for_its_text
    assert len(server.requests) == 1


def test_a_closed_port_is_told_at_once_and_not_tried_again(server: ModelServer) -> None:
    with ModelServer() as gone:
        address = gone.base_url
    clock = FakeClock()
    embedder = hosted_embedder(EmbedderSettings("openai", "m", address, dimension=8), clock=clock)

    with pytest.raises(ModelRefused, match="cannot be reached; look whether the server is up"):
        embedder.queries(["ferie"])

    assert clock.waits == []


@pytest.mark.parametrize(
    "behaviour",
    [
        unreadable(),
        unreadable(b"[" * 100_000, "application/json"),
        unreadable(b"\xff\xfe", "application/json"),
        saying([]),
        saying({"data": "none"}),
        saying({"data": [{"index": 0}]}),
        changed(lambda right: right | {"data": right["data"][1:]}),
        changed(lambda right: right | {"data": right["data"] * 2}),
        saying({"data": [{"index": 1, "embedding": [1.0] * 8}]}),
        with_vector([1.0] * 7),
        with_vector([]),
        with_vector([0.0] * 8),
        with_vector([math.nan] + [1.0] * 7),
        with_vector([math.inf] + [1.0] * 7),
        with_vector([10**400] + [1.0] * 7),
        with_vector(["1.0"] * 8),
        with_vector([True] * 8),
        with_vector([None] * 8),
        with_vector("AACAPwAAgD8="),
    ],
)
def test_what_is_no_vector_is_malformed_and_never_returned(server: ModelServer, behaviour: Behaviour) -> None:
    server.will(behaviour)

    with pytest.raises(ModelMalformed, match="127"):
        embedder_of(server).passages(["ferie"])


def test_a_wrong_dimension_is_told_with_both_numbers(server: ModelServer) -> None:
    with pytest.raises(ModelMalformed, match="`8` numbers where `384` were expected"):
        embedder_of(server, dimension=384).queries(["ferie"])


def test_an_answer_that_breaks_off_three_times_is_malformed(server: ModelServer) -> None:
    server.will(cut(), cut(), cut())

    with pytest.raises(ModelMalformed, match="broke off"):
        embedder_of(server).passages(["ferie"])


def test_a_body_without_end_is_not_read_to_its_end(server: ModelServer) -> None:
    server.will(flooding(40 * 2**20))

    with pytest.raises(ModelMalformed, match="more than 32 MB"):
        embedder_of(server).passages(["ferie"])


NUMBERS = (
    st.floats(allow_nan=True, allow_infinity=True) | st.integers() | st.booleans() | st.none() | st.text()
)


@given(st.lists(NUMBERS, max_size=6) | st.none() | st.text())
def test_a_vector_is_of_unit_length_or_an_error(values: object) -> None:
    try:
        vector = np.frombuffer(unit_vector(values, None, "here"), "<f4")
    except ModelMalformed:
        return

    assert isinstance(values, list)
    assert len(vector) == len(values)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


@given(st.lists(st.dictionaries(st.sampled_from(["index", "x"]), NUMBERS), max_size=4), st.integers(0, 4))
def test_items_are_put_in_order_or_refused(items: list[dict[str, object]], count: int) -> None:
    try:
        ordered = in_order(items, count, "here")
    except ModelError:
        return

    assert [item["index"] for item in ordered] == list(range(count))
