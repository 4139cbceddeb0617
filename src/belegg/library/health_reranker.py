"""Whether the reranker of a library judges as it should, within the time that a search gives it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from belegg.errors import BadSetting, MissingExtra, ModelError
from belegg.library.findings import Finding
from belegg.library.rerankers import TRIED_WITH
from belegg.search.settings import SearchSettings

if TYPE_CHECKING:
    from belegg.library.library import Library

OFF = "`belegg rerank --off`, or no role `rerank` in `belegg.toml`, does without"


def reranker_findings(library: Library) -> Iterator[Finding]:
    """
    One finding where a reranker is set, none where not: it is asked once, with two sentences of ours. What
    it does not do costs the order of hits, and each search says so: nothing of this makes results wrong.
    """
    opened = library._models().reranker
    if opened is None:
        return
    question, texts = TRIED_WITH
    timeout_s = SearchSettings().rerank_timeout_s
    try:
        reranker = opened()
        scores = reranker.scores(question, texts, timeout_s)
    except (BadSetting, MissingExtra) as error:
        yield Finding("reranker", "look", f"{error}; hits stay in their order", f"mend what it says; {OFF}")
        return
    except ModelError as error:
        todo = f"see to it that it answers within {timeout_s:g} s, then run this again; {OFF}"
        yield Finding("reranker", "look", f"{error}; hits stay in their order", todo)
        return
    if len(scores) != len(texts) or not all(map(math.isfinite, scores)) or scores[0] <= scores[1]:
        text = f"`{reranker.id}` does not judge `{texts[0]}` to answer `{question}` better than `{texts[1]}`"
        yield Finding("reranker", "look", text, f"see whether the model is one that reranks; {OFF}")
        return
    yield Finding(
        "reranker", "well", f"`{reranker.id}` answers within {timeout_s:g} s and tells two texts apart"
    )
