"""The calls of one reply: each is run, answered from the run, or not run and told why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from belegg.answering.doing import Doing
from belegg.answering.limits import Meter
from belegg.answering.looking import Looking
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import LONGEST_ARGUMENTS, Given, arguments_of, unused_told
from belegg.answering.tools.figures.failing import failed
from belegg.answering.tools.room import BadArguments, OutsideRoom, Room, Told
from belegg.errors import SourceError, UserError
from belegg.records.chat import ToolCall
from belegg.records.runs import Event, Nudged, Searched, Used

MOST_CALLS = 8
"""Calls of one reply that are run."""
LONGEST_RESULT = 60_000
"""Characters of a result that the model is sent. Tools keep within less; this is the last limit."""
MOST_TOLD = 300
"""Characters of a call's arguments that its event tells."""


@dataclass(frozen=True, slots=True)
class Result:
    """
    What a call came to: the text for the model, what happened, whether the tool was run, and whether it told
    the model anything new.
    """

    text: str
    events: tuple[Event, ...]
    was_run: bool = False
    is_new: bool = False


class Calls:
    """The calls of a run: what tools there are, and which calls were made in which round."""

    def __init__(self, doing: Doing, memory: Memory, meter: Meter) -> None:
        desk = doing.desk
        offered = [room for room in doing.steps.tools if room.offered(desk)]
        self.specs = tuple(room.spec(desk) for room in offered)
        self._rooms = {spec.name: (room, spec) for room, spec in zip(offered, self.specs, strict=True)}
        self._desk = desk
        self._memory = memory
        self._meter = meter
        self._brake = doing.brake
        self._looking = Looking() if doing.settings.nudges else None
        self._made: dict[str, int] = {}
        self._misused: set[str] = set()
        self._told: set[str] = set()

    async def result(self, call: ToolCall, number: int, round: int, *, only_answer: bool) -> Result:
        """
        Run the call with that place in its reply (from 0), if it may be run. What asks outside is waited for
        while the loop goes on, until the brake is pulled or the time is over.
        """
        if only_answer:
            return _not_run(call, round, "only `answer` is left. Call it.")
        if number >= MOST_CALLS:
            return _not_run(call, round, f"a turn has at most {MOST_CALLS} calls.")
        met = self._rooms.get(call.name.strip())
        if met is None:
            names = ", ".join(f"`{spec.name}`" for spec in self.specs)
            return _not_run(
                call, round, f"there is no tool `{call.name[:60]}`. There are {names} and `answer`."
            )
        room, spec = met
        try:
            arguments = Given(arguments_of(call.arguments, spec))
        except BadArguments as error:
            return self._misuse(call, round, str(error))
        try:
            result = await self._run(room, call, arguments, round)
        except (BadArguments, UserError) as error:
            told = (str(error), unused_told(arguments, spec))
            return self._misuse(call, round, " ".join(filter(None, told)))
        except SourceError as error:
            result = _not_given(call, round, failed(error, self._memory.marks))
        if self._looking is not None and (nudge := self._looking.made(spec.name, round, result.events)):
            result = replace(result, text=f"{result.text}\n{nudge.text}", events=(*result.events, nudge))
        unused = unused_told(arguments, spec) if result.was_run else ""
        return replace(result, text=f"{unused}\n{result.text}") if unused else result

    async def _run(self, room: Room, call: ToolCall, arguments: Mapping[str, object], round: int) -> Result:
        key = f"{call.name.strip()} {json.dumps(arguments, sort_keys=True, ensure_ascii=False)}"
        if key in self._made:
            text = (
                f"You made this call in round {self._made[key]}, and its result stands above. "
                "Search with other words, read on, or answer."
            )
            used = Used(
                round, call.name, call.arguments[:MOST_TOLD], f"the same call as in round {self._made[key]}"
            )
            return Result(text, (used, Nudged(round, "again", text)))
        if call.name.strip() == "search" and not self._meter.searches_left:
            return _not_run(call, round, "the limit of searches is reached. Read or answer.")
        told = await self._told_by(room, arguments, round)
        if told is None:
            return _not_run(call, round, "there was no time to wait for it.")
        self._made[key] = round
        self._meter.searched(sum(isinstance(event, Searched) for event in told.events))
        return Result(_fitting(told), told.events, was_run=True, is_new=self._is_new(told))

    async def _told_by(self, room: Room, arguments: Mapping[str, object], round: int) -> Told | None:
        """What a tool tells; None for one that was not waited for."""
        if not isinstance(room, OutsideRoom):
            return room.act(arguments, self._desk, self._memory, round)
        telling = await self._brake.outside(
            lambda: room.asked(arguments, self._desk), self._meter.seconds_left
        )
        return None if telling is None else telling(self._memory, round)

    def _is_new(self, told: Told) -> bool:
        """Passages that were not sent before; of other tools than search, a text not told before."""
        searched = [event for event in told.events if isinstance(event, Searched)]
        if searched:
            return any(seen.new for event in searched for seen in event.found)
        is_new = told.text not in self._told
        self._told.add(told.text)
        return is_new

    def _misuse(self, call: ToolCall, round: int, why: str) -> Result:
        """Told what is wrong, and the first time for a tool as a nudge too."""
        result = _not_run(call, round, why)
        if call.name in self._misused:
            return result
        self._misused.add(call.name)
        return Result(result.text, (*result.events, Nudged(round, "arguments", result.text)))


def shortened(call: ToolCall) -> ToolCall:
    """The call as it goes back to the model: arguments that are far too long are not sent again."""
    return call if len(call.arguments) <= LONGEST_ARGUMENTS else ToolCall(call.id, call.name, "{}")


def _not_run(call: ToolCall, round: int, why: str) -> Result:
    used = Used(round, call.name[:60], call.arguments[:MOST_TOLD], f"not run: {why}")
    return Result(f"Not run: {why}", (used,))


def _not_given(call: ToolCall, round: int, why: str) -> Result:
    """Something outside did not give what the call asked for; it may be asked again."""
    return Result(why, (Used(round, call.name.strip(), call.arguments[:MOST_TOLD], why),), was_run=True)


def _fitting(told: Told) -> str:
    if len(told.text) <= LONGEST_RESULT:
        return told.text
    left = len(told.text) - LONGEST_RESULT
    return f"{told.text[:LONGEST_RESULT]}\n({left:,} more characters were cut: ask for less at once.)"
