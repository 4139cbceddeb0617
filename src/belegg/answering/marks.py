"""
Marks around text of documents in what a model is sent, which no document can forge.

    <<<kavori7
    text of a document
    kavori7>>>

The word in them is new for every run; where a text holds it all the same, or something that looks like a
mark, it is broken up. This tells a model where a document begins and ends. It does not make it obey: what
a document says can start nothing, because the tools only read, and answers are checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import regex

_CONSONANTS, _VOWELS, _DIGITS = "bdfgklmnprstvz", "aeiou", "23456789"
_SYLLABLES = 3
_LOOKS_LIKE_ONE = regex.compile(r"<{3,}|>{3,}")
LONGEST_NAME = 160


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one run. `word` is drawn with `drawn`."""

    word: str

    @classmethod
    def drawn(cls, source: Random) -> Marks:
        """
        Marks of one word of 2.7 million: `SystemRandom()`, or one with a seed for tests. Syllables, for signs
        at random cost a model half as many tokens more; and a digit, so that it is no word of any language.
        """
        syllables = [source.choice(_CONSONANTS) + source.choice(_VOWELS) for _ in range(_SYLLABLES)]
        return cls("".join(syllables) + source.choice(_DIGITS))

    def around(self, text: str) -> str:
        """A text of a document between the marks."""
        return f"<<<{self.word}\n{self.defused(text).strip(chr(10))}\n{self.word}>>>"

    def defused(self, text: str) -> str:
        """The text, with what could be taken for a mark broken up."""
        if self.word in text.lower():
            text = regex.sub(regex.escape(self.word), f"{self.word[0]}…", text, flags=regex.I)
        return str(_LOOKS_LIKE_ONE.sub(lambda found: " ".join(found[0]), text))

    def name(self, text: str) -> str:
        """A title, heading or organisation: one line of at most 160 characters, in «» of its own."""
        line = " ".join(self.defused(text).replace("«", '"').replace("»", '"').split())
        return f"«{line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + '…'}»"
