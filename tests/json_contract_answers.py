"""The JSON of an answer beside its sentences: what is lacking, what ran, what it took."""

from __future__ import annotations

BESIDE = {
    "missing": ("text", "what was asked and is not settled; empty when nothing"),
    "would_settle": ("text", "what kind of document would, when it abstained"),
    "searched": ("list", "what was searched, when it abstained"),
    "searched[]": ("text", ""),
    "dropped": ("list", "sentences that were drafted and cannot be shown, with the reason"),
    "dropped[]": ("text", ""),
    "conflicts": ("list", "where sources differ"),
    "conflicts[].about": ("text", ""),
    "conflicts[].sides": ("list", "a source each, the newest first"),
    "conflicts[].sides[].date": ("text?", "of its information; ISO 8601"),
    "conflicts[].sides[].quote": ("object", "as in `sentences[].quotes[]`"),
    "stopped": ("text", "why the run ended early; empty when it did not"),
    "ran": ("list", "the steps that an answer may rest on; empty when no model is set"),
    "ran[].step": ("text", "`model`, `classifier`, `vectors`, `judge` …"),
    "ran[].state": ("text", "`ran`, `did not run` or `failed`"),
    "ran[].detail": ("text", ""),
}

USAGE = {
    "usage": ("object?", "what the models used; null when none was asked"),
    "usage.requests": ("integer", ""),
    "usage.input_tokens": ("integer", ""),
    "usage.output_tokens": ("integer", ""),
    "usage.cached_tokens": ("integer", "of the input, those that cost less"),
    "usage.cost_usd": ("number?", "null where the price is not known"),
    "usage.estimated": ("yes or no", "the server counted no tokens, and characters were"),
}

DOUBTS = {
    "sentences[].doubts": ("list", "what a check or the judge found lacking; empty when nothing"),
    "sentences[].doubts[]": ("text", ""),
    "sentences[].arithmetic": ("list", "sums, differences and changes in it, computed anew"),
    "sentences[].arithmetic[]": ("text", ""),
}

KEPT_AS = {
    "run": ("text?", "the kept run, for `verify`, `receipt`, `export`; null when it was not kept"),
    "conversation": ("text?", "for `belegg chat --continue`"),
    "number": ("integer?", "which turn of the conversation it is, from 1"),
}
