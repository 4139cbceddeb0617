"""What `belegg access … --json` prints, as `json_contract` says it of every command."""

from __future__ import annotations

_CHANGED = {
    "path": ("text", "the root, folder or document whose access changed"),
    "documents": ("integer", "documents that lie there"),
    "documents_closed": ("integer", "documents that are open to fewer people than before"),
    "documents_to_open": ("integer", "documents to be opened once their files are found unchanged"),
    "folder_to_ingest": ("text", "the folder of those"),
}

ACCESS: dict[str, dict[str, tuple[str, str]]] = {
    "access set": _CHANGED,
    "access rules": _CHANGED,
    "access show": {
        "roots": ("list", "what was ingested, by name"),
        "roots[].root": ("text", "the name that begins the sources in it"),
        "roots[].location": ("text", "its folder"),
        "roots[].there": ("yes or no", "whether that folder is there"),
        "roots[].pack": ("text", "the pack of its documents"),
        "roots[].rules": ("list", "the access rules last given; the first that fits decides"),
        "roots[].rules[].prefix": ("text", "the beginning of a path; empty: every path"),
        "roots[].rules[].groups": ("list", "empty: nobody"),
        "roots[].rules[].groups[]": ("text", ""),
        "roots[].limits": ("list", "paths that at most some groups may read"),
        "roots[].limits[].path": ("text", "a folder or document"),
        "roots[].limits[].groups": ("list", "empty: nobody"),
        "roots[].limits[].groups[]": ("text", ""),
    },
}
