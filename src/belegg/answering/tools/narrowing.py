"""
The scope of one call: the desk's, narrowed by what the model asks for, and never wider.

Documents, packs and dates that a model names are looked for among what the asker may read. What is not there
and what is not theirs is refused in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import text_of, texts_of
from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments
from belegg.errors import BadQuery
from belegg.records import DocumentHead, DocumentId, Scope
from belegg.seams import Reader
from belegg.search.called import with_name, with_source
from belegg.search.given_dates import partial_date
from belegg.search.lookup import named_by_packs
from belegg.text.names import normal_name

MOST_DOCUMENTS = 20
LONGEST_TOLD = 80  # characters of a name that nothing is called
DOCUMENT = ("document", "handle", "doc", "document_id", "id", "title", "name", "source", "file", "documents")
DOCUMENTS = ("documents", "document", "handles", "handle", "docs", "doc", "document_ids")
PACKS = ("packs", "pack")
SINCE = ("since", "from_date", "date_from", "after", "start_date")
UNTIL = ("until", "to_date", "date_to", "before", "end_date")


def packs_off(desk: Desk) -> frozenset[str]:
    """The names of packs that are switched off: their documents are not spoken of."""
    return frozenset(name for name, pack in desk.store.packs().items() if not pack.on)


def pack_names(reader: Reader, desk: Desk) -> list[str]:
    """The packs in which something is in scope and that are on, by name."""
    return sorted(set(reader.pack_sizes()) - packs_off(desk))


def documents_called(reader: Reader, name: str, memory: Memory, desk: Desk) -> list[DocumentHead]:
    """The documents in scope that a model may mean: by handle, id, source, title or another name."""
    known = memory.handles.document(name)
    head = reader.head(known) if known else None
    plain = name.strip(" \t\n\"'`«»[]")
    if head is None and plain:
        head = reader.head(DocumentId(plain))
    found = [head] if head else with_name(reader, plain) or _by_packs(reader, plain)
    found = found or with_source(reader, plain)
    off = packs_off(desk)
    return [one for one in found if one.pack not in off]


def document_called(reader: Reader, name: str, memory: Memory, desk: Desk) -> DocumentHead:
    """The one document that a model means. Raises BadArguments for none, and for several."""
    found = documents_called(reader, name, memory, desk)
    if len(found) == 1:
        return found[0]
    told = shortened(name, LONGEST_TOLD)
    if not found:
        raise BadArguments(
            f"No document `{told}`. Give {memory.handles.such_as}, or find it: find_documents."
        )
    several = "; ".join(memory.introduced(head) for head in found[:5])
    raise BadArguments(f"`{told}` fits {len(found)} documents; give that of one: {several}")


def _by_packs(reader: Reader, name: str) -> list[DocumentHead]:
    """The documents that a pack lists under another name."""
    plain = normal_name(name)
    ids = named_by_packs([plain], reader).get(plain, []) if plain else []
    return list(reader.heads_of(ids).values())


def narrowed(desk: Desk, reader: Reader, memory: Memory, arguments: Mapping[str, object]) -> Scope:
    """The desk's scope within the documents, packs and dates that a call names. Raises BadArguments."""
    scope = desk.scope
    names = texts_of(arguments, MOST_DOCUMENTS, *DOCUMENTS, commas=True)
    if names:
        ids = dict.fromkeys(document_called(reader, name, memory, desk).id for name in names)
        scope = replace(scope, documents=tuple(ids))
    asked = texts_of(arguments, MOST_DOCUMENTS, *PACKS, commas=True)
    if asked:
        scope = replace(scope, packs=_packs(asked, pack_names(reader, desk)))
    since, until = _date(arguments, *SINCE), _date(arguments, *UNTIL)
    if since and until and _last_day(until) < _first_day(since):
        raise BadArguments(f"`until` ({until}) lies before `since` ({since}).")
    return replace(
        scope,
        since=max(filter(None, (since, scope.since)), key=_first_day, default=None),
        until=min(filter(None, (until, scope.until)), key=_last_day, default=None),
    )


def _packs(asked: Sequence[str], there: Sequence[str]) -> tuple[str, ...]:
    by_plain = {name.casefold(): name for name in there}
    wrong = [name for name in asked if name.casefold() not in by_plain]
    if wrong:
        named = ", ".join(f"`{name}`" for name in there) or "none"
        raise BadArguments(f"No pack `{shortened(wrong[0], LONGEST_TOLD)}`; the packs are {named}.")
    return tuple(dict.fromkeys(by_plain[name.casefold()] for name in asked))


def _date(arguments: Mapping[str, object], *names: str) -> str | None:
    given = text_of(arguments, *names)
    if len(given) > 10 and given[10] in "T ":
        given = given[:10]  # a time of day behind the day
    try:
        return partial_date(given or None)
    except BadQuery:
        told = shortened(given, LONGEST_TOLD)
        raise BadArguments(
            f"`{names[0]}` is a date such as 2024, 2024-05 or 2024-05-12, not `{told}`."
        ) from None


def _first_day(date: str) -> str:
    return (date + "-01-01")[:10]


def _last_day(date: str) -> str:
    return date + "-12-31"[len(date) - 4 :] if len(date) in (4, 7) else date
