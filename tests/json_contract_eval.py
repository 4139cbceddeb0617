"""The JSON of `belegg eval`, key by key, for `json_contract.py`."""

from __future__ import annotations

from json_contract_answers_measured import amounts, answer, sums


def measures(name: str, what: str) -> dict[str, tuple[str, str]]:
    return {
        name: ("object", what),
        f"{name}{{}}": ("object", ""),
        f"{name}{{}}.mean": ("number", "0 to 1"),
        f"{name}{{}}.low": ("number", "of the 95 % interval"),
        f"{name}{{}}.high": ("number", ""),
        f"{name}{{}}.n": ("integer", "questions of which it could be taken"),
    }


def changes(name: str) -> dict[str, tuple[str, str]]:
    return {
        name: ("list", ""),
        f"{name}[].measure": ("text", ""),
        f"{name}[].before": ("number", "mean"),
        f"{name}[].after": ("number", ""),
        f"{name}[].difference": ("object", ""),
        f"{name}[].difference.mean": ("number", "-1 to 1"),
        f"{name}[].difference.low": ("number", "of the 95 % interval"),
        f"{name}[].difference.high": ("number", ""),
        f"{name}[].difference.n": ("integer", ""),
        f"{name}[].p": ("number", "of a two-sided paired sign-flip test"),
        f"{name}[].differing": ("integer", "questions"),
        f"{name}[].change": ("text", "`better`, `worse`, `noise`, `too few` or `same`"),
    }


def in_short(each: str) -> dict[str, tuple[str, str]]:
    return {
        f"{each}run": ("integer", "its number"),
        f"{each}set": ("text", ""),
        f"{each}when": ("text", "ISO 8601, UTC"),
        f"{each}questions": ("integer", ""),
        f"{each}asked": ("text", "the digest of the questions"),
        f"{each}mode": ("text", "how was searched"),
        f"{each}corpus": ("text", "the digest of the documents: bytes and passages"),
        f"{each}seconds": ("number", ""),
        f"{each}cost": ("number", "what models charged in US dollars, as far as prices are known"),
        f"{each}unasked": ("integer", "questions left of a run that was interrupted"),
        f"{each}abstention": ("object", "refusing, scored both ways"),
        f"{each}abstention.unanswerable": ("integer", ""),
        f"{each}abstention.false_answers": ("integer", "of the unanswerable"),
        f"{each}abstention.answerable": ("integer", ""),
        f"{each}abstention.false_refusals": ("integer", "of the answerable"),
        f"{each}abstention.hidden": ("integer", "gold that who asks may not read"),
        f"{each}abstention.hidden_answered": ("integer", "of the hidden, from something else"),
        f"{each}abstention.failed": ("integer", "the model gave no answer: in none of these"),
        f"{each}means": ("object", "every measure that could be taken"),
        f"{each}means{{}}": ("number", ""),
    }


def outcome(each: str) -> dict[str, tuple[str, str]]:
    return {
        f"{each}id": ("text", ""),
        f"{each}text": ("text", "the question"),
        f"{each}question_class": (
            "text",
            "`single`, `synthesis`, `same_language`, `unanswerable` or `temporal`",
        ),
        f"{each}kind": ("text", "the author's own division"),
        f"{each}language": ("text?", ""),
        f"{each}expected": ("text", "`answer`, `refusal`, or `nothing`: the gold is hidden from who asks"),
        f"{each}ranks": ("list", "of each gold quotation"),
        f"{each}ranks[]": ("integer?", "the first hit that holds it, of a hundred; null for none"),
        f"{each}needed": ("integer", "passages that hold all gold"),
        f"{each}document_rank": ("integer?", "the first hit of a gold document"),
        f"{each}verdict": ("text", "`verified`, `quotations verified`, `downgraded`, `abstained`"),
        f"{each}shown": ("integer", "gold quotations that the answer quotes"),
        f"{each}points": ("integer", "that a right answer holds"),
        f"{each}met": ("integer", "of them, in the answer"),
        f"{each}sentences": ("integer", ""),
        f"{each}supported": ("integer", "sentences that carry a quotation"),
        f"{each}answer_language": ("text?", ""),
        f"{each}mode": ("text", "how was searched"),
        f"{each}search_ms": ("number", ""),
        f"{each}answer_ms": ("number", ""),
        f"{each}values": ("object", "every measure that can be taken of it"),
        f"{each}values{{}}": ("number", ""),
        **answer(f"{each}answer"),
    }


RUN = {
    **in_short(""),
    "conditions": ("object", "all that may make runs differ, the questions aside"),
    "conditions.belegg": ("text", "version"),
    "conditions.corpus": ("text", ""),
    "conditions.documents": ("integer", ""),
    "conditions.passages": ("integer", ""),
    "conditions.packs": ("text", "the digest of their definitions"),
    "conditions.analyser": ("text", ""),
    "conditions.mode": ("text", ""),
    "conditions.settings": ("object", "of the search"),
    "conditions.settings{}": ("text", "as JSON"),
    "conditions.models": ("object", "models that took part, by what they did"),
    "conditions.models{}": ("text", ""),
    "conditions.asker": ("text", "who asked everything; empty: each question's own asker, else the owner"),
    "conditions.scope": ("text", "packs, when some were named"),
    "conditions.answers": ("object", "settings of the agent; empty unless answers were measured"),
    "conditions.answers{}": ("text", "as JSON"),
    **measures("measures", "with intervals"),
    **{
        path: told
        for by in ("class", "language", "kind")
        for path, told in {
            f"by_{by}": ("object", f"the same by {by}"),
            **measures(f"by_{by}{{}}", ""),
        }.items()
    },
    **sums("answers"),
    "outcomes": ("list", "every question"),
    **outcome("outcomes[]."),
    "warnings": ("list", "gold that no document holds; no gold found at all: a suspected bug"),
    "warnings[]": ("text", ""),
    "comparison": ("object?", "with an earlier run; null without `--compare`"),
    "comparison.with": ("integer", "its number"),
    "comparison.conditions": ("list", "those that differ"),
    "comparison.conditions[].what": ("text", ""),
    "comparison.conditions[].before": ("text", ""),
    "comparison.conditions[].after": ("text", ""),
    "comparison.both": ("integer", "questions that both asked in the same words"),
    "comparison.only_before": ("integer", ""),
    "comparison.only_after": ("integer", ""),
    **changes("comparison.measures"),
    **amounts("comparison.amounts"),
    "comparison.refused": ("list", "measures that cannot be compared"),
    "comparison.refused[].measure": ("text", ""),
    "comparison.refused[].why": ("text", "the judges differ"),
    **{
        path: told
        for turn in ("better", "worse")
        for path, told in {
            f"comparison.{turn}": ("list", "questions"),
            f"comparison.{turn}[].id": ("text", ""),
            f"comparison.{turn}[].question": ("text", ""),
            f"comparison.{turn}[].before": ("text", "what came, in words"),
            f"comparison.{turn}[].after": ("text", ""),
        }.items()
    },
    "comparison.before_ms": ("number", "median of a search"),
    "comparison.after_ms": ("number", ""),
}
GOLDEN_SET = {
    "eval add": {
        "name": ("text", "the set"),
        "questions": ("integer", "it has now"),
        "added": ("integer", ""),
        "same": ("integer", "were there as they are"),
        "replaced": ("integer", ""),
    },
    "eval check": {
        "set": ("text", "its name"),
        "questions": ("integer", ""),
        "findings": ("list", "in the order of the set"),
        "findings[].question": ("text", "its id"),
        "findings[].is_fault": ("yes or no", "the set says something that is not so"),
        "findings[].text": ("text", "what was met and what to do"),
    },
    "eval sets": {
        "sets": ("list", ""),
        "sets[].set": ("text", "its name"),
        "sets[].questions": ("integer", ""),
        "sets[].runs": ("integer", "that are kept"),
        "sets[].classes": ("object", "questions of each class"),
        "sets[].classes{}": ("integer", ""),
    },
    "eval export": {
        "set": ("text", "its name"),
        "questions": ("list", "as the lines of a file"),
        "questions[].id": ("text", ""),
        "questions[].class": ("text", ""),
        "questions[].kind": ("text", "what is empty is left out, here and below"),
        "questions[].language": ("text", ""),
        "questions[].question": ("text", ""),
        "questions[].gold": ("list", ""),
        "questions[].gold[].document": ("text", ""),
        "questions[].gold[].page": ("integer", ""),
        "questions[].gold[].section": ("text", ""),
        "questions[].gold[].quote": ("text", ""),
        "questions[].gold[].groups": ("list", ""),
        "questions[].gold[].groups[]": ("text", ""),
        "questions[].points": ("list", ""),
        "questions[].points[]": ("text", ""),
        "questions[].as_of": ("text", ""),
        "questions[].note": ("text", ""),
        "questions[].asker": ("list", ""),
        "questions[].asker[]": ("text", ""),
    },
    "eval remove": {
        "set": ("text?", "null when one run was let go"),
        "runs": ("list", "that are gone"),
        "runs[]": ("integer", ""),
    },
}

EVAL = {
    "eval retrieval": {
        "set": ("text", "the folder's name"),
        "queries": ("integer", "judged queries asked"),
        "ndcg@10": ("number", "means over the queries"),
        "recall@100": ("number", ""),
        "mrr@10": ("number", ""),
        "hit@1": ("number", ""),
        "hit@5": ("number", ""),
        "hit@10": ("number", ""),
        "index_seconds": ("number", "time to ingest the corpus"),
        "query_ms": ("object", ""),
        "query_ms.p50": ("number", ""),
        "query_ms.p95": ("number", ""),
        "warnings": ("list", "a recall of 0 is a suspected bug"),
        "warnings[]": ("text", ""),
    },
    "eval questions": {
        "questions": ("integer", ""),
        "answerable": ("object", ""),
        "answerable.n": ("integer", ""),
        "answerable.hit@1": ("integer", "questions whose gold passage stands first"),
        "answerable.hit@5": ("integer", ""),
        "answerable.hit@10": ("integer", ""),
        "answerable.hit@12": ("integer", ""),
        "answerable.hit@100": ("integer", "of the ranking before the cap of passages of one document"),
        "answerable.shown": ("integer", "questions whose answer quotes the gold quotation"),
        "unanswerable": ("object", ""),
        "unanswerable.n": ("integer", ""),
        "unanswerable.abstained": ("integer", ""),
        "false_refusals": ("integer", "answerable questions that were refused"),
        "by_kind": ("object", "the same by the kind of question"),
        "by_kind{}": ("object", ""),
        "by_kind{}{}": ("integer", ""),
        "missed": ("list", "answerable questions whose gold passage is not among the first 100 hits"),
        "missed[].id": ("text", ""),
        "missed[].question": ("text", ""),
        "missed[].document_rank": ("integer?", "the first hit of a gold document; null when there is none"),
        "warnings": ("list", "gold documents that the library does not hold; nothing found at all"),
        "warnings[]": ("text", ""),
    },
    "eval run": RUN,
    "eval runs": {"runs": ("list", "by number"), **in_short("runs[].")},
    "eval show": RUN,
    "eval show RUN QUESTION": outcome(""),
    "eval report": {
        "file": ("text", "the page"),
        "size_bytes": ("integer", ""),
        "runs": ("list", ""),
        "runs[]": ("integer", ""),
    },
    **GOLDEN_SET,
    "eval make": {
        "sets": ("list", "that were made"),
        "sets[].set": ("text", "its name"),
        "sets[].questions": ("integer", ""),
    },
    "eval ablate": {
        "set": ("text", ""),
        "questions": ("integer", ""),
        **measures("measures", "with every step"),
        "steps": ("list", "in the order of the walk"),
        "steps[].step": ("text", "its name"),
        "steps[].does": ("text", "what it does"),
        "steps[].idle": ("text", "why it takes no part; empty when it does"),
        **changes("steps[].measures"),
        "steps[].better": ("list", "ids of questions that fare better with the step"),
        "steps[].better[]": ("text", ""),
        "steps[].worse": ("list", ""),
        "steps[].worse[]": ("text", ""),
        "steps[].cost_ms": ("number?", "what the step adds to a search: median of pairs; null when idle"),
        **amounts("steps[].amounts"),
    },
}
