"""
How a source of statistics is asked: at its own pace, no more often than needed, and only where it lives.

    asking = Asking()
    answer = asking.ask(publisher, SourceRequest("https://data.ssb.no/api/…"), "json")
    answer.content, answer.retrieved_at

One `Asking` serves all sources and any number of threads. What it raises is a StatisticsFailed with words
that may be shown to a model: no key, and nothing of a body but a short line of an error.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Literal
from urllib.parse import urljoin, urlsplit

from belegg.errors import (
    KeyMissing,
    RateLimited,
    SourceChanged,
    SourceOffline,
    SourceRefused,
    SourceTimeout,
    SourceUnavailable,
    StatisticsFailed,
)
from belegg.records.statistics import RawBody, SourceRequest
from belegg.sources.statistics.bodies import Bodies, KeptBody, MemoryBodies, key_of
from belegg.sources.statistics.clock import SYSTEM_CLOCK, Clock
from belegg.sources.statistics.pacing import Bucket, Record, Standing
from belegg.sources.statistics.publisher import Publisher, origin
from belegg.sources.statistics.refusing import refusal
from belegg.sources.statistics.sending import Sender, Told

Agreed = Literal["json", "csv", "xml", "text"]
BACKOFF_S = (1.0, 4.0)
"""Waits before the second and the third try. There is no fourth."""
PATIENCE_S = 10.0
"""How long a call waits for its turn, or as a source asks, rather than to fail."""
MOST_REDIRECTS = 3
ACCEPTED = {
    "json": "application/json",
    "csv": "text/csv, text/plain;q=0.9, */*;q=0.1",
    "xml": "application/xml, text/xml;q=0.9",
    "text": "text/plain, */*;q=0.1",
}
WITHIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What a source answered. `status` is 200 to 299, or one that was asked for with `also`. `retrieved_at` is
    when the source sent it, also where the answer was kept from an earlier call (`was_kept`).
    """

    request: SourceRequest
    status: int
    content: bytes
    media_type: str
    url: str
    retrieved_at: str
    was_kept: bool = False

    @property
    def raw(self) -> RawBody:
        """The body as a fetch keeps it."""
        return RawBody(self.request, self.content, hashlib.sha256(self.content).hexdigest())


class Asking:
    """
    The one way to every source. `environment` holds keys; `contact` is where a publisher can write to whoever
    asks (in the User-Agent); `within_s` is the time for one request and its answer.
    """

    def __init__(
        self,
        *,
        clock: Clock = SYSTEM_CLOCK,
        bodies: Bodies | None = None,
        environment: Mapping[str, str] | None = None,
        contact: str = "",
        within_s: float = WITHIN_S,
    ) -> None:
        self.clock = clock
        self._bodies = bodies if bodies is not None else MemoryBodies()
        self._environment = os.environ if environment is None else environment
        self._agent = "belegg (official statistics" + (f"; {contact})" if contact else ")")
        self._sender = Sender(within_s)
        self._lock = threading.Lock()
        self._buckets: dict[str, Bucket] = {}
        self._records: dict[str, Record] = {}
        self._flights: dict[str, Future[Answer]] = {}
        self._misread: dict[str, RawBody] = {}

    def ask(
        self,
        publisher: Publisher,
        request: SourceRequest,
        agreed: Agreed,
        *,
        also: Collection[int] = (),
        with_key: bool = False,
        keep: bool = True,
    ) -> Answer:
        """
        The answer to a request, of an earlier call when that is new enough. `also`: statuses of failures that
        the source says something with, to be returned and not raised. Equal requests at one time are one.

        Raises SourceOffline, SourceTimeout, SourceUnavailable, RateLimited, SourceRefused, SourceChanged,
        KeyMissing, and for statuses that are not `also`: UnknownTable (404, 410), BadSelection (400, 422),
        SelectionTooLarge (413).
        """
        if not publisher.may_ask(request.url):
            raise SourceRefused(f"{publisher.name} is asked at its own address only", publisher.id)
        if not request.accept:
            request = replace(request, accept=ACCEPTED[agreed])
        key = f"{publisher.id}/{key_of(request)}"
        with self._lock:
            flight = self._flights.get(key)
            mine = flight is None
            if flight is None:
                flight = self._flights[key] = Future()
        if not mine:
            return flight.result()
        try:
            answer = self._answer(publisher, request, agreed, frozenset(also), with_key, keep)
            flight.set_result(answer)
            return answer
        except BaseException as error:
            flight.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._flights[key]

    def misread(self, publisher: Publisher, answer: Answer, why: str) -> SourceChanged:
        """
        The error for an answer that could not be read as agreed (raise it); `why` is a clause in our words.
        The body is set aside (`last_misread`) and not used again.
        """
        self._bodies.drop(f"{publisher.id}/{key_of(answer.request)}")
        with self._lock:
            self._misread[publisher.id] = answer.raw
        error = SourceChanged(
            f"{publisher.name} answered in a form that is not known here: {why}", publisher.id
        )
        self._note(publisher, error)
        return error

    def last_misread(self, source: str) -> RawBody | None:
        """The newest answer of a source that could not be read, for a report."""
        return self._misread.get(source)

    def standing(self, publisher: Publisher) -> Standing:
        """How a source has done in this process."""
        bucket, now = self._bucket(publisher), self.clock.now()
        return self._record(publisher).standing(now, bucket.left(now))

    def close(self) -> None:
        self._sender.close()

    def _answer(
        self,
        publisher: Publisher,
        request: SourceRequest,
        agreed: Agreed,
        also: frozenset[int],
        with_key: bool,
        keep: bool,
    ) -> Answer:
        key = f"{publisher.id}/{key_of(request)}"
        kept = self._bodies.get(key) if keep else None
        at = self.clock.utc()
        if kept is not None and at - kept.checked_at < timedelta(seconds=publisher.keep_s):
            return answer_of(request, kept, was_kept=True)
        headers = self._headers(publisher, request, with_key)
        if kept is not None and kept.etag:
            headers["If-None-Match"] = kept.etag
        if kept is not None and kept.last_modified:
            headers["If-Modified-Since"] = kept.last_modified
        told, url = self._tried(publisher, request, headers, agreed, also)
        at = self.clock.utc()
        if told.status == 304 and kept is not None:
            kept = replace(kept, checked_at=at)
            self._bodies.put(key, kept)
            return answer_of(request, kept, was_kept=True)
        media_type = told.headers.get("content-type", "").split(";")[0].strip().lower()
        etag, modified = told.headers.get("etag", ""), told.headers.get("last-modified", "")
        body = KeptBody(told.content, media_type, url, at, at, etag, modified)
        if keep and told.status == 200:
            self._bodies.put(key, body)
        return replace(answer_of(request, body), status=told.status)

    def _tried(
        self,
        publisher: Publisher,
        request: SourceRequest,
        headers: Mapping[str, str],
        agreed: Agreed,
        also: frozenset[int],
    ) -> tuple[Told, str]:
        """Up to three tries, the later ones only after a timeout or where the source could not answer."""
        rests_s = self._record(publisher).rests_s(self.clock.now())
        if rests_s:
            raise SourceUnavailable(
                f"{publisher.name} failed five times in a row and is not asked for {rests_s / 60:.0f} more "
                "minutes",
                publisher.id,
            )
        for backoff_s in (*BACKOFF_S, None):
            try:
                told, url = self._sent(publisher, request, headers)
                problem = refusal(publisher, told, agreed, also, headers.get(publisher.key_header, ""))
                if problem is not None:
                    raise problem
                self._record(publisher).went_well(stamp(self.clock.utc()))
                return told, url
            except (SourceTimeout, SourceUnavailable) as error:
                wait_s = told_wait(error, backoff_s)
                if backoff_s is None or wait_s > PATIENCE_S:
                    self._note(publisher, error)
                    raise
            except StatisticsFailed as error:
                self._note(publisher, error)
                raise
            self.clock.wait(wait_s)
        raise AssertionError("the last try returns or raises")

    def _sent(
        self, publisher: Publisher, request: SourceRequest, headers: Mapping[str, str]
    ) -> tuple[Told, str]:
        """One try, redirects of the source's own followed; the key goes to its own host only."""
        url, named = request.url, (publisher.name, publisher.id)
        for _ in range(MOST_REDIRECTS + 1):
            self._turn(publisher)
            sent = dict(headers)
            if origin(url) != origin(request.url):
                sent.pop(publisher.key_header, None)
            told = self._sender.send(request.method, url, request.body, sent, named)
            self._learn(publisher, told)
            if told.status not in {301, 302, 303, 307, 308}:
                return told, url
            url = urljoin(url, told.headers.get("location", ""))
            if request.method != "GET" or not publisher.may_be_sent_to(url):
                raise SourceRefused(
                    f"{publisher.name} sends on to `{urlsplit(url).hostname}`, which is not asked for it",
                    publisher.id,
                )
        raise SourceUnavailable(f"{publisher.name} sends on from address to address", publisher.id)

    def _turn(self, publisher: Publisher) -> None:
        """Wait until the source may be asked; raises RateLimited when that would take too long."""
        wait_s = self._bucket(publisher).take(self.clock.now(), PATIENCE_S)
        if wait_s > PATIENCE_S:
            raise limited(publisher, wait_s)
        if wait_s > 0:
            self.clock.wait(wait_s)

    def _learn(self, publisher: Publisher, told: Told) -> None:
        now, bucket = self.clock.now(), self._bucket(publisher)
        bucket.learn(told.headers, now)
        wait_s = retry_after_s(told, self.clock.utc())
        if told.status == 429:
            bucket.close(now + (60.0 if wait_s is None else wait_s))
            raise limited(publisher, wait_s)
        if told.status == 503 and wait_s is not None:
            raise Unavailable(f"{publisher.name} says that it cannot answer now", publisher.id, wait_s)

    def _headers(self, publisher: Publisher, request: SourceRequest, with_key: bool) -> dict[str, str]:
        headers = {
            "Accept": request.accept,
            "Accept-Encoding": "gzip",
            "User-Agent": self._agent,
            **publisher.headers,
        }
        if request.method == "POST":
            headers.setdefault("Content-Type", "application/json")
        if with_key:
            key = self._environment.get(publisher.key_setting, "").strip()
            if not key or not all("!" <= character <= "~" for character in key):
                raise KeyMissing(
                    f"{publisher.name} wants a key; put it into the environment variable "
                    f"`{publisher.key_setting}`",
                    publisher.id,
                )
            headers[publisher.key_header] = key
        return headers

    def _note(self, publisher: Publisher, error: StatisticsFailed) -> None:
        counts = isinstance(error, SourceOffline | SourceTimeout | SourceUnavailable)
        at = stamp(self.clock.utc())
        self._record(publisher).failed(str(error), at, self.clock.now(), counts=counts)

    def _bucket(self, publisher: Publisher) -> Bucket:
        with self._lock:
            if publisher.id not in self._buckets:
                self._buckets[publisher.id] = Bucket(publisher.pace, self.clock.now())
            return self._buckets[publisher.id]

    def _record(self, publisher: Publisher) -> Record:
        with self._lock:
            return self._records.setdefault(publisher.id, Record())


class Unavailable(SourceUnavailable):
    """With the time that the source named."""

    def __init__(self, message: str, source: str, wait_s: float) -> None:
        super().__init__(message, source)
        self.wait_s = wait_s


def told_wait(error: StatisticsFailed, backoff_s: float | None) -> float:
    """How long to wait before the next try."""
    return error.wait_s if isinstance(error, Unavailable) else backoff_s or 0.0


def answer_of(request: SourceRequest, body: KeptBody, *, was_kept: bool = False) -> Answer:
    retrieved_at = stamp(body.retrieved_at)
    return Answer(request, 200, body.content, body.media_type, body.url, retrieved_at, was_kept)


def limited(publisher: Publisher, wait_s: float | None) -> RateLimited:
    when = "later" if wait_s is None else f"in {max(1, round(wait_s))} seconds"
    return RateLimited(
        f"{publisher.name} was asked as often as it allows; try again {when}", publisher.id, wait_s
    )


def retry_after_s(told: Told, at: datetime) -> float | None:
    """The seconds of the header Retry-After, a number or a date; None without one that can be read."""
    text = told.headers.get("retry-after", "").strip()
    if text.isdecimal():
        return float(text[:7])
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - at).total_seconds())


def stamp(moment: datetime) -> str:
    """ISO 8601 in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
