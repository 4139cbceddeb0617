"""What `belegg people`, `token` and `audit` print with `--json`, command by command."""

from __future__ import annotations


def _person(each: str) -> dict[str, tuple[str, str]]:
    return {
        f"{each}person": ("text", "their id: that of the principal, and in the audit log"),
        f"{each}known_as": ("text", "what they sign in with: a name, or the provider's `sub`"),
        f"{each}name": ("text", "what a page calls them"),
        f"{each}by": ("text", "`provider`, `password`, or `token`: by API tokens alone"),
        f"{each}issuer": ("text?", "the provider that knows them; null: known here alone"),
        f"{each}groups": ("list", "as last said"),
        f"{each}groups[]": ("text", ""),
        f"{each}groups_at": ("text?", "when that was; ISO 8601, UTC"),
        f"{each}disabled": ("yes or no", "whether they may come in no more"),
        f"{each}sessions": ("integer", "browsers in which they are signed in"),
        f"{each}tokens": ("integer", "API tokens of theirs that hold"),
    }


def _token(each: str) -> dict[str, tuple[str, str]]:
    return {
        f"{each}token": ("text", "its id; the token itself is kept nowhere"),
        f"{each}name": ("text", "what it is for"),
        f"{each}person": ("text", "the id of whose it is"),
        f"{each}rights": ("list", "what it may be used for, as far as its person may"),
        f"{each}rights[]": ("text", "`read`, `ask`, `write`, `curate` or `admin`"),
        f"{each}made": ("text?", "ISO 8601, UTC"),
        f"{each}ends": ("text?", "when it ends by itself"),
        f"{each}used": ("text?", "when it was last used, to the minute; null: never"),
        f"{each}holds": ("yes or no", "neither revoked nor over"),
    }


PEOPLE: dict[str, dict[str, tuple[str, str]]] = {
    "people add": _person(""),
    "people list": {"people": ("list", "everybody who was added or let in"), **_person("people[].")},
    "people set": _person(""),
    "people password": _person(""),
    "people disable": _person(""),
    "people enable": _person(""),
    "people sign-out": _person(""),
    "token new": {**_token(""), "text": ("text", "the token: told this once")},
    "token list": {"tokens": ("list", "newest first"), **_token("tokens[].")},
    "token revoke": _token(""),
    "audit": {
        "rows": ("list", "newest first"),
        "rows[].number": ("integer", "from 1, without a gap"),
        "rows[].at": ("text?", "ISO 8601, UTC"),
        "rows[].person": ("text", "an id; `owner`: of the file; empty: nobody was known"),
        "rows[].doing": ("text", "`read`, `ask`, `sign-in` …"),
        "rows[].what": ("text", "the id of a document, run, token …, or empty"),
        "rows[].door": ("text", "`http`, `web`, `mcp` or `cli`"),
        "rows[].session": ("text", "the session's or token's beginning of a digest, or empty"),
    },
    "audit check": {
        "rows": ("integer", "rows that are kept"),
        "first_wrong": (
            "integer?",
            "the first that does not follow from the one before, or is gone; null: all do",
        ),
        "last": ("text", "number and beginning of the seal of the last row: for `--known`"),
    },
    "audit shorten": {"gone": ("integer", "rows that went")},
}
