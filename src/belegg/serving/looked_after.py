"""
What somebody who looks after a library is told of it beyond what they may read: the same at every door.

A role opens no document. What the owner is told whole, others are told without what may stand in documents,
or in questions, that are not theirs.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belegg.records import OWNER, Scope
from belegg.serving.entrance.visitor import Visitor

if TYPE_CHECKING:
    from belegg.library.findings import Finding
    from belegg.library.library import Library
    from belegg.library.turns.gaps import Gap

_NAMED = re.compile(r"`[^`]*`")


def is_owner(visitor: Visitor) -> bool:
    return visitor.principal == OWNER


def finding_for(visitor: Visitor, finding: Finding) -> Finding:
    """
    A finding; to who is not the owner without the names in it: of files, folders, packs that they may not
    see. What it counts stays.
    """
    if is_owner(visitor):
        return finding
    return replace(finding, text=_NAMED.sub("`…`", finding.text), todo=_NAMED.sub("`…`", finding.todo))


def gap_for(visitor: Visitor, gap: Gap, library: Library) -> Gap:
    """
    A gap; to who is not the owner without what others' searches turned up: only passages of documents that
    they may read themselves, and neither the searches nor the runs, nor what a model said that had read more.
    """
    if is_owner(visitor):
        return gap
    with library.store.reading(Scope(visitor.principal)) as reader:
        readable = reader.heads_of([hit.document.id for hit in gap.nearest])
    nearest = tuple(hit for hit in gap.nearest if hit.document.id in readable)
    return replace(gap, nearest=nearest, searches=(), would_settle="", runs=())
