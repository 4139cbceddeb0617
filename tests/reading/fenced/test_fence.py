"""Whatever a file makes its reader do, this process lives, the file is told, and the next one is read."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from belegg import errors
from belegg.errors import OutOfMemory, ParserCrashed, ParserFailed, ParserStalled, ReadingError, TooLarge
from belegg.reading.fenced import Fence, Here
from belegg.testing.mock_parser import MockParsing, mock_file, parse

pytestmark = pytest.mark.req("ING-13")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not offer it")


def text_of(parsing: MockParsing, *actions: list[Any]) -> str:
    return parsing.parse("a reader", mock_file(*actions)).content.text


def outcome(parsing: MockParsing, *actions: list[Any]) -> dict[str, str]:
    """What became of each action that was tried, and what the fence says of it."""
    content = parsing.parse("a reader", mock_file(*actions)).content
    return {warned.code: warned.text for warned in content.warnings}


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (["hang"], ParserStalled, "no further for 1 s"),
        (["sleep", 30], ParserStalled, "--stall-limit"),
        (["pages", 100, 0.15], ParserStalled, "more than 1.5 s at .+ of 100"),
        (["segv"], ParserCrashed, "SIGSEGV"),
        (["exit", 3], ParserCrashed, "exit code 3"),
        (["exit", 0], ParserCrashed, "exit code 0"),
        (["garbage"], ParserCrashed, "no answer"),
        (["flood"], ParserCrashed, "no answer"),
        (["more", 1, 40_000_000], TooLarge, "32 MiB"),
        (["raise", "KeyError"], ParserFailed, r"`KeyError` \(mock_parser.py:\d+\)"),
        (["raise", "OSError"], ParserFailed, "OSError"),
        (["numbers"], ParserFailed, "TypeError"),
        (["recurse"], ParserFailed, "RecursionError"),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, list) else "",
)
def test_a_file_that_does_its_worst_costs_itself_only(
    strict: MockParsing, action: list[Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as met:
        text_of(strict, action)

    assert "secret" not in str(met.value)
    assert text_of(strict, ["text", "The next file"]) == "The next file"


def test_signs_of_life_at_one_place_count_for_a_while() -> None:
    parsing = MockParsing.fenced(stall_s=1.5, total_s=60)
    six_steps: list[list[Any]] = [["alive", 6, 0.3], ["text", "A page that took six steps."]]

    assert text_of(parsing, *six_steps) == "A page that took six steps."
    parsing.close()


def test_signs_of_life_at_one_place_do_not_count_for_ever() -> None:
    parsing = MockParsing.fenced(stall_s=0.2, total_s=600)

    with pytest.raises(ParserStalled, match="--stall-limit"):
        text_of(parsing, ["circle", 0.01])
    parsing.close()


@LINUX
def test_a_file_that_eats_memory_is_told_by_the_limit(mock: MockParsing) -> None:
    with pytest.raises(OutOfMemory, match="over 1,024 MiB"):
        text_of(mock, ["oom"])

    assert text_of(mock, ["text", "The next file"]) == "The next file"


@LINUX
def test_a_process_that_somebody_else_ends_between_two_files_is_no_fault_of_the_second(
    mock: MockParsing,
) -> None:
    first = int(json.loads(outcome(mock, ["process"])["process"]))
    os.kill(first, signal.SIGKILL)

    assert text_of(mock, ["text", "The second file"]) == "The second file"


def test_what_a_reader_raises_on_purpose_comes_through_by_its_kind(mock: MockParsing) -> None:
    kinds = [
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, ReadingError)
    ]

    for kind in kinds:
        with pytest.raises(kind, match="as told") as met:
            text_of(mock, ["refuse", kind.__name__])
        assert type(met.value) is kind


def test_what_a_reader_prints_goes_nowhere(mock: MockParsing) -> None:
    assert text_of(mock, ["print"], ["text", "Still understood"]) == "Still understood"


# ---------------------------------------------------------------- what a reader may not do


def test_a_reader_connects_to_nothing(mock: MockParsing) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        tried = outcome(mock, ["connect", listening.getsockname()[1]])

        with pytest.raises(TimeoutError):
            listening.accept()
    assert tried["connect"].startswith("refused")
    assert "`socket.__new__`" in tried["refused"]


@LINUX
def test_machine_code_finds_no_network_where_the_kernel_gives_one_away(mock: MockParsing) -> None:
    assert isinstance(mock.fence, Fence)
    if not mock.fence.held().without_network:
        pytest.skip("this kernel gives no network name space away")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        tried = outcome(mock, ["connect natively", listening.getsockname()[1]])

        with pytest.raises(TimeoutError):
            listening.accept()
    assert tried["connect natively"] != "done: 0"


@pytest.mark.parametrize("action", [["run"], ["spawn"], ["kill"], ["fork"], ["unpickle"]], ids=lambda a: a[0])
def test_a_reader_starts_and_ends_no_process_and_loads_no_pickle(
    mock: MockParsing, action: list[Any]
) -> None:
    tried = outcome(mock, action)

    assert tried[action[0]].startswith("refused"), tried
    assert "refused" in tried


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
@pytest.mark.parametrize(
    ("script", "outcome_of_it"),
    [("cat; echo ' read'", "done: a page read"), ("exec sleep 60", "done: given up")],
)
def test_the_program_for_ocr_may_run_and_be_given_up(
    script: str, outcome_of_it: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "tesseract"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    parsing = MockParsing.fenced()

    tried = outcome(parsing, ["recognise"])
    parsing.close()

    assert tried["recognise"].strip() == outcome_of_it
    assert "refused" not in tried


def test_a_reader_writes_into_its_own_folder_alone(mock: MockParsing, tmp_path: Path) -> None:
    outside, link = tmp_path / "written", tmp_path / "link"
    tried = outcome(mock, ["write", "own"], ["rename", str(outside)], ["symlink", str(link)])
    also = outcome(mock, ["write", str(outside)])

    assert tried["write"].startswith("done")
    assert [tried[each][:7] for each in ("rename", "symlink")] + [also["write"][:7]] == ["refused"] * 3
    assert list(tmp_path.iterdir()) == []


def test_what_a_file_leaves_behind_is_gone_before_the_next_one(mock: MockParsing) -> None:
    assert outcome(mock, ["write", "left"])["write"].startswith("done")
    assert outcome(mock, ["open", "left"])["open"].startswith("refused: [Errno 2]")


def test_a_reader_opens_no_file_of_the_user(mock: MockParsing, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary")

    for path in (tmp_path / "diary.txt", Path("/etc/passwd"), Path(f"/proc/{os.getpid()}/environ")):
        assert outcome(mock, ["open", str(path)])["open"].startswith("refused: a reader"), path


def test_no_setting_and_no_key_of_ours_reaches_a_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.chdir(tmp_path)
    parsing = MockParsing.fenced()

    names, folder, _ = json.loads(outcome(parsing, ["environment"])["environment"])
    parsing.close()

    assert not {name for name in names if "KEY" in name or "BELEGG" in name}
    assert folder != str(tmp_path)
    assert not Path(folder).exists()


def test_nothing_is_imported_from_the_folder_one_stands_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')")
    (tmp_path / "belegg.py").write_text("raise SystemExit('taken over')")
    monkeypatch.chdir(tmp_path)
    parsing = MockParsing.fenced()

    assert text_of(parsing, ["text", "Read as ever"]) == "Read as ever"
    parsing.close()


# ---------------------------------------------------------------- processes


def test_a_process_reads_many_files_and_is_replaced_after_its_share() -> None:
    parsing = MockParsing.fenced(most_files=2)
    numbers = [outcome(parsing, ["process"])["process"] for _ in range(5)]
    parsing.close()

    assert [numbers.index(number) for number in numbers] == [0, 0, 2, 2, 4]


@LINUX
def test_a_process_that_keeps_memory_is_replaced() -> None:
    parsing = MockParsing.fenced(retire_bytes=200 * 1024 * 1024)
    first, second = (
        outcome(parsing, ["process"])["process"],
        outcome(parsing, ["keep", 250], ["process"])["process"],
    )
    third = outcome(parsing, ["process"])["process"]
    parsing.close()

    assert first == second != third


def test_while_a_reader_says_nothing_for_long_one_more_process_gets_ready() -> None:
    with Fence() as fence:
        parsing = MockParsing(fence)
        text_of(parsing, ["text", "At once"])
        before = fence.numbers()
        text_of(parsing, ["sleep", 1.8])
        [spare] = set(fence.numbers()) - set(before)
        with pytest.raises(ParserCrashed):
            text_of(parsing, ["exit", 1])

        assert outcome(parsing, ["process"])["process"] == str(spare)


def test_two_files_are_read_at_once_by_two_processes(tmp_path: Path) -> None:
    parsing = MockParsing.fenced(workers=2)
    seen: list[str] = []
    # Each waits until the other one is being read too: one process would never end.
    threads = [
        Thread(target=lambda: seen.append(outcome(parsing, ["process"], ["pages", 3, 0.1])["process"]))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    parsing.close()

    assert len(set(seen)) == 2


@LINUX
@pytest.mark.parametrize("action", [["hang"], ["busy"], ["text", "x"]], ids=lambda a: a[0])
def test_when_its_parent_is_killed_a_process_ends(action: list[Any]) -> None:
    script = f"""
import sys
from belegg.testing.mock_parser import MockParsing, mock_file
parsing = MockParsing.fenced()
content = parsing.parse("a reader", mock_file(["process"])).content
print(content.warnings[0].text, flush=True)
parsing.parse("a reader", mock_file({action!r}), lambda done, of: None)
print("read", flush=True)
sys.stdin.read()
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    number = int(parent.stdout.readline())
    if action[0] == "text":
        parent.stdout.readline()
    parent.kill()
    parent.communicate()

    assert gone(number)


def gone(number: int, within_s: float = 10.0) -> bool:
    """Whether the process with this number ends: its descriptor becomes readable then."""
    import select

    try:
        descriptor = os.pidfd_open(number)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], within_s)[0])
    finally:
        os.close(descriptor)


def test_a_closed_fence_ends_a_file_that_is_being_read() -> None:
    parsing = MockParsing.fenced()
    met: list[BaseException] = []

    def read() -> None:
        try:
            parsing.parse("a reader", mock_file(["pages", 10_000, 0.01]), lambda done, of: parsing.close())
        except ReadingError as error:
            met.append(error)

    thread = Thread(target=read)
    thread.start()
    thread.join(20)

    assert not thread.is_alive()
    assert [type(error) for error in met] == [ParserCrashed] or isinstance(met[0], OutOfMemory)


# ---------------------------------------------------------------- parts, and without a fence


def test_parts_come_in_lots_until_there_are_no_more() -> None:
    parsing = MockParsing.fenced(parts_bytes=10_000)
    data = mock_file(["part", "a.md", "first"], ["more", 7, 4_000])
    lots = []
    skip, more = 0, True
    while more:
        parsed = parsing.parse("a reader", data, skip=skip)
        lots.append([part.name for part in parsed.content.parts])
        skip, more = skip + len(lots[-1]), parsed.more
    parsing.close()

    assert lots == [
        ["a.md", "00000.md", "00001.md", "00002.md"],
        ["00003.md", "00004.md", "00005.md"],
        ["00006.md"],
    ]


def test_a_file_is_read_the_same_with_and_without_a_fence(mock: MockParsing) -> None:
    data = mock_file(
        ["text", "One"], ["title", "T"], ["access", "staff"], ["part", "a.md", "x"], ["pages", 3, 0]
    )

    here = Here().parse("belegg.testing.mock_parser", data).content

    assert here == mock.parse("a reader", data).content
    assert here.text == parse(data, lambda done, of: None).text == "One"
