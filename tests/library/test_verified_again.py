"""Kept answers looked at again: what still holds, receipts that stand alone, texts with footnotes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from belegg import Library
from belegg.errors import BadInput, UnknownRun
from belegg.library.turns.receipts import digest_of, read_receipt, verified_receipt
from belegg.library.turns.verifying import Verified
from belegg.reading import read
from belegg.records import OWNER, Principal, Scope
from library.ingesting import write
from made_runs import events_of, kept, left_open

pytestmark = pytest.mark.req("ANS-1")

ANNA = Principal.signed_in("anna", ["hr"])
QUESTION = "How many weeks of parental leave may each parent take?"
STRANGE = (
    "Each parent may take sixteen weeks of parental leave, see www.evil.example or "
    "![x](http://evil.example/a.png), https://evil.example and <b>."
)


def page(title: str, text: str, access: str = "hr") -> str:
    return f"---\naccess: [{access}]\nupdated: 2026-03-01\n---\n# {title}\n\n{text}\n"


def put(tmp_path: Path, library: Library, name: str, text: str, **more: Any) -> Any:
    write(tmp_path / "wiki" / name, text)
    return library.ingest(tmp_path / "wiki", **more)


@pytest.fixture
def handbook(library: Library, tmp_path: Path) -> Library:
    put(tmp_path, library, "leave.md", page("Leave", "Each parent may take sixteen weeks of parental leave."))
    put(tmp_path, library, "dogs.md", page("Dogs", "Dogs may sleep in the red office.", "everyone"))
    return library


def states(checked: Verified) -> list[str]:
    return [each.state for each in checked.quotations]


def changed_words(checked: Verified) -> list[tuple[str, str]]:
    return [(run.kind, run.text) for each in checked.quotations for run in each.words if run.kind != "same"]


def test_a_quotation_that_still_stands_holds(handbook: Library, tmp_path: Path) -> None:
    run = kept(handbook, QUESTION)
    before = handbook.verify(run.id, OWNER)
    text = "Before that, talk.\n\nEach parent may take sixteen weeks of parental leave."
    put(tmp_path, handbook, "leave.md", page("Leave", text))

    after = handbook.verify("last", OWNER)

    assert (states(before), states(after), after.holds) == (["holds"], ["holds"], True)
    assert after.quotations[0].told == "it was quoted from version 1, and stands in version 2 too"


@pytest.mark.req("ING-12")
def test_an_ingest_lists_the_answers_that_no_longer_hold_with_the_words(
    handbook: Library, tmp_path: Path
) -> None:
    run = kept(handbook, QUESTION)
    kept(handbook, "Where may dogs sleep, in which office?")
    same = put(tmp_path, handbook, "lamps.md", page("Lamps", "The lamps are lit."))
    outcome = put(
        tmp_path, handbook, "leave.md", page("Leave", "Each parent may take ten weeks of parental leave.")
    )

    assert same.unheld == ()
    assert [each.run for each in outcome.unheld] == [run.id] == [each.run for each in handbook.unheld()]
    checked = handbook.verify(run.id, OWNER)
    assert (states(checked), checked.holds) == (["changed"], False)
    assert changed_words(checked) == [("removed", "sixteen"), ("added", "ten")]
    told = [finding for finding in handbook.health() if finding.check == "answers"]
    assert [finding.text for finding in told] == [
        "1 of 2 kept answers no longer hold: their documents changed"
    ]
    again = put(
        tmp_path, handbook, "dogs.md", page("Dogs", "Dogs may sleep in the red office. So it is.", "everyone")
    )
    assert again.unheld == ()


def test_a_document_whose_file_is_gone_and_one_that_was_forgotten(handbook: Library, tmp_path: Path) -> None:
    run = kept(handbook, QUESTION)
    (tmp_path / "wiki" / "leave.md").unlink()
    outcome = handbook.ingest(tmp_path / "wiki", allow_removals=True)
    gone = handbook.verify(run.id, OWNER)
    receipt = handbook.receipt(run.id, OWNER)
    handbook.forget(handbook.removed(Scope(OWNER))[0].id)

    assert [each.run for each in outcome.unheld] == [run.id]
    assert (states(gone), gone.holds) == (["removed"], False)
    assert (states(handbook.verify(run.id, OWNER)), handbook.verify(run.id, OWNER).withheld) == ([], 2)
    assert states(handbook.verify_receipt(receipt, OWNER)) == ["not here"]
    assert handbook.unheld() == []


def test_a_file_that_was_renamed_keeps_its_answers_and_says_where_it_is(
    handbook: Library, tmp_path: Path
) -> None:
    run = kept(handbook, QUESTION)
    receipt = handbook.receipt(run.id, OWNER)
    left_open(handbook, "Who repairs the zeppelin?")
    (tmp_path / "wiki" / "leave.md").rename(tmp_path / "wiki" / "holidays.md")

    outcome = handbook.ingest(tmp_path / "wiki", allow_removals=True)

    assert (outcome.added, outcome.removed, outcome.unheld, handbook.unheld()) == (1, 1, (), [])
    for checked in (handbook.verify(run.id, OWNER), handbook.verify_receipt(receipt, OWNER)):
        assert [(each.state, each.told) for each in checked.quotations] == [
            ("holds", "now at `wiki/holidays.md`")
        ]


def test_of_a_file_that_was_renamed_and_changed_since_the_words_are_told(
    handbook: Library, tmp_path: Path
) -> None:
    run = kept(handbook, QUESTION)
    receipt = handbook.receipt(run.id, OWNER)
    (tmp_path / "wiki" / "leave.md").rename(tmp_path / "wiki" / "holidays.md")
    handbook.ingest(tmp_path / "wiki", allow_removals=True)
    ten = page("Leave", "Each parent may take ten weeks of parental leave.")
    outcome = put(tmp_path, handbook, "holidays.md", ten)

    for checked in (handbook.verify(run.id, OWNER), handbook.verify_receipt(receipt, OWNER)):
        assert (states(checked), changed_words(checked)) == (
            ["changed"],
            [("removed", "sixteen"), ("added", "ten")],
        )
        assert checked.quotations[0].told.endswith("now at `wiki/holidays.md`")
    assert [each.run for each in outcome.unheld] == [run.id]


@pytest.mark.req("FAC-6")
def test_where_a_renamed_file_is_now_is_told_to_those_alone_who_may_read_it(
    handbook: Library, tmp_path: Path
) -> None:
    run = kept(handbook, QUESTION, Scope(ANNA))
    (tmp_path / "wiki" / "leave.md").rename(tmp_path / "wiki" / "secret.md")
    rules = write(tmp_path / "access.tsv", "secret.md\tboard\n")
    handbook.ingest(tmp_path / "wiki", access=rules, allow_removals=True)

    assert states(handbook.verify(run.id, OWNER)) == ["holds"]
    assert "secret" not in repr(handbook.verify(run.id, ANNA))


@pytest.mark.req("ANS-5")
def test_a_copy_and_a_new_name_answer_no_open_question(handbook: Library, tmp_path: Path) -> None:
    airships = page("Airships", "The harbour workshop repairs the zeppelin.", "board")
    put(tmp_path, handbook, "air.md", airships)
    left_open(handbook, "Who repairs the zeppelin?", Scope(ANNA))

    (tmp_path / "wiki" / "air.md").rename(tmp_path / "wiki" / "ships.md")
    renamed = handbook.ingest(tmp_path / "wiki", allow_removals=True)
    copied = put(tmp_path, handbook, "copy.md", airships)
    changed = put(tmp_path, handbook, "ships.md", airships + "\nIt is slow.\n")

    assert (renamed.answerable, copied.answerable) == ((), ())
    assert [gap.question for gap in changed.answerable] == ["Who repairs the zeppelin?"]


@pytest.mark.req("FAC-6")
def test_one_verifies_with_ones_own_rights(handbook: Library, tmp_path: Path) -> None:
    run = kept(handbook, QUESTION, Scope(ANNA))
    receipt = handbook.receipt(run.id, ANNA)
    put(
        tmp_path,
        handbook,
        "leave.md",
        page("Leave", "Each parent may take sixteen weeks of parental leave.", "board"),
    )

    checked = handbook.verify(run.id, ANNA)

    assert (states(checked), checked.withheld, checked.holds) == ([], 2, False)
    assert states(handbook.verify_receipt(receipt, ANNA)) == ["not here"]
    assert (
        "sixteen"
        not in json.dumps(handbook.receipt(run.id, ANNA)) + handbook.export(run.id, "md", ANNA).decode()
    )
    with pytest.raises(UnknownRun):
        handbook.receipt(run.id, Principal.signed_in("berit", ["hr"]))


def test_a_receipt_stands_alone_and_shows_every_change(handbook: Library) -> None:
    receipt = handbook.receipt(kept(handbook, QUESTION).id, OWNER)
    whole = read_receipt(json.dumps(receipt).encode(), "r.json")

    alone = verified_receipt(whole, None)

    assert (alone.holds, alone.by_library, alone.quotations) == (True, False, ())
    assert states(verified := handbook.verify_receipt(whole, OWNER)) == ["holds"]
    assert verified.holds
    text = json.dumps(receipt)
    for old, new in (
        ("sixteen", "sixty"),
        (QUESTION, "Why?"),
        ("fake:judge", "nobody"),
        ('"supported": false', '"supported": true'),
    ):
        assert old in text
        assert verified_receipt(read_receipt(text.replace(old, new).encode(), "r"), None).faults


def test_a_forged_digest_does_not_make_words_stand(handbook: Library) -> None:
    receipt = json.loads(json.dumps(handbook.receipt(kept(handbook, QUESTION).id, OWNER)))
    quotation = receipt["quotations"][0]
    quotation["text"] = quotation["text"].replace("sixteen", "sixty")
    receipt["digest"] = digest_of(receipt)

    assert verified_receipt(receipt, None).faults == ("quotation 1: its words do not fit its place",)
    quotation["text"] = quotation["text"].replace("sixty", "thirty2")
    receipt["digest"] = digest_of(receipt)
    assert states(handbook.verify_receipt(receipt, OWNER)) == ["nowhere"]


def test_a_receipt_is_verified_in_another_library_that_holds_the_same_file(
    handbook: Library, tmp_path: Path
) -> None:
    receipt = handbook.receipt(kept(handbook, QUESTION).id, OWNER)
    copied = write(
        tmp_path / "copy" / "moved.md", (tmp_path / "wiki" / "leave.md").read_text(encoding="utf-8")
    )

    with Library.open(tmp_path / "other.db", create=True) as other:
        other.ingest(copied.parent)
        assert states(other.verify_receipt(receipt, OWNER)) == ["holds"]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"belegg_receipt": 2}', b'{"belegg_receipt": true}', b"[" * 99_999, b"\xff"]
)
def test_what_is_no_receipt_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput):
        read_receipt(data, "r.json")


def test_a_receipt_without_its_parts_is_refused(handbook: Library) -> None:
    for broken in (
        {"belegg_receipt": 1},
        {"belegg_receipt": 1, "quotations": [{}]},
        {"belegg_receipt": 1, "quotations": 3},
    ):
        with pytest.raises(BadInput):
            verified_receipt(broken, None)


@pytest.mark.req("ANS-2")
def test_an_answer_is_written_with_footnotes_that_name_the_passage(handbook: Library) -> None:
    run = kept(handbook, QUESTION)

    text = handbook.export(run.id, "md", OWNER).decode()

    assert "Each parent may take sixteen weeks of parental leave.[^1]" in text
    assert "[^1]: Leave. 2026-03-01. “Each parent may take sixteen weeks" in text
    assert "weeks of parental leave.” wiki/leave.md, version 1." in text
    assert "> No source carries this sentence." in text


@pytest.mark.req("ANS-2", "ING-12")
def test_what_no_longer_holds_is_said_above_all_in_exports_and_receipts(
    handbook: Library, tmp_path: Path
) -> None:
    run = kept(handbook, QUESTION)
    before = handbook.export(run.id, "md", OWNER).decode()
    assert handbook.receipt(run.id, OWNER)["no_longer"] == []
    put(tmp_path, handbook, "leave.md", page("Leave", "Each parent may take ten weeks of parental leave."))

    text = handbook.export(run.id, "md", OWNER).decode()
    word = read(handbook.export(run.id, "docx", OWNER), "a.docx", "documents").document.text
    receipt = handbook.receipt(run.id, OWNER)

    assert "No longer holds" not in before
    assert text.splitlines()[2].startswith(
        "> **No longer holds:** 1 of 1 quotation no longer stands in today"
    )
    for told in (text, word):
        assert (
            "Then: “Each parent may take sixteen weeks of parental leave.”. Now: “Each parent may take ten"
            in told
        )
        assert 0 < told.index("No longer holds") < told.index("Then: ") < told.index("When it was given: ")
    assert (receipt["holds"], receipt["no_longer"][0][:16]) == (False, "No longer holds:")
    assert handbook.verify_receipt(receipt, OWNER).faults == ()


@pytest.mark.req("ANS-2", "ING-11")
def test_a_word_file_has_real_footnotes_and_is_read_by_our_own_reader(handbook: Library) -> None:
    run = kept(handbook, QUESTION)

    data = handbook.export(run.id, "docx", OWNER)
    found = read(data, "answer.docx", "documents")

    assert data == handbook.export(run.id, "docx", OWNER)
    assert [b.kind for b in found.document.blocks].count("footnote") == 1
    assert "Each parent may take sixteen weeks of parental leave.¹" in found.document.text
    assert "¹ Leave. 2026-03-01." in found.document.text
    assert found.document.title == QUESTION


def test_nothing_of_a_document_becomes_a_link_or_a_picture(library: Library, tmp_path: Path) -> None:
    put(tmp_path, library, "strange.txt", STRANGE)
    run = kept(library, "How many weeks of parental leave may each parent take, see?")

    text = library.export(run.id, "md", OWNER).decode()

    assert "sixteen weeks" in text
    html = MarkdownIt("commonmark").render(text)
    assert "![x](http://evil.example/a.png), https://evil.example and &lt;b&gt;" in html
    assert ("<img" in html, "<a " in html, "<b>" in html) == (False, False, False)
    assert ("http://" in text, "https://" in text, "www." in text) == (False, False, False)  # links in GFM


@pytest.mark.req("ANS-5")
def test_what_is_left_open_is_a_gap_that_counts_who_asked(handbook: Library) -> None:
    left_open(handbook, "Who repairs the zeppelin?", Scope(ANNA))
    left_open(handbook, "who repairs the Zeppelin", Scope(OWNER))
    last = left_open(handbook, "Who paints the moon?", Scope(ANNA))
    kept(handbook, QUESTION)

    zeppelin, moon = handbook.gaps()

    assert (zeppelin.question, zeppelin.asked, zeppelin.askers) == ("who repairs the Zeppelin", 2, 2)
    assert (moon.question, moon.asked, moon.askers, moon.runs) == ("Who paints the moon?", 1, 1, (last.id,))
    assert "Who paints the moon?" in moon.searches


@pytest.mark.req("ANS-5")
def test_a_follow_up_left_open_stands_with_the_question_before_it_and_its_runs_own_reason(
    handbook: Library,
) -> None:
    first = kept(handbook, QUESTION)
    kept(handbook, "Who repairs it?", conversation=first.conversation)
    plain = "Who paints the moon?"
    answer = handbook.ask(plain, Scope(OWNER))
    handbook.keep_answer(answer, Scope(OWNER), question=plain, started_at="2026-03-01T10:00:00Z", took_s=0.1)

    told = {gap.question: (gap.after, gap.told) for gap in handbook.gaps()}

    assert told == {
        "Who repairs it?": (QUESTION, "these documents do not settle it"),
        plain: ("", "no sentence found can be quoted as the answer"),
    }


@pytest.mark.req("ANS-5")
def test_a_gap_is_closed_and_opens_again(handbook: Library) -> None:
    left_open(handbook, "Who repairs the zeppelin?")
    number = handbook.gaps()[0].number

    handbook.close_gap(number)

    assert handbook.gaps() == []
    assert [(gap.number, bool(gap.closed_at)) for gap in handbook.gaps(closed=True)] == [(number, True)]
    left_open(handbook, "Who repairs the zeppelin?")
    assert [(gap.number, gap.asked) for gap in handbook.gaps()] == [(number, 2)]
    with pytest.raises(BadInput, match="no gap 99"):
        handbook.close_gap(99)


@pytest.mark.req("ANS-5")
def test_an_ingest_tells_which_open_questions_it_may_answer(handbook: Library, tmp_path: Path) -> None:
    left_open(handbook, "Who repairs the zeppelin?")
    left_open(handbook, "Who paints the moon?")

    outcome = put(
        tmp_path, handbook, "air.md", page("Airships", "The harbour workshop repairs the zeppelin.")
    )

    assert [gap.question for gap in outcome.answerable] == ["Who repairs the zeppelin?"]
    assert len(handbook.gaps()) == 2


def test_an_answer_without_a_model_is_kept_with_its_trace(handbook: Library) -> None:
    answer = handbook.ask(QUESTION, Scope(ANNA))

    run, notes = handbook.keep_answer(
        answer, Scope(ANNA), question=QUESTION, started_at="2026-03-01T10:00:00Z", took_s=0.1
    )

    stored = handbook.stored_run(run.id, ANNA)
    assert (notes, stored.answer, stored.number) == ((), answer, 1)
    assert [type(e).__name__ for e in stored.events][:2] == ["Asked", "Searched"]
    assert states(handbook.verify(run.id, ANNA)) == ["holds"]


def test_a_file_that_cannot_be_written_costs_the_run_alone(handbook: Library, tmp_path: Path) -> None:
    run = handbook.new_run(
        events_of(handbook, QUESTION, Scope(OWNER)), Scope(OWNER), started_at="2026-03-01T10:00:00Z"
    )
    with handbook.store.writing("a test"), Library.open(tmp_path / "belegg.db", wait_s=0.0) as other:
        kept_run, notes = other.keep_run(run)

    assert kept_run.number == 0
    assert notes[0].text.startswith("this run was not kept: ")
