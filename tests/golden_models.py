"""Chat models by script that answer, or judge, a golden set: rightly, by lies, never, always yes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

from belegg.errors import ModelError
from belegg.evaluation.golden import GoldenQuestion
from belegg.records.chat import Reply
from belegg.testing import ScriptedChat
from belegg.testing.chat import Request, calls, says

Told = Callable[[GoldenQuestion, Request], Reply | ModelError]
ABSTAINS: Mapping[str, object] = {"settled": "no", "sentences": [], "missing": "all of it"}


def asked_in(request: Request, questions: Sequence[GoldenQuestion]) -> GoldenQuestion:
    """The question that a request is about: the longest whose words stand in it."""
    sent = "\n".join(message.text for message in request.messages)
    return max((q for q in questions if q.text in sent), key=lambda question: len(question.text))


def model(questions: Sequence[GoldenQuestion], told: Told, id: str = "fake:answers") -> ScriptedChat:
    """A model that says one thing of each question, as often as it is asked."""
    return ScriptedChat([lambda request: told(asked_in(request, questions), request)], id)


def rightly(question: GoldenQuestion, request: Request) -> Reply:
    """Searches the demo company for the gold, then says the points in one sentence that quotes all of it."""
    if not question.answerable:
        return calls(("answer", ABSTAINS))
    if not any(message.by == "tool" for message in request.messages):
        return calls(*(("search", {"queries": [gold.quote]}) for gold in question.gold))
    text = ", ".join(question.points) or question.gold[0].quote
    return said(text, [(f"company/{gold.document}", gold.quote) for gold in question.gold])


def by_lies(question: GoldenQuestion, request: Request) -> Reply:
    """What stands nowhere, in the name of a document of gold."""
    document = question.gold[0].document if question.gold else "handbook/utlegg.md"
    lie = "The zeppelin of the firm is repaired by the third bosun of Kristiansund"
    return said(lie, [(document, lie)])


def never(question: GoldenQuestion, request: Request) -> Reply:
    """Refuses, whatever is asked."""
    return calls(("answer", ABSTAINS))


def said(text: str, quoted: Sequence[tuple[str, str]]) -> Reply:
    """A call of `answer` with one sentence and its (document, quotation)."""
    quotes = [{"document": document, "quote": quote} for document, quote in quoted]
    return calls(("answer", {"settled": "yes", "sentences": [{"text": text, "quotes": quotes}]}))


def judge(supported: bool = True, id: str = "fake:judge") -> ScriptedChat:
    """A judge that says the same of every sentence."""

    def told(request: Request) -> Reply:
        numbers = re.findall(r"^Sentence (\d+):", request.messages[-1].text, re.M)
        doubt = "" if supported else "it says more than its quotation"
        entries = [{"sentence": int(n), "supported": supported, "doubt": doubt} for n in numbers]
        return says(json.dumps({"judgements": entries}))

    return ScriptedChat([told], id)
