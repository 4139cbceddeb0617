"""Section numbers in headings, in the forms of several languages."""

from __future__ import annotations

import pytest

from belegg.reading.sections import section_number


@pytest.mark.req("ING-4")
@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ("§ 15-7 Vern mot usaklig oppsigelse", "§ 15-7"),
        ("§ 15‑7. Vern", "§ 15-7"),
        ("§15-7", "§ 15-7"),
        ("§ 3-6a a.", "§ 3-6a"),
        ("§ 9a a. Forbud", "§ 9a"),
        ("§ 14-12 a Unntak", "§ 14-12 a"),
        ("§ 1 a. Lovens formål", "§ 1 a"),
        ("§ 5 I alle saker", "§ 5"),
        ("§ 5 Arbeidstakeren", "§ 5"),
        ("3 a § Undantag", "3 a §"),
        ("12 § Voimaantulo", "12 §"),
        ("/Träder i kraft I:2025-07-01/ 5 §", "5 §"),
        ("Artikel 3 Zweck", "Art. 3"),
        ("Art 15.", "Art. 15"),
        ("emkn/p1/a3 Rett til frie valg", "Art. 3"),
        ("aIV Art IV.", "Art. IV"),
        ("ctt/a38#kapittel-2-paragraf-8 Subrogasjon", "Art. 38"),
        ("2.1.1 Scope", "2.1.1"),
        ("Kapittel 3. Ferie", None),
        ("2024 in review", None),
        ("A4 paper", None),
        ("Artistic freedom", None),
        ("Introduction", None),
    ],
)
def test_the_number_that_a_heading_begins_with(heading: str, number: str | None) -> None:
    assert section_number(heading) == number
