"""
An OpenID Connect provider on this machine, over real HTTP, with real RS256 keys: for tests of signing in.

    with OidcServer() as provider:
        provider.knows("anna", groups=["sales"])
        …                                            # belegg: issuer = provider.issuer, client_id "belegg"
        back = provider.signs_in("anna", sent_to)    # what her browser does; where it is sent back
        provider.put_in("anna", [])                  # she is in no group any more
        provider.rotate_keys()
        provider.will("token", status(500))          # the next request there; after that it answers rightly

It describes itself, shows a form, checks redirect address, client, code and PKCE, and renews with refresh
tokens that are used once. `python -m belegg.testing.oidc_server` runs one for a person with a browser.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import sys
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

CODE_LIVES_S = 60.0
ACCESS_LIVES_S = 300
Json = dict[str, Any]
Fault = Callable[["Exchange"], None]
"""What it does instead of answering rightly."""
Forge = Callable[[Json, Json], str]
"""From header and claims to the text of a token: for tokens that no honest provider makes."""


@dataclass(slots=True)
class Member:
    """Somebody whom the provider knows."""

    subject: str
    name: str
    groups: list[str] | None
    is_enabled: bool = True


@dataclass(frozen=True, slots=True)
class Handed:
    """A code, access token or refresh token that was handed out, and for what."""

    subject: str
    nonce: str
    challenge: str
    redirect_uri: str
    ends_at: float


@dataclass(slots=True)
class Exchange:
    """One request; `form` holds query and body, `place` the last part of the path."""

    handler: BaseHTTPRequestHandler
    place: str
    form: Mapping[str, str]

    def answer(self, status: int, body: Json) -> None:
        self.send(status, json.dumps(body).encode(), {"Content-Type": "application/json"})

    def send(self, status: int, content: bytes, headers: Mapping[str, str]) -> None:
        self.handler.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.write(content)


def status(code: int, body: Json | None = None) -> Fault:
    """A fault: this status."""
    return lambda exchange: exchange.answer(code, body or {"error": "temporarily_unavailable"})


def says(text: str) -> Fault:
    """A fault: a success with this text, which need not be JSON."""
    return lambda exchange: exchange.send(200, text.encode(), {"Content-Type": "application/json"})


def hangs_up(exchange: Exchange) -> None:
    """A fault: the connection ends without an answer."""
    exchange.handler.close_connection = True
    exchange.handler.connection.close()


class OidcServer:
    """The provider. `groups_in`: where it names the groups. `now` is its clock."""

    def __init__(
        self,
        *,
        client_id: str = "belegg",
        client_secret: str | None = "a-client-secret-drawn-by-lot-7f3a",
        port: int = 0,
        groups_in: Literal["id_token", "userinfo"] = "id_token",
        with_refresh: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.client_id, self.client_secret = client_id, client_secret
        self.groups_in = groups_in
        self.with_refresh = with_refresh
        self.now = now
        self.members: dict[str, Member] = {}
        self.asked: list[tuple[str, Mapping[str, str]]] = []
        self.forge: Forge | None = None
        self.redirect_uris: set[str] | None = None
        self._handed: dict[str, Handed] = {}
        self._faults: dict[str, deque[Fault]] = defaultdict(deque)
        self._always: dict[str, Fault] = {}
        self._one = threading.Lock()
        self.keys: list[Any] = []
        self.rotate_keys()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler_of(self))
        self._server.daemon_threads = True
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    # ------------------------------------------------------------ what a test sets

    def knows(self, subject: str, groups: Iterable[str] | None = (), name: str = "") -> None:
        """`groups` None: the claim is left out altogether."""
        listed = None if groups is None else list(groups)
        self.members[subject] = Member(subject, name or subject.title(), listed)

    def put_in(self, subject: str, groups: Iterable[str] | None) -> None:
        self.members[subject].groups = None if groups is None else list(groups)

    def disable(self, subject: str) -> None:
        """Their refresh tokens are refused from now on, and so are new sign-ins."""
        self.members[subject].is_enabled = False

    def rotate_keys(self) -> None:
        """From now on it signs with a new key, and publishes that one alone."""
        from joserfc.jwk import RSAKey

        self.keys = [RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "use": "sig", "alg": "RS256"})]

    def will(self, place: str, fault: Fault) -> None:
        """At the next request to `token`, `userinfo`, `jwks`, `authorize` or `openid-configuration`."""
        self._faults[place].append(fault)

    def always(self, place: str, fault: Fault | None) -> None:
        """At every request there, until it is None again."""
        self._always.pop(place, None)
        if fault is not None:
            self._always[place] = fault

    def signs_in(self, subject: str, sent_to: str) -> str:
        """What somebody's browser does who is sent to the provider; where it is sent back to."""
        import httpx

        with httpx.Client(trust_env=False) as browser:
            shown = browser.get(sent_to)
            assert shown.status_code == 200, shown.text
            back = browser.post(sent_to, data={"subject": subject})
        assert back.status_code == 303, back.text
        return str(back.headers["location"])

    def signed(self, claims: Json, header: Json | None = None) -> str:
        """A token with these claims, signed with the newest key."""
        from joserfc import jwt

        key = self.keys[-1]
        told = {"alg": "RS256", "kid": key.kid, **(header or {})}
        if self.forge is not None:
            return self.forge(told, claims)
        return jwt.encode(told, claims, key)

    # ------------------------------------------------------------ what it answers

    def answer(self, exchange: Exchange) -> None:
        self.asked.append((exchange.place, exchange.form))
        with self._one:
            waiting = self._faults[exchange.place]
            fault = waiting.popleft() if waiting else self._always.get(exchange.place)
        if fault is not None:
            fault(exchange)
            return
        places: dict[str, Callable[[Exchange], None]] = {
            "openid-configuration": self._describe,
            "jwks": self._publish,
            "authorize": self._authorize,
            "token": self._grant,
            "userinfo": self._inform,
        }
        places.get(exchange.place, status(404))(exchange)

    def _describe(self, exchange: Exchange) -> None:
        exchange.answer(
            200,
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "userinfo_endpoint": f"{self.issuer}/userinfo",
                "jwks_uri": f"{self.issuer}/jwks",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
                "authorization_response_iss_parameter_supported": True,
            },
        )

    def _publish(self, exchange: Exchange) -> None:
        exchange.answer(200, {"keys": [key.as_dict(private=False) for key in self.keys]})

    def _authorize(self, exchange: Exchange) -> None:
        asked = exchange.form
        if asked.get("client_id") != self.client_id or not self._may_send_to(asked.get("redirect_uri", "")):
            exchange.answer(400, {"error": "invalid_request"})
            return
        if exchange.handler.command == "GET":
            exchange.send(200, self._page(asked).encode(), {"Content-Type": "text/html; charset=utf-8"})
            return
        told = {"state": asked.get("state", ""), "iss": self.issuer}
        member = self.members.get(asked.get("subject", ""))
        if asked.get("response_type") != "code" or asked.get("code_challenge_method") != "S256":
            told["error"] = "invalid_request"
        elif member is None or not member.is_enabled:
            told["error"] = "access_denied"
        else:
            told["code"] = self._hand(
                Handed(
                    *(member.subject, asked.get("nonce", ""), asked.get("code_challenge", "")),
                    *(asked["redirect_uri"], self.now() + CODE_LIVES_S),
                )
            )
        exchange.send(303, b"", {"Location": f"{asked['redirect_uri']}?{urlencode(told)}"})

    def _may_send_to(self, redirect_uri: str) -> bool:
        if self.redirect_uris is not None:
            return redirect_uri in self.redirect_uris
        return urlsplit(redirect_uri).path.endswith("/auth/callback")

    def _page(self, asked: Mapping[str, str]) -> str:
        options = "".join(
            f'<option value="{escape(m.subject)}">{escape(m.name)}</option>' for m in self.members.values()
        )
        return (
            "<!doctype html><html lang=en><meta charset=utf-8><title>Provider</title>"
            f'<form method="post" action="/authorize?{escape(urlencode(asked))}"><label>Who are you? '
            f"<select name=subject>{options}</select></label> <button>Sign in</button></form></html>"
        )

    def _grant(self, exchange: Exchange) -> None:
        asked = exchange.form
        if not self._is_client(exchange):
            exchange.answer(401, {"error": "invalid_client"})
            return
        name = "code" if asked.get("grant_type") == "authorization_code" else "refresh_token"
        with self._one:
            handed = self._handed.pop(asked.get(name, ""), None)
        member = None if handed is None else self.members.get(handed.subject)
        if handed is None or member is None or not member.is_enabled or not self._fits(handed, name, asked):
            exchange.answer(400, {"error": "invalid_grant"})
            return
        exchange.answer(200, self._granted(handed, member, handed.nonce if name == "code" else ""))

    def _fits(self, handed: Handed, name: str, asked: Mapping[str, str]) -> bool:
        if self.now() >= handed.ends_at:
            return False
        if name == "refresh_token":
            return True
        digest = hashlib.sha256(asked.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        return challenge == handed.challenge and asked.get("redirect_uri") == handed.redirect_uri

    def _is_client(self, exchange: Exchange) -> bool:
        scheme, _, told = exchange.handler.headers.get("Authorization", "").partition(" ")
        if scheme == "Basic":
            id, _, secret = base64.b64decode(told).decode().partition(":")
            return (unquote(id), unquote(secret)) == (self.client_id, self.client_secret)
        given = (exchange.form.get("client_id"), exchange.form.get("client_secret"))
        return given == (self.client_id, self.client_secret)

    def _granted(self, handed: Handed, member: Member, nonce: str) -> Json:
        access = self._hand(Handed(handed.subject, "", "", "", self.now() + ACCESS_LIVES_S))
        half = hashlib.sha256(access.encode()).digest()[:16]
        claims: Json = {
            "iss": self.issuer,
            "sub": member.subject,
            "aud": self.client_id,
            "iat": int(self.now()),
            "exp": int(self.now()) + ACCESS_LIVES_S,
            "at_hash": base64.urlsafe_b64encode(half).rstrip(b"=").decode(),
            "name": member.name,
        }
        if nonce:
            claims["nonce"] = nonce
        if self.groups_in == "id_token" and member.groups is not None:
            claims["groups"] = member.groups
        told: Json = {"access_token": access, "token_type": "Bearer", "expires_in": ACCESS_LIVES_S}
        if self.with_refresh:
            forever = Handed(handed.subject, "", "", "", self.now() + 30 * 86_400)
            told["refresh_token"] = self._hand(forever)
        return {**told, "id_token": self.signed(claims)}

    def _hand(self, handed: Handed) -> str:
        text = secrets.token_urlsafe(24)
        with self._one:
            self._handed[text] = handed
        return text

    def _inform(self, exchange: Exchange) -> None:
        scheme, _, text = exchange.handler.headers.get("Authorization", "").partition(" ")
        handed = self._handed.get(text) if scheme == "Bearer" else None
        member = None if handed is None else self.members.get(handed.subject)
        if handed is None or member is None or not member.is_enabled or self.now() >= handed.ends_at:
            exchange.answer(401, {"error": "invalid_token"})
            return
        told: Json = {"sub": member.subject, "name": member.name}
        if self.groups_in == "userinfo" and member.groups is not None:
            told["groups"] = member.groups
        exchange.answer(200, told)


def handler_of(server: OidcServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._take()

        def do_POST(self) -> None:
            self._take()

        def _take(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            form = {name: values[-1] for name, values in parse_qs(f"{parts.query}&{body}").items()}
            server.answer(Exchange(self, parts.path.rpartition("/")[2], form))

        def log_message(self, format: str, *args: object) -> None:
            return

    return Handler


def main() -> None:
    """One on a port (the first argument, else 9080), with people as `name=group,group` after it."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9080
    with OidcServer(port=port) as provider:
        for told in sys.argv[2:] or ("anna=sales", "berit=hr", "eva=it"):
            subject, _, groups = told.partition("=")
            provider.knows(subject, [group for group in groups.split(",") if group])
        print(f"issuer = {provider.issuer}\nclient_id = {provider.client_id}")
        print(f"client secret: {provider.client_secret}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
