"""
The organisation's provider by OpenID Connect: authorisation code with PKCE, state and nonce.

What the provider says of somebody is read anew with what it granted at the sign-in: by the refresh token, or
the access token while that lives. The groups are looked up the same way each time: in the ID token of this
reading, else in its user info; where neither names the claim, somebody is in no group.
"""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from belegg.errors import BadSetting, NotSignedIn, ProviderFailed
from belegg.models.http.address import address_of
from belegg.records.people import Grant
from belegg.serving.entrance.settings import Oidc, must_be_safe
from belegg.serving.entrance.signed import SignedTokens
from belegg.serving.entrance.wire import Told, Wire

WELL_KNOWN: Final = "/.well-known/openid-configuration"
DESCRIBED_FOR_S: Final = 3600.0
MOST_GROUPS: Final = 5000
LONGEST_NAME: Final = 200
MOST_LIFE_S: Final = 10 * 365 * 86_400.0
ACCESS_LIVES_S: Final = 300.0
"""Of an access token of which the provider does not say how long it lives."""


@dataclass(frozen=True, slots=True)
class Vouched:
    """What the provider says of somebody, just now."""

    subject: str
    name: str
    groups: frozenset[str]
    grant: Grant


class Provider:
    """One issuer and this client of it. From any thread; nothing is asked before the first sign-in."""

    def __init__(
        self, oidc: Oidc, redirect_url: str, now: Callable[[], float], wire: Wire | None = None
    ) -> None:
        self.oidc = oidc
        self._redirect_url = redirect_url
        self._now = now
        self._wire = wire or Wire(oidc.issuer)
        self._tokens = SignedTokens(oidc.issuer, self._keys, now)
        self._described: Mapping[str, Any] = {}
        self._described_at = float("-inf")
        self._one = threading.Lock()

    def close(self) -> None:
        self._wire.close()

    def sign_in_url(self, state: str, nonce: str, verifier: str) -> str:
        """Where a browser is sent. Raises ProviderFailed."""
        from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        return str(
            prepare_grant_uri(
                self._endpoint("authorization_endpoint"),
                self.oidc.client_id,
                "code",
                redirect_uri=self._redirect_url,
                scope=" ".join(self.oidc.scopes),
                state=state,
                nonce=nonce,
                code_challenge=create_s256_code_challenge(verifier),
                code_challenge_method="S256",
            )
        )

    def must_be_ours(self, issuer: str | None) -> None:
        """Raises NotSignedIn for another issuer's answer (RFC 9207), or one that should say whose it is."""
        says = self.description().get("authorization_response_iss_parameter_supported") is True
        if (issuer is None and says) or (issuer is not None and issuer != self.oidc.issuer):
            raise NotSignedIn("the answer comes from another provider than was asked; sign in again")

    def exchange(self, code: str, verifier: str, nonce: str) -> Vouched:
        """Who has signed in, for the code that their browser brought. Raises NotSignedIn, ProviderFailed."""
        told = self._granted(
            {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": self._redirect_url,
                "code_verifier": verifier,
            }
        )
        grant = self._grant_of(told.body, "")
        claims = self._tokens.id_token(id_token_in(told), self.oidc.client_id, nonce, grant.access)
        return self._vouched(claims, grant)

    def reread(self, grant: Grant, subject: str, keep: Callable[[Grant], None]) -> Vouched:
        """
        What it says of somebody now. A renewed grant is given to `keep` at once: the one before it is void,
        whatever fails afterwards. Raises NotSignedIn when it no longer vouches for them, ProviderFailed when
        it does not answer as agreed.
        """
        if not grant.refresh:
            if self._now() >= grant.access_ends_at:
                raise NotSignedIn("what the provider granted has run out; sign in again")
            return self._vouched({"sub": subject}, grant)
        told = self._granted({"grant_type": "refresh_token", "refresh_token": grant.refresh})
        renewed = self._grant_of(told.body, grant.refresh)
        keep(renewed)
        claims: Mapping[str, Any] = {"sub": subject}
        if isinstance(told.body.get("id_token"), str):
            try:
                claims = self._tokens.id_token(
                    told.body["id_token"], self.oidc.client_id, None, renewed.access
                )
            except NotSignedIn as error:
                raise ProviderFailed(f"the provider's new token cannot be used: {error}") from None
        if claims["sub"] != subject:
            raise ProviderFailed("the provider answered for somebody else than was asked about")
        return self._vouched(claims, renewed)

    def bearer(self, text: str) -> str:
        """Whose access token for our `audience` it is: their `sub`. Raises NotSignedIn, ProviderFailed."""
        if self.oidc.audience is None:
            raise NotSignedIn("this API token is unknown, was revoked, or has run out; make a new one")
        return str(self._tokens.access_token(text, self.oidc.audience)["sub"])

    # ------------------------------------------------------------ what it describes of itself

    def description(self) -> Mapping[str, Any]:
        """Its own description, for an hour; the last one while it does not answer. Raises ProviderFailed."""
        if self._now() - self._described_at <= DESCRIBED_FOR_S:
            return self._described
        with self._one:
            if self._now() - self._described_at > DESCRIBED_FOR_S:
                try:
                    self._described = self._read_description()
                    self._described_at = self._now()
                except ProviderFailed:
                    if not self._described:
                        raise
        return self._described

    def _read_description(self) -> Mapping[str, Any]:
        told = self._wire.get(self.oidc.issuer.rstrip("/") + WELL_KNOWN)
        if not told.is_success or not told.body:
            raise ProviderFailed(f"the provider does not describe itself (status {told.status})")
        if told.body.get("issuer") != self.oidc.issuer:
            raise ProviderFailed(
                "the provider calls itself otherwise than `issuer` in `[serve.oidc]`; write it as it does, "
                "to the last slash"
            )
        return told.body

    def _endpoint(self, name: str) -> str:
        url = self.description().get(name)
        if not isinstance(url, str):
            raise ProviderFailed(f"the provider's description has no `{name}`")
        try:
            must_be_safe(url.partition("?")[0], name, "the provider's description")
        except BadSetting as error:
            raise ProviderFailed(str(error)) from None
        return url

    def _keys(self) -> Mapping[str, Any]:
        told = self._wire.get(self._endpoint("jwks_uri"))
        if not told.is_success:
            raise ProviderFailed(f"the provider does not name its keys (status {told.status})")
        return told.body

    # ------------------------------------------------------------ what it grants and says

    def _granted(self, asked: Mapping[str, str]) -> Told:
        form, headers = dict(asked), {}
        secret = self.oidc.client_secret
        if secret is None:
            form["client_id"] = self.oidc.client_id
        elif self._takes_basic():
            pair = f"{quote(self.oidc.client_id, safe='')}:{quote(secret.reveal(), safe='')}"
            headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
        else:
            form |= {"client_id": self.oidc.client_id, "client_secret": secret.reveal()}
        told = self._wire.post(self._endpoint("token_endpoint"), urlencode(form), headers)
        if told.is_success:
            return told
        if told.status == 400 and told.body.get("error") == "invalid_grant":
            raise NotSignedIn("the provider no longer vouches for this sign-in; sign in again")
        raise ProviderFailed(
            f"the provider at `{address_of(self.oidc.issuer).shown}` granted nothing (status {told.status}); "
            "look at its log, and at `client_id` and the client's secret"
        )

    def _takes_basic(self) -> bool:
        ways = self.description().get("token_endpoint_auth_methods_supported")
        return not isinstance(ways, list) or "client_secret_basic" in ways or "client_secret_post" not in ways

    def _grant_of(self, told: Mapping[str, Any], refresh: str) -> Grant:
        access, renewed, lives_s = told.get("access_token"), told.get("refresh_token"), told.get("expires_in")
        if not isinstance(access, str) or not access:
            raise ProviderFailed("the provider granted no access token")
        known = isinstance(lives_s, int | float) and 0 < lives_s < MOST_LIFE_S
        ends_at = self._now() + (float(lives_s or 0) if known else ACCESS_LIVES_S)
        return Grant(access, ends_at, renewed if isinstance(renewed, str) and renewed else refresh)

    def _vouched(self, claims: Mapping[str, Any], grant: Grant) -> Vouched:
        said = dict(claims)
        if found_in(claims, self.oidc.groups_claim) is None and self._has_user_info():
            said = {**self._user_info(grant, claims["sub"]), **claims}
        groups = found_in(said, self.oidc.groups_claim)
        return Vouched(str(claims["sub"]), name_in(said, self.oidc.name_claim), groups_in(groups), grant)

    def _has_user_info(self) -> bool:
        return isinstance(self.description().get("userinfo_endpoint"), str)

    def _user_info(self, grant: Grant, subject: str) -> Mapping[str, Any]:
        told = self._wire.get(self._endpoint("userinfo_endpoint"), grant.access)
        if told.status in (401, 403):
            raise NotSignedIn("the provider no longer vouches for this sign-in; sign in again")
        if not told.is_success or not told.body:
            raise ProviderFailed(f"the provider says nothing of who has signed in (status {told.status})")
        if told.body.get("sub") != subject:
            raise ProviderFailed("the provider answered for somebody else than was asked about")
        return told.body


def id_token_in(told: Told) -> str:
    text = told.body.get("id_token")
    if not isinstance(text, str):
        raise ProviderFailed("the provider gave no ID token; `scopes` in `[serve.oidc]` must hold `openid`")
    return text


def found_in(claims: Mapping[str, Any], path: str) -> Any:
    """The claim of that name, or at the end of that path (`realm_access.roles`); None when it is absent."""
    if path in claims:
        return claims[path]
    here: Any = claims
    for step in path.split("."):
        if not isinstance(here, Mapping) or step not in here:
            return None
        here = here[step]
    return here


def groups_in(told: Any) -> frozenset[str]:
    """The groups that a claim names; none where it is absent. Raises ProviderFailed for what is no list."""
    if told is None:
        return frozenset()
    listed = [told] if isinstance(told, str) else told
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise ProviderFailed("the provider's claim of groups is no list of texts; look at `groups_claim`")
    if len(listed) > MOST_GROUPS:
        raise ProviderFailed(f"the provider names more than {MOST_GROUPS:,} groups of one person")
    return frozenset(name.strip() for name in listed if name.strip() and name.isprintable())


def name_in(told: Mapping[str, Any], claim: str) -> str:
    """What somebody is called on the page; what they are known by where the provider tells no name."""
    for wanted in (claim, "name", "preferred_username", "email", "sub"):
        value = found_in(told, wanted)
        if isinstance(value, str) and value.strip():
            return " ".join("".join(c for c in value if c.isprintable()).split())[:LONGEST_NAME]
    return ""
