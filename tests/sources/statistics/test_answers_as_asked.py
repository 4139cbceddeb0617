"""An answer is held against what was asked: other cells are no figures of it, and what lacks is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import SourceChanged
from extras import needs
from statistics_recorded import Replayed, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-3")


@pytest.fixture
def ssb(shared: Path) -> Iterator[Replayed]:
    """It answers whatever is asked with the index of all goods and services, May to July, and its change."""
    with replayed("ssb", shared) as ssb:
        yield ssb


def asked(ssb: Replayed, **selection: tuple[str, ...]):  # type: ignore[no-untyped-def]
    table = ssb.source.describe("14700", "en")
    return ssb.source.plan(table, {"ContentsCode": ("KpiIndMnd",), "VareTjenesteGrp": ("00",), **selection})


def test_figures_of_another_cell_are_none_of_those_asked_for(ssb: Replayed) -> None:
    with pytest.raises(SourceChanged, match="other cells than were asked for"):
        ssb.source.fetch(asked(ssb, VareTjenesteGrp=("01",), Tid=("2026M05",)))


def test_what_was_not_asked_for_is_left_out_and_told(ssb: Replayed) -> None:
    plan = asked(ssb, Tid=("2026M05",))

    fetch = ssb.source.fetch(plan)

    assert [each.text for each in fetch.observations] == ["103.0"]
    assert fetch.warnings == ("5 figures of its answer, not asked for, left out.",)
    assert tuple(ssb.source.derive(plan, fetch.bodies)) == fetch.observations


def test_cells_that_the_answer_lacks_are_told(ssb: Replayed) -> None:
    fetch = ssb.source.fetch(asked(ssb, Tid=("last(5)",)))

    assert len(fetch.observations) == 3
    assert "Of the 5 cells asked for 2 are not in its answer." in fetch.warnings
