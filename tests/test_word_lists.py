"""Word lists are compiled once, kept whole or not at all, and opened without simplemma."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from belegg.text.word_lists import WordList, WordLists, cache_folder, compile_list


def nothing(_name: str, _done: float) -> None:
    """No progress wanted."""


@pytest.fixture(scope="module")
def danish() -> bytes:
    return compile_list("da", nothing)


def kept_in(folder: Path, data: bytes) -> Path:
    """Lay the list where `WordLists` looks for it, by asking where that is."""
    folder.mkdir(parents=True, exist_ok=True)
    WordLists(folder).path("da").write_bytes(data)
    return WordLists(folder).path("da")


def test_a_list_knows_its_words_in_lower_case_and_no_others(danish: bytes) -> None:
    words = WordList(memoryview(danish))

    assert {"opsigelse", "forsikring", "danmark"} <= {
        w for w in ("opsigelse", "forsikring", "danmark") if w in words
    }
    assert "xqzwv" not in words
    assert len(words) > 700_000


def test_a_list_that_is_kept_is_opened_and_not_compiled(tmp_path: Path, danish: bytes) -> None:
    kept_in(tmp_path, danish)
    told: list[str] = []

    assert "opsigelse" in WordLists(tmp_path, lambda name, _done: told.append(name)).of("da")
    assert told == []


def test_opening_a_kept_list_does_not_import_simplemma_or_numpy(tmp_path: Path, danish: bytes) -> None:
    kept_in(tmp_path, danish)
    program = (
        "import sys; from pathlib import Path; from belegg.text.word_lists import WordLists\n"
        f"assert 'opsigelse' in WordLists(Path({str(tmp_path)!r})).of('da')\n"
        "print(sorted({'simplemma', 'numpy'} & set(sys.modules)))"
    )

    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize("broken", [b"", b"BELEGGWL", b"something else", None])
def test_a_file_that_is_not_whole_is_compiled_again(
    tmp_path: Path, danish: bytes, broken: bytes | None
) -> None:
    path = kept_in(tmp_path, danish[:-4] if broken is None else broken)
    told: list[float] = []

    assert "opsigelse" in WordLists(tmp_path, lambda _name, done: told.append(done)).of("da")
    assert told[-1] == 1.0
    assert path.stat().st_size == len(danish)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_cannot_be_written_to_leaves_a_note(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    lists = WordLists(tmp_path / "cache")

    assert "opsigelse" in lists.of("da")
    assert "BELEGG_CACHE" in lists.notes[0].text


def test_a_place_that_is_no_folder_leaves_a_note_and_the_words_are_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    lists = WordLists(tmp_path / "file")

    assert "opsigelse" in lists.of("da")
    assert "BELEGG_CACHE" in lists.notes[0].text


def test_two_that_compile_at_once_both_have_the_words(tmp_path: Path) -> None:
    several = [WordLists(tmp_path) for _ in range(2)]
    threads = [threading.Thread(target=lists.of, args=("da",)) for lists in several]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert all("opsigelse" in lists.of("da") for lists in several)
    assert [path.suffix for path in tmp_path.iterdir()] == [".bin"]


def test_the_same_dictionaries_compile_to_the_same_bytes(danish: bytes) -> None:
    assert compile_list("da", nothing) == danish


def test_the_cache_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BELEGG_CACHE", str(tmp_path))

    assert cache_folder() == tmp_path
