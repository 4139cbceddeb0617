"""The sections of a document, and the one that a reader means by a number, a heading or a way to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from belegg.records import Passage, Span
from belegg.text.headings import heading_number, without_number
from belegg.text.names import LABELS, normal_name, normal_section

_STEP = re.compile(r"\s*[›>]\s*")
_JOINT = re.compile(r"[\s.,/]+")
_LABELS = frozenset(LABELS.values())


@dataclass(frozen=True)
class Section:
    """
    A heading with what stands under it, sections inside it included.

    `path` are the headings down to its own. `numbers` are theirs, as written, None where there is none.
    `spans` are runs of its passages: several where a heading comes again.
    """

    path: tuple[str, ...]
    numbers: tuple[str | None, ...]
    spans: tuple[Span, ...]
    first: Passage

    @property
    def number(self) -> str | None:
        return self.numbers[-1]

    @cached_property
    def called(self) -> tuple[str, ...]:
        """What a reader could write for it, shortest first: `A`, `III.A`, its heading, all of its path."""
        chain = [_plain_number(number) for number in self.numbers if number]
        own = [self.number] if self.number else []
        joined = [".".join(chain[-n:]) for n in range(2, len(chain) + 1)] if self.number else []
        return (*own, *joined, self.path[-1], " › ".join(self.path))


def sections_of(passages: Iterable[Passage]) -> list[Section]:
    """Every section of a document's text, in reading order, the outer ones before those inside."""
    text = [passage for passage in passages if passage.kind == "text"]
    runs: dict[tuple[str, ...], list[Span]] = {}
    numbers: dict[tuple[str, ...], str] = {}
    first: dict[tuple[str, ...], Passage] = {}
    before: tuple[str, ...] = ()
    for passage in text:
        path = _headings(passage)
        for depth in range(1, len(path) + 1):
            place = path[:depth]
            spans = runs.setdefault(place, [])
            if spans and before[:depth] == place:
                spans[-1] = Span(spans[-1].start, max(spans[-1].end, passage.span.end))
            else:
                spans.append(passage.span)
            first.setdefault(place, passage)
        if passage.section and (bearer := _bearer(path, passage.section)):
            numbers[bearer] = passage.section
        before = path
    return [
        Section(
            path, tuple(_number(path[: n + 1], numbers) for n in range(len(path))), tuple(spans), first[path]
        )
        for path, spans in runs.items()
    ]


def sections_called(sections: Sequence[Section], name: str) -> list[Section]:
    """
    Those that a reader may mean: by the whole way from the top; of this number or heading; else by the way
    to them (`III.A`, `Leave › Pay`); else of this number with another word before it (`Chapter V` for `V`),
    or by the heading without its number.
    """
    ways: tuple[Callable[[Section, str], bool], ...] = (
        _is_whole,
        _is_called,
        _is_reached_by,
        _is_nearly_called,
    )
    for way in ways:
        found = [section for section in sections if way(section, name)]
        outer = [s for s in found if not any(s is not o and s.path[: len(o.path)] == o.path for o in found)]
        if outer:
            return outer
    return []


def name_told(sections: Sequence[Section], wanted: Section) -> str:
    """The shortest name that only this section answers to."""
    names = (name for name in wanted.called if sections_called(sections, name) == [wanted])
    return next(names, wanted.called[-1])


def _headings(passage: Passage) -> tuple[str, ...]:
    return passage.path or ((passage.section,) if passage.section else ())


def _bearer(path: tuple[str, ...], number: str) -> tuple[str, ...]:
    """The headings down to the deepest that begins with the number; none says it: the deepest of all."""
    wanted = normal_section(number)
    for depth in range(len(path), 0, -1):
        if normal_section(heading_number(path[depth - 1]) or "") == wanted:
            return path[:depth]
    return path


def _number(path: tuple[str, ...], told: dict[tuple[str, ...], str]) -> str | None:
    return told.get(path) or heading_number(path[-1])


def _plain_number(number: str) -> str:
    return number.strip().rstrip(".:)")


def _is_whole(section: Section, name: str) -> bool:
    return section.called[-1] == name


def _is_called(section: Section, name: str) -> bool:
    own = section.number is not None and normal_section(section.number) == normal_section(name)
    return own or normal_name(section.path[-1]) == normal_name(name)


def _is_reached_by(section: Section, name: str) -> bool:
    """`Leave › Pay`, `III.A`, `3 kap. 5 §`: the last step is its own, those before it stand above."""
    steps = _STEP.split(name)
    if len(steps) > 1:
        return _is_step(section, len(section.path) - 1, steps[-1]) and _above(section, steps[:-1])
    return any(
        _is_step(section, len(section.path) - 1, last) and _above(section, [way])
        for way, last in _split_anywhere(name)
    )


def _above(section: Section, steps: Sequence[str]) -> bool:
    """Whether the steps stand above the section's own heading, in order, each in whole or by its parts."""
    depth = len(section.path) - 2
    left = list(steps)
    while left:
        step = left.pop()
        while depth >= 0 and not _is_step(section, depth, step):
            depth -= 1
        if depth >= 0:
            depth -= 1
            continue
        return len(steps) == 1 and any(_above(section, [way, last]) for way, last in _split_anywhere(step))
    return True


def _split_anywhere(name: str) -> Iterator[tuple[str, str]]:
    for joint in _JOINT.finditer(name.strip()):
        way, last = name[: joint.start()], name[joint.end() :]
        if way.strip() and last.strip():
            yield way, last


def _is_step(section: Section, depth: int, step: str) -> bool:
    number = section.numbers[depth]
    own = number is not None and normal_section(number) == normal_section(step)
    heading = section.path[depth]
    return own or normal_name(step) in (normal_name(heading), normal_name(without_number(heading)))


def _is_nearly_called(section: Section, name: str) -> bool:
    if normal_name(without_number(section.path[-1])) == normal_name(name):
        return True
    if section.number is None:
        return False
    (label, number), (asked_label, asked) = _parted(section.number), _parted(name)
    return number == asked and not (label and asked_label) and "note" not in (label, asked_label)


def _parted(number: str) -> tuple[str, str]:
    """`chapter 2` → `chapter`, `2`; `§ 5` → `§`, `5`."""
    normal = normal_section(number)
    label, _, rest = normal.rpartition(" ")
    return (label, rest) if label in _LABELS or label == "§" else ("", normal)
