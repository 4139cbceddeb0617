"""A chat model behind HTTP, through pydantic-ai's low-level interface: one request, one reply as it comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from typing import Any, cast

import httpx2
from pydantic_ai.direct import model_request_stream
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.messages import ModelResponse, PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
from pydantic_ai.models import ModelRequestParameters, StreamedResponse
from pydantic_ai.settings import ModelSettings

from belegg.models.chat.counting import usage_of
from belegg.models.chat.mapping import to_message, to_messages, to_parameters
from belegg.models.chat.problems import answer_in, is_break, late, problem
from belegg.models.chat.providers import load, model_of
from belegg.models.chat.settings import ChatSettings
from belegg.models.chat.wire import Client, Watch
from belegg.models.http.calling import BACKOFF_S
from belegg.models.http.refusing import is_worth_another_try, wait_told
from belegg.models.http.secret import Secret
from belegg.records.chat import Delta, Message, Reply, Tool

FAILURES = (AgentRunError, UserError, httpx2.HTTPError, httpx2.StreamError)
FORMS = (AttributeError, TypeError, ValueError, LookupError, AssertionError)
"""What SDKs and pydantic-ai raise over an answer of another form than they know."""
FEW_TOKENS = 4


class HostedChat:
    """
    `seams.Chat` over a server. `id` names model and server (`openai:gpt-5@api.openai.com`). `refused_with` is
    the status with which the last request failed, None when it failed otherwise.

    Each reply has a connection of its own, closed with it. Tried three times at most, as long as nothing of
    a reply has come, and only what may pass: 429, 5xx, a connection that ends. Between tries it waits as the
    server asks; when that is more time than there is, it does not wait at all.
    """

    def __init__(
        self,
        settings: ChatSettings,
        key: Secret | None = None,
        *,
        key_setting: str = "BELEGG_ANSWER_KEY",
        wait: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Loads the provider's part (seconds of processor time, once). Raises MissingExtra."""
        load(settings)
        self.id = settings.id
        self.settings = settings
        self._key = key
        self._key_setting = key_setting
        self._wait = wait
        self.refused_with: int | None = None

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        must_call: bool = False,
        schema: Mapping[str, object] | None = None,
        most_tokens: int | None = None,
        timeout_s: float = 60.0,
    ) -> AsyncIterator[Delta | Reply]:
        """As the seam says; `timeout_s` is no more than the settings'."""
        choice = {"tool_choice": "required"} if must_call and tools else {}
        asked = Asked(messages, to_parameters(tools, schema), self._options(most_tokens, choice))
        async with aclosing(self._answered(asked, timeout_s)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Delta):
                    yield piece
                else:
                    message, finish = to_message(piece)
                    usage = usage_of(piece, messages, message, self.settings)
                    yield Reply(message, finish, usage, piece.model_name or self.settings.model)

    async def logprobs(
        self, messages: Sequence[Message], *, top: int = 20, timeout_s: float = 60.0
    ) -> Sequence[Mapping[str, Any]]:
        """
        What the server tells of the first tokens of a reply, as OpenAI's `logprobs` entries: for each token
        `token`, `logprob`, `top_logprobs`. Empty when it tells nothing. Raises as `stream`.
        """
        options = self._options(FEW_TOKENS, {"openai_logprobs": True, "openai_top_logprobs": top})
        told: Mapping[str, Any] = {}
        asked = Asked(messages, ModelRequestParameters(), options)
        async with aclosing(self._answered(asked, timeout_s)) as pieces:
            async for piece in pieces:
                if isinstance(piece, ModelResponse):
                    told = piece.provider_details or {}
        return list(told.get("logprobs") or ())

    def _options(self, most_tokens: int | None, more: Mapping[str, Any]) -> ModelSettings:
        limit = most_tokens or self.settings.most_tokens
        options: dict[str, Any] = {"temperature": self.settings.temperature, "max_tokens": limit, **more}
        return cast(ModelSettings, {name: value for name, value in options.items() if value is not None})

    async def _answered(self, asked: Asked, timeout_s: float) -> AsyncGenerator[Delta | ModelResponse]:
        """Deltas, then the response as pydantic-ai has it, whole or broken off."""
        limit_s = min(timeout_s, self.settings.timeout_s)
        deadline = asyncio.get_running_loop().time() + limit_s
        for backoff_s in (*BACKOFF_S, None):
            attempt = Attempt(self.settings, self._key, asked, deadline)
            try:
                async with aclosing(attempt.pieces()) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except TimeoutError:
                raise late(self.settings, limit_s) from None
            except (*FAILURES, *FORMS) as error:
                failed = problem(error, attempt.watch, self.settings, self._key, self._key_setting)
                wait_s = attempt.wait_s(error, backoff_s)
                refused = answer_in(error, attempt.watch)
                self.refused_with = None if refused is None else refused.status
            if wait_s is None or asyncio.get_running_loop().time() + wait_s >= deadline:
                raise failed
            await self._wait(wait_s)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, whoever is asked."""

    messages: Sequence[Message]
    parameters: ModelRequestParameters
    options: ModelSettings


class Attempt:
    """One try: a connection of its own, and what its `watch` saw."""

    def __init__(self, settings: ChatSettings, key: Secret | None, asked: Asked, deadline: float) -> None:
        self.watch = Watch()
        self._settings = settings
        self._key = key
        self._asked = asked
        self._deadline = deadline

    async def pieces(self) -> AsyncGenerator[Delta | ModelResponse]:
        """
        Deltas, then the response. One that broke off once it had begun is a response too. Raises FAILURES,
        FORMS and TimeoutError (the deadline) when nothing of a reply came.
        """
        async with AsyncExitStack() as stack:
            client = Client(self._settings, self.watch, has_key=self._key is not None)
            await stack.enter_async_context(client)
            stack.push_async_callback(client.close_readers)
            model = model_of(self._settings, self._key, client)
            said = to_messages(self._asked.messages)
            opening = model_request_stream(
                model,
                said,
                model_settings=self._asked.options,
                model_request_parameters=self._asked.parameters,
                instrument=False,
            )
            async with asyncio.timeout_at(self._deadline):
                streamed = await stack.enter_async_context(opening)
            events = aiter(streamed)
            while True:
                try:
                    async with asyncio.timeout_at(self._deadline):
                        event = await anext(events)
                except StopAsyncIteration:
                    response = streamed.get()
                    break
                except (TimeoutError, *FAILURES, *FORMS) as error:
                    if not self._has_said(streamed, error):
                        raise
                    response = replace(streamed.get(), state="interrupted")
                    break
                if text := text_of(event):
                    yield Delta(text)
        yield response

    def _has_said(self, streamed: StreamedResponse, error: BaseException) -> bool:
        """Whether there is something of a reply; a server's refusal without any of it is none."""
        return bool(streamed.get().parts) or answer_in(error, self.watch) is None

    def wait_s(self, error: BaseException, backoff_s: float | None) -> float | None:
        """The seconds until another try, which may be none; None: no other try."""
        if backoff_s is None:
            return None
        refused = answer_in(error, self.watch)
        if refused is None:
            return backoff_s if is_break(error, self.watch) else None
        if not is_worth_another_try(refused):
            return None
        told = wait_told(refused)
        return backoff_s if told is None else told


def text_of(event: object) -> str:
    """The text that an event of a stream brings."""
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta
    return ""
