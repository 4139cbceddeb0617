"""What every route stands on: the library, the entrance, and how the server was set up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request

from belegg.serving.entrance.audit import Doing, audit_of
from belegg.serving.entrance.visitor import Entrance, Visitor
from belegg.serving.http.bringing import Bringing
from belegg.serving.http.live import Live
from belegg.serving.http.measuring import Measures, Unmeasured
from belegg.serving.http.pictures import Pictures

if TYPE_CHECKING:
    from belegg.library.library import Library


@dataclass(frozen=True, slots=True)
class Serving:
    """
    How a server was set up. `base_path` is the path before all of ours behind a proxy (`/belegg`, or empty);
    `hosts` are the names by which it may be called beside those of the loopback, in lower case, without port.
    """

    host: str = "127.0.0.1"
    port: int = 8484
    base_path: str = ""
    hosts: tuple[str, ...] = ()
    most_body_bytes: int = 2 * 1024 * 1024
    most_upload_bytes: int = 100 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class House:
    """One open library and who may enter. Reached by a route as `request.app.state.house`."""

    library: Library
    entrance: Entrance
    serving: Serving = field(default_factory=Serving)
    measures: Measures = field(default_factory=Unmeasured)
    pictures: Pictures = field(default_factory=Pictures)
    live: Live = field(init=False)
    bringing: Bringing = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "live", Live(self.library, answered=self.measures.answered))
        object.__setattr__(self, "bringing", Bringing(self.library))

    def note(self, visitor: Visitor, doing: Doing, what: str = "") -> None:
        """Write down in the log of the entrance what somebody did; `what` is an id. Waits for the disk."""
        audit_of(self.entrance).note(visitor, doing, what)

    def close(self) -> None:
        """End what was started for it; the library stays open."""
        self.live.close()
        self.bringing.close()
        self.pictures.close()


async def house_of(request: Request) -> House:
    """Does not wait; as a coroutine it costs no thread."""
    house = request.app.state.house
    assert isinstance(house, House)
    return house


Here = Annotated[House, Depends(house_of)]


def visitor_of(request: Request, here: Here) -> Visitor:
    """Who asks. Looked up anew for each request: what was withdrawn is withdrawn by the next one."""
    return here.entrance.visitor(request.cookies, request.headers.get("authorization"))


Asker = Annotated[Visitor, Depends(visitor_of)]
