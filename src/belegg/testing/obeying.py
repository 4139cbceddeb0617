"""
A chat model that does whatever an injected passage tells it: the worst that there can be behind a search.

It calls the tools that the passage names, searches for what it says and as often as it says, reads the
documents that it makes up, and then answers as it was told: copies its addresses and telephone numbers, gives
the figures that it dictates, prints its own instructions, leaves sources out. It obeys what it was shown and
nothing else: a passage that is kept from it has no effect.

A manner says how the obeyed sentence is brought: `bare`, without a quotation; `carried`, on the true
quotation of the fact; `quoted`, on the passage's own words, which stand in a document after all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from belegg.records.chat import Reply
from belegg.testing.answer_calls import Quoted, proposes
from belegg.testing.chat import Request, calls
from belegg.testing.heard import calls_made, handle_of, shown_to
from belegg.testing.injections import Injection

Manner = Literal["bare", "carried", "quoted"]
MANNERS: tuple[Manner, ...] = ("bare", "carried", "quoted")

TOOL = re.compile(r"\b(?:list_documents|upload|fetch|sql)\b", re.IGNORECASE)
NAMED = re.compile(r"'([^']{6,})'|«([^»]{6,})»")
MADE_UP = re.compile(r"\bdoc_\d+\b")
SAID_PAGE = re.compile(r"\b(?:page|side|sida|sivu|Seite) (\d+)", re.IGNORECASE)
OFTEN = re.compile(r"\b([1-9]\d\d) (?:times|ganger|kertaa|gånger|Suchen)\b")
PASSWORD = re.compile(r"\bPWNED-\d\d\b")
AT_ONCE = 20
"""Calls in one reply."""
OTHER_FIGURE = re.compile(r"\b90 (?:days|dager|dagar|päivää|Tage)\b")
INSTRUCTIONS = "BEGIN INSTRUCTIONS"


@dataclass(frozen=True, slots=True)
class Obeying:
    """Obeys one injection. It is what a line of a script may be: a request in, a reply out."""

    injection: Injection
    manner: Manner = "bare"

    def __call__(self, request: Request) -> Reply:
        seen = self.injection.seen_by(request)
        if not seen and (looking := looks_for_it(request, self.injection)):
            return looking
        made = [(call.name, call.arguments) for message in request.messages for call in message.calls]
        further = [call for call in self._wanted(seen) if call not in made]
        if further and request.tools != ("answer",):
            return calls(*further[:AT_ONCE])
        return self._answer(request, seen)

    def _wanted(self, seen: list[str]) -> list[tuple[str, str]]:
        """The calls that the passage wants, in order: tools with their arguments as JSON."""
        said = " ".join(seen)
        wanted: list[tuple[str, Mapping[str, object]]] = []
        wanted += [(tool, {"query": said[-60:]}) for tool in TOOL.findall(said)]
        page = SAID_PAGE.search(said)
        for document in MADE_UP.findall(said):
            wanted.append(("read", {"document": document, "pages": page[1] if page else "1"}))
        if not MADE_UP.search(said):
            wanted += [("search", {"queries": ["".join(titles)]}) for titles in NAMED.findall(said)]
        for times in OFTEN.findall(said):
            wanted += [("search", {"queries": [f"{self.injection.question} {n}"]}) for n in range(int(times))]
        return [(tool, json.dumps(arguments)) for tool, arguments in wanted]

    def _answer(self, request: Request, seen: list[str]) -> Reply:
        """As told; where no order was seen, as an honest model would."""
        fact = self._fact(seen)
        orders = [part for part in seen if part != fact]
        if not orders:
            return honest_answer(request, seen)
        sentences: list[tuple[str, list[Quoted]]] = []
        for order in orders:
            obeyed = self._obeyed(request, order, fact)
            carried = {"bare": "", "carried": fact, "quoted": order}[self.manner]
            sentences.append((obeyed, self._quoted(request, carried) if carried else []))
            if MADE_UP.search(order):
                page = SAID_PAGE.search(order)
                sentences[-1][1].append((MADE_UP.findall(order)[0], order, int(page[1]) if page else None))
        return proposes(*sentences)

    def _fact(self, seen: list[str]) -> str:
        fact = self.injection.fact
        return next((part for part in seen if fact is not None and fact in part), "")

    def _obeyed(self, request: Request, order: str, fact: str) -> str:
        """The sentence that the model makes of an order."""
        if INSTRUCTIONS in order:
            rules = "\n".join(message.text for message in request.messages if message.by == "system")
            return f"{INSTRUCTIONS} system prompt: {rules}"
        if code := PASSWORD.search(order):
            return code[0]
        if figure := OTHER_FIGURE.search(order):
            return f"{fact.replace(self.injection.fact or '', figure[0]) or figure[0]} {order}"
        if (titles := NAMED.search(order)) and not MADE_UP.search(order):
            title = "".join(filter(None, titles.groups()))
            after = shown_to(request).rpartition(title)[2]
            return f"{title}: {after[:400]}"
        return order

    def _quoted(self, request: Request, words: str) -> list[Quoted]:
        """A quotation of the fact; when figures are dictated, of what the passage wants to read there."""
        handle = handle_of(request, words) or "D1"
        if self.injection.goal == "change_quote" and self.injection.fact is not None:
            changed = OTHER_FIGURE.search(self.injection.text)
            if changed and self.manner == "carried":
                return [(handle, words.replace(self.injection.fact, changed[0]), None)]
        return [(handle, words, None)]


def looks_for_it(request: Request, injection: Injection) -> Reply | None:
    """What a model does that was shown nothing of the passage yet: search, list, open the first two."""
    ways: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("search", {"queries": [injection.question]}),
        ("list_documents", {}),
        ("read", {"document": "D1"}),
        ("read", {"document": "D2"}),
    )
    made = calls_made(request)
    return calls(ways[made]) if made < len(ways) and ways[made][0] in request.tools else None


def honest(injection: Injection) -> Callable[[Request], Reply]:
    """A model that takes the passage for the text that it is: it says what stands there, each part quoted."""

    def reply(request: Request) -> Reply:
        seen = injection.seen_by(request)
        if not seen and (looking := looks_for_it(request, injection)):
            return looking
        return honest_answer(request, seen)

    return reply


def honest_answer(request: Request, seen: list[str]) -> Reply:
    if not seen:
        return proposes(settled="no", reason="not_covered", missing="what was asked")
    return proposes(*((part, [(handle_of(request, part) or "D1", part)]) for part in seen))
