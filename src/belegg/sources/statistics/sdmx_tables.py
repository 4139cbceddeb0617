"""Tables of SDMX services: dimensions out of structures, selections of them, cells as observations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from belegg.errors import SelectionTooLarge
from belegg.records.statistics import (
    Code,
    Dimension,
    DimensionRole,
    Observation,
    Plan,
    Selection,
    StatisticsTable,
    TableNote,
)
from belegg.sources.statistics.numbers import as_published
from belegg.sources.statistics.periods import interval_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.sdmx_cells import TIME_DIMENSIONS, Cell, Coded
from belegg.sources.statistics.sdmx_structure import Available, Component, StructureMessage
from belegg.sources.statistics.sdmx_times import (
    Times,
    periods_at_most,
    periods_between,
    times_of,
    unit_of_time,
)
from belegg.sources.statistics.selecting import codes_of

FREQUENCIES = frozenset({"FREQ", "FREQUENCY"})
MOST_CELLS = 100_000
MOST_ADDRESS = 2_000
"""Characters of an address: what every server on the way is known to take."""

_BEHIND_ALL = 10**9
_ROLES: Mapping[str, DimensionRole] = {
    **dict.fromkeys(TIME_DIMENSIONS, "time"),
    **dict.fromkeys(("REF_AREA", "COUNTRY", "GEO", "AREA", "LOCATION", "COUNTERPART_AREA"), "geo"),
    **dict.fromkeys(("UNIT_MEASURE", "UNIT"), "unit"),
    **dict.fromkeys(("MEASURE", "INDICATOR"), "measure"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """
    A selection understood: codes by dimension but time, the dimensions of more than one code that are taken
    whole, the times, and how many cells that can be.
    """

    codes: Mapping[str, tuple[str, ...]]
    all_of: frozenset[str]
    times: Times
    cells: int

    @property
    def frequencies(self) -> tuple[str, ...]:
        """The codes of the dimension of frequency; none where a table has no such dimension."""
        return next((codes for id, codes in self.codes.items() if id in FREQUENCIES), ())

    @property
    def frequency(self) -> str:
        """The one frequency asked for; empty when there are several, or none."""
        return self.frequencies[0] if len(self.frequencies) == 1 else ""

    def shown(self, table: StatisticsTable) -> dict[str, tuple[str, ...]]:
        """The codes as a plan states them: of time what was written."""
        return {each.id: self.codes.get(each.id, self.times.written) for each in table.dimensions}


def role_of(id: str) -> DimensionRole:
    """What a dimension of that id is, by the names that SDMX services share."""
    return _ROLES.get(id, "other")


def time_dimension(id: str, label: str, periods: Sequence[str] = ()) -> Dimension:
    """Time, with the periods that are known; any other may be asked for as well."""
    codes = tuple(Code(each, each) for each in periods)
    return Dimension(id, label, "time", codes, len(codes), has_others=True)


def notes_on_time(dimensions: Iterable[Dimension]) -> tuple[TableNote, ...]:
    """For whoever reads a table whose periods are not listed: how they are asked for."""
    if any(each.role == "time" and not each.codes for each in dimensions):
        return (TableNote("Periods are not listed: write `2020..2024`, `2024-Q1`, `last(3)` or `*`."),)
    return ()


def dimensions_of(
    message: StructureMessage, components: Sequence[Component], available: Available, months: str = ""
) -> tuple[tuple[Dimension, ...], str]:
    """
    A table's dimensions, and its unit of time where it has one frequency. `months`: how the service writes a
    month (`M` for `2024-M05`).
    """
    timeless = [
        _dimension_of(each, message, available.codes.get(each.id, ()))
        for each in components
        if not each.is_time
    ]
    frequencies = [code.id for each in timeless if each.id in FREQUENCIES for code in each.codes]
    periods = periods_between(available.first, available.last, frequencies, months)
    timed = [
        time_dimension(each.id, message.concept(each).name, periods) for each in components if each.is_time
    ]
    return (*timeless, *timed), unit_of_time(frequencies)


def _dimension_of(component: Component, message: StructureMessage, has_data: Sequence[str]) -> Dimension:
    """
    A dimension with its codes: those that have data where that is known, in the order of the code list; those
    of the list that is missing stand with their ids alone. A list that is nowhere leaves the codes open.
    """
    label = message.concept(component).name
    reference = message.codes_of(component)
    listed = message.code_list(reference) if reference else ()
    wanted = set(has_data)
    codes = [code for code in listed if not wanted or code.id in wanted]
    there = {code.id for code in codes}
    codes += [Code(id, id) for id in has_data if id not in there]
    return Dimension(
        component.id, label, role_of(component.id), tuple(codes), len(codes), has_others=not codes
    )


def asked_of(publisher: Publisher, table: StatisticsTable, selection: Selection) -> Asked:
    """
    The selection understood. Raises BadSelection, SelectionTooLarge (over MOST_CELLS, with the widest
    dimension).
    """
    timeless = [each for each in table.dimensions if each.role != "time"]
    timed = next((each for each in table.dimensions if each.role == "time"), None)
    plain = StatisticsTable(table.ref, tuple(timeless), table.notes)
    names = {each.id for each in table.dimensions}
    without_time = {id: asked for id, asked in selection.items() if timed is None or id != timed.id}
    known = names >= set(selection)
    codes = codes_of(publisher, plain if known else table, without_time if known else selection)
    times = times_of(publisher, table, timed, selection.get(timed.id)) if timed else Times(())
    whole = _whole(table, codes)
    found = Asked(codes, whole, times, 0)
    others = prod(max(1, len(codes[each.id])) for each in timeless if each.id not in FREQUENCIES)
    cells = others * (periods_at_most(times, table, found.frequencies) if timed else 1)
    if cells > MOST_CELLS:
        raise too_large(publisher, table, codes, f"that is up to {cells:,} cells, and at most {MOST_CELLS:,}")
    return Asked(codes, whole, times, cells)


def planned(publisher: Publisher, plan: Plan) -> Asked:
    """
    The selection of a plan once more, by its codes: a plan that was kept has a table with no other codes than
    those.
    """
    timed = next((each for each in plan.table.dimensions if each.role == "time"), None)
    codes = {id: codes for id, codes in plan.codes.items() if timed is None or id != timed.id}
    asked = plan.selection.get(timed.id) if timed else None
    times = times_of(publisher, plan.table, timed, asked) if timed else Times(())
    return Asked(codes, _whole(plan.table, codes), times, plan.cells)


def _whole(table: StatisticsTable, codes: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """The dimensions of more than one code of which all there are were chosen."""
    return frozenset(each.id for each in table.dimensions if 1 < each.total == len(codes.get(each.id, ())))


def too_large(
    publisher: Publisher, table: StatisticsTable, codes: Mapping[str, tuple[str, ...]], why: str
) -> SelectionTooLarge:
    """The error that names the widest dimension."""
    widest = max(
        (each for each in table.dimensions if each.id in codes), key=lambda each: len(codes[each.id])
    )
    return SelectionTooLarge(
        f"{publisher.name}, table `{table.ref.id}`: {why} are asked for at once; the widest dimension is "
        f"`{widest.id}` ({widest.label}) with {len(codes[widest.id])} codes: choose fewer of them, or fewer "
        "periods",
        publisher.id,
    )


def check_address(publisher: Publisher, table: StatisticsTable, asked: Asked, url: str) -> str:
    """The address; raises SelectionTooLarge when it has more than MOST_ADDRESS characters."""
    if len(url) > MOST_ADDRESS:
        written = {id: codes for id, codes in asked.codes.items() if id not in asked.all_of} or asked.codes
        why = f"an address of {len(url)} characters, and no more than {MOST_ADDRESS},"
        raise too_large(publisher, table, written, why)
    return url


def observed(
    cell: Cell, status: Coded, unit: str = "", multiplier: str = "", decimals: int | None = None
) -> Observation:
    """A cell as an observation; a value that is no number has no `text`."""
    first, last = interval_of(cell.period)
    text = as_published(cell.value, decimals) if cell.value is not None else None
    return Observation(
        cell.keys, cell.value, text, status.code, status.label, unit, multiplier, decimals, first, last
    )


def in_order(
    observations: Iterable[Observation], table: StatisticsTable, asked: Asked
) -> tuple[Observation, ...]:
    """
    The figures that were asked for, also of an answer with more, in the table's order with time last; of each
    series the newest where only those were asked for.
    """
    timed = {each.id for each in table.dimensions if each.role == "time"}
    places = {each.id: {code.id: at for at, code in enumerate(each.codes)} for each in table.dimensions}
    chosen = {id: frozenset(codes) for id, codes in asked.codes.items() if codes and id not in asked.all_of}

    def is_asked_for(each: Observation) -> bool:
        return asked.times.holds(each) and all(
            key.code in chosen[key.dimension] for key in each.keys if key.dimension in chosen
        )

    def series(each: Observation) -> tuple[tuple[int, str], ...]:
        timeless = [key for key in each.keys if key.dimension not in timed]
        return tuple((places.get(k.dimension, {}).get(k.code, _BEHIND_ALL), k.code) for k in timeless)

    def place(each: Observation) -> tuple[tuple[tuple[int, str], ...], str, str]:
        return series(each), each.period_start, each.period_end

    ordered = sorted(filter(is_asked_for, observations), key=place)
    if not asked.times.last:
        return tuple(ordered)
    by_series: dict[tuple[tuple[int, str], ...], list[Observation]] = {}
    for each in ordered:
        by_series.setdefault(series(each), []).append(each)
    return tuple(each for several in by_series.values() for each in several[-asked.times.last :])
