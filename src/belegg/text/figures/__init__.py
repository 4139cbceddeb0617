"""
The figures and dates of a text, in digits or words, and what they are worth.

`1,000`, `1 000` and `1.000` are one number where the text's language writes it so; `five`, `fem`, `fünf` and
`viisi` are 5; `1 May 2024`, `2024-05-01` and `1. mai 2024` are one day. Nothing is compared by likeness
(docs/explanation/checked-answers.md).
"""

from belegg.text.figures.dates import Day, days_in
from belegg.text.figures.numbers import Figure, figures_in, without_dates
from belegg.text.figures.units import same_unit, scales_in, scales_named, units_in

__all__ = [
    "Day",
    "Figure",
    "days_in",
    "figures_in",
    "same_unit",
    "scales_in",
    "scales_named",
    "units_in",
    "without_dates",
]
