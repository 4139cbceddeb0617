"""What went wrong with a reply, as an error of ours: what was met, what to do; never a key, never a text."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError, UserError

from belegg.errors import BadSetting, BeleggError, ModelMalformed, ModelRefused, ModelTimeout
from belegg.models.chat.settings import ChatSettings
from belegg.models.chat.wire import TooLong, Watch
from belegg.models.http.refusing import Named, Reply, refusal
from belegg.models.http.secret import Secret


def answer_in(error: BaseException, watch: Watch) -> Reply | None:
    """The server's refusal: a status that is no success, or an error inside a success; None: neither."""
    if watch.answer is not None and (watch.answer.status != 200 or has_error(watch.answer.body)):
        return watch.answer
    if isinstance(error, ModelAPIError) and error.body is not None:
        status = error.status_code if isinstance(error, ModelHTTPError) else 200
        body = error.body if has_error(error.body) else {"error": error.body}
        return Reply(status, watch.headers, body)
    return None


def has_error(body: object) -> bool:
    return isinstance(body, dict) and bool(body.get("error"))


def is_break(error: BaseException, watch: Watch) -> bool:
    """Whether the connection ended before a reply began, so that another try may do better."""
    if watch.answer is not None or watch.is_silent or watch.has_begun:
        return False
    kinds = (httpx2.ConnectError, httpx2.ProxyError, httpx2.TimeoutException)
    causes = list(causes_of(error))
    is_lost = any(isinstance(cause, httpx2.TransportError) for cause in causes)
    return is_lost and not any(isinstance(cause, kinds) for cause in causes)


def problem(
    error: BaseException, watch: Watch, settings: ChatSettings, key: Secret | None, key_setting: str
) -> BeleggError:
    """The error of ours for one of pydantic-ai, of an SDK or of the HTTP client."""
    shown = settings.address.shown
    if refused := answer_in(error, watch):
        named = Named(shown, settings.model, key_setting, key is not None)
        return refusal(refused, named, key.reveal() if key else None)
    causes = list(causes_of(error))
    if any(isinstance(cause, TooLong) for cause in causes):
        return ModelMalformed(f"`{shown}` answered with far more than a reply; the rest was not read")
    if any(isinstance(cause, httpx2.ProxyError) for cause in causes):
        return ModelRefused(
            f"`{shown}` cannot be reached through the proxy; look at `HTTPS_PROXY`, or add the host to "
            "`NO_PROXY`"
        )
    if any(isinstance(cause, (httpx2.ConnectError, httpx2.ConnectTimeout)) for cause in causes):
        return ModelRefused(
            f"`{shown}` cannot be reached; look whether the server is up and base_url is right"
        )
    if watch.is_silent or any(isinstance(cause, httpx2.TimeoutException) for cause in causes):
        return silent(settings)
    if watch.answer is not None:
        return no_stream(watch, shown)
    if any(isinstance(cause, httpx2.TransportError) for cause in causes):
        return ModelRefused(f"`{shown}` ended the connection without an answer; look at the server's log")
    if isinstance(error, UserError):
        return BadSetting(f"`{settings.model}` cannot be asked like this; check the model's settings")
    return ModelMalformed(
        f"`{shown}` answered in another form than this interface has; check base_url and the provider"
    )


def silent(settings: ChatSettings) -> ModelTimeout:
    return ModelTimeout(
        f"`{settings.address.shown}` did not begin to answer within {settings.first_byte_s:g} s; look "
        "whether it is up and not overloaded, or set `first_byte_s` higher"
    )


def late(settings: ChatSettings, timeout_s: float) -> ModelTimeout:
    return ModelTimeout(
        f"`{settings.address.shown}` did not answer within {timeout_s:g} s; look whether it is up and "
        "not overloaded"
    )


def no_stream(watch: Watch, shown: str) -> ModelMalformed:
    """A success that is no stream."""
    assert watch.answer is not None
    kind = f" (`{watch.media_type}`)" if watch.media_type else ""
    if watch.answer.body is None:
        return ModelMalformed(
            f"`{shown}` answered, and not in JSON{kind}; is base_url the address of the "
            "programming interface?"
        )
    return ModelMalformed(f"`{shown}` answered without a stream{kind}; look at how the server is started")


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
