"""`--trace`: each thing that happens on the way to an answer, a line of its own on standard error."""

from __future__ import annotations

from belegg.records.chat import Usage
from belegg.records.runs import (
    Asked,
    Checked,
    Decided,
    Drafted,
    Ended,
    Event,
    FellBack,
    Judged,
    Loaded,
    Nudged,
    Opened,
    PutAside,
    Searched,
    Sent,
    Stopped,
    Understood,
    Used,
)
from belegg.serving.cli.terminal import one_line, say_at_once, shortened
from belegg.text.counted import counted

MOST_TRACED = 400
"""Characters of a line. The whole messages are kept with the run."""


def trace(event: Event) -> None:
    """Say what happened; text of a reply as it comes is not said."""
    if line := traced(event):
        say_at_once(shortened(one_line(line), MOST_TRACED))


def traced(event: Event) -> str:
    """An event in a line; empty for one that says nothing by itself."""
    match event:
        case Asked(question=question, models=models):
            return f"asked: {question} ({', '.join(f'{k} {v}' for k, v in models.items()) or 'no model'})"
        case Decided(decision=decision, value=value, confidence=sure, acted_on=acted):
            return f"decided: {decision} {value}, {sure:.0%} sure{'' if acted else ', not acted on'}"
        case Understood(standalone=standalone, questions=questions, by=by):
            return f"understood by {by}: {' | '.join((standalone, *questions))}"
        case Searched(round=round, query=query, mode=mode, found=found, took_ms=took):
            names = ", ".join(dict.fromkeys(seen.handle for seen in found if seen.handle))
            passages = f"{counted(len(found), 'passage')} {names}".strip()
            return f"{round} searched: {query} → {passages} ({mode}, {took:.0f} ms)"
        case Loaded(role=role, took_ms=took):
            return f"loading the model's client, {took / 1000:.1f} s ({role})"
        case PutAside(round=round, passages=passages):
            return f"{round} left out: {counted(len(passages), 'passage')}, surely irrelevant"
        case Opened(round=round, handle=handle, title=title, part=part):
            return f"{round} read: {handle} {title}, {part}"
        case Used(round=round):
            from belegg.answering.figures_told import used_told

            return f"{round} {used_told(event)}"
        case Nudged(round=round, kind=kind, text=text):
            return f"{round} nudged ({kind}): {text}"
        case Sent(round=round, role=role, messages=messages, usage=usage, took_ms=took):
            told = f"{counted(len(messages), 'message')} to the {role} model: {_usage(usage)}, {took:,.0f} ms"
            return f"{round} sent: {told}, {_came(event)}"
    return _of_the_answer(event)


def _of_the_answer(event: Event) -> str:
    match event:
        case Drafted(attempt=attempt, sentences=sentences, quotations=quotations):
            said = f"{counted(len(sentences), 'sentence')}, {counted(quotations, 'quotation')}"
            return f"drafted ({attempt}): {said}"
        case Checked(sentence=sentence, failures=failures):
            return f"checked: {sentence} → {'; '.join(failures) or 'it stands'}"
        case Judged(sentence=sentence, supported=supported, doubt=doubt):
            return f"judged: {sentence} → {'supported' if supported else f'doubted: {doubt}'}"
        case FellBack(step=step, why=why, instead=instead):
            return f"fell back: {step}: {why} → {instead}"
        case Stopped(reason=reason, detail=detail):
            return f"stopped: {reason}{f' ({detail})' if detail else ''}"
        case Ended(usage=usage, took_s=took):
            return f"ended: {_usage(usage)}, {took:.1f} s"
    return ""


def _came(sent: Sent) -> str:
    """Why the reply ended, or that there was one or none: the judge's stands last among what was sent."""
    if sent.finish is not None:
        return sent.finish
    return "replied" if sent.messages and sent.messages[-1].by == "assistant" else "no reply"


def _usage(usage: Usage) -> str:
    """`2 requests, 1,234 tokens in, 56 out, $0.0123`, as far as it is known."""
    price = "price unknown" if usage.cost_usd is None else f"${usage.cost_usd:.4f}"
    about = "about " if usage.estimated else ""
    tokens = f"{about}{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
    return f"{counted(usage.requests, 'request')}, {tokens}, {price}"
