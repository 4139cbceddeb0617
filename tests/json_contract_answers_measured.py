"""The JSON of measured answers in `belegg eval`, key by key, for `json_contract_eval.py`."""

from __future__ import annotations

Contract = dict[str, tuple[str, str]]


def took(name: str, what: str) -> Contract:
    return {
        name: ("object", what),
        f"{name}.rounds": ("integer", "of the answer model; of a judge: batches"),
        f"{name}.seconds": ("number", ""),
        f"{name}.input_tokens": ("integer", ""),
        f"{name}.output_tokens": ("integer", ""),
        f"{name}.cost_usd": ("number?", "null: a price is not known"),
        f"{name}.estimated": ("yes or no", "a server counted no tokens"),
    }


def amounts(name: str) -> Contract:
    return {
        name: ("list", "what a question took, where answers were measured"),
        f"{name}[].amount": ("text", "`rounds`, `tokens`, `seconds` or `usd`"),
        f"{name}[].before": ("number", "mean"),
        f"{name}[].after": ("number", ""),
        f"{name}[].difference": ("object", ""),
        f"{name}[].difference.mean": ("number", ""),
        f"{name}[].difference.low": ("number", "of the 95 % interval"),
        f"{name}[].difference.high": ("number", ""),
        f"{name}[].difference.n": ("integer", ""),
    }


def answer(name: str) -> Contract:
    """One answer with its checks."""
    return {
        name: ("object?", "null unless answers were measured"),
        f"{name}.model": ("text?", "null: no model wrote it"),
        f"{name}.judge": ("text?", "the model that measured faithfulness"),
        f"{name}.reason": ("text?", "of a refusal, as in `ask`"),
        f"{name}.explanation": ("text", "of a refusal"),
        f"{name}.sentences": ("list", ""),
        f"{name}.sentences[].text": ("text", ""),
        f"{name}.sentences[].supported": ("yes or no", "by the answer's own checks"),
        f"{name}.sentences[].quotes": ("list", ""),
        f"{name}.sentences[].quotes[].text": ("text", "as it stands in the document"),
        f"{name}.sentences[].quotes[].document": ("text", "its id"),
        f"{name}.sentences[].quotes[].source": ("text", ""),
        f"{name}.sentences[].quotes[].title": ("text", ""),
        f"{name}.sentences[].quotes[].page": ("integer?", "physical, from 1"),
        f"{name}.sentences[].quotes[].section": ("text", ""),
        f"{name}.sentences[].quotes[].lies": (
            "text",
            "over `gold`, on a `gold page`, elsewhere in a `gold document`, or `elsewhere`",
        ),
        f"{name}.sentences[].quotes[].fault": ("text", "why it is not what it seems; empty: it is"),
        f"{name}.sentences[].doubts": ("list", ""),
        f"{name}.sentences[].doubts[]": ("text", ""),
        f"{name}.sentences[].arithmetic": ("list", "sums computed anew"),
        f"{name}.sentences[].arithmetic[]": ("text", ""),
        f"{name}.sentences[].judged": ("yes or no?", "null: the measuring judge said nothing of it"),
        f"{name}.sentences[].why_not": ("text", "its doubt"),
        f"{name}.missing": ("text", "what was asked and is not settled"),
        f"{name}.dropped": ("list", "sentences that could not be shown"),
        f"{name}.dropped[]": ("text", ""),
        f"{name}.stopped": ("text", "why it ended early"),
        f"{name}.failed": ("text", "why the model gave no answer; empty: it did"),
        f"{name}.not_judged": ("text", "why sentences lack the judge's word"),
        f"{name}.unchecked": ("list", "in quotation marks and in no document quoted: none, ever"),
        f"{name}.unchecked[]": ("text", ""),
        f"{name}.gold": ("integer", "quotations"),
        f"{name}.cited": ("integer", "of them, by half at least"),
        f"{name}.ran": ("list", "steps that did their work"),
        f"{name}.ran[]": ("text", ""),
        f"{name}.way": ("list", "what was done"),
        f"{name}.way[].action": ("text", ""),
        f"{name}.way[].detail": ("text", ""),
        f"{name}.way[].outcome": ("text", ""),
        **took(f"{name}.took", "all models on the way"),
        **took(f"{name}.judging", "the judge that measured"),
    }


def sums(name: str) -> Contract:
    """The answers of a run together."""
    return {
        name: ("object?", "the answers together; null unless they were measured"),
        f"{name}.asked": ("integer", "questions"),
        f"{name}.failed": ("integer", "the model gave no answer; they are in nothing below"),
        f"{name}.verdicts": ("object", ""),
        f"{name}.verdicts{{}}": ("integer", ""),
        f"{name}.refusals": ("object", "by reason"),
        f"{name}.refusals{{}}": ("object", ""),
        f"{name}.refusals{{}}.right": ("integer", "nothing answers the question"),
        f"{name}.refusals{{}}.wrong": ("integer", "something does"),
        f"{name}.quotes": ("integer", "quotations shown"),
        f"{name}.lies": ("object", "by where they lie"),
        f"{name}.lies{{}}": ("integer", ""),
        f"{name}.faults": ("list", "quotations that are not what they seem: none, ever"),
        f"{name}.faults[].question": ("text", ""),
        f"{name}.faults[].fault": ("text", ""),
        f"{name}.sentences": ("integer", ""),
        f"{name}.judged": ("integer", "sentences with the judge's word"),
        f"{name}.unfaithful": ("integer", "of them"),
        f"{name}.judges": ("list", "that measured"),
        f"{name}.judges[]": ("text", ""),
        f"{name}.judged_itself": ("integer", "answers by the model that also judged them"),
        f"{name}.unjudged": ("integer", "answers that lack the judge's word in part or whole"),
        f"{name}.not_judged": ("text", "why, of the first"),
        f"{name}.model": ("text?", "null: no model answered"),
        f"{name}.unasked": ("integer", "questions left of a run that was interrupted"),
        **took(f"{name}.took", "all answers"),
        **took(f"{name}.judging", "the judge that measured"),
    }
