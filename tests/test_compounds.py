"""Long compounds are found from their parts."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.text import compounds
from belegg.text.compounds import Splitter
from belegg.text.word_lists import WordLists


@pytest.fixture(scope="module")
def lists() -> WordLists:
    return WordLists()


@pytest.mark.req("LAN-4")
@pytest.mark.parametrize(
    ("space", "word", "parts"),
    [
        ("no", "oppsigelsesfrist", ["oppsigelse", "frist"]),
        ("no", "familiesammenføring", ["familie", "sammenføring"]),
        ("no", "konkurransebegrensende", ["konkurranse"]),
        ("sv", "föräldraledighetslag", ["lag"]),
        ("sv", "medborgarskapsansökan", ["ansökan"]),
        ("da", "arbejdsløshedsforsikring", ["forsikring"]),
        ("de", "kündigungsfrist", ["kündigung", "frist"]),
        ("de", "bundesurlaubsgesetz", ["gesetz"]),
    ],
)
def test_a_compound_is_split_at_its_seams(lists: WordLists, space: str, word: str, parts: list[str]) -> None:
    assert set(parts) <= set(Splitter(space, lists.of(space)).parts(word))


@pytest.mark.req("LAN-4")
def test_the_parts_of_parts_are_parts_too(lists: WordLists) -> None:
    assert Splitter("no", lists.of("no")).parts("arbeidsmiljøloven") == (
        "arbeidsmiljø",
        "loven",
        "arbeid",
        "miljø",
    )


@pytest.mark.parametrize(
    ("space", "word"),
    [
        ("no", "transportert"),
        ("no", "omregningen"),
        ("no", "registrering"),
        ("de", "wissenschaft"),
        ("no", "frist"),
    ],
)
def test_a_simple_word_is_left_whole(lists: WordLists, space: str, word: str) -> None:
    assert Splitter(space, lists.of(space)).parts(word) == ()


class Few:
    """A word list of a few words."""

    def __init__(self, words: str) -> None:
        self.words: Container[str] = words.split()

    def __contains__(self, word: str) -> bool:
        return word in self.words


def test_a_linking_s_goes_with_the_head_that_takes_one() -> None:
    words = Few("forvaltning loven sloven papir stykke")

    assert Splitter("no", words).parts("forvaltningsloven") == ("forvaltning", "loven")
    assert Splitter("no", words).parts("papirstykke") == ("papir", "stykke")


def test_the_split_with_the_longest_shorter_part_wins() -> None:
    words = Few("bane banestrek strekning ning strek")

    assert Splitter("no", words).parts("banestrekning") == ("bane", "strekning")


def test_three_parts_need_a_word_of_fifteen_letters() -> None:
    words = Few("tran spor tert barne hage plass")

    assert Splitter("no", words).parts("transportert") == ()
    assert Splitter("no", words).parts("barnehageplassen") == ()
    assert Splitter("no", Few("barne hage plassen")).parts("barnehageplassen") == ("barne", "hage", "plassen")


@pytest.mark.req("LAN-4")
def test_short_words_that_compounds_are_made_of_are_parts(lists: WordLists) -> None:
    assert Splitter("no", lists.of("no")).parts("ferielov") == ("ferie", "lov")
    assert Splitter("sv", lists.of("sv")).parts("semesterlag") == ("semester", "lag")
    assert Splitter("no", lists.of("no")).parts("bilforsikring") == ("bil", "forsikring")


@given(st.text(alphabet="abdefgiklmnoprstuvåøäö", max_size=40))
def test_parts_lie_in_the_word_and_are_known(word: str) -> None:
    words = WordLists().of("no")

    for part in Splitter("no", words).parts(word):
        assert part in words
        assert part in word


def test_a_very_long_run_of_letters_is_no_trap() -> None:
    assert Splitter("no", WordLists().of("no")).parts("sand" * 10_000) == ()


def test_other_lists_are_another_version() -> None:
    folder = Path(compounds.__file__).parent / "data"
    lists = b"".join(
        p.read_bytes() for n in ("endings", "short_parts") for p in sorted((folder / n).glob("*"))
    )

    # Lists changed? Raise VERSION with them: indexes that were built with the old ones must say so.
    assert (compounds.VERSION, crc32(lists)) == (1, 4270805119)
