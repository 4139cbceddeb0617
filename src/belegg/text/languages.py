"""Codes of languages (ISO 639-1), and what people call those that have a stemmer."""

from __future__ import annotations

_ALL = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de
dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id
ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu
lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu
rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr
ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
CODES = frozenset(_ALL.split())
"""Two letters each."""

_CALLED = {
    "nb": "norwegian norsk bokmål bokmal norwegianbokmål",
    "nn": "nynorsk norwegiannynorsk",
    "sv": "swedish svenska",
    "da": "danish dansk",
    "en": "english engelsk",
    "de": "german deutsch tysk",
    "fi": "finnish suomi finsk",
    "nl": "dutch nederlands",
    "fr": "french français",
    "es": "spanish español",
    "it": "italian italiano",
    "pt": "portuguese português",
    "ru": "russian",
}
_CODE_OF = {name: code for code, names in _CALLED.items() for name in names.split()}


def code_called(name: str) -> str | None:
    """The code of a language that has a stemmer, by its name in English or its own; None for others."""
    return _CODE_OF.get("".join(name.casefold().split()))
