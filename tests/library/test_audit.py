"""`audit-access` finds a leak wherever one is put, and nothing where there is none."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.library.audit import audit, faults_met
from belegg.library.audit_people import people_of, read_people
from belegg.library.audit_plants import FETCHER
from belegg.library.library import Library
from belegg.records import EVERYONE, OWNER, Principal, Scope
from belegg.testing.leaking import leaking_library
from library.ingesting import write

pytestmark = pytest.mark.req("FAC-6")

STAFF = Principal.signed_in("staff", ["staff"])
FINDING = ("document_frequencies", "by_words", "sequences", "documents_of", "heads_of", "head", "passages")
LEAKS = {
    "searches": FINDING,
    "how common a word is": ("document_frequencies",),
    "number and length of passages": ("collection",),
    "spelling": ("similar_terms",),
    "list of documents": ("heads",),
    "reports": ("reports",),
    "earlier versions": ("text",),
    "packs": ("packs",),
    "sizes of packs": ("pack_sizes",),
    "originals": ("head", "original"),
    "places on pages": ("head", "page_layout"),
}
"""What a careless change could open: methods of a reader that forget who asks."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two documents, one of them under a group's list."""
    desk = tmp_path_factory.mktemp("desk")
    for name, access in (("open", EVERYONE), ("pay", "hr")):
        write(desk / "notes" / f"{name}.md", f"---\naccess: [{access}]\n---\n# The {name} note\n\nA lamp.\n")
    with Library.open(desk / "belegg.db", create=True) as opened:
        opened.ingest(desk / "notes")
    return desk / "belegg.db"


def test_a_library_that_keeps_its_lists_passes_for_a_member_of_each_group_and_is_left_as_it_was(
    library: Path,
) -> None:
    before = library.read_bytes()

    outcome = audit(library)

    assert outcome.faults == ()
    assert [person.id for person in outcome.people] == ["hr", "everyone", "anonymous"]
    assert library.read_bytes() == before
    assert [path.name for path in library.parent.iterdir() if "audit" in path.name] == []


@pytest.mark.parametrize("leak", LEAKS)
def test_a_reader_that_forgets_who_asks_is_found(leak: str, library: Path) -> None:
    with closing(faults_met(library, [STAFF], opened=partial(leaking_library, leaks=LEAKS[leak]))) as met:
        assert any(fault.kind != "too strict" for fault in met)

    assert [path.name for path in library.parent.iterdir() if "audit" in path.name] == []


@pytest.mark.req("STA-4")
@pytest.mark.parametrize(
    "leaks", [("head", "text"), ("head", "passages_of"), ("fetched", "heads_of", "text")]
)
def test_a_reader_that_gives_what_anothers_question_fetched_is_found(
    leaks: tuple[str, ...], library: Path
) -> None:
    opened = partial(leaking_library, leaks=leaks, to=Principal.signed_in(FETCHER, []))

    faults = audit(library, [Principal.signed_in("staff", [])], opened=opened).faults

    assert {fault.document for fault in faults} == {"document that another's question fetched under everyone"}


def test_no_fault_holds_a_word_of_a_document(library: Path) -> None:
    outcome = audit(library, [STAFF], opened=partial(leaking_library, leaks=("heads",)))

    with Library.open(library) as opened:
        own = {head.title for head in opened.documents(Scope(OWNER))}
    told = " ".join(f"{f.surface} {f.document} {f.where}" for f in outcome.faults)
    assert "canary under hr" in told
    assert not any(title in told for title in own)


# ---------------------------------------------------------------- too strict


def test_a_reader_that_gives_less_than_one_may_read_is_found(library: Path) -> None:
    leaks, nobody = ("heads", "pack_sizes"), Principal.anonymous()

    outcome = audit(library, [STAFF], opened=partial(leaking_library, leaks=leaks, to=nobody))

    assert {(f.kind, f.surface) for f in outcome.faults} >= {
        ("too strict", "documents"),
        ("too strict", "packs"),
    }


# ---------------------------------------------------------------- people


def test_people_are_read_from_a_file_and_somebody_anonymous_is_always_among_them(tmp_path: Path) -> None:
    file = write(tmp_path / "people.tsv", "# made up\nuser\tgroups\nanna\tall, sales\nbo\t\n")

    people = read_people(file)

    assert [(person.id, sorted(person.groups or ())) for person in people] == [
        ("anna", ["all", "everyone", "sales"]),
        ("bo", ["everyone"]),
        ("anonymous", []),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("anna sales\n", "line 1 of .* is no person: `anna sales`"),
        ("anna\tsales\nanna\thr\n", "line 2 of .* names `anna` a second time"),
        ("# nobody\n", "holds no person"),
    ],
)
def test_a_file_that_names_no_people_is_refused_with_its_line(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=told):
        read_people(write(tmp_path / "people.tsv", text))


def test_without_a_file_there_is_one_person_for_each_group_the_commonest_first() -> None:
    lists = [frozenset({"hr"}), frozenset({"sales", "hr"}), frozenset({EVERYONE}), frozenset[str]()]

    assert [person.id for person in people_of(lists)] == ["hr", "sales", "everyone", "anonymous"]
