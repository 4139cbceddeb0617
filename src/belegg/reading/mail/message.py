"""A mail as a record, whatever file it came in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from belegg.reading.content import Part
from belegg.records import Warned


@dataclass(frozen=True, slots=True)
class Written:
    """One piece of a body: its bytes with the character set that is declared for them, and how it is set."""

    data: bytes
    charset: str | None = None
    flowed: bool = False
    delete_space: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """One body in up to two forms of the same: plain text and HTML, each of pieces in order."""

    plain: tuple[Written, ...] = ()
    html: tuple[Written, ...] = ()


@dataclass(frozen=True, slots=True)
class Mail:
    """
    A mail. `fields` hold decoded values by their name (`From`, `To`, `Message-ID` …), each once.

    `bodies` stand one below the other. `pictures` counts images that belong to the layout. `encrypted` says
    that the body cannot be read, `signed` that a signature came with it (it is not verified).
    """

    fields: Mapping[str, str]
    bodies: tuple[Body, ...] = ()
    parts: tuple[Part, ...] = ()
    pictures: int = 0
    signed: bool = False
    encrypted: bool = False
    warnings: tuple[Warned, ...] = field(default=())
