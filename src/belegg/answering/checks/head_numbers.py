"""
Numbers that stand above fetched figures and are none: the table's number, its licence, what was asked.

`14700: Consumer price index` and `table 14700 · licence CC BY 4.0` head every quotation of that table. A
sentence may say the number of the table as such (`table 14700`); as a figure it is of nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from typing import Final

import regex

from belegg.answering.checks.of_figures import NUMBERS, is_of_figures
from belegg.answering.checks.quoted_lines import documents_of, lines_of
from belegg.answering.checks.sources import Source
from belegg.records import Quote
from belegg.text.figures import Figure, days_in, figures_in

_OF_THE_TABLE: Final = regex.compile(r"(?m)^(?:# |Source: |Retrieved: |Query: ).*$")
_AS_A_NUMBER: Final = regex.compile(
    r"(?:\b(?:tab(?:ell?|elle|ellen|le)|taulukko\w*|series?|datas[ae]tt?\w*|n[ro]|number|nummer|id|codes?|koder?"
    r"|kommune|municipality|region|SSB|licen[cs]e|lisens|CC[ -]BY)\W{0,3}|[(=])\Z",
    regex.I,
)


def head_doubts(
    text: str,
    languages: Sequence[str],
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    computed: Collection[str],
) -> Iterator[str]:
    """Of which figures a sentence has the table's number, or another one from above its figures."""
    figures = [
        one
        for one in figures_in(text, languages, days_in(text))
        if not one.is_year and not one.in_words and one.text not in computed
    ]
    prose = _values("\n".join(one.check.text for one in quotes if not is_of_figures(one.document)))
    documents = documents_of(quotes, sources)
    lines = [line for _, source in documents for quoted, line in lines_of(source, quotes) if quoted]
    own = _values("\n".join(line.text for line in lines)) | prose
    for quote, source in documents if figures else ():
        head = source.passages[0].text if source.passages else ""
        of_table = _values("\n".join(_OF_THE_TABLE.findall(head)))
        known = own | _values(_OF_THE_TABLE.sub("", head)) | _values("\n".join(quote.path[1:]))
        rests = bool(computed) or any(line.holds(one) for line in lines for one in figures)
        if rests:  # `per 100,000 inhabitants` of the title
            known |= _values(_title(quote))
        for figure in figures:
            if (
                of_table & set(figure.values)
                and not known & set(figure.values)
                and not _is_named(text, figure)
            ):
                yield f"`{figure.text}` stands above the figures (number, title or query), as no figure"


def _title(quote: Quote) -> str:
    """The title without the table's number."""
    return quote.document.title.removeprefix(f"{quote.document.fact('identifier')}:")


def _values(text: str) -> frozenset[Decimal]:
    return frozenset(value for one in figures_in(text, NUMBERS) for value in one.values)


def _is_named(text: str, figure: Figure) -> bool:
    """Whether a number is said as that of a table or a code: `table 14700`, `Bergen (4601)`, `14700: …`."""
    behind = text[figure.span.end : figure.span.end + 1]
    return behind == ":" or _AS_A_NUMBER.search(text[: figure.span.start]) is not None
