"""`ask`: a question answered by the whole of Belegg, told step by step, kept as a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.tools.narrowing import pack_names
from belegg.records import Scope
from belegg.records.runs import Asked, Event, StoredRun
from belegg.serving.doing import doing
from belegg.serving.entrance.audit import Doing
from belegg.serving.entrance.visitor import Right
from belegg.serving.mcp.caller import Caller
from belegg.serving.mcp.finding import hit_told, packs_parameter
from belegg.serving.mcp.tool import AS_OF, DOCUMENTS, Given, Json, Spec
from belegg.serving.shapes.answers import answer_json
from belegg.serving.turns import gone_on_with, kept_turn

LONGEST_QUESTION: Final = 4_000
STEPS: Final = frozenset({"trace", "ran", "searched"})
"""Of an answer's JSON, what the kept run tells in full."""


class Ask:
    """Answers questions."""

    name = "ask"
    doing: Doing = "ask"
    right: Right = "ask"

    def offered(self, desk: Desk) -> bool:
        with desk.store.reading(desk.scope) as reader:
            return bool(reader.languages())

    def spec(self, desk: Desk) -> Spec:
        description = (
            "Ask a whole question and get an answer in quotations that were checked word for word, or why "
            "the documents do not settle it. It searches and reads by itself, takes up to some minutes, "
            "may cost money, and knows nothing of this conversation: put everything into the question. "
            "Prefer `search` and `read` where you can answer from them yourself. Verdict `verified`: the "
            "quotations stand and a judge found that they carry the sentences; `quotations verified`: they "
            "stand, and that they carry them is yours to judge; `downgraded`: what is not supported is "
            "marked; `abstained`: not settled. Pass the doubts on with the answer."
        )
        with desk.store.reading(desk.scope) as reader:
            packs = pack_names(reader, desk)
        parameters: dict[str, Json] = {
            "question": {
                "type": "string",
                "maxLength": LONGEST_QUESTION,
                "description": "A question in full sentences, in any language.",
            },
            "documents": DOCUMENTS,
            **packs_parameter(packs),
            "as_of": AS_OF,
            "follows": {
                "type": "string",
                "description": "The `run` of an earlier answer that this question follows up.",
            },
        }
        returns: dict[str, Json] = {
            "verdict": {"type": "string", "description": "See above; `abstained` has a reason."},
            "sentences": {
                "type": "array",
                "items": {"type": "object"},
                "description": "Each with its quotations, its doubts, and whether it is supported.",
            },
            "missing": {"type": "string"},
            "nearest": {"type": "array", "items": {"type": "object"}},
            "run": {
                "type": ["string", "null"],
                "description": "Under which number the answer is kept, to be looked at and verified later.",
            },
        }
        return Spec(self.name, "Ask a question", description, parameters, ("question",), returns, costs=True)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        scope = caller.library.scope(
            caller.visitor.principal,
            packs=_names(arguments, "packs"),
            documents=_names(arguments, "documents"),
            as_of=str(arguments["as_of"]) if "as_of" in arguments else None,
        )
        follows = str(arguments["follows"]) if "follows" in arguments else None
        run, is_kept = answered(str(arguments["question"]), scope, caller, follows)
        answer = run.answer
        told = {name: value for name, value in answer_json(answer, run.usage).items() if name not in STEPS}
        told["nearest"] = [hit_told(hit, place) for place, hit in enumerate(answer.nearest, 1)]
        return Given(_text(run), told | {"run": run.id if is_kept else None}, run.id if is_kept else "")


def answered(question: str, scope: Scope, caller: Caller, follows: str | None) -> tuple[StoredRun, bool]:
    """
    The run of a question, and whether it is kept: as `[ask]` says, else when a model worked on it for
    somebody who can be told from others. Raises UnknownRun, TooManyRequests, and as `Library.ask` does.
    """
    from belegg.library.preferring import preferred

    events: list[Event] = []

    def saw(event: Event) -> None:
        events.append(event)
        is_watched = any(isinstance(each, Asked) and each.models for each in events[:1])
        if is_watched and (line := doing(event)):
            caller.tell(line)

    library = caller.library
    wanted = preferred(library.path)
    history, conversation = gone_on_with(library, scope.principal, follows)
    started_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    with caller.asking.place(scope.principal.id):
        answer = library.ask(
            question, scope, watch=saw, settings=wanted.settings, history=history, brake=caller.brake
        )
    caller.asking.answered(answer)
    kept, notes = kept_turn(library, scope, events, started_at, wanted.keep, conversation)
    if kept is not None:
        return kept, True
    made = library.new_run(events, scope, started_at=started_at)
    return replace(made, answer=replace(made.answer, notes=(*made.answer.notes, *notes))), False


def _text(run: StoredRun) -> str:
    """The answer as Markdown with footnotes, as it is taken along."""
    from belegg.library.turns.looking_back import as_written
    from belegg.library.turns.markdown import as_markdown
    from belegg.library.turns.written import written

    return as_markdown(written(run, as_written))


def _names(arguments: Mapping[str, object], name: str) -> list[str]:
    given = arguments.get(name, [])
    return [str(one) for one in given] if isinstance(given, list) else []
