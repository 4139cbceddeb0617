"""A selection, as people and models write it, made into codes of a table's dimensions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from math import prod

from belegg.errors import BadSelection, SelectionTooLarge
from belegg.records.statistics import Code, Dimension, Selection, StatisticsTable
from belegg.sources.statistics.publisher import Publisher

LAST = re.compile(r"last\(\s*(\d{1,6})\s*\)", re.I)
NEAREST = 5
MOST_COMPARED = 5000
MOST_OF_LABEL = 60

Codes = Mapping[str, tuple[str, ...]]


def codes_of(
    publisher: Publisher, table: StatisticsTable, selection: Selection
) -> dict[str, tuple[str, ...]]:
    """
    The codes by dimension, in the table's order and each once; none for a dimension that is left out. A code
    that reads like an expression is the code. Where a dimension lists only a part of its codes (`total` is
    more, or it has others), one that is not listed is let through, in the order given.

    Raises BadSelection: for a dimension that is not there, one that must be chosen and is not, a code that is
    not there (with the nearest), a part of a dimension that holds none.
    """
    for name in selection:
        if table.dimension(name) is None:
            names = [each.id for each in table.dimensions]
            near = get_close_matches(name, names, NEAREST, 0.3) or names[:NEAREST]
            raise BadSelection(
                f"{publisher.name}, table `{table.ref.id}`: there is no dimension `{name}`; there are "
                f"{listed(near)}",
                publisher.id,
            )
    return {
        each.id: of_dimension(publisher, table, each, selection.get(each.id)) for each in table.dimensions
    }


def of_dimension(
    publisher: Publisher, table: StatisticsTable, dimension: Dimension, asked: Sequence[str] | None
) -> tuple[str, ...]:
    if not asked:
        if dimension.may_be_left_out:
            return ()
        if dimension.total == 1 and len(dimension.codes) == 1 and not dimension.has_others:
            return (dimension.codes[0].id,)
        examples = listed(code.id for code in dimension.codes[:NEAREST])
        raise BadSelection(
            f"{publisher.name}, table `{table.ref.id}`: codes of `{dimension.id}` ({dimension.label}) must "
            f"be chosen, for example {examples}, `*` for all or `last(1)`",
            publisher.id,
        )
    order = {code.id: place for place, code in enumerate(dimension.codes)}
    chosen = dict.fromkeys(
        code for one in asked for code in expanded(publisher, table, dimension, order, one)
    )
    if not chosen:
        raise BadSelection(
            f"{publisher.name}, table `{table.ref.id}`: {listed(asked)} chooses nothing of `{dimension.id}`",
            publisher.id,
        )
    return tuple(sorted(chosen, key=lambda code: order.get(code, len(order))))


def expanded(
    publisher: Publisher, table: StatisticsTable, dimension: Dimension, order: Mapping[str, int], one: str
) -> Sequence[str]:
    """The codes that one code or expression stands for."""
    ids = [code.id for code in dimension.codes]
    if one in order:
        return [one]
    if one == "*":
        return ids
    if last := LAST.fullmatch(one):
        return ids[-int(last[1]) :] if int(last[1]) else []
    if ".." in one:
        first, _, end = one.partition("..")
        if all(not each or each in order for each in (first, end)):
            begin = order[first] if first else 0
            return ids[begin : (order[end] if end else len(ids) - 1) + 1]
        one = next(each for each in (first, end) if each and each not in order)
    if (dimension.has_others or dimension.total > len(ids)) and one and ".." not in one:
        return [one]
    raise BadSelection(
        f"{publisher.name}, table `{table.ref.id}`: `{dimension.id}` ({dimension.label}) has no code "
        f"`{one}`; nearest are {nearest(one, dimension.codes)}",
        publisher.id,
    )


def nearest(asked: str, codes: Sequence[Code]) -> str:
    """The codes most like what was asked, by code or label, with their labels."""
    codes = codes[:MOST_COMPARED]
    wanted = asked.casefold()
    holding = [code for code in codes if len(wanted) > 2 and wanted in code.label.casefold()]
    ids = {code.id.casefold(): code for code in codes}
    labels = {code.label.casefold(): code for code in codes}
    near = [ids[each] for each in get_close_matches(wanted, ids, NEAREST, 0.5)]
    near += [labels[each] for each in get_close_matches(wanted, labels, NEAREST, 0.6)]
    found = {code.id: code for code in [*holding[:NEAREST], *near, *codes]}
    return ", ".join(
        f"`{code.id}`" if code.label in {"", code.id} else f"`{code.id}` ({code.label[:MOST_OF_LABEL]})"
        for code in list(found.values())[:NEAREST]
    )


def listed(names: Iterable[str]) -> str:
    """In backticks, with commas."""
    return ", ".join(f"`{name}`" for name in names)


def cells_of(codes: Codes) -> int:
    """How many cells they are: the product over the dimensions, one for each that is left out."""
    return prod(max(1, len(chosen)) for chosen in codes.values())


def check_address(publisher: Publisher, table: StatisticsTable, codes: Codes, url: str, most: int) -> None:
    """Raises SelectionTooLarge for an address of more than `most` characters, naming the widest dimension."""
    if len(url) > most:
        widest = max(table.dimensions, key=lambda each: len(codes[each.id]))
        raise SelectionTooLarge(
            f"{publisher.name}, table `{table.ref.id}`: the request takes {len(url):,} characters, and at "
            f"most {most:,} are taken; the widest dimension is `{widest.id}` ({widest.label}) with "
            f"{len(codes[widest.id])} codes: choose fewer of them",
            publisher.id,
        )


def check_cells(publisher: Publisher, table: StatisticsTable, codes: Codes, most: int) -> int:
    """The number of cells. Raises SelectionTooLarge over `most`, naming the dimension that is widest."""
    cells = cells_of(codes)
    if cells <= most:
        return cells
    widest = max(table.dimensions, key=lambda each: len(codes[each.id]))
    product = " × ".join(str(max(1, len(codes[each.id]))) for each in table.dimensions)
    raise SelectionTooLarge(
        f"{publisher.name}, table `{table.ref.id}`: that is {cells:,} cells ({product}), and at most "
        f"{most:,} are given at once; the widest dimension is `{widest.id}` ({widest.label}) with "
        f"{len(codes[widest.id])} codes: choose fewer of them",
        publisher.id,
    )
