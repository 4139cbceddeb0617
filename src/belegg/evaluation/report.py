"""
A report of one run, beside an earlier one where there are several, as a page that needs nothing else: no
script, no address, light and dark, and a table for every chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from statistics import median

from belegg.evaluation.charts import course, mean_chart, percent
from belegg.evaluation.comparing import Comparison, QuestionChange, compare
from belegg.evaluation.intervals import Mean
from belegg.evaluation.markup import Markup, html, joined, table, tag
from belegg.evaluation.outcomes import DEPTH, Outcome
from belegg.evaluation.report_answers import answers_of
from belegg.evaluation.runs import Run, abstention, means, parts
from belegg.evaluation.told import CHANGES_TOLD, MEASURES_TOLD, what_came

COURSES = (f"recall@{DEPTH}", "ndcg@10", "passed", "refused")
NUMBER, WIDE = "num", "wide"
PARTS_TOLD = {"class": "By class of question", "language": "By language", "kind": "By kind"}
CLASSES_TOLD = {
    "single": "One document",
    "synthesis": "Across documents",
    "same_language": "Sources in its own language",
    "unanswerable": "Not in the library",
    "temporal": "Before and after a day",
}
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


def report(runs: Mapping[int, Run]) -> str:
    """
    The page of the last of these runs, by number; beside the one before it, and with the course over all.
    `runs` must not be empty.
    """
    numbers = list(runs)
    run = runs[numbers[-1]]
    before = runs[numbers[-2]] if len(numbers) > 1 else None
    made = compare(before, run) if before else None
    sections = [
        _head(numbers, run, before, made),
        _figures(run, before),
        _measures(run, made),
        *answers_of(run, made),
        *_by_parts(run, before),
        *([_changed(made)] if made else []),
        *([_course(runs)] if len(runs) > 1 else []),
        _questions(run),
        _conditions(run, made),
    ]
    title = f"{run.golden_set}, run {numbers[-1]} · Belegg"
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{html(title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(sections)
        + "\n</main>\n</body>\n</html>\n"
    )


@cache
def _style() -> str:
    return files(__package__).joinpath("report.css").read_text(encoding="utf-8")


def day(when: str) -> str:
    """`30 November 2026, 14.05` of an ISO date with time."""
    at = datetime.fromisoformat(when)
    return f"{at.day} {MONTHS[at.month - 1]} {at.year}, {at:%H.%M}"


def _section(title: str, *inside: object) -> Markup:
    return tag("section", tag("h2", title), *inside)


# ---------------------------------------------------------------- above


def _head(numbers: Sequence[int], run: Run, before: Run | None, made: Comparison | None) -> Markup:
    conditions = run.conditions
    facts = [
        f"Run {numbers[-1]}, {day(run.when)}",
        f"{len(run.outcomes)} questions",
        f"{conditions.documents:,} documents",
        f"Searched by {conditions.mode}",
        f"{run.seconds:.0f} s",
    ]
    if run.unasked:
        facts.append(f"Interrupted: {run.unasked} questions not asked")
    if conditions.asker:
        facts.append(f"Asked as {conditions.asker.removeprefix('as:') or 'nobody in particular'}")
    if before and made:
        facts.append(f"Compared with run {numbers[-2]}, {day(before.when)}")
        differing = ", ".join(what for what, _, _ in made.conditions) or "nothing"
        facts.append(f"Changed since: {differing}")
    told = [tag("h1", f"Golden set {run.golden_set}")]
    told.append(tag("p", *(joined([tag("span", fact), " "]) for fact in facts), class_="facts"))
    if run.warnings:
        told.append(tag("ul", *(tag("li", warning) for warning in run.warnings), class_="warnings"))
    return joined(told)


def _figures(run: Run, before: Run | None) -> Markup:
    found, earlier = means(run.outcomes), means(before.outcomes) if before else {}
    both = abstention(run.outcomes)
    old = abstention(before.outcomes) if before else None
    cells = [
        (MEASURES_TOLD[name], percent(found[name].value), _was(earlier.get(name)))
        for name in (f"recall@{DEPTH}", "shown", "faithful", "passed")
        if name in found
    ]
    wrong = [
        ("False answers", both.false_answers, both.unanswerable, old and old.false_answers),
        ("False refusals", both.false_refusals, both.answerable, old and old.false_refusals),
    ]
    cells += [
        (what, f"{count} of {of}", f"was {was}" if was is not None else "") for what, count, of, was in wrong
    ]
    if both.failed:
        cells.append(("The model failed", f"{both.failed} questions", "neither answers nor refusals"))
    if both.hidden:
        cells.append(("Gold hidden from who asks", f"{both.hidden} questions", "in no measure"))
    for what, times in (("Median search", "search_ms"), ("Median answer", "answer_ms")):
        now = median(getattr(each, times) for each in run.outcomes)
        then = f"was {median(getattr(e, times) for e in before.outcomes):.0f} ms" if before else ""
        cells.append((what, f"{now:.0f} ms", then))
    return tag(
        "dl",
        *(
            tag("div", tag("dt", what), tag("dd", value, tag("small", was) if was else ""))
            for what, value, was in cells
        ),
        class_="figures",
    )


def _was(mean: Mean | None) -> str:
    return f"was {percent(mean.value)}" if mean else ""


# ---------------------------------------------------------------- measures


def _legend(compared: bool) -> Markup:
    now = '<circle class="now" cx="14" cy="6" r="5"/>'
    shown = f'<svg aria-hidden="true" viewBox="0 0 28 12"><path class="span" d="M0 6H28"/>{now}</svg>'
    told = [tag("span", Markup(shown), " this run, with its 95 % interval")]
    if compared:
        was = '<svg aria-hidden="true" viewBox="0 0 28 12"><circle class="was" cx="14" cy="6" r="4.5"/></svg>'
        told.append(tag("span", Markup(was), " the run before"))
    told.append(tag("span", "scale from 0 to 100 %"))
    return tag("p", *told, class_="legend")


def _measures(run: Run, made: Comparison | None) -> Markup:
    changes = {each.measure: each for each in made.measures} if made else {}
    heads = [("Measure", ""), ("Questions", NUMBER), ("Mean", NUMBER), ("95 % interval", NUMBER)]
    if made:
        heads += [("Was", NUMBER), ("Change", "")]
    rows = []
    for name, mean in means(run.outcomes).items():
        change = changes.get(name)
        row: list[object] = [
            joined([MEASURES_TOLD[name], " ", tag("span", name, class_="quiet small")]),
            mean.count,
            percent(mean.value),
            f"{percent(mean.low)} to {percent(mean.high)}",
        ]
        if made:
            kind = {"better": "better", "worse": "worse"}.get(change.change, "quiet") if change else ""
            told = f"{CHANGES_TOLD[change.change]} (p {change.p:.2f})" if change else ""
            row += [percent(change.before) if change else "", tag("span", told, class_=kind)]
        rows.append((*row, mean_chart(mean, change.before if change else None)))
    heads.append(("Share", WIDE))
    return _section("Measures", _legend(made is not None), table("Measures, a table", heads, rows))


def _by_parts(run: Run, before: Run | None) -> Iterator[Markup]:
    earlier = parts(before.outcomes) if before else {}
    for by, names in parts(run.outcomes).items():
        if len(names) > 1:
            rows = [_part(name, of, earlier.get(by, {}).get(name)) for name, of in names.items()]
            heads = [
                (by.capitalize(), ""),
                ("Questions", NUMBER),
                (f"Gold among {DEPTH} hits", NUMBER),
                ("Passed", NUMBER),
                ("Was", NUMBER),
                ("Share passed", WIDE),
            ]
            if before is None:
                heads = [head for head in heads if head[0] != "Was"]
                rows = [(*row[:4], row[5]) for row in rows]
            label = f"{PARTS_TOLD[by]}, a table"
            yield _section(PARTS_TOLD[by], _legend(before is not None), table(label, heads, rows))


def _part(name: str, of: Sequence[Outcome], before: Sequence[Outcome] | None) -> tuple[object, ...]:
    found = means(of)
    old = means(before) if before else {}
    passed, was = found.get("passed"), old.get("passed")
    gold = found.get(f"recall@{DEPTH}")
    return (
        CLASSES_TOLD.get(name, name),
        len(of),
        percent(gold.value) if gold else "",
        f"{round(passed.value * passed.count)} of {passed.count}" if passed else "",
        f"{round(was.value * was.count)} of {was.count}" if was else "",
        mean_chart(passed, was.value if was else None) if passed else "",
    )


# ---------------------------------------------------------------- questions and runs


def _changed(made: Comparison) -> Markup:
    turned = [*(("worse", each) for each in made.worse), *(("better", each) for each in made.better)]
    if not turned:
        return _section("Questions that changed", tag("p", "None fared otherwise."))
    heads = [("Question", "title"), ("Was", ""), ("Now", ""), ("", "")]
    rows = [_turned(turn, each) for turn, each in turned]
    return _section(
        f"Questions that changed: {len(made.worse)} worse, {len(made.better)} better",
        table("Questions that changed, a table", heads, rows),
    )


def _turned(turn: str, each: QuestionChange) -> tuple[object, ...]:
    asked = tag("span", each.after.text, **_lang(each.after))
    return asked, what_came(each.before), what_came(each.after), tag("span", turn, class_=turn)


def _lang(outcome: Outcome) -> dict[str, str]:
    return {"lang": outcome.language} if outcome.language else {}


def _course(runs: Mapping[int, Run]) -> Markup:
    found = {number: means(run.outcomes) for number, run in runs.items()}
    charts = []
    for name in COURSES:
        shares = [each[name].value for each in found.values() if name in each]
        if shares:
            said = f"{MEASURES_TOLD[name]}: {', '.join(map(percent, shares))} over {len(shares)} runs"
            title = tag(
                "h3", tag("span", MEASURES_TOLD[name]), tag("span", percent(shares[-1]), class_="num")
            )
            charts.append(tag("div", title, course(shares, said)))
    heads = [("Run", ""), ("When", ""), ("Searched by", ""), *((MEASURES_TOLD[n], NUMBER) for n in COURSES)]
    rows = [
        (
            number,
            day(run.when),
            run.conditions.mode,
            *(percent(found[number][name].value) if name in found[number] else "" for name in COURSES),
        )
        for number, run in runs.items()
    ]
    drawn = tag("div", *charts, class_="small-charts")
    return _section(f"{len(runs)} runs", drawn, table("Runs, a table", heads, rows))


def _questions(run: Run) -> Markup:
    heads = [("Question", "title"), ("Class", ""), ("What came", ""), ("Passed", "")]
    rows = []
    for each in run.outcomes:
        passed = ("hidden", "quiet") if each.expected == "nothing" else ("yes", "better")
        passed = passed if each.passed else ("no", "worse")
        asked = joined(
            [tag("span", each.text, **_lang(each)), " ", tag("span", each.id, class_="quiet small")]
        )
        kind = CLASSES_TOLD[each.question_class]
        rows.append((asked, kind, what_came(each), tag("span", passed[0], class_=passed[1])))
    inside = table("All questions, a table", heads, rows)
    return tag("section", tag("details", tag("summary", f"All {len(rows)} questions"), inside))


def _conditions(run: Run, made: Comparison | None) -> Markup:
    conditions = run.conditions
    rows = [
        ("Belegg", conditions.belegg),
        ("Documents", f"{conditions.documents:,}, version {conditions.corpus}"),
        ("Passages", f"{conditions.passages:,}"),
        ("Packs", conditions.scope or f"all, version {conditions.packs}"),
        ("Questions", f"version {run.questions}"),
        ("Analyser", conditions.analyser),
        *((what.capitalize(), id) for what, id in conditions.models.items()),
        *((f"Answering {name}", value) for name, value in conditions.answers.items()),
        *((f"Setting {name}", value) for name, value in conditions.settings.items()),
        ("Cost of models", f"{run.cost:g} USD"),
    ]
    inside: list[object] = [table("Conditions, a table", [("What", ""), ("Value", "")], rows)]
    if made and made.conditions:
        heads = [("What", ""), ("Was", ""), ("Now", "")]
        told = tag("h2", "What changed since the run before")
        inside = [told, table("Changed conditions, a table", heads, made.conditions), *inside]
    return tag("section", tag("details", tag("summary", "Conditions"), *inside))
