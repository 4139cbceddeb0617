"""Words learnt from searches that succeeded in other words: kept, offered, measured, accepted, taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput, UnknownDocument, UnknownPack
from belegg.records import OWNER, DocumentId, Pack, Scope, SynonymGroup, document_id
from belegg.records.rewordings import Rewording
from library.ingesting import groups, write

OWNERS = Scope(OWNER)
NOTICE, PAY = (document_id("wiki", f"wiki/{name}.md") for name in ("notice", "pay"))
SACKED = SynonymGroup(("sparken", "oppsigelse"), "nb")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Three pages in Norwegian: two for everybody, and one for the payroll alone."""
    pages = {
        "notice": ("everyone", "# Avslutning\n\nEn oppsigelse skal være skriftlig og begrunnet."),
        "boats": ("everyone", "# Båter\n\nBåten ligger ved kaien hele vinteren."),
        "pay": ("payroll", "# Grader\n\nLønnstrinn for ledelsen står i egen tabell."),
    }
    for name, (access, text) in pages.items():
        write(tmp_path / "wiki" / f"{name}.md", f"---\naccess: {access}\nlanguage: nb\n---\n{text}\n")
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.ingest(tmp_path / "wiki", pack="wiki")
        yield opened


def learn(library: Library, asked: str, found_with: str, document: DocumentId = NOTICE) -> Rewording | None:
    return library.remember_rewording(asked, found_with, document, OWNERS)


def offered(library: Library, scope: Scope = OWNERS) -> list[tuple[tuple[str, ...], int]]:
    return [(each.group.words, each.times) for each in library.suggestions("wiki", scope)]


def found(library: Library, query: str) -> list[str]:
    return [hit.document.source for hit in library.search(query, OWNERS).hits]


# ---------------------------------------------------------------- learning


@pytest.mark.req("PAC-2")
def test_the_words_that_differ_are_kept_without_the_small_ones_and_counted(library: Library) -> None:
    first = learn(library, "Hva er SPARKEN i 2026?", "hva er oppsigelse da")
    learn(library, "skriftlige sparken", "skriftlig oppsigelse", PAY)
    learn(library, "sparken", "oppsigelse")

    assert first == Rewording(NOTICE, "sparken", "oppsigelse")
    assert offered(library) == [(("sparken", "oppsigelse"), 2)]


@pytest.mark.req("PAC-2")
@pytest.mark.parametrize(
    ("asked", "found_with"),
    [
        ("skriftlig oppsigelse", "begrunnet oppsigelse"),  # the first search finds it too
        ("sparken", "kaien"),  # the second does not find it
        ("oppsigelsen", "oppsigelse"),  # another form of the word
        ("sparken", "2026"),  # nothing but a number
        ("hele gjengen fikk plutselig fyken fredag", "oppsigelse"),  # says nothing of one thing
        ("", "oppsigelse"),
    ],
)
def test_what_teaches_nothing_is_not_kept(library: Library, asked: str, found_with: str) -> None:
    assert learn(library, asked, found_with) is None
    assert offered(library) == []


@pytest.mark.req("FAC-6")
def test_who_may_not_read_the_document_never_sees_or_makes_the_pair(library: Library) -> None:
    learn(library, "gasje", "lønnstrinn", PAY)

    assert offered(library, groups("payroll")) == [(("gasje", "lønnstrinn"), 1)]
    assert offered(library, groups("staff", "everyone")) == []
    with pytest.raises(UnknownPack):
        library.suggestions("wiki", Scope(groups().principal.anonymous()))
    with pytest.raises(UnknownDocument):
        library.remember_rewording("gasje", "lønnstrinn", PAY, groups("staff", "everyone"))


def test_what_a_forgotten_document_taught_is_forgotten(library: Library) -> None:
    learn(library, "sparken", "oppsigelse")

    library.forget(NOTICE)

    assert offered(library) == []


# ---------------------------------------------------------------- accepting


@pytest.mark.req("PAC-2")
def test_an_accepted_pair_is_searched_and_can_be_taken_back(library: Library) -> None:
    learn(library, "sparken", "oppsigelse")
    assert found(library, "sparken") == []

    assert library.accept_words("wiki", 1) == (Pack("wiki", synonyms=(SACKED,)), SACKED)

    assert found(library, "sparken") == ["wiki/notice.md"]
    assert offered(library) == []
    assert learn(library, "sparken", "oppsigelse") is None
    with pytest.raises(BadInput, match="has no suggestion 1"):
        library.accept_words("wiki", 1)

    assert library.undo_words("wiki") == (Pack("wiki"), SACKED)

    assert found(library, "sparken") == []
    assert offered(library) == [(("sparken", "oppsigelse"), 1)]
    with pytest.raises(BadInput, match="no group that was accepted is left"):
        library.undo_words("wiki")


def test_the_last_one_accepted_goes_first_and_what_the_pack_had_stays(library: Library) -> None:
    own = SynonymGroup(("skute", "båt"))
    with library.store.writing("test") as writer:
        writer.set_pack(Pack("wiki", synonyms=(own,)))
    learn(library, "sparken", "oppsigelse")
    learn(library, "grunngitt", "begrunnet")
    first, second = (library.accept_words("wiki", 1)[1] for _ in range(2))
    assert first != second

    assert library.undo_words("wiki")[0].synonyms == (own, first)
    assert library.undo_words("wiki")[0].synonyms == (own,)


@pytest.mark.req("FAC-6")
def test_words_of_a_document_that_not_every_reader_of_the_pack_may_read_are_not_accepted(
    library: Library,
) -> None:
    learn(library, "gasje", "lønnstrinn", PAY)
    assert [each.closed for each in library.suggestions("wiki", OWNERS)] == [True]

    with pytest.raises(BadInput, match="not everybody may read who sees pack `wiki`"):
        library.accept_words("wiki", 1)

    assert library.store.packs() == {}


# ---------------------------------------------------------------- measuring


@pytest.mark.req("PAC-2")
def test_gain_and_loss_are_measured_in_memory(library: Library, tmp_path: Path) -> None:
    learn(library, "sparken", "oppsigelse")
    learn(library, "skute", "oppsigelse")
    rows = [
        {"id": "a", "question": "sparken", "answerable": True, "gold": gold("notice", "skal være skriftlig")},
        {
            "id": "b",
            "question": "skute ved kaien skriftlig",
            "answerable": True,
            "gold": gold("boats", "Båten ligger ved kaien"),
        },
        {"id": "c", "question": "hvem eier månen", "answerable": False},
    ]
    file = write(tmp_path / "questions.jsonl", "\n".join(map(json.dumps, rows)))

    ship, sacked = library.suggestions("wiki", OWNERS, file)

    assert (ship.group.words, sacked.group.words) == (("skute", "oppsigelse"), SACKED.words)
    assert sacked.trial is not None
    assert ship.trial is not None
    assert (sacked.trial.questions, sacked.trial.found_without, sacked.trial.found_with) == (2, 1, 2)
    assert (sacked.trial.brought_in, sacked.trial.lowered) == (("a",), ())
    assert (ship.trial.brought_in, ship.trial.lowered) == ((), ("b",))
    assert library.store.packs() == {}
    assert found(library, "sparken") == []


def gold(name: str, quote: str) -> list[dict[str, str]]:
    return [{"file": f"wiki/{name}.md", "quote": quote}]


@pytest.mark.req("PAC-2")
def test_an_accepted_group_stays_when_the_document_that_its_words_found_is_forgotten(
    library: Library,
) -> None:
    learn(library, "sparken", "oppsigelse")
    library.accept_words("wiki", 1)

    library.forget(NOTICE)

    assert [group.words for group in library.pack("wiki", OWNERS).pack.synonyms] == [SACKED.words]
    assert offered(library) == []
