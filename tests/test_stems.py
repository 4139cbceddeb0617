"""Stems and lemmas: one term for the forms of a word, and the backend is pinned."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import pytest

from belegg.errors import MissingExtra
from belegg.text.lemmas import ListLemmas, lemmas_named
from belegg.text.stems import NAME_SPACES, Stems
from belegg.text.word_lists import WordLists, simplemma_version


@pytest.mark.req("LAN-2")
@pytest.mark.parametrize(
    ("space", "forms"),
    [
        ("no", "oppsigelse oppsigelsen oppsigelser oppsigelsene"),
        ("sv", "anställning anställningen anställningar"),
        ("da", "opsigelse opsigelsen opsigelser"),
        ("en", "contract contracts contracted"),
        ("de", "vertrag vertrags vertrage"),
        ("nl", "contract contracten"),
        ("fr", "contrat contrats"),
        ("es", "contrato contratos"),
        ("it", "contratto contratti"),
        ("pt", "contrato contratos"),
        ("ru", "договор договора договору"),
    ],
)
def test_the_forms_of_a_word_have_one_stem(space: str, forms: str) -> None:
    assert len({Stems().stem(form, space) for form in forms.split()}) == 1


@pytest.mark.req("LAN-2")
def test_there_are_twelve_stemmers_and_norwegian_has_two_written_forms() -> None:
    assert len(set(NAME_SPACES.values())) == 12
    assert NAME_SPACES["nb"] == NAME_SPACES["nn"] == "no"


def test_many_threads_stem_alike() -> None:
    stems = Stems()
    words = [f"{start}ordningene" for start in ("forsikrings", "låne", "prøve", "ferie")] * 500

    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(lambda word: stems.stem(word, "no"), words))

    assert found == {stems.stem(word, "no") for word in words}


@pytest.mark.req("LAN-3")
@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("tilinpäätöksen", "tilinpäätös"),
        ("kädessä", "käsi"),
        ("helsingissä", "helsinki"),
        ("työsopimukset", "työsopimus"),
    ],
)
def test_a_finnish_form_has_its_lemma(form: str, lemma: str) -> None:
    assert ListLemmas(WordLists()).lemma(form) == lemma


@pytest.mark.req("LAN-3")
def test_a_finnish_compound_that_no_list_holds_has_the_lemma_of_its_end() -> None:
    assert ListLemmas(WordLists()).lemma("pilvipalvelusopimuksen").endswith("sopimus")


@pytest.mark.req("LAN-3")
def test_a_word_that_is_not_finnish_stays_as_it_is() -> None:
    assert ListLemmas(WordLists()).lemma("xqzw") == "xqzw"


@pytest.mark.req("LAN-3")
def test_the_backend_is_known_by_name_and_version() -> None:
    assert simplemma_version() == version("simplemma")
    assert f"simplemma {version('simplemma')}" in ListLemmas(WordLists()).identity


@pytest.mark.req("LAN-3")
def test_a_backend_that_is_not_installed_is_an_error_and_no_fallback() -> None:
    with pytest.raises(MissingExtra, match=r"belegg\.lemmas"):
        lemmas_named("pyvoikko", WordLists())
