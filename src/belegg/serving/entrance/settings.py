"""
How people come in: `[serve]`, `[serve.oidc]`, `[serve.roles]` and `[serve.sessions]` of `belegg.toml`.

    [serve]
    sign_in = "oidc"                       # none (the default: this machine's owner alone), oidc or passwords
    url = "https://belegg.example.org"     # as people's browsers see it; the provider sends them back there

    [serve.oidc]
    issuer = "https://login.example.org/realms/staff"
    client_id = "belegg"
    client_secret_file = "/etc/belegg/client-secret"

    [serve.roles]
    admin = ["it"]
    curator = ["archive"]

BELEGG_SERVE_SIGN_IN, BELEGG_SERVE_URL, BELEGG_SERVE_OIDC_ISSUER, …_CLIENT_ID, …_CLIENT_SECRET and
…_CLIENT_SECRET_FILE win over the file. A secret never stands in the file itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from belegg.errors import BadSetting
from belegg.models.chat.roles import config_file, known
from belegg.models.chat.settings import listed
from belegg.models.http.address import address_of
from belegg.models.http.secret import Secret
from belegg.records import EVERYONE
from belegg.serving.entrance.visitor import Role
from belegg.serving.settings import serve_table

SignIn = Literal["none", "oidc", "passwords"]
SHORTEST_SECRET: Final = 16
OF_EXAMPLES: Final = ("changeme", "change-me", "secret", "password", "default", "example", "your-", "xxx")
"""How secrets begin that somebody copied out of an example."""

OIDC_NAMES: Final = (
    *("issuer", "client_id", "client_secret_file", "scopes", "groups_claim", "name_claim", "name"),
    *("audience", "groups_minutes", "keep_minutes"),
)
SCOPES: Final = ("openid", "profile")
SESSION_NAMES: Final = ("idle_minutes", "absolute_hours")


@dataclass(frozen=True, slots=True)
class Sessions:
    """How long a session lives without being used, and at all. In seconds."""

    idle_s: float = 8 * 3600.0
    absolute_s: float = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Oidc:
    """
    The organisation's provider. `groups_claim` may lead into objects (`realm_access.roles`). `audience`: of
    the provider's access tokens that are taken as API tokens; None takes none. Groups are re-read when they
    are `groups_s` old; when that fails they hold until they are `keep_s` old, then nobody gets in by them.
    """

    issuer: str
    client_id: str
    client_secret: Secret | None = None
    scopes: tuple[str, ...] = SCOPES
    groups_claim: str = "groups"
    name_claim: str = "name"
    name: str = ""
    audience: str | None = None
    groups_s: float = 300.0
    keep_s: float = 900.0


@dataclass(frozen=True, slots=True)
class EntranceSettings:
    """
    `url` has no slash at its end. `roles`: who has each role; without `reader`, whoever signed in. `proxies`
    are ours: what they say of an address (`X-Forwarded-For`) is believed.
    """

    sign_in: SignIn = "none"
    url: str = ""
    oidc: Oidc | None = None
    roles: Mapping[Role, frozenset[str]] = field(default_factory=dict)
    sessions: Sessions = field(default_factory=Sessions)
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()

    @property
    def base_path(self) -> str:
        """The path before all of ours, or empty."""
        return address_of(self.url).path if self.url else ""

    def roles_of(self, groups: frozenset[str]) -> frozenset[Role]:
        """The roles of somebody who has signed in and is in these groups (`everyone` among them)."""
        given: dict[Role, frozenset[str]] = {"reader": frozenset({EVERYONE}), **self.roles}
        return frozenset(role for role, opened in given.items() if opened & groups)


def entrance_settings(
    library: Path | None, environment: Mapping[str, str] | None = None, with_secret: bool = True
) -> EntranceSettings:
    """
    What file and environment say. Raises BadSetting, also for a secret that is no secret; without
    `with_secret` it is not looked at: who looks after people need not be able to read it.
    """
    environment = os.environ if environment is None else environment
    told, where = serve_table(library)
    folder = (config_file(library, os.environ) or Path()).parent
    sign_in = environment.get("BELEGG_SERVE_SIGN_IN") or told.get("sign_in", "none")
    if sign_in not in get_args(SignIn):
        raise BadSetting(f"{where}: `sign_in` is `{sign_in}`; it can be {listed(get_args(SignIn))}")
    url = url_of(environment.get("BELEGG_SERVE_URL") or told.get("url", ""), where)
    oidc = None
    if sign_in == "oidc":
        oidc = oidc_of(told.get("oidc", {}), environment, where, folder if with_secret else None)
    if oidc is not None and not url:
        raise BadSetting(
            f'{where}: `sign_in = "oidc"` needs `url`, the address by which browsers reach this server: the '
            "provider sends people back to it"
        )
    roles, sessions = roles_of(told.get("roles", {}), where), sessions_of(told.get("sessions", {}), where)
    proxies = networks_of(told.get("proxies", []), where)
    return EntranceSettings(cast(SignIn, sign_in), url, oidc, roles, sessions, proxies)


def url_of(given: object, where: str) -> str:
    if not given:
        return ""
    if not isinstance(given, str):
        raise BadSetting(f"{where}: `url` is an address, and not `{given}`")
    must_be_safe(given, "url", where)
    return address_of(given).url("")


def must_be_safe(url: str, name: str, where: str) -> None:
    """Raises BadSetting for http to another machine: cookies and codes would travel in the open."""
    try:
        address = address_of(url)
    except BadSetting as error:
        raise BadSetting(f"{where}: `{name}`: {str(error).replace('base_url', 'it')}") from None
    if address.scheme != "https" and not address.is_loopback:
        raise BadSetting(f"{where}: `{name}` is `{url}`; it has to begin with `https://`")


def oidc_of(told: object, environment: Mapping[str, str], where: str, folder: Path | None) -> Oidc:
    """`folder`: that of the settings' file, from which a path of the secret counts; None: it is not read."""
    where = where.replace("[serve]", "[serve.oidc]")
    table = table_of(told, OIDC_NAMES, where)
    texts: dict[str, Any] = {name: table[name] for name in ("issuer", "client_id") if name in table}
    for name in ("issuer", "client_id"):
        if value := environment.get(f"BELEGG_SERVE_OIDC_{name.upper()}"):
            texts[name] = value
        if not isinstance(texts.get(name), str) or not texts[name]:
            raise BadSetting(f"{where}: `{name}` is missing; the provider's own pages say what it is")
    must_be_safe(texts["issuer"], "issuer", where)
    for name in ("groups_claim", "name_claim", "name", "audience"):
        if name in table:
            if not isinstance(table[name], str) or not table[name]:
                raise BadSetting(f"{where}: `{name}` is a text, and not `{table[name]}`")
            texts[name] = table[name]
    scopes = texts_of(table.get("scopes", list(SCOPES)), "scopes", where)
    if "openid" not in scopes:
        raise BadSetting(f"{where}: `scopes` lacks `openid`; without it no provider says who somebody is")
    if texts.get("audience") == texts["client_id"]:
        raise BadSetting(
            f"{where}: `audience` is the `client_id`; then the token of a sign-in would be an API token. "
            "Let the provider give this server an audience of its own, such as its address"
        )
    groups_s = 60 * number_of(table, "groups_minutes", 5, 1, 5, where)
    keep_s = 60 * number_of(table, "keep_minutes", 15, 5, 24 * 60, where)
    return Oidc(
        **texts,
        client_secret=None
        if folder is None
        else secret_of(table.get("client_secret_file"), environment, where, folder),
        scopes=tuple(scopes),
        groups_s=groups_s,
        keep_s=max(keep_s, groups_s),
    )


def secret_of(file: object, environment: Mapping[str, str], where: str, folder: Path) -> Secret | None:
    """The client's secret; None for a client without one. Raises BadSetting, without the value."""
    named = "BELEGG_SERVE_OIDC_CLIENT_SECRET"
    if value := environment.get(named):
        return true_secret(value, f"`{named}`")
    path = environment.get(f"{named}_FILE") or (folder / str(file) if file else None)
    if not path:
        return None
    try:
        return true_secret(Path(path).read_text(encoding="utf-8"), f"`{path}`")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadSetting(
            f"{where}: the file `{path}` with the client's secret cannot be read: {why}"
        ) from error


def true_secret(value: str, place: str) -> Secret:
    """Raises BadSetting for what anybody could guess."""
    secret = Secret(value)
    told = secret.reveal()
    if len(told) < SHORTEST_SECRET or told.casefold().startswith(OF_EXAMPLES) or len(set(told)) < 6:
        raise BadSetting(
            f"{place} holds a client secret that can be guessed (under {SHORTEST_SECRET} characters, or from "
            "an example); let the provider make one"
        )
    return secret


def roles_of(told: object, where: str) -> dict[Role, frozenset[str]]:
    where = where.replace("[serve]", "[serve.roles]")
    table = table_of(told, get_args(Role), where)
    found = {cast(Role, role): frozenset(texts_of(groups, role, where)) for role, groups in table.items()}
    if EVERYONE in found.get("admin", ()):
        raise BadSetting(f"{where}: `admin` names `{EVERYONE}`; name the groups that look after this server")
    return found


def sessions_of(told: object, where: str) -> Sessions:
    where = where.replace("[serve]", "[serve.sessions]")
    table = table_of(told, SESSION_NAMES, where)
    idle_s = 60 * number_of(table, "idle_minutes", 8 * 60, 1, 30 * 24 * 60, where)
    absolute_s = 3600 * number_of(table, "absolute_hours", 7 * 24, 1, 30 * 24, where)
    return Sessions(min(idle_s, absolute_s), absolute_s)


def table_of(told: object, names: tuple[str, ...], where: str) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise BadSetting(f"{where} is no table")
    for name in told:
        if "secret" in name and name not in names:
            raise BadSetting(
                f"{where} holds a secret as `{name}`; take it out, and set "
                "BELEGG_SERVE_OIDC_CLIENT_SECRET or name a file as `client_secret_file`"
            )
    known(told, names, where)
    return told


def texts_of(told: object, name: str, where: str) -> list[str]:
    if not isinstance(told, list) or not all(isinstance(each, str) and each.strip() for each in told):
        raise BadSetting(f"{where}: `{name}` is a list of texts, and not `{told}`")
    return [each.strip() for each in told]


def networks_of(told: object, where: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(each) for each in texts_of(told, "proxies", where))
    except ValueError as error:
        raise BadSetting(f"{where}: `proxies` are addresses or networks of them: {error}") from None


def number_of(told: Mapping[str, Any], name: str, usual: int, least: int, most: int, where: str) -> float:
    value = told.get(name, usual)
    if type(value) is not int or not least <= value <= most:
        raise BadSetting(f"{where}: `{name}` is a whole number from {least} to {most:,}, and not `{value}`")
    return float(value)
