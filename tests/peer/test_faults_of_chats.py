"""Whatever a server does to a chat: a marked reply or a typed error, in time, with no cut call and no key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from belegg.errors import ModelError, ModelTimeout
from belegg.records.chat import Delta, Message, Reply, Tool
from belegg.testing.chat import calls, says
from belegg.testing.chat_faults import (
    BUSY,
    CUT_STREAMS,
    FAULTS,
    NO_REPLY,
    NO_SUCH_HOST,
    REFUSED,
    STOPPED_STREAMS,
    TEXT,
    UNUSUAL,
    closed_address,
    pings_every,
    refuses,
    silent,
    tokens_every,
)
from belegg.testing.chat_server import ChatServer, Fault, Line
from belegg.testing.odd_replies import HUGE, ODD_ANSWERS, malformed_calls

pytest.importorskip("pydantic_ai")
from belegg.models.chat.hosted import HostedChat
from belegg.models.chat.settings import ChatSettings, Provider
from belegg.models.http.secret import Secret

pytestmark = pytest.mark.req("AGE-8")

KEY = "sk-secret-" + "k" * 16
PROVIDERS: tuple[Provider, ...] = ("openai", "anthropic", "gemini")
SEARCH = Tool("search", "Searches.", {"type": "object", "properties": {"queries": {"type": "array"}}})
ASKED = (Message("system", "Answer."), Message("user", "What is the notice period?"))
RIGHT = {"queries": ["notice period", "Alder contract"], "limit": 8}


def chat_of(base_url: str, waits: list[float], provider: Provider = "openai", **settings: Any) -> HostedChat:
    async def wait(seconds: float) -> None:
        waits.append(seconds)

    limits = {"first_byte_s": 20.0, "idle_s": 20.0} | settings
    chosen = ChatSettings(provider, "scripted", base_url, **limits)
    return HostedChat(chosen, Secret(KEY), key_setting="BELEGG_ANSWER_KEY", wait=wait)


async def drained(stream: AsyncIterator[Delta | Reply]) -> tuple[str, Reply]:
    """The text of the deltas, and the reply."""
    pieces = [piece async for piece in stream]
    reply = pieces[-1]
    assert isinstance(reply, Reply)
    return "".join(piece.text for piece in pieces if isinstance(piece, Delta)), reply


class Told:
    """What came of asking a server with this script once."""

    def __init__(
        self,
        *script: Line,
        provider: Provider = "openai",
        messages: Sequence[Message] = ASKED,
        timeout_s: float = 60.0,
        **settings: Any,
    ) -> None:
        self.waits: list[float] = []
        self.text, self.reply, self.error = "", None, None
        with ChatServer(script) as server:
            chat = chat_of(server.base_url, self.waits, provider, **settings)
            try:
                stream = chat.stream(messages, tools=[SEARCH], timeout_s=timeout_s)
                self.text, self.reply = asyncio.run(drained(stream))
            except ModelError as error:
                self.error = error
            self.asked = server.asked
            self.left = server.left.is_set()

    reply: Reply | None
    error: ModelError | None

    @property
    def came(self) -> Reply:
        assert self.reply is not None, self.error
        return self.reply

    @property
    def failed(self) -> ModelError:
        assert self.error is not None, self.reply
        return self.error


def cut_streams() -> Sequence[tuple[Provider, str]]:
    """All for OpenAI's form, of which alone `[DONE]` is a line."""
    others = [name for name in CUT_STREAMS if "done" not in name]
    further: list[tuple[Provider, str]] = [(provider, name) for provider in PROVIDERS[1:] for name in others]
    return [*(("openai", name) for name in CUT_STREAMS), *further]


@pytest.mark.parametrize(("provider", "name"), cut_streams())
def test_a_cut_stream_is_interrupted_and_none_of_its_calls_are_run(provider: Provider, name: str) -> None:
    told = Told(CUT_STREAMS[name], provider=provider, idle_s=0.3)

    assert told.came.finish == "interrupted"
    assert told.came.message.calls == ()
    assert told.came.message.text == told.text
    assert TEXT.message.text.startswith(told.text)
    assert bool(told.text) == ("in text" in name)
    assert len(told.asked) == 1


@pytest.mark.parametrize("name", STOPPED_STREAMS)
def test_a_stream_that_was_stopped_says_by_whom_and_runs_no_call(name: str) -> None:
    told = Told(STOPPED_STREAMS[name])

    assert told.came.finish == STOPPED_STREAMS[name].ends
    assert told.came.message.calls == ()


@pytest.mark.parametrize("name", UNUSUAL)
def test_a_whole_reply_told_in_an_unusual_way_is_whole(name: str) -> None:
    told = Told(UNUSUAL[name])

    assert (told.came.finish, told.came.message.text) == ("stop", TEXT.message.text)
    assert told.text == TEXT.message.text


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("name", NO_REPLY)
def test_what_is_no_reply_is_an_error_without_the_key(name: str, provider: Provider) -> None:
    told = Told(NO_REPLY[name], provider=provider)

    assert KEY not in str(told.failed)
    assert len(told.asked) <= 3


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("name", BUSY)
def test_a_busy_server_is_asked_three_times_at_most(name: str, provider: Provider) -> None:
    told = Told(BUSY[name], provider=provider)

    assert told.failed
    assert len(told.asked) == (1 if "hour" in name else 3)
    assert all(wait == 2 for wait in told.waits) == ("with" in name or "hour" in name)


@pytest.mark.parametrize("name", [name for name in BUSY if "hour" not in name])
def test_a_server_that_was_busy_once_answers_the_second_time(name: str) -> None:
    told = Told(BUSY[name], TEXT)

    assert (told.came.finish, told.text) == ("stop", TEXT.message.text)
    assert len(told.asked) == 2


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_told_once_and_no_other_try_made(name: str, provider: Provider) -> None:
    told = Told(REFUSED[name], provider=provider)

    assert (len(told.asked), told.waits) == (1, [])
    assert KEY not in str(told.failed)
    if name in ("401", "403"):
        assert "BELEGG_ANSWER_KEY" in str(told.failed)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("code", [400, 401, 429, 500])
def test_a_server_that_repeats_the_key_is_not_quoted(code: int, provider: Provider) -> None:
    echo = Fault("echo", refuses(code, message=f"Incorrect API key provided: {KEY}"))

    told = Told(echo, provider=provider)

    assert KEY not in f"{told.failed!r} {told.failed.__cause__!r} {told.failed.__context__!r}"


@pytest.mark.parametrize("address", [closed_address(), NO_SUCH_HOST], ids=["closed port", "no such host"])
def test_a_server_that_is_not_there_is_said_to_be_out_of_reach(address: str) -> None:
    waits: list[float] = []
    chat = chat_of(address, waits)

    with pytest.raises(ModelError, match="cannot be reached") as caught:
        asyncio.run(drained(chat.stream(ASKED)))

    assert KEY not in str(caught.value)
    assert len(waits) <= 2


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_server_that_says_nothing_is_left(provider: Provider) -> None:
    told = Told(Fault("silence", silent), provider=provider, first_byte_s=0.3)

    assert isinstance(told.failed, ModelTimeout)
    assert "0.3 s" in str(told.failed)
    assert len(told.asked) == 1


def test_a_server_that_says_nothing_is_left_when_the_whole_time_is_over() -> None:
    told = Told(Fault("silence", silent), timeout_s=0.3)

    assert isinstance(told.failed, ModelTimeout)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_of_a_reply_that_never_ends_what_came_in_time_is_kept(provider: Provider) -> None:
    told = Told(tokens_every(0.02), provider=provider, timeout_s=1.0)

    assert told.came.finish == "interrupted"
    assert told.text.startswith(TEXT.message.text[:9])


def test_a_server_that_only_says_that_it_works_is_left_in_time() -> None:
    told = Told(pings_every(0.02), timeout_s=0.5)

    assert isinstance(told.failed, ModelTimeout)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_whole_reply_where_a_stream_was_asked_for_is_that_reply_or_an_error(provider: Provider) -> None:
    told = Told(FAULTS["no stream"], provider=provider)

    assert told.error is not None or (told.came.finish, told.text) == ("stop", TEXT.message.text)
    assert len(told.asked) == 1


def test_closing_the_stream_closes_the_connection() -> None:
    async def first_piece_only(chat: HostedChat) -> None:
        stream = chat.stream(ASKED)
        async for piece in stream:
            assert isinstance(piece, Delta)
            break
        await stream.aclose()  # type: ignore[attr-defined]

    with ChatServer([tokens_every(0.01)]) as server:
        asyncio.run(first_piece_only(chat_of(server.base_url, [])))
        assert server.left.wait(10)


def test_whoever_is_cancelled_leaves_the_server() -> None:
    async def cancelled(chat: HostedChat) -> None:
        begun = asyncio.Event()

        async def ask() -> None:
            async for _ in chat.stream(ASKED):
                begun.set()

        task = asyncio.create_task(ask())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with ChatServer([tokens_every(0.01)]) as server:
        asyncio.run(cancelled(chat_of(server.base_url, [])))
        assert server.left.wait(10)


MALFORMED = malformed_calls("search", RIGHT, "queries")


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_calls_come_through_as_written_and_the_conversation_goes_on(name: str) -> None:
    first = Told(MALFORMED[name])
    if name == "huge" and first.error is not None:
        assert KEY not in str(first.error)
        return
    called = first.came.message.calls
    results = [Message("tool", "Not understood.", answers=call.id) for call in called]
    assert len({call.id for call in called}) == len(called)
    assert [call.arguments for call in called] == [c.arguments for c in MALFORMED[name].message.calls]

    then = Told(says("Thirty days."), messages=[*ASKED, first.came.message, *results])

    assert then.text == "Thirty days."
    assert len(then.asked[0].messages) == 3 + len(called)


@pytest.mark.parametrize("name", [name for name, reply in ODD_ANSWERS.items() if not reply.message.calls])
def test_a_reply_of_odd_words_is_a_reply(name: str) -> None:
    told = Told(ODD_ANSWERS[name])

    assert told.came.message.text.strip() == ODD_ANSWERS[name].message.text.strip()
    assert told.came.message.calls == ()


def test_a_reply_far_too_long_is_not_read_to_its_end() -> None:
    told = Told(says("x" * HUGE * 4))

    assert told.error is not None or told.came.finish == "interrupted"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_calls_come_through_every_makers_form(provider: Provider) -> None:
    told = Told(calls(("search", RIGHT), ("search", {"queries": []})), provider=provider)

    assert told.came.finish == "calls"
    assert [call.name for call in told.came.message.calls] == ["search", "search"]
    assert '"notice period"' in told.came.message.calls[0].arguments
    assert told.came.usage.output_tokens > 0
