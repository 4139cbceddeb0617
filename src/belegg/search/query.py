"""
A question taken apart: words, quoted phrases, words to leave out.

Any text is a legal question. The syntax is what people try anyway: "a phrase" (also «…», “…”, „…“) must
stand in the passage as written, -word must not stand in it; everything else is words. What is left over of
odd syntax is punctuation. A sentence that ends with a question mark is prose: its quotation marks show a
name, they set no condition (docs/decisions/0040).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import regex

from belegg.records import Note
from belegg.text.normalise import normalise
from belegg.text.words import Word, words

LONGEST_QUESTION = 10_000  # characters
MOST_WORDS = 64

_QUOTED = r'"(?P<straight>[^"]+)"|«(?P<angled>[^«»]+)»|[“„”](?P<curly>[^“„”]+)[“”]'
# A quotation mark after a letter or digit closes or is an inch; a hyphen inside a word is no minus.
_SYNTAX = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}])(?P<minus>(?<!\S)-)?(?:{_QUOTED})(?![\p{{L}}\p{{N}}])"
    rf"|(?<!\S)-(?P<left_out>[\p{{L}}\p{{N}}]\S*)"
)

LONGEST_WORDING = 8
"""Words that somebody may look for as they stand; more are a sentence, which has other wordings."""


@dataclass(frozen=True, slots=True)
class AskedWord:
    """
    A word of the question, lower case. `quoted`: it stands in a phrase, so it is not corrected.
    `in_code`: it is a part of a code or section number that is asked for as a whole too.
    `by_section`: it stands beside a section number (`el § 3`), so it may be a name and is no small word.
    """

    text: str
    quoted: bool = False
    in_code: bool = False
    by_section: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """
    A question taken apart. `text` is the question normalised; `words` are distinct, in order, those of
    phrases among them, small words left out (all words when no other is left).
    `phrases` and `left_out` hold runs of words as `text.words` gives them. `asked` is the text without what
    is to be left out and without the marks of phrases: what a model is given.
    """

    text: str
    asked: str
    words: tuple[AskedWord, ...]
    phrases: tuple[tuple[str, ...], ...]
    left_out: tuple[tuple[str, ...], ...]
    notes: tuple[Note, ...]

    @property
    def quotes_in_passing(self) -> bool:
        """
        Whether there are phrases, and more words than they have, or than one looks for as they stand: then
        the question is not just for the very words.
        """
        in_all, quoted = len(words(self.asked)), sum(map(len, self.phrases))
        return 0 < quoted < in_all or (quoted > 0 and in_all > LONGEST_WORDING)

    @property
    def sections(self) -> tuple[str, ...]:
        """The section numbers among the words: `§15-3`."""
        return tuple(word.text for word in self.words if word.text.startswith("§"))


def take_apart(text: str, is_small: Callable[[str], bool]) -> Question:
    """Read a question. Never fails; what could not be used is told in the notes."""
    notes = []
    if len(text) > LONGEST_QUESTION:
        notes.append(_note(f"the question is cut at {LONGEST_QUESTION:,} characters (it has {len(text):,})"))
    plain = normalise(text[:LONGEST_QUESTION])
    phrases, left_out, kept = [], [], []
    found: list[AskedWord] = []
    is_prose = plain.rstrip().endswith("?")
    for piece, quoted, minus in _pieces(plain):
        run = words(piece)
        if minus and not is_prose:
            left_out.append(_outermost(run))
        else:
            kept.append(piece)
            found.extend(_asked_words(run, quoted))
        if quoted and not minus and not is_prose:
            phrases.append(tuple(word.text for word in run))
    asked = _distinct_words(found)
    asked = [word for word in asked if word.by_section or not is_small(word.text)] or asked
    if len(asked) > MOST_WORDS:
        notes.append(_note(f"only the first {MOST_WORDS} of {len(asked):,} different words are searched"))
    if left_out and not asked:
        notes.append(_note("the question only says what to leave out; say what to look for"))
    elif not asked:
        notes.append(_note("the question holds no word to search for"))
    return Question(
        text=plain,
        asked=plain if is_prose else "".join(kept),
        words=tuple(asked[:MOST_WORDS]),
        phrases=_distinct(phrases),
        left_out=_distinct(left_out),
        notes=tuple(notes),
    )


def _pieces(plain: str) -> Iterator[tuple[str, bool, bool]]:
    """Parts of the question with (is it quoted, is it to be left out)."""
    end = 0
    for match in _SYNTAX.finditer(plain):
        yield plain[end : match.start()], False, False
        quoted = match["straight"] or match["angled"] or match["curly"]
        yield quoted or match["left_out"], quoted is not None, quoted is None or match["minus"] is not None
        end = match.end()
    yield plain[end:], False, False


def _asked_words(run: Sequence[Word], quoted: bool) -> Iterator[AskedWord]:
    """The words of a piece, marked with what they stand in or beside."""
    outer = [word for word, inside in _with_inside(run) if not inside]
    sections = {i for i, word in enumerate(outer) if word.text.startswith("§")}
    beside = {outer[i] for i in range(len(outer)) if not sections.isdisjoint((i - 1, i, i + 1))}
    for word, inside in _with_inside(run):
        yield AskedWord(word.text, quoted, in_code=inside, by_section=word in beside)


def _with_inside(run: Sequence[Word]) -> Iterator[tuple[Word, bool]]:
    """Each word, and whether it is a part of a code or section number before it."""
    covered = 0
    for word in run:
        yield word, word.end <= covered
        covered = max(covered, word.end)


def _distinct_words(found: Sequence[AskedWord]) -> list[AskedWord]:
    """Each word once, at its first place, with the marks of every place."""
    distinct: dict[str, AskedWord] = {}
    for word in found:
        first = distinct.setdefault(word.text, word)
        distinct[word.text] = AskedWord(
            word.text,
            quoted=first.quoted or word.quoted,
            in_code=first.in_code and word.in_code,
            by_section=first.by_section or word.by_section,
        )
    return list(distinct.values())


def _outermost(run: Sequence[Word]) -> tuple[str, ...]:
    """Words that are no part of a code: `-POL-358` leaves out the code, not its parts."""
    return tuple(word.text for word, inside in _with_inside(run) if not inside)


def _distinct(runs: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(run for run in runs if run))


def _note(text: str) -> Note:
    return Note("query", text)
