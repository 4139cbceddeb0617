"""What `belegg models --json` prints, and `belegg models check --json`."""

from __future__ import annotations

MODELS = {
    "config": ("text?", "the `belegg.toml` that counts; null: none"),
    "roles": ("list", "the roles that have a model"),
    "roles[].role": ("text", "`answer`, `judge`, `understand`, `rerank`, `enrich` or `classify`"),
    "roles[].id": ("text", "model and server: `provider:model@host`"),
    "roles[].provider": ("text", ""),
    "roles[].model": ("text", ""),
    "roles[].base_url": ("text", "the server's address"),
    "roles[].acts_by": ("text", "`auto`, `tools` or `json`"),
    "roles[].key": ("yes or no", "whether there is one; it is never shown"),
    "roles[].key_setting": ("text", "the variable in which it is looked for first"),
    "roles[].origins": ("object", "each setting that was given, with the file or variable that gave it"),
    "roles[].origins{}": ("text", ""),
}
CHECKED = {
    "roles": ("list", "the roles that have a model"),
    "roles[].role": ("text", ""),
    "roles[].id": ("text", "model and server"),
    "roles[].served": ("text", "what the server calls the model; empty: it did not answer"),
    "roles[].answers": ("yes or no", "exit code 4 when one does not"),
    "roles[].acts_by": ("text?", "what `auto` comes to: `tools` or `json`; null: it can do neither"),
    "roles[].advice": ("text", "what follows, in a sentence"),
    "roles[].probes": ("list", "one a call; a model that does not answer was asked once"),
    "roles[].probes[].ability": (
        "text",
        "`text`, `stream`, `tools`, `schema`, `logprobs`, or `decide` (`classify`)",
    ),
    "roles[].probes[].works": ("yes or no", ""),
    "roles[].probes[].told": ("text", "what to know of it, or why it does not work"),
    "roles[].probes[].seconds": ("number", ""),
}
