"""The ways of cheating at a quotation, each a function of a true sentence, and where those come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from belegg.records import Page, Span
from belegg.testing.heard import words_of
from belegg.text.sentences import sentences

SHORTEST, LONGEST = 8, 40
"""Words of a sentence that is cheated with."""
TAILS = {
    "en": (", and this was confirmed by the auditors in 1999", "; in addition 47,113 crowns are paid"),
    "nb": (", og dette ble bekreftet av revisoren i 1999", "; i tillegg betales det 47 113 kroner"),
    "sv": (", vilket revisorn bekräftade 1999", "; dessutom betalas 47 113 kronor"),
    "fi": (", minkä tilintarkastaja vahvisti vuonna 1999", "; lisäksi maksetaan 47 113 euroa"),
}
"""What a true sentence goes on with, though its document does not, in the sentence's own language."""
INVENTIONS = (
    "A further allowance of 4,711 crowns is paid every quarter without application.",
    "The board of Zanzibar decided unanimously to abolish this rule from 1 April 1987.",
    "Nobody is bound by the foregoing after the third reminder has been sent.",
)
NEGATIONS = {"nb": "ikke", "nn": "ikkje", "da": "ikke", "sv": "inte", "fi": "ei", "de": "nicht", "en": "not"}
HOLDING_BACK = re.compile(
    r",? \b(?:not|never|unless|except|ikke|ikkje|aldri|unntatt|inte|aldrig|utom|nicht|außer|ei|paitsi)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Material:
    """A document to cheat with, with headings that stand in its text word for word."""

    source: str
    text: str
    language: str | None = None
    pages: tuple[Page, ...] = ()
    headings: tuple[str, ...] = ()

    def page_of(self, place: int) -> int | None:
        """The page on which a character stands; None in a document without pages."""
        return next((page.number for page in self.pages if page.span.start <= place < page.span.end), None)


@dataclass(frozen=True, slots=True)
class Truth:
    """A true sentence and where it stands, once only."""

    material: Material
    text: str
    span: Span

    @property
    def page(self) -> int | None:
        return self.material.page_of(self.span.start)


@dataclass(frozen=True, slots=True)
class Attempt:
    """
    A sentence with quotations of (source, words, page). `false` are those that may never be shown as one;
    `carried` says whether what is true among them carries the sentence.
    """

    sentence: str
    quotes: tuple[tuple[str, str, int | None], ...]
    false: tuple[str, ...] = ()
    carried: bool = False


Way = Callable[[Truth, Sequence[Truth], Random], Attempt | None]
"""An attempt out of a true sentence and all others, or None when the sentence has nothing for it."""


def truths(material: Material) -> list[Truth]:
    """Running sentences of a document that stand in it once."""
    spans = sentences(material.text, material.language)
    found = [Truth(material, material.text[span.start : span.end], span) for span in spans]
    return [truth for truth in found if usable(truth)]


def usable(truth: Truth) -> bool:
    plain = re.fullmatch(r"[^\W\d_][^\n|#*_`>\[\]]*[.!?]", truth.text) is not None
    return (
        plain
        and SHORTEST <= len(truth.text.split()) <= LONGEST
        and words_of(truth.material.text).count(words_of(truth.text)) == 1
    )


def falsified(truth: Truth, words: str) -> Attempt | None:
    """The false words as sentence and as quotation; None when by chance they stand in the document."""
    if words_of(words) in words_of(truth.material.text):
        return None
    return Attempt(words, ((truth.material.source, words, truth.page),), (words,))


def invented(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    return falsified(truth, chance.choice(INVENTIONS))


def altered_word(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """One word is another one of the same library, of the same kind by its first letter's case."""
    words = truth.text.split(" ")
    place = chance.choice([at for at, word in enumerate(words) if word.isalpha()])
    pool = [word for other in others for word in other.text.split() if word.isalpha()]
    fitting = [word for word in pool if word[0].isupper() == words[place][0].isupper()]
    words[place] = chance.choice([word for word in fitting if word.lower() != words[place].lower()])
    return falsified(truth, " ".join(words))


def altered_figure(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    figures = list(re.finditer(r"\d+", truth.text))
    if not figures:
        return None
    figure = chance.choice(figures)
    other = str(int(figure[0]) + chance.randint(1, 90))
    return falsified(truth, truth.text[: figure.start()] + other + truth.text[figure.end() :])


def negated(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    words = truth.text.split(" ")
    words.insert(chance.randint(1, len(words) - 1), NEGATIONS.get(truth.material.language or "", "not"))
    return falsified(truth, " ".join(words))


def stitched(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """The beginning of one sentence and the end of another, as if they were one."""
    first, second = truth.text.split(" "), chance.choice(others).text.split(" ")
    return falsified(truth, " ".join([*first[: len(first) // 2], *second[len(second) // 2 :]]))


def padded(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """A true quotation that goes on as the document does not."""
    return falsified(truth, with_tail(truth, chance))


def with_tail(truth: Truth, chance: Random) -> str:
    tails = TAILS.get(truth.material.language or "", TAILS["en"])
    return f"{truth.text.rstrip('.!?')}{chance.choice(tails)}."


def heading(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """A heading is quoted for what stands below it."""
    if not truth.material.headings:
        return None
    quoted = chance.choice(truth.material.headings)
    return Attempt(chance.choice(INVENTIONS), ((truth.material.source, quoted, truth.page),))


def unquoted_tail(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    return Attempt(with_tail(truth, chance), ((truth.material.source, truth.text, truth.page),))


def other_figure(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """The quotation is true, and the sentence that it carries says another figure."""
    told = altered_figure(truth, others, chance)
    return (
        None if told is None else Attempt(told.sentence, ((truth.material.source, truth.text, truth.page),))
    )


def hidden_exception(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """An ellipsis leaves out a negation, or a condition from its first word on."""
    found = HOLDING_BACK.search(truth.text)
    if found is None or len(truth.text[: found.start()].split()) < 3:
        return None
    rest = truth.text[found.end() :].split()
    if len(rest) < 3:
        return None
    cut = f"{truth.text[: found.start()]} … {' '.join(rest)}"
    return Attempt(
        cut.replace(" … ", " "), ((truth.material.source, cut, truth.page),), (cut.replace(" … ", " "),)
    )


def nothing_quoted(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    return Attempt(chance.choice(INVENTIONS), ())


def one_word(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """A word that any document holds is quoted for a whole sentence."""
    word = chance.choice([word for word in truth.text.split() if word.isalpha()])
    return Attempt(chance.choice(INVENTIONS), ((truth.material.source, word, truth.page),))


def wrong_page(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """All is true but the page; a document without pages is given one."""
    page = (truth.page or 0) + chance.choice((-1, 1, 7, 998))
    return Attempt(truth.text, ((truth.material.source, truth.text, page),), carried=True)


def wrong_document(truth: Truth, others: Sequence[Truth], chance: Random) -> Attempt | None:
    """All is true, and said to stand in another document."""
    elsewhere = [other.material.source for other in others if other.material.source != truth.material.source]
    if not elsewhere:
        return None
    return Attempt(truth.text, ((chance.choice(elsewhere), truth.text, 1),), carried=True)


WAYS: dict[str, Way] = {
    "invented": invented,
    "altered word": altered_word,
    "altered figure": altered_figure,
    "negated": negated,
    "stitched": stitched,
    "padded": padded,
    "heading": heading,
    "unquoted tail": unquoted_tail,
    "other figure": other_figure,
    "hidden exception": hidden_exception,
    "nothing quoted": nothing_quoted,
    "one word": one_word,
    "wrong page": wrong_page,
    "wrong document": wrong_document,
}
