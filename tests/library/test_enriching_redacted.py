"""What was taken out of a document cannot be found by lines that a model wrote when it still stood there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from belegg import Library
from belegg.records import Principal, Scope
from belegg.records.chat import Reply
from belegg.testing.chat import Request
from library.enriched import (
    enriching,
    found,
    is_about_facts,
    lines,
    lines_of,
    model,
    passages_in,
    sections,
    stored,
    writes,
    written,
)

pytestmark = pytest.mark.req("FAC-6", "ING-10")
NEWCOMER = Scope(Principal.signed_in("anna", ["staff"]))
SECRETS = ("zeppelin", "submarine", "dismissal")


def memo(secret: str, access: str) -> str:
    """A document of two passages that stay, and of a third one when there is a secret."""
    told = f"\n\n## On the plan\n\nThe board has decided upon the {secret}." if secret else ""
    return f"---\naccess: {access}\n---\n" + sections(["lamps", "ovens"]) + told + "\n"


def gossips(line: Callable[[str, str], str]) -> Callable[[Request], Reply]:
    """A model that writes of each passage what another passage of the request ends with."""

    def reply(request: Request) -> Reply:
        if is_about_facts(request):
            return writes()(request)
        texts = passages_in(request)
        last = texts[-1].split()[-1].strip(".")
        return lines(*(line(text.split()[-1].strip("."), last) for text in texts))

    return reply


def redacted(
    folder: Path, secret: str, line: Callable[[str, str], str] = lambda own, other: f"{own} {other}"
) -> Library:
    """A library whose one document lost its secret, and was then opened to everybody."""
    folder.mkdir()
    library = Library.open(folder / "belegg.db", create=True)
    library.ingest(written(folder / "notes", memo=memo(secret, "board")))
    enriching(library, model(gossips(line)))
    written(folder / "notes", memo=memo("", "everyone"))
    library.ingest(folder / "notes")
    return library


def seen(library: Library) -> tuple[object, ...]:
    """All that searches of the newcomer go by, and what they print."""
    with library.store.reading(NEWCOMER) as reader:
        keys = reader.keys_of(library.document("memo", NEWCOMER).id)
        words = (
            "en:lamp",
            "en:oven",
            *(f"en:{secret}" for secret in SECRETS),
            "en:submarin",
            "en:dismiss",
            *(f"={secret}" for secret in SECRETS),
        )
        statistics = (
            reader.collection(),
            [reader.sequences(keys)],
            {word: reader.document_frequencies([word]).get(word, 0) for word in words},
            [list(reader.similar_terms(f"en:{secret[:-1]}", 0.3, 9)) for secret in SECRETS],
        )
    hits = [library.search(word, NEWCOMER, mode="keyword").hits for word in (*SECRETS, "lamps", "house")]
    return statistics, [[(hit.passage.text, hit.score, hit.snippet) for hit in some] for some in hits]


def test_no_search_of_a_newcomer_tells_what_was_taken_out(tmp_path: Path) -> None:
    worlds = []
    for secret in SECRETS:
        with redacted(tmp_path / secret, secret) as library:
            assert found(library, secret, NEWCOMER) == []
            assert found(library, "lamps", NEWCOMER) != []
            worlds.append(seen(library))

    with redacted(tmp_path / "none", "", lambda own, other: "") as library:
        worlds.append(seen(library))
    assert worlds[0] == worlds[1] == worlds[2] == worlds[3]


@pytest.mark.parametrize(
    "line",
    [
        lambda own, other: f"On {own} and {other}s",
        lambda own, other: f"{other.upper()} of the house",
        lambda own, other: f"{own}, the {other}'s",
    ],
    ids=["in the plural", "in capitals", "in the genitive"],
)
def test_a_word_that_was_taken_out_is_known_in_its_other_forms(
    tmp_path: Path, line: Callable[[str, str], str]
) -> None:
    with redacted(tmp_path / "world", "zeppelin", line) as library:
        assert lines_of(library, "memo") == ["", ""]


def test_a_compound_that_holds_what_was_taken_out_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    text = "---\naccess: {}\nlanguage: nb\n---\n# Håndbok\n\n## Om lamper\n\nLampene i huset skal lyse.\n"
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        secret = "\n## Om planen\n\nStyret har vedtatt en oppsigelse.\n"
        library.ingest(written(folder, memo=text.format("board") + secret))
        enriching(library, model(writes(lambda text: "huset oppsigelsesfrist")))
        written(folder, memo=text.format("everyone"))
        library.ingest(folder)

        assert lines_of(library, "memo") == [""]
        assert found(library, "oppsigelse", NEWCOMER) == []


def test_a_line_of_the_models_own_words_and_the_documents_stays(tmp_path: Path) -> None:
    with redacted(
        tmp_path / "world", "zeppelin", lambda own, other: f"Handbook: brightness of {own}"
    ) as library:
        assert lines_of(library, "memo") == [f"Handbook: brightness of {own}" for own in ("lamps", "ovens")]
        assert len(found(library, "brightness", NEWCOMER)) == 2


def test_a_line_with_a_word_of_another_passage_is_dropped_at_once_and_counted(house: Library) -> None:
    house.use_models(enrich=model(writes(lambda text: f"{text.split()[-1]} near the ovens")))

    run = house.enrich()

    assert lines_of(house, "lamps") == ["", "ovens near the ovens", ""]
    assert (run.lines, run.dropped_lines, run.borrowed_lines) == (1, 0, 2)
    assert len(found(house, "ovens")) == 1


def test_a_line_whose_word_came_into_the_document_later_is_told_by_the_ingest(
    tmp_path: Path, house: Library
) -> None:
    enriching(house, model(writes(lambda text: f"zeppelin {text.split()[-1]}")))
    written(tmp_path / "notes", lamps=sections(["lamps", "ovens", "zeppelin"]))

    notes = house.ingest(tmp_path / "notes").notes

    assert [note.text for note in notes if note.stage == "enrich"] == [
        "1 context line of the model to be asked for yet: `belegg enrich` does",
        "2 context lines of the model not used: words of other passages or of earlier versions",
    ]
    assert found(house, "zeppelin") == [stored(house, "lamps")[1][2].text]


def test_a_date_may_be_written_out_and_a_fact_be_named(tmp_path: Path, library: Library) -> None:
    front = "---\ntitle: Handbook\npublished: 2024-03-12\nreport_number: R-7\n---\n"
    library.ingest(
        written(tmp_path / "notes", memo=front + sections(["lamps", "ovens", "12 March", "report"]))
    )

    enriching(library, model(writes(lambda text: "Report R-7 of 12 March 2024")))

    assert lines_of(library, "memo")[:2] == ["Report R-7 of 12 March 2024"] * 2


def test_what_an_earlier_version_said_of_itself_is_no_word_of_todays(
    tmp_path: Path, library: Library
) -> None:
    folder = tmp_path / "notes"
    front = "---\ntitle: Handbook\nauthor: {}\n---\n"
    library.ingest(written(folder, memo=front.format("Zeppelin") + sections(["lamps", "ovens"])))
    enriching(library, model(writes(lambda text: "house zeppelin")))
    assert lines_of(library, "memo") == ["house zeppelin"] * 2
    written(folder, memo=front.format("Nobody") + sections(["lamps", "ovens"]) + " again")
    library.ingest(folder)

    assert lines_of(library, "memo") == ["", ""]


def test_a_language_that_a_model_found_decides_what_is_one_word(tmp_path: Path, library: Library) -> None:
    folder = tmp_path / "notes"
    text = "---\ntitle: The lamps\n---\n# Lamps\n\nLamps are the light.\n\n# Plan\n\nThe {} is here.\n"
    library.ingest(written(folder, memo=text.format("zeppelin")))
    enriching(library, model(writes(lambda text: "lamps zeppelins", language="en")))
    written(folder, memo=text.format("plan"))
    library.ingest(folder)

    assert stored(library, "memo")[0].language == "en"
    assert lines_of(library, "memo")[0] == ""
