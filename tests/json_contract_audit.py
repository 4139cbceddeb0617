"""What `belegg audit-access --json` prints, as `json_contract` says it of every command."""

from __future__ import annotations

AUDIT = {
    "people": ("list", "who was tried"),
    "people[].person": ("text", ""),
    "people[].groups": ("list", "empty for somebody who has not signed in"),
    "people[].groups[]": ("text", ""),
    "access_lists": ("integer", "under which documents were planted"),
    "planted": ("integer", "documents"),
    "calls": ("integer", "things that were tried, in both worlds"),
    "leaks": ("integer", "faults of the kinds `shown` and `told apart`"),
    "too_strict": ("integer", "faults of that kind"),
    "faults": ("list", "what was wrong; no text of a document"),
    "faults[].kind": ("text", "`shown`, `told apart` or `too strict`"),
    "faults[].surface": ("text", "what was called, and how"),
    "faults[].person": ("text", ""),
    "faults[].document": ("text", "the planted document and its access list"),
    "faults[].where": ("text", "the value that differs, by its name"),
}
