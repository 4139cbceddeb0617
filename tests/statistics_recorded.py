"""Recorded answers of sources of statistics (`data/statistics`), as a server on this machine gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from belegg.records.statistics import Observation
from belegg.seams.figures import StatisticsSource
from belegg.sources.statistics import Asking, source_of
from belegg.testing.statistics_clock import StandingClock
from belegg.testing.statistics_server import Rule, StatisticsServer

RULES: dict[str, list[Rule]] = {
    "ssb": [
        *(
            Rule(rf"/tables/{number}/metadata", f"ssb/metadata_{number}_en.json")
            for number in ("14700", "07459", "11418", "03013")
        ),
        Rule(r"/tables/14700/data", "ssb/data_14700_en.json"),
        Rule(r"/tables/07459/data", "ssb/error_400_missing_selection.json", status=400),
        Rule(r"/tables$", "ssb/search_population_en.json"),
    ],
    "eurostat": [
        Rule(r"/data/nama_10r_2gdp$", "eurostat/data_nama_10r_2gdp.json"),
        Rule(r"/ESTAT/GOV_10Q_GGNFA/latest$", "eurostat/sdmx21_GOV_10Q_GGNFA_dataflow_structure.xml"),
        Rule(r"/catalogue/toc/txt$", "eurostat/toc_txt_en_2023-07_first_rows.txt"),
    ],
}
"""By source. What none of the rules fits is answered with 404."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A source that asks the server, with a clock that stands."""

    source: StatisticsSource
    server: StatisticsServer
    asking: Asking
    clock: StandingClock


@contextmanager
def replayed(
    id: str, shared: Path, rules: Sequence[Rule] = (), clock: StandingClock | None = None
) -> Iterator[Replayed]:
    """The source `id` on its recorded answers, `rules` before them."""
    clock = clock or StandingClock()
    with StatisticsServer(shared / "data" / "statistics", [*rules, *RULES[id]]) as server:
        asking = Asking(clock=clock, environment={})
        yield Replayed(source_of(id, asking, server.base_url), server, asking, clock)
        asking.close()


def line(observation: Observation, *, of: Sequence[str] = ()) -> str:
    """A figure in short: the labels of its dimensions (or of those named), its text or mark, its flag."""
    labels = [key.label for key in observation.keys if not of or key.dimension in of]
    figure = observation.text if observation.text is not None else observation.status or "-"
    flag = f" ({observation.status})" if observation.text is not None and observation.status else ""
    return f"{' · '.join(labels)}: {figure}{flag}"


def are_as_sent(observations: Sequence[Observation]) -> bool:
    """Whether every figure has the value that the source wrote."""
    return all(
        Decimal(each.text) == Decimal(each.raw)
        for each in observations
        if each.text is not None and each.raw is not None
    )
