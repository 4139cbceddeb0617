from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.records import DocumentId, Passage, PassageId, Span
from belegg.text.windows import CONTEXT_TOKENS, OVERLAP, WINDOW_TOKENS, cut_to_size, windows

WORDS = st.lists(st.text("abcæøå我", min_size=1, max_size=40), min_size=1, max_size=300)
ROOMS = st.integers(30, 200)


def ones(words: Sequence[str]) -> list[int]:
    return [1] * len(words)


def by_letter(words: Sequence[str]) -> list[int]:
    return [len(word) for word in words]


def passage(text: str, path: tuple[str, ...] = (), context: str = "") -> Passage:
    return Passage(
        PassageId("p"), DocumentId("d"), 0, Span(0, len(text)), text, path, kind="text", context=context
    )


@given(WORDS, ROOMS)
def test_no_part_has_more_tokens_than_there_is_room(words: list[str], room: int) -> None:
    for part in cut_to_size(" ".join(words), room, by_letter):
        assert len(part.replace(" ", "")) <= room


@given(st.lists(st.integers(0, 15), min_size=1, max_size=300), ROOMS)
def test_parts_are_runs_of_the_words_that_leave_none_out(lengths: list[int], room: int) -> None:
    words = [f"{place}{'x' * length}" for place, length in enumerate(lengths)]
    runs = [part.split() for part in cut_to_size(" ".join(words), room, by_letter)]

    starts = [words.index(run[0]) for run in runs]
    ends = [start + len(run) for start, run in zip(starts, runs, strict=True)]
    assert all(words[start:end] == run for start, end, run in zip(starts, ends, runs, strict=True))
    assert starts[0] == 0
    assert ends[-1] == len(words)
    assert all(start <= end for start, end in zip(starts[1:], ends, strict=False))


def test_a_text_that_has_room_is_one_part() -> None:
    assert cut_to_size("one two three", 3, ones) == ["one two three"]


def test_neighbours_share_a_fifth_of_their_words() -> None:
    text = " ".join(str(number) for number in range(250))

    first, second, third = (part.split() for part in cut_to_size(text, 100, ones))

    assert len(set(first) & set(second)) == int(OVERLAP * 100)
    assert [len(part) for part in (first, second, third)] == [100, 100, 100]
    assert third[-1] == "249"


def test_a_text_without_spaces_is_cut_all_the_same() -> None:
    parts = cut_to_size("我" * 1000, 100, by_letter)

    assert max(map(len, parts)) <= 100
    assert sum(map(len, parts)) >= 1000


def test_title_and_headings_stand_before_every_window() -> None:
    long = " ".join(str(number) for number in range(500))

    found = windows("Handbook", passage(long, ("Handbook", "Leave", "Sick leave")), ones)

    assert len(found) > 1
    assert all(window.startswith("Handbook\nLeave\nSick leave\n") for window in found)
    assert all(len(window.split()) <= WINDOW_TOKENS for window in found)


def test_of_long_headings_the_outer_ones_go_and_the_nearest_stays() -> None:
    path = (*(f"chapter {number} " + "x " * 30 for number in range(5)), "Sick leave")

    (found,) = windows("Handbook", passage("Call your manager.", path), ones)

    lines = found.split("\n")
    assert lines[0] == "Handbook"
    assert lines[-2:] == ["Sick leave", "Call your manager."]
    assert len(found.split()) <= CONTEXT_TOKENS + 3


def test_a_title_longer_than_its_share_leaves_room_for_the_text() -> None:
    (found,) = windows("act " * 400, passage("Call your manager."), ones)

    assert found.endswith("\nCall your manager.")
    assert len(found.split()) <= CONTEXT_TOKENS + 3


@pytest.mark.parametrize("text", ["årsmøte", "a\u030arsmøte"])
def test_what_is_embedded_is_composed(text: str) -> None:
    assert windows("", passage(text), ones) == ["årsmøte"]


def test_marks_of_markdown_are_not_embedded() -> None:
    (found,) = windows("T", passage("Call [your *manager*](https://example.org/x)."), ones)

    assert found == "T\nCall your manager."
