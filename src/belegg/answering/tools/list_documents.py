"""`list_documents`: what there is, in sum and one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import number_of, text_of, written
from belegg.answering.tools.fitting import Budgets
from belegg.answering.tools.listed import Listed, ListPage, list_page, listed
from belegg.answering.tools.narrowing import PACKS, SINCE, UNTIL, narrowed, pack_names, packs_off
from belegg.answering.tools.room import Told
from belegg.records.chat import Tool
from belegg.records.runs import Used
from belegg.text.counted import counted

MOST_COUNTED = 15  # organisations, years, packs that are named
ORGANISATION = ("organisation", "organization", "publisher", "author")


class ListDocumentsTool:
    """Lists the documents in scope."""

    def __init__(self, budgets: Budgets) -> None:
        self._budget = budgets.listed

    def offered(self, desk: Desk) -> bool:
        with desk.store.reading(desk.scope) as reader:
            return bool(reader.languages())

    def spec(self, desk: Desk) -> Tool:
        with desk.store.reading(desk.scope) as reader:
            has_packs = len(pack_names(reader, desk)) > 1
        pack = {"pack": {"type": "string", "description": "Of this pack alone."}} if has_packs else {}
        properties = {
            "organisation": {"type": "string", "description": "Of this organisation alone."},
            **pack,
            "since": {"type": "string", "description": "Dated then or later: 2024 or 2024-05."},
            "until": {"type": "string", "description": "Dated then or earlier."},
            "skip": {"type": "integer", "description": "Documents to skip, to see the next ones."},
        }
        description = (
            "See what documents there are: how many, by pack, organisation and year, and their titles, "
            "newest first. Use it to learn what is covered, or for questions about the documents "
            "themselves."
        )
        return Tool(
            "list_documents", description, {"type": "object", "properties": properties, "required": []}
        )

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        return self.told(*self.page(arguments, desk, memory), arguments, round)

    def page(self, arguments: Mapping[str, object], desk: Desk, memory: Memory) -> tuple[str, ListPage]:
        """What there is in sum, where the list begins with its first, and the list. Raises BadArguments."""
        filters = {
            name: value for name, value in arguments.items() if name.lower() in (*PACKS, *SINCE, *UNTIL)
        }
        skip = number_of(arguments, 0, "skip", "offset")
        organisation = text_of(arguments, *ORGANISATION)
        with desk.store.reading(desk.scope) as reader:
            scope = narrowed(desk, reader, memory, filters)
        off = packs_off(desk)
        with desk.store.reading(scope) as reader:
            heads = [each for each in listed(reader) if each.pack not in off and each.is_of(organisation)]
            in_sum = overview(heads, memory) if heads and not skip else ""
            return in_sum, list_page(reader, [each.id for each in heads], skip, self._budget, memory)

    def told(self, in_sum: str, page: ListPage, arguments: Mapping[str, object], round: int) -> Told:
        """A page for the model."""
        said = written(arguments, "organisation", "pack", "packs", "since", "until", "skip")
        event = Used(round, "list_documents", said, counted(page.total, "document"))
        if not page.total:
            return Told("No document fits these filters; leave some out.", (event,))
        return Told("\n".join(filter(None, (in_sum, page.text))), (event,))


def overview(heads: Sequence[Listed], memory: Memory) -> str:
    """`48 documents, 1,210 passages.` and how many of them each pack, organisation and year has."""
    passages = counted(sum(head.passages for head in heads), "passage")
    lines = [f"{counted(len(heads), 'document')}, {passages}. Newest first below."]
    packs = Counter(head.pack for head in heads)
    if len(packs) > 1:
        lines.append(f"By pack: {_counts(packs)}.")
    held = Counter(head.organisation for head in heads)
    named: Counter[str] = Counter()
    for organisation, number in held.items():
        named[memory.marks.name(organisation) if organisation else "none named"] += number
    if len(named) > 1 or "none named" not in named:
        lines.append(f"By organisation: {_counts(named)}.")
    years = Counter(head.date[:4] or "no date" for head in heads)
    in_order = sorted(years.items(), key=lambda each: each[0] if each[0].isdecimal() else "", reverse=True)
    lines.append(f"By year: {_told(in_order)}.")
    return "\n".join(lines)


def _counts(counts: Counter[str]) -> str:
    return _told(sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def _told(counts: Sequence[tuple[str, int]]) -> str:
    told = ", ".join(f"{name} {number:,}" for name, number in counts[:MOST_COUNTED])
    left = counts[MOST_COUNTED:]
    return f"{told}, and {sum(n for _, n in left):,} in {len(left):,} others" if left else told
