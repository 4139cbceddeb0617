"""Official statistics as people read them on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from belegg.records.statistics import Code, Dimension, StatisticsTable
from belegg.serving.cli.options import show_aside
from belegg.serving.cli.terminal import (
    columns,
    one_line,
    say,
    shortened,
    spoken_size,
    styled,
    visible,
    wrapped,
)
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.excerpt import Excerpt
    from belegg.library.statistics.syncing import Synced
    from belegg.library.statistics.verifying import VerifiedFigures
    from belegg.records.fetched import FetchedHead
    from belegg.seams.figures import Found

WIDEST_TITLE = 76
WIDEST_LABEL = 60


def show_synced(done: Sequence[Synced], on: bool) -> None:
    for each in done:
        if each.replaced is None:
            say(f"{each.name}: {one_line(each.failed)}")
            continue
        rows = each.replaced
        titles = f"{counted(rows.new, 'title')} new, {rows.changed:,} changed, {rows.gone:,} gone"
        say(f"{each.name}: {counted(rows.tables, 'table')} ({titles})")
    if not on:
        say("Statistics are switched off; `belegg pack on statistics` switches them on.")


def show_found(found: Found) -> None:
    for ref in found.tables:
        period = f"{ref.first}–{ref.last}" if ref.first and ref.last else ref.last or ref.first
        told = " · ".join(filter(None, (one_line(period), one_line(ref.unit_of_time))))
        say(styled(f"{one_line(ref.source)} {one_line(ref.id)}", "bold") + (f"  {told}" if told else ""))
        say(wrapped(one_line(ref.title), 2))
    if not found.tables:
        say("No table has any of these words.")
    show_aside(found.notes)


def show_dimensions(table: StatisticsTable) -> None:
    """The table with its dimensions, of each the first codes."""
    _show_head(table)
    for each in table.dimensions:
        left = ", may be left out" if each.may_be_left_out else ""
        say(f"{_name(each)}  {each.role}, {counted(each.total, 'code')}{left}")
        shown = each.codes[-4:] if each.role == "time" else each.codes[:4]
        before, after = ("… ", "") if each.role == "time" else ("", " …")
        more = each.total > len(shown)
        codes = "; ".join(map(_code, shown))
        say(wrapped(f"{before if more else ''}{codes}{after if more else ''}", 4))


def show_codes(table: StatisticsTable, pages: Mapping[str, tuple[int, Dimension]]) -> None:
    """The codes of a page of each dimension."""
    _show_head(table)
    for each in table.dimensions:
        found, page = pages[each.id]
        say(f"{_name(each)}  {counted(found, 'code')} of {each.total:,}")
        for code in page.codes:
            say(f"    {_code(code)}")
        if found > len(page.codes) > 0:
            say(f"    ({len(page.codes)} of {found:,} shown; --page shows others, --find looks for a word)")


def show_fetched(part: Excerpt) -> None:
    say(visible(part.text))
    say()
    id = part.document.id
    say(f"Kept as {id}: `belegg statistics verify {id}`, `belegg statistics pin {id}`")


def show_verified(found: VerifiedFigures) -> None:
    if found.holds:
        say(f"{counted(found.lines, 'line')} derived again from the answers that were kept: all hold.")
        return
    for number in found.damaged:
        say(f"Answer {number} is not what was kept: its SHA-256 differs. No line was derived.")
    if found.failed:
        say(f"The answers cannot be read: {one_line(found.failed)}")
    for line in found.differing:
        say(f"Line {line.number}")
        say(f"  stands   {one_line(line.stands) if line.stands is not None else 'nothing'}")
        say(f"  derived  {one_line(line.derived) if line.derived is not None else 'nothing'}")


def show_list(found: Sequence[FetchedHead]) -> None:
    if not found:
        say("No figures were fetched. `belegg statistics get` fetches some, and so do questions.")
        return
    rows = [
        (
            head.id,
            head.fetched_at,
            one_line(head.asker) or "owner",
            spoken_size(head.size_bytes),
            shortened(one_line(head.title), WIDEST_TITLE),
        )
        for head in found
    ]
    say(columns([("document", "fetched", "by", "size", "title"), *rows]))


def _show_head(table: StatisticsTable) -> None:
    say(styled(one_line(f"{table.ref.source} {table.ref.id}"), "bold"))
    say(wrapped(one_line(table.ref.title), 2))
    for note in table.notes:
        if note.must_show:
            say(wrapped(f"Note: {one_line(note.text)}", 2))
    say()


def _name(dimension: Dimension) -> str:
    label = one_line(dimension.label)
    told = f" {label}" if label and label != dimension.id else ""
    return styled(one_line(dimension.id), "bold") + told


def _code(code: Code) -> str:
    """`4601 Bergen`; of a measure with its unit, decimals and multiplier."""
    label = shortened(one_line(code.label), WIDEST_LABEL)
    places = counted(code.decimals, "decimal") if code.decimals is not None else ""
    measured = ", ".join(filter(None, (one_line(code.unit), one_line(code.multiplier), places)))
    named = one_line(code.id) if label == code.id else f"{one_line(code.id)} {label}"
    return f"{named} [{measured}]" if measured else named
