"""What `belegg pack … --json` prints, as `json_contract` says it of every command."""

from __future__ import annotations


def _listed(above: str = "") -> dict[str, tuple[str, str]]:
    return {
        f"{above}name": ("text", "the pack's name"),
        f"{above}kind": ("text", "`documents`, `law` or `statistics`"),
        f"{above}description": ("text", ""),
        f"{above}on": ("yes or no", "whether it is searched"),
        f"{above}defined": ("yes or no", "no for a mere name that documents came under"),
        f"{above}documents": ("integer", "documents in it that the asker may read"),
        f"{above}passages": ("integer", "their passages"),
        f"{above}stemmer": ("text", "`auto`, `none`, or a language's code"),
        f"{above}wished_stemmer": ("text?", "the stemmer that it is to get, when that was interrupted"),
        f"{above}profile": ("text?", "`wiki`, `reports`, `sections`; null: by what each document is"),
        f"{above}ranking": ("text", "`default`, `bm25` or `cover`"),
        f"{above}access": ("list?", "who may read what nothing else speaks of; told to the owner only"),
        f"{above}access[]": ("text", ""),
        f"{above}synonym_groups": ("integer", ""),
        f"{above}entries": ("integer", "entries of its dictionary"),
    }


_CHANGED = {
    "name": ("text", "the pack's name"),
    "on": ("yes or no", "whether it is searched"),
    "defined": ("yes or no", "no after `remove`"),
    "synonym_groups": ("integer", ""),
    "entries": ("integer", "entries of its dictionary"),
    "passages_analysed": ("integer", "passages indexed anew for another stemmer"),
    "documents_closed": ("integer", "documents that are open to fewer people than before"),
    "documents_to_open": ("integer", "documents to be opened once their files are found unchanged"),
    "folders_to_ingest": ("list", "the folders of those"),
    "folders_to_ingest[]": ("text", ""),
}

PACKS: dict[str, dict[str, tuple[str, str]]] = {
    "related": {
        "word": ("text", "the word or question as given"),
        "entries": ("list", "what the dictionaries say of it, the entries of the word itself first"),
        "entries[].pack": ("text", "whose dictionary"),
        "entries[].met": ("list", "the words asked that are of the entry; none: it is only spelled alike"),
        "entries[].met[]": ("text", ""),
        "entries[].word": ("text", "the everyday word"),
        "entries[].documents_say": ("list", "the words that the documents use"),
        "entries[].documents_say[]": ("text", ""),
        "entries[].meanings": ("list", "what it may mean"),
        "entries[].meanings[]": ("text", ""),
        "entries[].searches": ("list", "ready-made searches"),
        "entries[].searches[]": ("text", ""),
        "entries[].rule": ("text", "what an answer usually turns on"),
        "has_dictionary": ("yes or no", "whether a pack in scope has one"),
        "quotable": ("yes or no", "always no: it is no text of a document"),
        "notes": ("list", "what the user should know"),
        "notes[].stage": ("text", ""),
        "notes[].text": ("text", ""),
    },
    "pack show": {"packs": ("list", "the packs, by name"), **_listed("packs[].")},
    "pack show NAME": {
        **_listed(),
        "synonyms": ("list", "groups of words that stand for one thing"),
        "synonyms[].words": ("list", ""),
        "synonyms[].words[]": ("text", "a word, or several in a row"),
        "synonyms[].language": ("text?", "null: every language"),
        "synonyms[].exact": ("list", "the words that count in exactly this form"),
        "synonyms[].exact[]": ("text", ""),
        "dictionary": ("list", "everyday words; nothing of it may be quoted"),
        "dictionary[].word": ("text", "the everyday word"),
        "dictionary[].documents_say": ("list", "the words that the documents use"),
        "dictionary[].documents_say[]": ("text", ""),
        "dictionary[].meanings": ("list", "what it may mean"),
        "dictionary[].meanings[]": ("text", ""),
        "dictionary[].searches": ("list", "ready-made searches"),
        "dictionary[].searches[]": ("text", ""),
        "dictionary[].rule": ("text", "what an answer usually turns on"),
    },
    "pack add": _CHANGED,
    "pack set": _CHANGED,
    "pack on": _CHANGED,
    "pack off": _CHANGED,
    "pack rebuild": _CHANGED,
    "pack remove": _CHANGED,
}
