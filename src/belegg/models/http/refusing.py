"""What a server's refusal means for the person who asked, and whether to try again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from belegg.errors import ModelRefused, TextRefused

TRANSIENT = frozenset({408, 429, 500, 502, 503, 504, 529})
USED_UP = frozenset({"insufficient_quota", "billing_hard_limit_reached", "credit_balance_too_low"})
ABOUT_THE_TEXT = frozenset({400, 413, 422})
"""What servers answer to a text that is too long, or that a policy forbids; and to other bad requests."""
NOT_ABOUT_THE_TEXT = frozenset(
    {"API_KEY_INVALID", "FAILED_PRECONDITION", "invalid_api_key", "model_not_found", "DeploymentNotFound"}
)
TOO_LONG = re.compile(r"too (?:long|large) to (?:process|embed)|(?:exceeds?|maximum) (?:the )?context", re.I)
"""How llama.cpp and its likes say it with a 500. What they say is read for this and never shown."""
CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
DELAY = re.compile(r"(\d+(?:\.\d+)?)s")


@dataclass(frozen=True, slots=True)
class Reply:
    """A server's answer: status, headers by lower-case name, body as JSON (None when it is none)."""

    status: int
    headers: Mapping[str, str]
    body: object


@dataclass(frozen=True, slots=True)
class Named:
    """How messages name what is asked: its address, the model, what keeps its key (`BELEGG_EMBED_KEY`)."""

    address: str
    model: str
    key_setting: str
    has_key: bool


def is_worth_another_try(reply: Reply) -> bool:
    """Whether the same request may succeed later; a used-up account will not."""
    used_up = code_of(reply.body) in USED_UP
    return reply.status in TRANSIENT and not used_up and not is_about_the_text(reply)


def is_about_the_text(reply: Reply) -> bool:
    """
    Whether a text may be what was refused: another one, or fewer at once, may be taken. A 400 is also a
    setting that the server does not know, so whoever asks has to see whether it takes any text at all.
    """
    if reply.status == 500:
        return bool(TOO_LONG.search(sentence_of(reply.body)))
    told = {code_of(reply.body), *reasons_of(reply.body)}
    return reply.status in ABOUT_THE_TEXT and not told & (NOT_ABOUT_THE_TEXT | USED_UP)


def wait_told(reply: Reply) -> float | None:
    """
    The seconds that the server asks to wait: `retry-after-ms`, `Retry-After` (seconds or a date), or the
    `retryDelay` of Google's error details. None when it says nothing that can be read.
    """
    milliseconds = number(reply.headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    told = reply.headers.get("retry-after", "")
    seconds = number(told)
    if seconds is not None:
        return seconds
    try:
        moment = parsedate_to_datetime(told)
    except ValueError:
        return delay_in_details(reply.body)
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())


def number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\s*\d{1,9}(?:\.\d{1,9})?\s*", text) else None


def delay_in_details(body: object) -> float | None:
    for detail in details_of(body):
        delay = detail.get("retryDelay")
        found = DELAY.fullmatch(delay) if isinstance(delay, str) else None
        if found:
            return float(found[1])
    return None


def code_of(body: object) -> str | None:
    """
    The machine's word for an error (`insufficient_quota`); never its sentence, which may repeat a key or the
    text that was sent.
    """
    error = body.get("error") if isinstance(body, dict) else None
    for name in ("code", "status", "type", "error_type"):
        for holder in (error, body):
            code = holder.get(name) if isinstance(holder, dict) else None
            if isinstance(code, str) and CODE.fullmatch(code):
                return code
    return None


def reasons_of(body: object) -> list[str]:
    """The `reason` of Google's error details, whose code for a wrong key is that of any bad request."""
    return [reason for detail in details_of(body) if isinstance(reason := detail.get("reason"), str)]


def details_of(body: object) -> list[Mapping[str, object]]:
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    return [one for one in details if isinstance(one, dict)] if isinstance(details, list) else []


def sentence_of(body: object) -> str:
    """The server's own words; empty when it has none. They may repeat what was sent: not for messages."""
    error = body.get("error") if isinstance(body, dict) else None
    told = error.get("message") if isinstance(error, dict) else error
    return told if isinstance(told, str) else ""


def refusal(reply: Reply, named: Named, secret: str | None) -> ModelRefused:
    """The error for a status other than 200, or for an error in a 200: what was met, then what to do."""
    code = next((one for one in reasons_of(reply.body) if one in NOT_ABOUT_THE_TEXT), code_of(reply.body))
    tells = code is not None and not (secret and secret in code)
    met = f"`{reply.status}`, `{code}`" if tells else f"`{reply.status}`"
    told = wait_told(reply) if reply.status in TRANSIENT else None
    if told is not None:
        met += f", asking to wait {told:.0f} s"
    kind = TextRefused if is_about_the_text(reply) else ModelRefused
    return kind(f"`{named.address}` {sentence(reply.status, code, named)} ({met})")


def sentence(status: int, code: str | None, named: Named) -> str:
    if status == 402 or code in USED_UP:
        return "says that the account has nothing left to spend; look at its billing page"
    if status in {401, 403} and not named.has_key:
        return f"wants a key; set `{named.key_setting}`"
    if status in {401, 403} or code == "API_KEY_INVALID":
        return f"does not accept the key, or not for `{named.model}`; check `{named.key_setting}`"
    if status == 404:
        return f"knows no model `{named.model}`, or not at this address; check the model's name and base_url"
    if 300 <= status < 400:
        return "sends on to another address, which is not followed; set base_url to the final one"
    if status == 413:
        return "finds the request too large; a text may be too long for it, or set fewer texts a request"
    if status == 429:
        return "is asked too often; try again later, what is done stays done"
    if status == 500:
        return "failed on the request; a text may be too long for it: look at its log, or try again later"
    if status in TRANSIENT:
        return "does not serve now; try again later"
    if status == 501:
        return "was not started for this; look at how the server is started"
    if status == 200:  # gateways pass on an error that way
        return "reports an error where its answer should be; try again later, or look at its log"
    if status in ABOUT_THE_TEXT and code not in NOT_ABOUT_THE_TEXT:
        return (
            "does not take the request; a text may be too long for it or against its rules, or "
            f"`{named.model}` is not for this"
        )
    return (
        f"does not accept the request; check that `{named.model}` is for this, and the settings of the model"
    )
