"""From rows to records."""

from __future__ import annotations

import json
from typing import Any

from belegg.records.people import ApiToken, Person

PERSON = (
    "p.id, p.known_by, p.issuer, p.subject, p.name, p.groups, p.groups_at, p.groups_failed_at, "
    "p.is_disabled, p.has_ended"
)
PERSON_COLUMNS = 10
TOKEN = "t.id, t.digest, t.person, t.name, t.rights, t.made_at, t.ends_at, t.used_at, t.is_revoked"


def person_of(row: Any) -> Person:
    id, by, issuer, subject, name, groups, at, failed_at, is_disabled, has_ended = row
    return Person(
        *(id, by, issuer, subject, name, frozenset(json.loads(groups)), at, failed_at),
        is_disabled=bool(is_disabled),
        has_ended=bool(has_ended),
    )


def token_of(row: Any) -> ApiToken:
    id, digest, person, name, rights, made_at, ends_at, used_at, is_revoked = row
    return ApiToken(
        *(id, digest, person, name, frozenset(json.loads(rights)), made_at, ends_at, used_at),
        is_revoked=bool(is_revoked),
    )
