"""Addresses in a sentence stand in what it quotes: an answer sends nobody where no quotation does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belegg.records import Quote
from belegg.text.addresses import addresses_in


def check_addresses(text: str, quotes: Sequence[Quote]) -> Iterator[str]:
    """
    What fails of the addresses (of pages, of mail) in a sentence. The quoted documents' own addresses may be
    named. Whether it is wise to go to an address that is quoted, nobody here knows: it is shown as code.
    """
    standing = [quote.check.text for quote in quotes]
    standing += [quote.document.fact("address") or "" for quote in quotes]
    standing += [quote.document.source for quote in quotes]
    quoted = ["".join(one.split()).casefold() for one in standing]
    for address in addresses_in(text):
        if not any(address.casefold() in one for one in quoted):
            yield f"`{address}` stands in no quotation of this sentence"
