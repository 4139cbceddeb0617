from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from belegg.errors import ModelError, ModelRefused
from belegg.models.processes import Processes
from belegg.testing import FakeEmbedder

FAKE = """
import os, sys
from belegg.errors import ModelRefused
from belegg.models.processes.worker import serve
from belegg.testing import FakeEmbedder

class Odd(FakeEmbedder):
    def passages(self, texts):
        if texts == ["die"]:
            os._exit(9)
        if texts == ["refuse"]:
            raise ModelRefused("the model is asleep; wake it")
        if texts == ["threads"]:
            texts = [os.environ["OPENBLAS_NUM_THREADS"] + " " + os.environ["OMP_NUM_THREADS"]]
        return super().passages(texts)

serve(Odd(), sys.stdin.buffer, sys.stdout.buffer)
"""
COMMAND = (sys.executable, "-c", FAKE)


@pytest.fixture
def processes() -> Iterator[Processes]:
    with Processes(2, 128, COMMAND) as started:
        yield started


def test_vectors_from_processes_are_those_of_the_model(processes: Processes) -> None:
    asked = [[f"text {n}", f"another {n}"] for n in range(20)]
    coming = [processes.passages(texts) for texts in asked]

    assert [future.result() for future in coming] == [FakeEmbedder().passages(texts) for texts in asked]


def test_a_process_that_dies_is_told_with_the_way_on(processes: Processes) -> None:
    with pytest.raises(ModelError, match=r"ended \(exit code 9\).*`--workers 1`"):
        processes.passages(["die"]).result()


def test_after_a_process_died_another_one_does_the_work() -> None:
    with Processes(1, 128, COMMAND) as one:
        with pytest.raises(ModelError):
            one.passages(["die"]).result()

        assert one.passages(["a text"]).result() == FakeEmbedder().passages(["a text"])


def test_an_error_of_the_model_keeps_its_kind_and_words(processes: Processes) -> None:
    with pytest.raises(ModelRefused, match="the model is asleep; wake it"):
        processes.passages(["refuse"]).result()


def test_each_process_computes_in_one_thread(processes: Processes) -> None:
    assert processes.passages(["threads"]).result() == FakeEmbedder().passages(["1 1"])


def test_no_process_is_started_before_there_is_work_and_none_is_left() -> None:
    with Processes(2, 128, COMMAND) as processes:
        before = list(processes.children)
        processes.passages(["one"]).result()
        children = list(processes.children)

    assert before == []
    assert len(children) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(children[0], 0)


def test_leaving_does_not_wait_for_what_was_asked() -> None:
    with Processes(1, 128, COMMAND) as processes:
        coming = [processes.passages(["a text"] * 200) for _ in range(50)]

    assert any(future.cancelled() for future in coming)


HELD = """
import threading
from belegg.models.processes import InThreads
from belegg.testing import FakeEmbedder

class Slow(FakeEmbedder):
    def passages(self, texts):
        asked.set()
        threading.Event().wait()

asked = threading.Event()
with InThreads(Slow(), 2) as threads:
    threads.passages(["a text"])
    asked.wait()
"""


def test_a_server_that_never_answers_does_not_hold_up_the_end_of_the_process() -> None:
    assert subprocess.run([sys.executable, "-c", HELD], timeout=60, check=False).returncode == 0
