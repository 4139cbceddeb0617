"""Figures of the IMF out of its answers: with names from code lists, and with what must be said of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from belegg.records.statistics import CellKey, Observation, Plan, TableNote
from belegg.sources.statistics import sdmx_json
from belegg.sources.statistics.numbers import power_in_words
from belegg.sources.statistics.sdmx_cells import Cell, Coded
from belegg.sources.statistics.sdmx_tables import observed

MADE_OF = (("DERIVATION_TYPE", "derivation type"), ("STATUS", "status"), ("PRECISION", "precision"))
NAMED_BY = (("DERIVATION_TYPE", "Derivation type", "CL_DERIVATION_TYPE"), ("UNIT", "Unit", "CL_UNIT"))
"""Attributes whose codes have names, what they are called, and the code list of the IMF that names them."""

MOST_CODES_NAMED = 12


def cells_of(plan: Plan, content: bytes) -> list[Cell]:
    """The cells of an answer, whose codes get their names from the table."""
    names = {(each.id, code.id): code.label for each in plan.table.dimensions for code in each.codes}

    def named(key: CellKey) -> CellKey:
        return replace(key, label=names.get((key.dimension, key.code), key.label))

    return [replace(cell, keys=tuple(map(named, cell.keys))) for cell in sdmx_json.read(content).cells]


def figure_of(cell: Cell) -> Observation:
    """What a figure is made of is its status. DECIMALS_DISPLAYED is how it is displayed, and pads nothing."""
    said = [f"{words} {code}" for id, words in MADE_OF if (code := cell.said(id).code)]
    return observed(cell, Coded("; ".join(said), ""), cell.said("UNIT").label)


def _reference_of(cell: Cell) -> str:
    return cell.said("REFERENCE_PERIOD").label or cell.said("COMMON_REFERENCE_PERIOD").label


def notes_on(cells: Sequence[Cell]) -> Iterator[TableNote]:
    """
    SCALE is how the IMF displays a figure, and no factor: in its recorded answer of the World Economic
    Outlook 94669000000 stands beside SCALE 9.
    """
    if words := sorted({power_in_words(cell.said("SCALE").code) for cell in cells} - {""}):
        shown = " and ".join(words)
        yield TableNote(f"The IMF displays these figures in {shown}; here they stand as it sends them.", True)
    if references := sorted({_reference_of(cell) for cell in cells} - {""}):
        yield TableNote(f"Reference period: {'; '.join(references)}.", True)
    if not any(cell.said(id).code for cell in cells for id, _ in MADE_OF):
        yield TableNote(
            "The IMF marks none of these as observed, estimated or projected; it may mix them.", True
        )
