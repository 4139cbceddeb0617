"""
The rows of `data/security/access/matrix.jsonl` that a library can be asked without a door: the fixture's
eight people in two worlds, with the documents that are hidden from them and without.

What each is told must be equal to the byte, and hold no marker of a document that they may not read.
"""

from __future__ import annotations

import re

import pytest

from access.access_rows import ROWS
from access.access_worlds import Worlds, markers
from belegg.library.audit_told import first_difference, text_of, told_by
from belegg.records import Principal, Scope

pytestmark = pytest.mark.req("FAC-6")

PEOPLE = ("anna", "berit", "cato", "dag", "eva_admin", "svc_token", "anonymous", "was_hr")


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("row", ROWS)
def test_a_row_tells_nothing_of_hidden_documents(
    row: str, person: str, worlds: Worlds, people: dict[str, Principal]
) -> None:
    who = people[person]
    hidden = markers(worlds, who)
    assert hidden, "somebody who may read everything proves nothing"
    for calls in ROWS[row]:
        for call in calls(worlds.around(who)):
            here = told_by(call, worlds.whole, who)
            there = told_by(call, worlds.alone[who.groups or frozenset()], who)
            shown = [each for each in hidden if each in text_of(here) and each not in call.given]
            assert (shown, first_difference(here, there)) == ([], None), call.surface


def test_what_somebody_may_read_is_found_opened_and_quoted(
    worlds: Worlds, people: dict[str, Principal]
) -> None:
    for who in people.values():
        for head in worlds.heads:
            if not who.may_read(head.access):
                continue
            text = worlds.whole.read(head.id, Scope(who)).text
            sentence = max(re.split(r"(?<=[.:]) |\n", text), key=len)
            found = worlds.whole.search(sentence, Scope(who)).hits
            checked = worlds.whole.check(f'It says "{sentence}"', Scope(who)).claims
            assert head.id in [hit.document.id for hit in found]
            assert [claim.check.status for claim in checked] in ([], ["exact"])
