"""What `belegg embed --json` prints, and `belegg ingest --json` of vectors."""

from __future__ import annotations


def _run(above: str = "") -> dict[str, tuple[str, str]]:
    return {
        f"{above}model": ("text", "the embedder's id"),
        f"{above}dimension": ("integer", "numbers in a vector"),
        f"{above}passages": ("integer", "passages that got vectors in this run"),
        f"{above}windows": ("integer", "windows of those"),
        f"{above}reused": ("integer", "windows of those that were embedded before, word for word"),
        f"{above}of": ("integer", "passages that have vectors now"),
        f"{above}passages_in_all": ("integer", "passages there are"),
        f"{above}refused": ("list", "passages whose text the model would not take"),
        f"{above}refused[].source": ("text", ""),
        f"{above}refused[].title": ("text", ""),
        f"{above}refused[].passage": ("text", "its id"),
        f"{above}refused[].pages": ("list?", "first and last page"),
        f"{above}refused[].place": ("text", "document and page, or section, in words"),
        f"{above}refused[].why": ("text", "what the model said"),
        f"{above}whole": ("yes or no", "whether every passage has vectors, or was refused"),
        f"{above}serves": ("yes or no", "whether searches use the model"),
        f"{above}seconds": ("number", ""),
    }


EMBED = _run()
EMBEDDED = {
    "embedded": ("object?", "vectors of what is new; null: not asked for, nothing to do, or as a note says"),
    **_run("embedded."),
}
DROPPED = {
    "dropped": ("list", "the models whose vectors are gone"),
    "dropped[].id": ("text", "the embedder's id"),
    "dropped[].dimension": ("integer", "numbers in a vector"),
    "dropped[].store": ("text", "`int8` or `float32`"),
    "dropped[].serving": ("yes or no", "whether searches used it"),
    "dropped[].passages": ("integer", "passages that had vectors"),
    "dropped[].windows": ("integer", "their windows"),
}
RERANK = {
    "reranker": ("object?", "the reranker that is set; null: none"),
    "reranker.provider": ("text", "`jina`, `cohere`, `tei` or `chat`"),
    "reranker.model": ("text", ""),
    "reranker.base_url": ("text?", "null: the provider's own address"),
}
