"""Where a model's server is: checked once, shown without anything secret."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from belegg.errors import BadSetting


@dataclass(frozen=True, slots=True)
class Address:
    """A server's `http` or `https` address; `path` begins with `/` or is empty, and does not end with `/`."""

    scheme: str
    host: str
    port: int | None
    path: str

    @property
    def shown(self) -> str:
        """Host and port, as messages name the server."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether the server is on this machine: no proxy is asked to reach it."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    def url(self, path: str) -> str:
        """The address of something on the server; `path` begins with `/`."""
        return f"{self.scheme}://{self.shown}{self.path}{path}"


def address_of(base_url: str, default_path: str = "") -> Address:
    """
    The address that a user gave; one without a path gets `default_path` (`/v1`).

    Raises BadSetting for anything but http and https, for a missing host, and for an address with a user,
    password, query or fragment, which would be a key in the wrong place: that one is not repeated.
    """
    try:
        parts = urlsplit(base_url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadSetting("base_url is no address; write it as `https://host:port/path`") from None
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise BadSetting(
            "base_url holds a user, password, `?` or `#`; write the bare address, and give a key as the key"
        )
    if parts.scheme not in {"http", "https"} or not host:
        raise BadSetting(f"base_url `{base_url}` is no http or https address; write `https://host:port/path`")
    if any(character.isspace() or not character.isprintable() for character in base_url.strip()):
        raise BadSetting("base_url holds a space or an invisible character; write the bare address")
    return Address(parts.scheme, host, port, parts.path.rstrip("/") or default_path)
