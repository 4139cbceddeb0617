"""The quotations that are found inside a draft, and the sources named beside them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.text.drafts import find_claims, scare_quotes


def found(draft: str) -> list[str]:
    return [claim.text for claim in find_claims(draft)]


def hint(draft: str) -> str | None:
    (claim,) = find_claims(draft)
    return claim.source_hint


@pytest.mark.parametrize(
    "draft",
    [
        "Avtalen sier «vi betaler på mandag» her.",
        "Avtalen sier “vi betaler på mandag” her.",
        'Avtalen sier "vi betaler på mandag" her.',
        "Avtalet säger ”vi betaler på mandag” här.",
        "Vertrag: „vi betaler på mandag“ steht da.",
        "Vertrag: »vi betaler på mandag« steht da.",
        "Sopimus: »vi betaler på mandag» on siinä.",
        "Avtalen („vi betaler på mandag”) gjelder.",
        "> vi betaler på mandag",
        "Først:\n\n> vi betaler på mandag\n\nså resten.",
    ],
)
@pytest.mark.req("ANS-1")
def test_every_kind_of_quotation_mark_is_known(draft: str) -> None:
    assert found(draft) == ["vi betaler på mandag"]


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(
    "draft",
    [
        '```\n"vi betaler på mandag"\n```',
        "~~~ text\n> vi betaler på mandag\n~~~",
        'Kjør `print("vi betaler på mandag")` først.',
        "> [!NOTE]\n> vi betaler på mandag",
        "En «såkalt» avtale, en “fri” mann.",
        'Skjermen er 27" og rammen er 30" bred.',
        "Åpnet «uten noen slutt i avsnittet.\n\nNytt avsnitt» her.",
        "don't say what's 'in single marks here'",
    ],
)
def test_code_scare_quotes_and_loose_marks_are_no_claims(draft: str) -> None:
    assert found(draft) == []


def test_scare_quotes_are_counted() -> None:
    assert scare_quotes("En «såkalt» avtale, en “fri mann”, og «tre ord her», og «3».") == 2


def test_a_digit_makes_a_short_passage_a_claim() -> None:
    assert found("Prisen er «900 kroner».") == ["900 kroner"]


def test_marks_inside_marks_belong_to_the_outer_passage() -> None:
    assert found("Han skrev «de sa “nei takk til det” og gikk» i går.") == [
        "de sa “nei takk til det” og gikk"
    ]


@pytest.mark.req("ANS-1")
def test_a_block_quote_loses_its_marks_and_its_signature() -> None:
    draft = "> Den som leier,\n> skal betale.\n>\n> — Leieloven § 4\n"

    (claim,) = find_claims(draft)

    assert (claim.text, claim.source_hint) == ("Den som leier,\nskal betale.", "Leieloven § 4")
    assert claim.span is not None
    assert draft[claim.span.start : claim.span.end].startswith("> Den som leier")


HINTS = [
    ("Se «dette er tre ord» ([håndboken](handbook/ferie.md#dager)).", "handbook/ferie.md"),
    ("Ifølge [håndboken](handbook/ferie.md) er «dette er tre ord».", "handbook/ferie.md"),
    ("I ferie.md står “dette er tre ord”.", "ferie.md"),
    ("«dette er tre ord» (Ferieloven § 5, 2020)", "Ferieloven § 5, 2020"),
    ("«dette er tre ord» [S1] og mer.", "S1"),
    ("«dette er tre ord» [S1].\n\n[S1]: handbook/ferie.md\n", "handbook/ferie.md"),
    ("«dette er tre ord» [1].\n\n- [1] Ferieloven av 1988\n", "Ferieloven av 1988"),
    ("«dette er tre ord»[^2]\n\n[^2]: Se [loven](lov.html), s. 4.\n", "lov.html"),
    ("> dette er tre ord\n\n(handbook/ferie.md)", "handbook/ferie.md"),
    ("Det gjelder lov.pdf. Noe annet er «dette er tre ord».", None),
    ("«dette er tre ord». Neste setning nevner lov.pdf.", None),
    ("«dette er […] tre ord» sto det.", None),
]


@pytest.mark.parametrize(("draft", "source"), HINTS)
def test_the_source_named_beside_a_quotation_is_its_hint(draft: str, source: str | None) -> None:
    assert hint(draft) == source


def test_a_source_between_two_quotations_belongs_to_the_first() -> None:
    claims = find_claims("«dette er tre ord» (a.md), men «her er fire ord til» (b.md).")

    assert [claim.source_hint for claim in claims] == ["a.md", "b.md"]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='ab 1«»“”„"`>\n.[]()—#~', max_size=120))
def test_the_place_of_a_claim_holds_its_words(draft: str) -> None:
    for claim in find_claims(draft):
        assert claim.span is not None
        place = draft[claim.span.start : claim.span.end]
        assert claim.text in place or all(line.strip() in place for line in claim.text.split("\n"))
