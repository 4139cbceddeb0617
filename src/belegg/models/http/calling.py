"""
One request to a model's server. However slow, broken or hostile the server: an answer or an error in time.

httpx limits each read, not the whole, and nothing limits the look-up of a name. So the exchange runs in a
thread of its own that is waited for until the deadline; then its socket is shut from here and it is left.
"""

from __future__ import annotations

import json
import re
import threading
import weakref
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from dataclasses import dataclass

from belegg.errors import ModelError, ModelMalformed, ModelRefused, ModelTimeout
from belegg.models.http.address import Address
from belegg.models.http.clock import SYSTEM_CLOCK, Clock
from belegg.models.http.line import CutShort, Line, Raw, TooLong, opener
from belegg.models.http.refusing import Named, Reply, is_worth_another_try, refusal, wait_told
from belegg.models.http.secret import Secret

BACKOFF_S = (1.0, 5.0)
"""Waits before the second and the third try, when the server does not say how long. There is no fourth."""
MEDIA_TYPE = re.compile(r"[\w.+-]{1,40}/[\w.+-]{1,60}")


@dataclass(frozen=True, slots=True)
class Server:
    """
    A model's server: where it is, the header that carries the key (`Authorization`, with `Bearer ` before
    it), and the words that messages use: the model and what keeps its key.
    """

    address: Address
    model: str
    key: Secret | None = None
    key_header: str = "Authorization"
    key_prefix: str = "Bearer "
    key_setting: str = "BELEGG_EMBED_KEY"

    @property
    def named(self) -> Named:
        return Named(self.address.shown, self.model, self.key_setting, self.key is not None)

    def headers(self) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": "belegg",
        }
        if self.key is not None:
            headers[self.key_header] = self.key_prefix + self.key.reveal()
        return headers


class Again(Exception):
    """A try that failed and may be made again, after `wait_s` when the server said so."""

    def __init__(self, problem: ModelError, wait_s: float | None = None) -> None:
        super().__init__()
        self.problem = problem
        self.wait_s = wait_s


class Caller:
    """
    Asks one server, from any thread. Raises MissingExtra when httpx is not installed.

    Connections are kept for the next request for half a minute and closed with the caller. No redirect is
    followed; proxies of the environment are not used for a server on this machine.
    """

    def __init__(self, server: Server, *, most_bytes: int, clock: Clock = SYSTEM_CLOCK) -> None:
        """`most_bytes`: the longest body of an answer that is read."""
        self.server = server
        self.clock = clock
        self._most_bytes = most_bytes
        self._idle: list[Line] = []
        self._open = opener(server.address)
        self.close = weakref.finalize(self, close_all, self._idle)

    def post(self, path: str, body: object, timeout_s: float) -> object:
        """
        The JSON of the answer to a request with JSON `body`, within `timeout_s` seconds from now.

        Tried three times at most, and only what may pass: 429, 5xx, a connection that breaks off. Between
        tries it waits as the server asks; when that is more time than there is, it does not wait at all.
        Raises ModelTimeout, ModelRefused (out of reach, a status that is no success, an error in a success)
        and ModelMalformed (no JSON, too long, cut off).
        """
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        deadline = self.clock.now() + timeout_s
        for backoff_s in (*BACKOFF_S, None):
            try:
                return self._answer(self._exchange(path, content, deadline, timeout_s))
            except Again as again:
                wait_s = backoff_s if again.wait_s is None else again.wait_s
                if backoff_s is None or wait_s is None or self.clock.now() + wait_s >= deadline:
                    raise again.problem from None
            self.clock.wait(wait_s)
        raise AssertionError("the last try returns or raises")

    def _answer(self, raw: Raw) -> object:
        """The body of a success; raises Again and ModelError for everything else."""
        named, key = self.server.named, self.server.key
        is_success = 200 <= raw.status < 300
        try:
            body = json.loads(raw.content)
        except (ValueError, RecursionError):
            if is_success:
                raise ModelMalformed(
                    f"`{named.address}` answered, and not in JSON{media_type(raw)}; is base_url the address "
                    "of the programming interface?"
                ) from None
            body = None
        reply = Reply(raw.status, raw.headers, body)
        if is_success and not (isinstance(body, dict) and body.get("error")):
            return body
        problem = refusal(reply, named, key.reveal() if key else None)
        if is_worth_another_try(reply):
            raise Again(problem, wait_told(reply))
        raise problem

    def _exchange(self, path: str, content: bytes, deadline: float, timeout_s: float) -> Raw:
        """One try, in a thread of its own."""
        shown = self.server.address.shown
        late = ModelTimeout(
            f"`{shown}` did not answer within {timeout_s:g} s; look whether it is up and not overloaded"
        )
        remaining_s = deadline - self.clock.now()
        if remaining_s <= 0:
            raise late
        line = self._line()
        outcome: Future[Raw] = Future()
        request = (
            self.server.address.url(path),
            content,
            self.server.headers(),
            remaining_s,
            self._most_bytes,
        )
        threading.Thread(target=run, args=(line, request, outcome), name="belegg model", daemon=True).start()
        is_done = False
        try:
            is_done = bool(wait_for([outcome], timeout=remaining_s).done)
        finally:
            if not is_done:
                line.cut()
        if not is_done:
            raise late
        raw = self._outcome(outcome, late)
        self._idle.append(line)
        return raw

    def _outcome(self, outcome: Future[Raw], late: ModelTimeout) -> Raw:
        import httpx

        shown = self.server.address.shown
        try:
            return outcome.result()
        except httpx.TimeoutException:
            raise late from None
        except httpx.ConnectError:
            raise ModelRefused(
                f"`{shown}` cannot be reached; look whether the server is up and base_url is right"
            ) from None
        except httpx.ProxyError:
            raise ModelRefused(
                f"`{shown}` cannot be reached through the proxy; look at `HTTPS_PROXY`, or add the host "
                "to `NO_PROXY`"
            ) from None
        except TooLong:
            raise ModelMalformed(
                f"`{shown}` answered with more than {self._most_bytes / 2**20:.0f} MB; the rest was not read"
            ) from None
        except CutShort:
            raise Again(ModelMalformed(f"the answer of `{shown}` broke off; try again")) from None
        except httpx.TransportError:
            raise Again(
                ModelRefused(f"`{shown}` ended the connection without an answer; look at the server's log")
            ) from None
        except httpx.DecodingError:
            raise ModelMalformed(f"the answer of `{shown}` cannot be decompressed; try again") from None

    def _line(self) -> Line:
        try:
            return self._idle.pop()
        except IndexError:
            return self._open()


def run(line: Line, request: tuple[str, bytes, dict[str, str], float, int], outcome: Future[Raw]) -> None:
    """The exchange, its outcome handed over whatever it is; a line that failed or was cut is closed."""
    try:
        raw = line.post(*request)
    except BaseException as error:  # noqa: BLE001  a thread's error would be lost otherwise
        line.close()
        outcome.set_exception(error)
        return
    outcome.set_result(raw)
    if line.is_cut:
        line.close()


def close_all(lines: list[Line]) -> None:
    while lines:
        with suppress(OSError):
            lines.pop().close()


def media_type(raw: Raw) -> str:
    """What the answer says it is, when it says it in the form that media types have."""
    found = MEDIA_TYPE.match(raw.headers.get("content-type", ""))
    return f" (`{found[0]}`)" if found else ""
