"""The search page: passages by words, filters as a form, the reasons for each hit; no model is called."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from starlette.responses import Response

from belegg.errors import UserError
from belegg.records import Found, Hit, Mode, Scope
from belegg.search.explain import Explained
from belegg.search.reasons import ConceptUse, PassageReasons
from belegg.serving.web.places import HitShown, hit_shown
from belegg.serving.web.visit import Visit
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.words import word_texts

LIMIT = 10
MOST = 50
LONGEST_QUERY = 4_000
FILTERS = ("pack", "language", "organisation", "since", "until", "as_of")
"""As the form's fields are called; the documents that a search is held to stand beside them."""
MOST_WRITTEN = 4
"""Words as written that are told of one term."""
_MARK = re.compile("[~:=]")
NO_LANGUAGE = "="
"""The name space of words that are in no language that is stemmed."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A word asked for: as what it stands in the passage, and where how often."""

    word: str
    found_as: str
    how: str
    where: str


@dataclass(frozen=True, slots=True)
class HitRow:
    """A hit with why it is one. `lacking`: words asked for that it does not have."""

    shown: HitShown
    reasons: Sequence[Reason]
    lacking: str


def search_page(visit: Visit) -> Response:
    """`/search`: empty, or with hits; a filter that cannot be is told above the form."""
    query = visit.one("q")[:LONGEST_QUERY]
    limit = min(MOST, visit.number("n") or LIMIT)
    problem, found, rows = "", None, []
    try:
        scope = scope_of(visit)
    except UserError as error:
        problem, scope = str(error), visit.scope
    if query and not problem:
        mode: Mode = "keyword" if visit.one("mode") != "meaning" else "hybrid"
        found = visit.library.search(query, scope, limit, mode=mode)
        visit.note("search")
        rows = _rows(visit, found, visit.library.explain(query, scope, mode=mode) if found.hits else None)
    packs = visit.library.packs(visit.scope)
    return visit.page(
        "search.html",
        here="search",
        status=400 if problem else 200,
        query=query,
        problem=problem,
        found=found,
        rows=rows,
        passages=len(found.hits) if found else 0,
        documents=len({hit.document.id for hit in found.hits}) if found else 0,
        packs=[(each.pack.name, each.documents, each.pack.on) for each in packs],
        languages=_languages(visit),
        chosen={name: visit.several(name) for name in ("pack", "language", "document", "organisation")},
        publishers=_publishers(found),
        named=_named(visit, scope),
        dates={name: visit.one(name) for name in ("since", "until", "as_of")},
        more=visit.address("/search", **(_given(visit) | {"n": str(min(MOST, limit * 2))}))
        if found and len(found.hits) == limit < MOST
        else "",
        by_meaning=visit.address("/search", **(_given(visit) | {"mode": "meaning"})),
        is_by_meaning=visit.one("mode") == "meaning",
        has_documents=any(each.documents for each in packs),
        filters=sum(bool(visit.several(name)) for name in FILTERS),
    )


def scope_of(visit: Visit) -> Scope:
    """The scope that the address or the form states. Raises UserError of several kinds."""
    return visit.library.scope(
        visit.who,
        packs=visit.several("pack"),
        documents=visit.several("document"),
        languages=visit.several("language"),
        organisations=visit.several("organisation"),
        since=visit.one("since") or None,
        until=visit.one("until") or None,
        as_of=visit.one("as_of") or None,
    )


def _given(visit: Visit) -> dict[str, object]:
    names = ("q", "document", *FILTERS, "mode")
    return {name: visit.several(name) for name in names if visit.several(name)}


def _publishers(found: Found | None) -> list[str]:
    """Of what was found, to be offered where one may be named."""
    every = (hit.document.organisation for hit in found.hits) if found else ()
    return sorted({name for name in every if name})


def _languages(visit: Visit) -> list[str]:
    """The languages of what may be read, as name spaces of terms tell: both Norwegians are `no`."""
    with visit.library.store.reading(visit.scope) as reader:
        return sorted(code for code in reader.languages() if code != NO_LANGUAGE)


def _named(visit: Visit, scope: Scope) -> list[tuple[str, str, str | None]]:
    """The documents that the scope names: id, title, language."""
    if not scope.documents:
        return []
    with visit.library.store.reading(Scope(visit.who)) as reader:
        heads = reader.heads_of(scope.documents)
    return [(head.id, head.title, head.language) for head in heads.values()]


def _rows(visit: Visit, found: Found, explained: Explained | None) -> list[HitRow]:
    reasons: Mapping[str, PassageReasons] = (
        {each.passage.id: each for each in explained.passages} if explained else {}
    )
    asked = [word.word for word in explained.words] if explained else []
    return [_row(visit, hit, reasons.get(hit.passage.id), asked) for hit in found.hits]


def _row(visit: Visit, hit: Hit, reasons: PassageReasons | None, asked: Sequence[str]) -> HitRow:
    uses = list(reasons.concepts) if reasons else []
    held = {use.word for use in uses if not use.is_part}
    lacking = [word for word in asked if word not in held] if reasons else []
    written = _written(visit.library.analyser, hit, {term.term for use in uses for term in use.terms})
    return HitRow(
        hit_shown(visit, hit),
        tuple(_reason(visit, use, written) for use in uses if use.terms),
        ", ".join(lacking),
    )


def _written(analyser: Analyser, hit: Hit, terms: Collection[str]) -> Mapping[str, Sequence[str]]:
    """By term, the words of the title, the headings and the passage that stand for it, as written."""
    spaces = {_MARK.split(term, maxsplit=1)[0] or AS_WRITTEN for term in terms}
    found: dict[str, dict[str, None]] = {}
    for text in (hit.passage.text, *hit.passage.path, hit.document.title):
        for word in word_texts(text):
            for space in spaces:
                term, parts = analyser.terms_of(word, space)
                for each in (term, *parts):
                    if each in terms:
                        found.setdefault(each, {})[word] = None
    return {term: list(words)[:MOST_WRITTEN] for term, words in found.items()}


def _reason(visit: Visit, use: ConceptUse, written: Mapping[str, Sequence[str]]) -> Reason:
    words = visit.words
    found_as = [
        word for term in use.terms for word in written.get(term.term, (_found_as(term.term, use.word),))
    ]
    kinds = dict.fromkeys(term.kind for term in use.terms)
    fields = {
        "heading": sum(term.in_heading for term in use.terms),
        "title": sum(term.in_title for term in use.terms),
        "text": sum(term.in_body for term in use.terms),
    }
    where = [words.say(f"why.in_{name}", n=count) for name, count in fields.items() if count]
    return Reason(
        use.word,
        ", ".join(dict.fromkeys(found_as)),
        words.say("why.itself")
        if found_as == [use.word]
        else ", ".join(words.say(f"why.{kind.replace(' ', '_')}") for kind in kinds),
        ", ".join(where),
    )


def _found_as(term: str, word: str) -> str:
    """A term that stands in no word shown, without its name space: a stem with the rest left open."""
    bare = _MARK.split(term, maxsplit=1)[-1].removeprefix("own")
    return f"{bare}…" if len(bare) < len(word) and word.startswith(bare) else bare
