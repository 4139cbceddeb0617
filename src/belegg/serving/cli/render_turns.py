"""A question's outcome for people and programs: the answer, how the question was read, as what it is kept."""

from __future__ import annotations

from belegg.library.turns.said import said
from belegg.serving.cli.render_answers import (
    place_numbers,
    show_answer,
    show_remarks,
    show_source,
    show_steps,
)
from belegg.serving.cli.terminal import one_line, say, styled, wrapped
from belegg.serving.turns import Turn
from belegg.text.counted import counted


def show_turn(turn: Turn, *, brief: bool = False) -> None:
    """The answer with all that was done for it; `brief` leaves the single steps to `/trace`."""
    if turn.understood:
        say(styled(wrapped(f"Understood as: {one_line(turn.understood)}", 0, 2), "dim"))
        say()
    show_answer(turn.answer, steps=not brief)
    if turn.usage is not None and turn.usage.requests:
        say(styled(wrapped(f"· {cost_told(turn)}", 0, 2), "dim"))
    if turn.run is not None and not brief:
        say(
            styled(
                wrapped(f"Kept as run {turn.run.id}: `belegg verify {turn.run.id}` checks it again."), "dim"
            )
        )


def cost_told(turn: Turn) -> str:
    """`12.3 s, 4 requests, 10,200 tokens in, 800 out, $0.0210`, as far as it is known."""
    usage = turn.usage
    assert usage is not None, "a model was asked"
    price = "" if not usage.cost_usd else f", ${usage.cost_usd:.4f}"
    about = "about " if usage.estimated else ""
    tokens = f"{about}{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
    return f"{turn.took_s:.1f} s, {counted(usage.requests, 'request')}, {tokens}{price}"


def show_sources(turn: Turn) -> None:
    """Each source of the answer with all that it is quoted for."""
    numbers = place_numbers(turn.answer)
    if not numbers:
        say("The last answer quotes nothing.")
    for place, number in numbers.items():
        show_source(number, place, turn.answer)
        say()


def show_trace(turn: Turn) -> None:
    """What was done for the answer, step by step, what ran, what it took."""
    show_steps(turn.answer)
    show_remarks(remark for remark in said(turn.answer).around if remark.kind == "ran")
    if turn.usage is not None and turn.usage.requests:
        say(styled(wrapped(f"· {cost_told(turn)}", 0, 2), "dim"))
