"""`belegg health` says how this system holds the processes that read strangers' files."""

from __future__ import annotations

import sys

import pytest

from belegg.library.health import readers_finding
from belegg.reading.fenced import Fence, Held, Limits


class FenceThatHolds(Fence):
    """A fence on a system that holds its processes like this."""

    def __init__(self, held: Held) -> None:
        super().__init__()
        self._held = held

    def held(self) -> Held:
        return self._held


@pytest.mark.req("ING-13")
@pytest.mark.parametrize(
    ("held", "state", "said"),
    [
        (Held(True, True), "well", "without network, within 1,536 MiB and 900 s"),
        (Held(False, True), "look", "Python refuses the network to readers, the system does not"),
        (Held(True, False), "look", "their time is limited, their memory is not"),
    ],
)
def test_what_the_system_does_not_hold_is_told(held: Held, state: str, said: str) -> None:
    finding = readers_finding(FenceThatHolds(held))

    assert finding.state == state
    assert said in finding.text
    assert bool(finding.todo) == (state != "well")


@pytest.mark.req("ING-13")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems hold no process to its memory")
def test_a_system_that_cannot_start_readers_is_wrong() -> None:
    assert readers_finding(Fence()).state in ("well", "look")
    assert readers_finding(Fence(Limits(start_s=0.0))).state == "wrong"
