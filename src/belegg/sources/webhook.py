"""
"This page changed": announcements that are signed, and what they may ask for: that a file of a known folder
is ingested, or taken out of the search when it is gone.

Three forms of the same, HMAC-SHA256 with a secret that both sides know:

    Belegg's own    X-Belegg-Timestamp: 1733000000
                    X-Belegg-Signature: sha256=<hex of timestamp + "." + body>
    Confluence      X-Hub-Signature: sha256=<hex of body>, `timestamp` in the body
    Notion          X-Notion-Signature: sha256=<hex of body>, `timestamp` in the body

Nothing in the body is looked at before its signature holds. An announcement within the window may come twice:
ingesting a file again changes nothing when it did not change. No text of a document is ever taken from one.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from belegg.errors import BadInput, BadSetting, NotTrusted
from belegg.sources.files import Skipped
from belegg.sources.folder import met_on_a_walk

WINDOW_S = 300.0
"""An announcement older than this, or as far in the future, is refused."""

MOST_BYTES = 1_000_000
SHORTEST_SECRET = 16
SECRET, SECRET_FILE = "BELEGG_WEBHOOK_SECRET", "BELEGG_WEBHOOK_SECRET_FILE"
TIMESTAMP, SIGNATURE = "x-belegg-timestamp", "x-belegg-signature"
OTHER_SIGNATURES = ("x-hub-signature", "x-notion-signature")

_SIGNED = re.compile(r"sha256=([0-9a-f]{64})")
_SECONDS = re.compile(r"\d{1,12}")
_PAGE = re.compile(r"[0-9]{4,20}|[0-9a-f]{32}")
_MILLISECONDS_FROM = 100_000_000_000


@dataclass(frozen=True, slots=True)
class Announced:
    """What changed: a source (`<root>/<path>`), or a page by the id that Confluence or Notion gave it."""

    source: str | None
    page: str | None


def secret_of(environment: Mapping[str, str]) -> bytes:
    """The secret, from a variable or from the file that another one names. Raises BadSetting."""
    value = environment.get(SECRET, "").encode()
    file = environment.get(SECRET_FILE)
    if not value and file:
        try:
            value = Path(file).read_bytes()
        except OSError as error:
            raise BadSetting(
                f"`{SECRET_FILE}` names `{file}`, which cannot be read: {error.strerror}"
            ) from error
    value = value.strip()
    _refuse_short(value)
    return value


def _refuse_short(secret: bytes) -> None:
    if len(secret) < SHORTEST_SECRET:
        raise BadSetting(
            f"the webhook's secret is missing or shorter than {SHORTEST_SECRET} bytes; set `{SECRET}` or "
            f"`{SECRET_FILE}`, for example to what `openssl rand -hex 32` prints"
        )


def signature_of(body: bytes, timestamp: str, secret: bytes) -> str:
    """The value of `X-Belegg-Signature` for a body that is sent at a time (seconds since 1970)."""
    return "sha256=" + hmac.new(secret, timestamp.encode() + b"." + body, sha256).hexdigest()


def announced(body: bytes, headers: Mapping[str, str], secret: bytes, now_s: float) -> Announced:
    """
    What a signed announcement says. Raises NotTrusted, BadInput for one that is signed and says nothing, and
    BadSetting when the secret is none: anybody could sign with an empty one.

    `body` are the bytes as they came; names of headers are taken without regard to case.
    """
    _refuse_short(secret)
    named = {name.lower(): value.strip() for name, value in headers.items()}
    if len(body) > MOST_BYTES:
        raise NotTrusted(f"the announcement is larger than {MOST_BYTES:,} bytes")
    stamp = named.get(TIMESTAMP)
    if SIGNATURE in named:
        if stamp is None or not _SECONDS.fullmatch(stamp):
            raise NotTrusted("the announcement has no `X-Belegg-Timestamp` in seconds")
        _check(named[SIGNATURE], signature_of(body, stamp, secret))
        _refuse_old(float(stamp), now_s)
        return _what(_told(body))
    given = next((named[name] for name in OTHER_SIGNATURES if name in named), "")
    _check(given, "sha256=" + hmac.new(secret, body, sha256).hexdigest())
    told = _told(body)
    _refuse_old(_seconds(told.get("timestamp")), now_s)
    return _what(told)


def _check(given: str, right: str) -> None:
    """In constant time, and whatever was given."""
    if not hmac.compare_digest(given.encode("utf-8", "replace"), right.encode()) or not _SIGNED.fullmatch(
        given
    ):
        raise NotTrusted("the announcement is not signed with the secret that is set here")


def _refuse_old(sent_s: float, now_s: float) -> None:
    if not abs(now_s - sent_s) <= WINDOW_S:
        raise NotTrusted(f"the announcement was not sent within {WINDOW_S:.0f} s of now; is the clock right?")


def _told(body: bytes) -> dict[str, object]:
    try:
        told = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadInput("the announcement is no JSON") from error
    if not isinstance(told, dict):
        raise BadInput("the announcement is no JSON object")
    return told


def _seconds(value: object) -> float:
    """A time as Confluence (milliseconds) and Notion (ISO 8601) write it; never now when it is neither."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value / 1000 if value >= _MILLISECONDS_FROM else float(value)
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None:
        return float("-inf")
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _what(told: dict[str, object]) -> Announced:
    """`source`, or the page's id: `page` as text, Confluence's `page.id`, Notion's `entity.id`."""
    source = told.get("source")
    page: object = told.get("page") or told.get("entity")
    if isinstance(page, dict):
        page = page.get("id")
    identifier = str(page).replace("-", "").lower() if isinstance(page, str | int) else ""
    if isinstance(source, str) and source:
        return Announced(source, None)
    if _PAGE.fullmatch(identifier):
        return Announced(None, identifier)
    if identifier:
        raise BadInput(
            f"the announcement names the page `{identifier[:40]}`; an id of Confluence has 4 to 20 digits, "
            "one of Notion 32 hex digits"
        )
    raise BadInput("the announcement names neither a `source` nor a `page`")


@dataclass(frozen=True, slots=True)
class Meant:
    """What is to be done: `files` to ingest, and by root the known sources whose files are gone."""

    files: tuple[Path, ...] = ()
    gone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def meant(what: Announced, roots: Mapping[str, str], known: Callable[[str], Collection[str]]) -> Meant:
    """
    What an announcement asks for, within the known roots (names and folders); `known` gives a root's sources.

    A file that is there is meant when a walk of its root would read it, known or new; one that is not, when
    it is known. Raises BadInput for anything else.
    """
    if what.source is not None:
        told, named = f"the source `{what.source}`", [what.source]
    else:
        told = f"the page `{what.page}`"
        named = [s for root in roots for s in known(root) if _is_page(s, what.page or "")]
    files: dict[Path, None] = {}
    gone: dict[str, tuple[str, ...]] = {}
    why = "no file below a root of this library"
    for source in named:
        root = source.partition("/")[0]
        place = met_on_a_walk(Path(roots[root]), source) if root in roots else None
        if isinstance(place, Path):
            files[place] = None
        elif isinstance(place, Skipped):
            why = f"left out ({place.source}: {place.reason})"
        elif root in roots and source in known(root):
            gone[root] = (*gone.get(root, ()), source)
    if not files and not gone:
        raise BadInput(f"{told} is {why}")
    return Meant(tuple(files), gone)


def _is_page(source: str, page: str) -> bool:
    """Whether an exporter named a file after the page: `Title_12345.html`, `Title <32 hex digits>.md`."""
    stem = source.rpartition("/")[2].rpartition(".")[0]
    return stem == page or stem.endswith((f"_{page}", f" {page}", f"-{page}"))
