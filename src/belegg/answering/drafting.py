"""
The `answer` tool, and the draft that its arguments hold.

The schema is small, so that a small model can fill it, and what comes is read kindly: lists as JSON text,
names for fields that models like to use, a quotation without its braces. Nothing is added that the model did
not say, and no quotation is believed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import regex

from belegg.answering.draft import Draft, DraftConflict, DraftSentence, Settled
from belegg.answering.tools.room import BadArguments
from belegg.records import AbstentionReason, Claim
from belegg.records.chat import Tool
from belegg.text.drafts import find_claims
from belegg.text.sentences import sentences

MOST_SENTENCES = 40
MOST_QUOTES = 12

_QUOTE: Final = {
    "type": "object",
    "properties": {
        "document": {"type": "string", "description": "Its handle, such as D1."},
        "quote": {"type": "string", "description": "Words copied from it, exactly. One sentence or less."},
    },
    "required": ["document", "quote"],
}
_QUOTES: Final = {"type": "array", "items": _QUOTE}
_BARE: Final = {"type": "object", "properties": {name: {"type": "string"} for name in ("document", "quote")}}

ANSWER: Final = Tool(
    "answer",
    "Give your answer, when the documents settle the question, or when you are sure that they do not. Each "
    "sentence says one thing and brings the quotations that carry all of it.",
    {
        "type": "object",
        "properties": {
            "settled": {
                "type": "string",
                "enum": ["yes", "partly", "no"],
                "description": "Whether the documents settle the question.",
            },
            "sentences": {
                "type": "array",
                "description": "The answer, in the language of the question.",
                "items": {
                    "type": "object",
                    "properties": {"text": {"type": "string"}, "quotes": _QUOTES},
                    "required": ["text", "quotes"],
                },
            },
            "missing": {"type": "string", "description": "What was asked and is not settled."},
            "reason": {
                "type": "string",
                "enum": ["not_covered", "sources_conflict", "likely_outdated"],
                "description": "With `no`: why.",
            },
            "would_settle": {"type": "string", "description": "With `no`: what document would settle it."},
            "conflicts": {
                "type": "array",
                "description": "Where sources differ: what about, and a quotation of each, the newest first.",
                "items": {
                    "type": "object",
                    "properties": {
                        "about": {"type": "string"},
                        "quotes": {"type": "array", "items": _BARE},
                    },
                    "required": ["about", "quotes"],
                },
            },
        },
        "required": ["settled", "sentences"],
    },
)

_REASONS: Final[Mapping[str, AbstentionReason]] = {
    "not_covered": "not_covered",
    "sources_conflict": "sources_conflict",
    "likely_outdated": "likely_outdated",
}
_SETTLED: Final[Mapping[str, Settled]] = {
    "yes": "yes",
    "true": "yes",
    "partly": "partly",
    "partially": "partly",
    "no": "no",
    "false": "no",
}
_HANDLE = regex.compile(r"\bD\d{1,6}\b")
_LED = regex.compile(r"\s*[\[(]?(?P<handle>D\d{1,6})[\])]?\s*[:,–—-]\s*(?P<quote>.+)", regex.S)


def draft_of(arguments: Mapping[str, object]) -> Draft:
    """
    The draft that the arguments of `answer` hold; at most 40 sentences of 12 quotations each are read.

    Raises BadArguments when they hold neither a sentence nor that the question is not settled.
    """
    if "sentences" not in arguments and isinstance(arguments.get("answer"), Mapping | str):
        inner = _opened(arguments["answer"])
        arguments = (
            {**arguments, **inner} if isinstance(inner, Mapping) else {**arguments, "sentences": inner}
        )
    said = tuple(_sentences(arguments.get("sentences")))
    settled = _SETTLED.get(str(arguments.get("settled", "")).strip().lower(), "yes" if said else None)
    if settled is None or (settled != "no" and not said):
        raise BadArguments(
            "`sentences` is empty. Give them as "
            '[{"text": "…", "quotes": [{"document": "D1", "quote": "…"}]}], '
            "or `settled` as `no` with `missing`."
        )
    reason = _REASONS.get(str(arguments.get("reason", "")).strip().lower())
    return Draft(
        said,
        settled,
        (reason or "not_covered") if settled == "no" else None,
        _text(arguments.get("missing")),
        _text(arguments.get("would_settle")),
        tuple(_conflicts(arguments.get("conflicts"))),
    )


def draft_of_text(text: str) -> Draft | None:
    """
    The draft in a reply that is plain text: the arguments of `answer` written out as JSON, or else its
    sentences, each with the quotations in it. None when there is no word in it.
    """
    opened = _opened(_fenced(text))
    if isinstance(opened, Mapping):
        try:
            return draft_of(opened)
        except BadArguments:
            return None
    claims = find_claims(text)
    said = []
    for span in sentences(text, None):
        own = [claim for claim in claims if claim.span and span.start <= claim.span.start < span.end]
        words = text[span.start : span.end]
        named = _HANDLE.findall(words)
        if any(char.isalnum() for char in words):
            said.append(DraftSentence(" ".join(words.split()), tuple(_named(claim, named) for claim in own)))
    return Draft(tuple(said[:MOST_SENTENCES]), "yes") if said else None


def _named(claim: Claim, handles: Sequence[str]) -> Claim:
    """The claim with the handle that stands in its sentence, when there is one and no other name."""
    hint = claim.source_hint if claim.source_hint and not _HANDLE.search(claim.source_hint) else None
    own = _HANDLE.findall(claim.source_hint or "")
    return Claim(claim.text, None, hint or next(iter([*own, *handles]), None), claim.page_hint)


def _sentences(given: object) -> Iterator[DraftSentence]:
    for one in _listed(given)[:MOST_SENTENCES]:
        if isinstance(one, str):
            one = {"text": one}
        if isinstance(one, Mapping):
            text = _text(one.get("text") or one.get("sentence"))
            quotes = one.get("quotes", one.get("quotations", one.get("citations", one.get("quote"))))
            if text:
                yield DraftSentence(text, tuple(_claims(quotes)))


def _conflicts(given: object) -> Iterator[DraftConflict]:
    for one in _listed(given)[:MOST_SENTENCES]:
        if isinstance(one, Mapping) and (claims := tuple(_claims(one.get("quotes")))):
            yield DraftConflict(_text(one.get("about")), claims)


def _claims(given: object) -> Iterator[Claim]:
    for one in _listed(given)[:MOST_QUOTES]:
        if isinstance(one, str):
            led = _LED.fullmatch(one)
            one = {"document": led["handle"], "quote": led["quote"]} if led else {"quote": one}
        if not isinstance(one, Mapping):
            continue
        text = _text(one.get("quote") or one.get("text"))
        document = _text(one.get("document") or one.get("source"))
        page = one.get("page")
        if text:
            yield Claim(_unmarked(text), None, document or None, f"page {page}" if page else None)


def _unmarked(quote: str) -> str:
    """A quotation without the quotation marks that a model put around it."""
    if len(quote) > 1 and (quote[0], quote[-1]) in (("«", "»"), ('"', '"'), ("“", "”"), ("„", "“")):
        return quote[1:-1].strip()
    return quote


def _listed(given: object) -> Sequence[object]:
    """A list, also one that was given as JSON text, or one thing alone."""
    opened = _opened(given)
    if opened is None or opened == "":
        return ()
    return opened if isinstance(opened, list | tuple) else (opened,)


def _opened(given: object) -> object:
    """What JSON text holds, when it is JSON text of a list or an object; all else as it is."""
    if isinstance(given, str) and given.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(given)
        except ValueError:
            return given
    return given


def _fenced(text: str) -> str:
    """What stands in the one code fence that a text is, or the text."""
    fence = regex.fullmatch(r"\s*```\w*\n(?P<inside>.*)\n```\s*", text, regex.S)
    return fence["inside"] if fence else text


def _text(given: object) -> str:
    return given.strip() if isinstance(given, str) else ""
