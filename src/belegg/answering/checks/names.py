"""
Proper names, codes and references (`§ 15-3`, `S/2025/223`) of a sentence stand in what it quotes.

Names are told by their capitals, so none in German but those all in capitals. A name that stands only in the
passage, the headings or the title is taken, and said; one that stands elsewhere in the document, or in the
question alone, is doubted; any other fails. What has a figure in it must be quoted, or be of the row of a
table that is quoted, or of the document's own headings, title and numbers. Where sentence and quotation have
no language in common, names may have other forms (`Syrien`, `Sverige`): those that are known are taken, what
is not found is doubted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

from belegg.answering.checks.findings import Findings
from belegg.answering.checks.held_by import held_in_rows, languages_of, named_around, words_of
from belegg.answering.checks.sources import Source
from belegg.answering.placing import passage_at
from belegg.records import Quote
from belegg.text.names import LABELS
from belegg.text.other_names import held_otherwise

_LABEL = "|".join(sorted((*LABELS, "sections", "paragraphs?", "paras?", "nr", "no"), key=len, reverse=True))
_NUMBER = r"\d+(?:\s?[a-z](?![\p{L}\p{N}]))?(?:[-–./]\d+(?:\s?[a-z](?![\p{L}\p{N}]))?)*"
_REFERENCE = regex.compile(
    rf"§+\s?(?P<number>{_NUMBER})|(?<!\p{{L}})(?:{_LABEL})\.?\s(?P<number>{_NUMBER})", regex.I
)
_NUMBERED = regex.compile(r"(?<![\p{L}\p{N}])(?:19|20)\d\d[-–/](?:\d{3}|\d{5,}|0\d{3})(?![\p{N}-])")
_BROKEN = regex.compile(r"(?<=\p{N})- (?=\p{N})")  # `1-8`, broken at the end of a line
_TOKEN = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’./&–-][\p{L}\p{M}\p{N}]+)*")
_PIECE = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_BEGINS = regex.compile(r"(?:^|[.!?:…]['\"”»)]*\s|^\W+)\W*\Z")
_CALENDAR = regex.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|christmas|easter|i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii"
)
_POSSESSIVE = regex.compile(r"['’]s?$")
_DASHES = str.maketrans("–—‑’", "---'")


@dataclass(frozen=True)
class Texts:
    """Texts in which a name may stand, by their words."""

    texts: tuple[str, ...]

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(plain_name(piece) for text in self.texts for piece in _PIECE.findall(text))

    @cached_property
    def plain(self) -> str:
        return plain_name(" \n ".join(self.texts))

    def hold(self, name: str) -> bool:
        """Whether each word of a name stands here, with or without the s of a genitive."""
        if any(char.isdecimal() for char in name):
            return (
                regex.search(rf"(?<![\p{{L}}\p{{N}}]){regex.escape(name)}(?![\p{{L}}\p{{N}}])", self.plain)
                is not None
            )
        return all(self._holds_word(piece) for piece in _PIECE.findall(name))

    def _holds_word(self, word: str) -> bool:
        forms = {word, word.removesuffix("s"), f"{word}s"}
        return not self.words.isdisjoint(forms)


def check_names(
    text: str, languages: Sequence[str], quotes: Sequence[Quote], sources: Sequence[Source], question: str
) -> Findings:
    """What holds of the names of a sentence. `sources` are those of the quotations, in their order."""
    found = Findings()
    names = list(dict.fromkeys(names_in(text, languages)))
    if not names or not quotes:
        return found
    quoted = Texts(tuple(words_of(quote) for quote in quotes))
    foreign = _is_translated(text, languages, quotes, quoted)
    rows = (row for row, _ in held_in_rows(quotes, sources).texts)
    around = Texts((*rows, *(text for q in quotes for text in (*named_around(q), q.document.source))))
    passages = Texts(tuple(_passages(quotes, sources)))
    whole = Texts(tuple(source.text.text for source in sources))
    asked = Texts((question,))
    nearby = (*quoted.texts, *around.texts, *passages.texts)
    otherwise = held_otherwise(text, nearby) if foreign else frozenset[str]()
    for said in names:
        name, is_number = plain_name(said), any(char.isdecimal() for char in said)
        if quoted.hold(name):
            continue
        if around.hold(name) or (passages.hold(name) and not is_number):
            found.remarks.append(f"`{said}` is not in the quotation; it stands with it in the document")
        elif whole.hold(name) and (not is_number or asked.hold(name)):
            found.doubts.append(f"`{said}` is not in the quotation; it stands elsewhere in the document")
        elif foreign and not is_number:
            if not otherwise.issuperset(word.casefold() for word in _PIECE.findall(said)):
                found.doubts.append(f"`{said}` stands neither in the quotation nor in its section")
        elif asked.hold(name):
            found.doubts.append(f"`{said}` is of the question; the quoted document does not hold it")
        else:
            found.failures.append(f"`{said}` stands in no quotation of this sentence")
    return found


def without_references(text: str) -> str:
    """A text with its references and numbered names blanked: they are no figures."""
    for pattern in (_REFERENCE, _NUMBERED):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def _is_translated(text: str, languages: Sequence[str], quotes: Sequence[Quote], quoted: Texts) -> bool:
    """Whether a sentence has another language than its quotations, and hardly a word of theirs."""
    if set(languages) & {language for quote in quotes for language in languages_of(quote)}:
        return False
    words = [plain_name(word) for word in _PIECE.findall(text) if not word.isdecimal()]
    return sum(word in quoted.words for word in words) < len(words) / 4


def _passages(quotes: Iterable[Quote], sources: Iterable[Source]) -> Iterator[str]:
    """The passages in which quotations stand, and all that their documents say of themselves."""
    for quote, source in zip(quotes, sources, strict=True):
        yield from (fact.value for fact in quote.document.facts)
        passage = passage_at(source.passages, quote.check.span) if quote.check.span else None
        if passage is not None:
            yield passage.text


def names_in(text: str, languages: Sequence[str]) -> Iterator[str]:
    """Names, codes and the numbers of references, in the order of the text, as written."""
    yield from (match["number"] for match in _REFERENCE.finditer(text))
    german = "de" in languages
    plain = _REFERENCE.sub(lambda found: " " * len(found[0]), text)
    for match in _TOKEN.finditer(plain):
        word = _POSSESSIVE.sub("", match[0])
        if _is_code(word):
            yield word
        elif word[:1].isupper() and len(word) > 1 and not _CALENDAR.fullmatch(word.lower()):
            shouted = sum(char.isupper() for char in word) > 1 and not word[1:].islower()
            begins = _BEGINS.search(plain[: match.start()]) is not None
            if shouted or not (begins or german):
                yield word


def _is_code(word: str) -> bool:
    """`S/2025/223`, `COVID-19`, `G20`, `2025-088`; not `24-hour`, `mid-2024`, `5km`, `2nd`."""
    return _NUMBERED.fullmatch(word) is not None or (
        any(char.isdecimal() for char in word) and any(char.isupper() for char in word)
    )


def plain_name(text: str) -> str:
    return str(_BROKEN.sub("-", text.translate(_DASHES).casefold()))
