"""What happens on the way to an answer, as events for programs that watch."""

from __future__ import annotations

import re
from typing import Any, Final

from belegg.library.turns.codec import KIND, to_plain
from belegg.records.runs import Event, Sent, Writing
from belegg.serving.shapes.documents import Json

_INNER_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
WITHHELD: Final = ("messages", "reply")
"""Of `Sent`: what a model is told and says word for word stays with the kept run; it is long."""


def event_named(event: Event) -> str:
    """`PutAside` is `put_aside`."""
    return _INNER_CAPITAL.sub("_", type(event).__name__).lower()


def event_json(event: Event) -> Json:
    """The fields of an event; not for `Ended`, which is told as a turn."""
    if isinstance(event, Writing):
        return {"round": event.round, "text": event.text}
    told: Json = _bare(to_plain(event))
    return {name: value for name, value in told.items() if not (isinstance(event, Sent) and name in WITHHELD)}


def _bare(value: Any) -> Any:
    """Without the names of records, which a watcher does not read back."""
    if isinstance(value, dict):
        return {name: _bare(each) for name, each in value.items() if name != KIND}
    return [_bare(each) for each in value] if isinstance(value, list) else value
