"""
Signed tokens of the provider (JWT): by its published keys alone, with key pairs alone, for us, and now.

The header's `kid` picks one of the published keys and nothing else; `jku`, `x5u` and `jwk` in a token are not
looked at; `none` and algorithms with a shared secret are not known.
"""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from belegg.errors import MissingExtra, NotSignedIn, ProviderFailed

ALGORITHMS: Final = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA", "Ed25519"),
)
KINDS: Final = ("RSA", "EC", "OKP")
LONGEST: Final = 32_768
LEEWAY_S: Final = 30
KEYS_FOR_S: Final = 3600.0
KEYS_AGAIN_S: Final = 30.0
"""A token with an unknown key makes us look for new ones, this often at most."""


class SignedTokens:
    """Checks what says it was signed by the provider. `fetch` gives its key set (JWKS)."""

    def __init__(self, issuer: str, fetch: Callable[[], Mapping[str, Any]], now: Callable[[], float]) -> None:
        try:
            import authlib.oidc.core  # noqa: F401
            import joserfc  # noqa: F401
        except ModuleNotFoundError as missing:
            raise MissingExtra(
                "signing in at a provider needs Authlib; install it with `pip install 'belegg[sso]'`"
            ) from missing
        self._issuer = issuer
        self._fetch = fetch
        self._now = now
        self._keys: Mapping[str, Mapping[str, Any]] = {}
        self._fetched_at = float("-inf")
        self._one = threading.Lock()

    def id_token(self, text: str, client_id: str, nonce: str | None, access: str) -> Mapping[str, Any]:
        """
        The claims of an ID token for this client. Raises NotSignedIn for one that does not hold,
        ProviderFailed when the keys cannot be had.
        """
        from authlib.oidc.core import CodeIDToken

        params = {"nonce": nonce, "client_id": client_id, "access_token": access}
        return self._held(CodeIDToken, text, client_id, params)

    def access_token(self, text: str, audience: str) -> Mapping[str, Any]:
        """The claims of an access token that is meant for us. Raises as `id_token`."""
        from authlib.oauth2.claims import JWTClaims

        return self._held(JWTClaims, text, audience, {})

    def _held(self, kind: Any, text: str, audience: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        from joserfc.errors import JoseError

        header, claims = self._verified(text)
        asked = {
            "iss": {"essential": True, "value": self._issuer},
            "aud": {"essential": True, "value": audience},
            "sub": {"essential": True},
            "exp": {"essential": True},
        }
        held = kind(claims, header, asked, params)
        try:
            held.validate(int(self._now()), LEEWAY_S)
        except (JoseError, TypeError, ValueError, OverflowError) as error:
            raise NotSignedIn(f"the sign-in's token does not hold ({type(error).__name__})") from None
        if not isinstance(held["sub"], str) or not held["sub"]:
            raise NotSignedIn("the sign-in's token does not hold: it says of nobody that it is theirs")
        return dict(held)

    def _verified(self, text: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        from joserfc import jwk, jwt
        from joserfc.errors import JoseError

        header = header_of(text)
        key = self._key(header)
        try:
            token = jwt.decode(text, jwk.import_key(dict(key)), algorithms=[header["alg"]])
        except (JoseError, TypeError, ValueError) as error:
            raise NotSignedIn(f"the sign-in's token does not hold ({type(error).__name__})") from None
        return token.header, token.claims

    def _key(self, header: Mapping[str, Any]) -> Mapping[str, Any]:
        """The published key that the header names; a token without a name takes the only one there is."""
        kid = header.get("kid")
        if not isinstance(kid, str | None):
            raise NotSignedIn("the sign-in's token does not hold: its key has no name")
        age_s = self._now() - self._fetched_at
        if age_s > KEYS_FOR_S or (kid not in self._keys and age_s > KEYS_AGAIN_S):
            self._refresh()
        if kid is None and len(self._keys) == 1:
            return next(iter(self._keys.values()))
        if kid is None or kid not in self._keys:
            raise NotSignedIn("the sign-in's token does not hold: its key is none that the provider names")
        return self._keys[kid]

    def _refresh(self) -> None:
        with self._one:
            if self._now() - self._fetched_at <= KEYS_AGAIN_S:
                return
            try:
                self._keys = usable(self._fetch())
            except ProviderFailed:
                if not self._keys:
                    raise
            self._fetched_at = self._now()


def usable(told: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The published keys for signatures, by name. Raises ProviderFailed when there is none."""
    keys = told.get("keys")
    listed = [key for key in keys if isinstance(key, dict)] if isinstance(keys, list) else []
    found: dict[str, Mapping[str, Any]] = {
        str(key.get("kid", "")): key
        for key in listed
        if key.get("kty") in KINDS and key.get("use", "sig") == "sig"
    }
    if not found:
        raise ProviderFailed("the provider names no keys with which its tokens could be checked")
    return found


def header_of(text: str) -> Mapping[str, Any]:
    """The header of a token, not yet to be trusted, with an algorithm that is known. Raises NotSignedIn."""
    try:
        if len(text) > LONGEST or text.count(".") != 2:
            raise ValueError
        first = text.partition(".")[0].encode("ascii")
        header = json.loads(base64.urlsafe_b64decode(first + b"=" * (-len(first) % 4)))
        if not isinstance(header, dict) or header["alg"] not in ALGORITHMS:
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotSignedIn(
            "the sign-in's token does not hold: it is none, or not signed as it must be"
        ) from None
    return header
