"""What only looks like a list of readers closes a page, and the report says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading import Read, read
from belegg.reading.access_keys import is_access_like

pytestmark = pytest.mark.req("ING-3", "FAC-6")

NOBODY = frozenset[str]()
SAYS_WHO = """
tilgang acces acess accesss axcess acecss аccess read_access read-access accessGroups access_level
access_control permissions permisson visibility lesetilgang Lesetilganger tilgnag behörighet
behorighet åtkomst zugriff Zugriffsrechte læseadgang käyttöoikeus toegang autorisation acceso
readers groups acl visible_to confidential
"""
SAYS_SOMETHING_ELSE = """
title accessed access_date accessDate access_url accessibility accession accessory group_id excess
success process audience published updated tags language reading_time avgang ankomst utgang rights
licence role owner department valid_from author
"""


def outcome_of(text: str, name: str = "notes/page.md") -> Read:
    return read(text.encode(), name, "p")


def is_closed_and_told(outcome: Read) -> bool:
    return outcome.access == NOBODY and "access" in [warned.code for warned in outcome.warnings]


@pytest.mark.parametrize("key", SAYS_WHO.split())
def test_a_key_with_a_slip_or_in_other_words_is_nobody_and_told(key: str) -> None:
    assert is_closed_and_told(outcome_of(f"---\ntitle: Pay\n{key}: [hr]\n---\n# Pay\n\nFigures.\n"))
    assert is_closed_and_told(outcome_of(f"---\naccess: [all]\n{key}: [hr]\n---\n# Pay\n\nFigures.\n"))
    assert is_closed_and_told(outcome_of(f"---\nmeta:\n  {key}: [hr]\n---\n# Pay\n\nFigures.\n"))


@pytest.mark.parametrize("key", SAYS_SOMETHING_ELSE.split())
def test_a_key_that_speaks_of_something_else_closes_nothing(key: str) -> None:
    assert not is_access_like(key)
    assert outcome_of(f"---\n{key}: 2024-01-01\n---\n# Page\n\nText.\n").access is None


@pytest.mark.parametrize(
    "text",
    [
        "<!-- made by a tool -->\n---\naccess: [hr]\n---\n# Pay\n",
        "<!-- access: hr -->\n# Pay\n",
        "# Pay\n\n---\naccess: [hr]\n---\n\nFigures.\n",
        "---\naccess: [all]\n---\n# One\n\n---\ntitle: Two\naccess: [hr]\n---\n# Two\n",
        "---\ntitle: One\n---\n---\ntilgang: hr\n---\n# One\n",
        "Title: Pay\nAccess: hr\n\n# Pay\n",
        "tilgang: hr\n\n# Lønn\n",
        "```yaml\naccess: [hr]\n```\n\n# Pay\n",
        '{"title": "Pay", "access": ["hr"]}\n\n# Pay\n',
        "\u200b\n;;;\naccess: hr\n;;;\n# Pay\n",
        "---\ntilgang: [hr\ntitle: x\n---\n# Pay\n",
        "---\ntilgang: hr\n\n# Pay\n",
    ],
)
def test_a_list_that_stands_where_none_is_read_closes_the_page(text: str) -> None:
    outcome = outcome_of(text + "\nFigures.\n")

    assert outcome.access == NOBODY
    assert {"access", "front matter"} & {warned.code for warned in outcome.warnings}


@pytest.mark.parametrize("before", ["\n\n", " \n", "\ufeff\n", "\u200b"])
def test_blank_lines_before_front_matter_change_nothing(before: str) -> None:
    assert outcome_of(f"{before}---\naccess: [hr]\n---\n# Pay\n").access == frozenset({"hr"})


@pytest.mark.parametrize("stated", ["[hr, [sales]]", "[[hr]]", "'[hr]'", "\n- hr\n- - sales", "hr, {sales}"])
def test_lists_within_a_list_are_nobody(stated: str) -> None:
    assert is_closed_and_told(outcome_of(f"---\naccess: {stated}\n---\n# Pay\n"))
    assert is_closed_and_told(outcome_of('+++\naccess = ["hr", ["sales"]]\n+++\n# Pay\n'))


@pytest.mark.parametrize(
    "text",
    [
        "# Rules\n\nWrite it so:\n\n```yaml\n---\naccess: [hr]\n---\n```\n",
        "# Rules\n\n~~~\n---\naccess: hr\n---\n~~~\n\nMore.\n",
        "# Access: how it works\n\nAccess: ask your manager.\n",
        "Access to the building is for all.\n\n---\n\nMore.\n",
        "# One\n\n---\n\nPermissions: see below. This is a sentence,\nand it goes on.\n\n---\n\nTwo.\n",
        "<!-- toc -->\n# Pay\n",
    ],
)
def test_text_about_access_closes_nothing(text: str) -> None:
    assert outcome_of(text).access is None


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="acces" content="hr">',
        '<meta name="read-access" content="hr">',
        '<meta property="permissions" content="hr">',
        '<meta name="access" content="hr"><meta name="tilgang" content="hr">',
        '<meta name="access" content="">',
    ],
)
def test_a_web_page_is_closed_by_what_looks_like_a_list(head: str) -> None:
    page = f"<html><head><title>Pay</title>{head}</head><body><p>Figures.</p></body></html>"

    assert is_closed_and_told(outcome_of(page, "notes/pay.html"))


def test_front_matter_before_a_web_page_closes_it() -> None:
    page = "---\ntitle: Pay\naccess: [hr]\n---\n<html><body><p>Figures.</p></body></html>"

    assert is_closed_and_told(outcome_of(page, "notes/pay.html"))


@given(st.text(alphabet="-+.:a #\n`{}<!>acest\t", max_size=200))
def test_no_text_makes_the_look_fail_or_open_anything(text: str) -> None:
    assert outcome_of(f"---\naccess: []\n---\n{text} end").access == NOBODY
