"""Options of whoever asks a question: which steps are taken, what it may cost, whether it is kept."""

from __future__ import annotations

from typing import Annotated

import typer

STEPS, LIMITS = "Steps of a model", "Limits of one question"

Keep = Annotated[
    bool | None,
    typer.Option(
        "--keep/--no-keep",
        help="Keep the answer, for `belegg runs`, `verify`, `receipt`, `export`. Without either, those that "
        "a model worked on are kept.",
        show_default=False,
    ),
]
Traced = Annotated[
    bool, typer.Option("--trace", metavar="", help="Say each thing as it happens, on standard error.")
]
NoModel = Annotated[
    bool,
    typer.Option(
        "--no-model",
        metavar="",
        rich_help_panel=STEPS,
        help="Answer with the documents' own sentences alone.",
    ),
]
NoJudge = Annotated[
    bool,
    typer.Option(
        "--no-judge", metavar="", rich_help_panel=STEPS, help="Let no second model judge the answer."
    ),
]
NoClassifier = Annotated[
    bool, typer.Option("--no-classifier", metavar="", rich_help_panel=STEPS, help="Ask no quick classifier.")
]
NoUnderstanding = Annotated[
    bool,
    typer.Option(
        "--no-understanding",
        metavar="",
        rich_help_panel=STEPS,
        help="Search the question as it stands: no model rewrites or translates it.",
    ),
]
MostRounds = Annotated[
    int | None, typer.Option(metavar="N", rich_help_panel=LIMITS, help="Turns of the answering model: 16.")
]
MostSearches = Annotated[
    int | None, typer.Option(metavar="N", rich_help_panel=LIMITS, help="Phrasings that it searches: 48.")
]
MostTokens = Annotated[
    int | None,
    typer.Option(metavar="N", rich_help_panel=LIMITS, help="All that models read and write: 400000."),
]
MostSeconds = Annotated[
    float | None, typer.Option(metavar="S", rich_help_panel=LIMITS, help="From the question on: 240.")
]
MostCost = Annotated[
    float | None,
    typer.Option(
        metavar="USD", rich_help_panel=LIMITS, help="US dollars, where the models' prices are known: 2."
    ),
]


def switched_off(**off: bool) -> dict[str, bool]:
    """The steps that were switched off, as `[ask]` in belegg.toml would."""
    return {step: False for step, is_off in off.items() if is_off}


def limits(
    rounds: int | None,
    searches: int | None,
    tokens: int | None,
    seconds: float | None,
    cost: float | None,
) -> dict[str, float | None]:
    """The limits that were given, as `[ask]` names them; None for those that were not."""
    return {
        "most_rounds": rounds,
        "most_searches": searches,
        "most_tokens": tokens,
        "most_seconds": seconds,
        "most_cost": cost,
    }
