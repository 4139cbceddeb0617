"""Who publishes statistics, and how they want to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from belegg.errors import BadSetting
from belegg.sources.statistics.pacing import Pace
from belegg.sources.statistics.sending import is_loopback

A_USUAL_PACE = Pace(2, 1.0)
AN_HOUR_S = 3600.0
A_DAY_S = 86400.0


@dataclass(frozen=True, slots=True)
class Publisher:
    """
    A source as it is asked. Requests go to addresses under `bases` and nowhere else; redirects besides only
    to hosts of `redirects_to`. `keep_s` is how long an answer counts as new; `headers` go with every request.
    A key comes from the environment variable `key_setting` and goes as the header `key_header`.

    Raises BadSetting for a base that is neither https nor on this machine.
    """

    id: str
    name: str
    bases: tuple[str, ...]
    pace: Pace = A_USUAL_PACE
    keep_s: float = AN_HOUR_S
    headers: Mapping[str, str] = field(default_factory=dict)
    redirects_to: tuple[str, ...] = ()
    key_setting: str = ""
    key_header: str = ""

    def __post_init__(self) -> None:
        for base in self.bases:
            check_base(base)

    def may_ask(self, url: str) -> bool:
        """Whether the address is under one of the bases."""
        return any(url == base or url.startswith((f"{base}/", f"{base}?")) for base in self.bases)

    def may_be_sent_to(self, url: str) -> bool:
        """Whether a redirect may lead there: to the place of a base, or over https to a host it names."""
        return any(origin(url) == origin(base) for base in self.bases) or (
            urlsplit(url).scheme == "https" and origin(url)[1:] in [(host, 443) for host in self.redirects_to]
        )


def check_base(base: str) -> None:
    parts = urlsplit(base)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(base)):
        raise BadSetting(f"the address `{base}` of a source of statistics is not https; write `https://…`")
    if parts.username or parts.password or parts.query or parts.fragment or base.endswith("/"):
        raise BadSetting(
            f"the address of `{parts.hostname}` has a user, `?`, `#` or a `/` at its end; write the bare one"
        )


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
