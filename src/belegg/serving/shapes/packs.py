"""Packs as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belegg.records import Pack

if TYPE_CHECKING:
    from belegg.library.packs import ChangedPack, ListedPack
    from belegg.library.rewordings import Suggestion


def listed_json(found: ListedPack) -> dict[str, Any]:
    pack = found.pack
    return {
        "name": pack.name,
        "kind": pack.kind,
        "description": pack.description,
        "on": pack.on,
        "defined": found.defined,
        "documents": found.documents,
        "passages": found.passages,
        "stemmer": pack.stemmer,
        "wished_stemmer": found.wished,
        "profile": pack.profile,
        "ranking": pack.ranking,
        "access": None if pack.access is None else sorted(pack.access),
        "opens": pack.opens,
        "synonym_groups": len(pack.synonyms),
        "entries": len(pack.dictionary),
    }


def words_json(pack: Pack) -> dict[str, Any]:
    return {
        "synonyms": [
            {
                "words": list(group.words),
                "language": group.language,
                "exact": sorted(group.exact),
                "asked_only": sorted(group.asked_only),
            }
            for group in pack.synonyms
        ],
        "dictionary": [
            {
                "word": entry.word,
                "documents_say": list(entry.documents_say),
                "meanings": list(entry.meanings),
                "searches": list(entry.searches),
                "rule": entry.rule,
                "also": list(entry.also),
            }
            for entry in pack.dictionary
        ],
        "names": [{"document": each.document, "names": list(each.names)} for each in pack.names],
    }


def changed_json(changed: ChangedPack, removed: bool) -> dict[str, Any]:
    return {
        "name": changed.now.name,
        "on": changed.now.on,
        "defined": not removed,
        "synonym_groups": len(changed.now.synonyms),
        "entries": len(changed.now.dictionary),
        "passages_analysed": changed.passages,
        "documents_closed": changed.closed,
        "documents_to_open": changed.waiting,
        "folders_to_ingest": list(changed.folders),
        "accepted_groups_dropped": changed.dropped,
    }


def suggestion_json(number: int, each: Suggestion) -> dict[str, Any]:
    trial = each.trial
    return {
        "number": number,
        "words": list(each.group.words),
        "language": each.group.language,
        "times": each.times,
        "documents": each.documents,
        "closed": each.closed,
        "trial": None
        if trial is None
        else {
            "questions": trial.questions,
            "found_without": trial.found_without,
            "found_with": trial.found_with,
            "brought_in": list(trial.brought_in),
            "lifted": list(trial.lifted),
            "lowered": list(trial.lowered),
            "taken_out": list(trial.taken_out),
        },
    }
