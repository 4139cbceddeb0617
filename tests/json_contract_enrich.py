"""What `belegg enrich --json` prints."""

from __future__ import annotations

ENRICH = {
    "model": ("text", "the model's id"),
    "asked": ("integer", "context lines that it was asked for in this run"),
    "asked_about": ("integer", "documents whose first pages it was asked about"),
    "documents": ("integer", "documents with something of the model"),
    "lines": ("integer", "passages with a context line of the model"),
    "of": ("integer", "passages of the documents that were looked at"),
    "facts": ("integer", "facts of documents that are the model's"),
    "dropped": ("list", "what it proposed and does not stand in the document"),
    "dropped[].source": ("text", ""),
    "dropped[].facts": ("list", "which facts, by name"),
    "dropped[].facts[]": ("text", ""),
    "dropped_lines": ("integer", "lines that hold figures from nowhere, and are not used"),
    "borrowed_lines": (
        "integer",
        "lines that hold words of other passages of their document or of its earlier versions, not used",
    ),
    "unanswered": ("list", "what the model gave nothing for; the next run asks again"),
    "unanswered[].source": ("text", ""),
    "unanswered[].passage": ("text?", "its id; null: the document's facts"),
    "unanswered[].place": ("text", "document and page, or section, in words"),
    "unanswered[].why": ("text", "what the model said"),
    "usage": ("object", "what the requests took"),
    "usage.requests": ("integer", ""),
    "usage.input_tokens": ("integer", ""),
    "usage.output_tokens": ("integer", ""),
    "usage.cached_tokens": ("integer", ""),
    "usage.cost_usd": ("number?", "null: the price is not known"),
    "usage.estimated": ("yes or no", "whether tokens were counted by characters"),
    "seconds": ("number", ""),
}
ENRICH_ESTIMATE = {
    "model": ("text", "the model's id"),
    "plan": ("object", "what is to be asked"),
    "plan.documents": ("integer", "documents that were looked at"),
    "plan.of": ("integer", "their passages"),
    "plan.facts": ("integer", "documents whose first pages are to be asked about"),
    "plan.passages": ("integer", "passages that a line is to be asked for"),
    "plan.requests": ("integer", ""),
    "plan.input_tokens": ("integer", "by characters"),
    "plan.output_tokens": ("integer", "the same"),
    "cost_usd": ("number?", "null without prices in the settings"),
    "seconds": ("number", ""),
    "measured": ("yes or no", "whether the time is by the pace of an earlier run, or an assumed one"),
}
ENRICH_DROPPED = {"documents": ("integer", "documents that are as by rule again")}
