"""Charts of a report as inline SVG: a mean with its interval, before and after; a course over runs."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.evaluation.intervals import Mean
from belegg.evaluation.markup import Markup, attribute

WIDTH, HEIGHT, MIDDLE = 220, 28, 14
SPARK_WIDTH, SPARK_HEIGHT, TOP = 280, 72, 4


def percent(share: float) -> str:
    """A share as people read it: `93%`."""
    return f"{100 * share:.0f}%"


def mean_chart(mean: Mean, before: float | None = None) -> Markup:
    """A dot at the mean on a line from 0 to 1, its interval, and where it was before."""
    said = f"{percent(mean.value)}, interval {percent(mean.low)} to {percent(mean.high)}"
    parts = [f'<path class="axis" d="M0 {MIDDLE}H{WIDTH}M0 9v10M{WIDTH / 2:g} 9v10M{WIDTH} 9v10"/>']
    parts.append(f'<path class="span" d="M{_x(mean.low)} {MIDDLE}H{_x(mean.high)}"/>')
    if before is not None:
        said += f", was {percent(before)}"
        if round(before, 3) != round(mean.value, 3):
            turn = "up" if mean.value > before else "down"
            parts.append(f'<path class="{turn}" d="M{_x(before)} {MIDDLE}H{_x(mean.value)}"/>')
        parts.append(f'<circle class="was" cx="{_x(before)}" cy="{MIDDLE}" r="5"/>')
    parts.append(f'<circle class="now" cx="{_x(mean.value)}" cy="{MIDDLE}" r="5.5"/>')
    return _svg("chart", WIDTH, HEIGHT, said, parts)


def course(means: Sequence[float], said: str) -> Markup:
    """A line over several runs, the last one with a dot; from 0 at the foot to 1 at the top."""
    step = SPARK_WIDTH / max(len(means) - 1, 1)
    places = [(n * step, TOP + (SPARK_HEIGHT - TOP) * (1 - mean)) for n, mean in enumerate(means)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    last = places[-1]
    parts = [
        f'<path class="axis" d="M0 {SPARK_HEIGHT}H{SPARK_WIDTH}M0 {TOP}H{SPARK_WIDTH}"/>',
        f'<text x="0" y="{TOP - 3}">100%</text>',
        f'<polyline points="{points}"/>',
        *(f'<circle class="now" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in places[:-1]),
        f'<circle class="now" cx="{last[0]:.1f}" cy="{last[1]:.1f}" r="4"/>',
    ]
    return _svg("spark", SPARK_WIDTH, SPARK_HEIGHT + 12, said, parts, above=-12)


def _x(share: float) -> str:
    return f"{WIDTH * share:.1f}"


def _svg(kind: str, width: int, height: int, said: str, parts: Sequence[str], above: int = 0) -> Markup:
    box = f"0 {above} {width} {height}"
    label = attribute(said)
    return Markup(
        f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )
