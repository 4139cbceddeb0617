"""Requests to the provider: small, bounded in time and size, without redirects, JSON or nothing."""

from __future__ import annotations

import json
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from belegg.errors import MissingExtra, ProviderFailed
from belegg.models.http.address import address_of

READ_S: Final = 5.0
WHOLE_S: Final = 8.0
MOST_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Told:
    """What the provider answered; `body` is empty where it was no JSON object."""

    status: int
    body: Mapping[str, Any]

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


class Wire:
    """One provider over httpx. From any thread. Raises MissingExtra when httpx is not installed."""

    def __init__(self, issuer: str) -> None:
        try:
            import httpx
        except ModuleNotFoundError as missing:
            raise MissingExtra(
                "signing in at a provider needs httpx; install it with `pip install 'belegg[sso]'`"
            ) from missing
        self._client = httpx.Client(
            timeout=READ_S,
            follow_redirects=False,
            trust_env=not address_of(issuer).is_loopback,
            headers={"Accept": "application/json", "User-Agent": "belegg"},
        )
        self.close = weakref.finalize(self, self._client.close)

    def get(self, url: str, bearer: str | None = None) -> Told:
        """Raises ProviderFailed when there is no answer in time, or one that is too long."""
        return self._asked("GET", url, {"Authorization": f"Bearer {bearer}"} if bearer else {}, None)

    def post(self, url: str, form: str, headers: Mapping[str, str]) -> Told:
        """The same, with a form that is encoded already."""
        plain = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._asked("POST", url, {**plain, **headers}, form.encode())

    def _asked(self, method: str, url: str, headers: Mapping[str, str], content: bytes | None) -> Told:
        import httpx

        place = address_of(url.partition("?")[0]).shown
        until = time.monotonic() + WHOLE_S
        read = bytearray()
        try:
            with self._client.stream(method, url, headers=dict(headers), content=content) as answer:
                for piece in answer.iter_bytes():
                    read += piece
                    if len(read) > MOST_BYTES or time.monotonic() > until:
                        raise ProviderFailed(f"the provider at `{place}` answered too much, or too slowly")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ProviderFailed(
                f"the provider at `{place}` did not answer ({type(error).__name__}); look whether it is up"
            ) from None
        return Told(answer.status_code, parsed(bytes(read)))


def parsed(content: bytes) -> Mapping[str, Any]:
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
