"""
Golden sets: questions with the quotations that answer them, one JSON object a line.

`question` must be there; `id`, `class`, `language`, `gold` (each with `document`, `quote`, `page`, `section`,
`groups`),
`points`, `asker`, `as_of`, `kind` and `note` may. The keys of earlier files are read too: `answerable`,
`lang`, `file`, `readable_by`, `trap`, and FinanceBench's `doc` and `evidence`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args
from unicodedata import normalize

from belegg.errors import BadInput
from belegg.evaluation.sets import rows_of

QuestionClass = Literal["single", "synthesis", "same_language", "unanswerable", "temporal"]
CLASSES: Final = cast(tuple[QuestionClass, ...], get_args(QuestionClass))
"""
One document answers; several are needed; the sources are in the question's own language, in a library that is
mostly in another; nothing in the library answers; the answer depends on the day.
"""

EARLIER_CLASSES: Final[Mapping[str, QuestionClass]] = {
    "lookup": "single",
    "answerable": "single",
    "conflicting": "synthesis",
    "near_topic": "unanswerable",
    "off_topic": "unanswerable",
}
"""What other files call them; such a name is kept as the question's kind."""

OWN_KEYS: Final = ("id", "question", "class", "language", "gold", "points", "asker", "as_of", "kind", "note")
EARLIER_KEYS: Final = ("answerable", "lang", "trap", "answer", "doc", "evidence", "type")
GOLD_KEYS: Final = ("document", "quote", "page", "section", "groups")
EARLIER_GOLD_KEYS: Final = ("file", "readable_by", "act", "ref", "section_id")


@dataclass(frozen=True, slots=True)
class Gold:
    """
    A quotation that answers, in a document named by its id or the end of its source. `page` is physical, from
    1; `section` a number (`§ 15-3`) or heading above it; `groups` may read it. All three are what the set's
    author says: `eval check` compares, and the measures look at the words alone.
    """

    document: str
    quote: str
    page: int | None = None
    groups: tuple[str, ...] = ()
    section: str = ""

    def is_source(self, source: str) -> bool:
        """
        Whether both name one file: the shorter is the end of the longer by whole parts of the path, as a set
        may count from above the folder that was ingested, or from below it.
        """
        ours, theirs = _path_parts(self.document), _path_parts(source)
        return bool(ours) and ours[-len(theirs) :] == theirs[-len(ours) :]


def _path_parts(path: str) -> list[str]:
    """Folders and name, the same for both ways to write a separator or an accented letter."""
    return [part for part in normalize("NFC", path).replace("\\", "/").split("/") if part not in ("", ".")]


@dataclass(frozen=True, slots=True)
class GoldenQuestion:
    """
    A question and the quotations that a whole answer rests on: `gold`, of a synthesis in several documents.

    `kind` is the author's own division (`lay`, `exact` …). `points` are words or figures that a right answer
    holds. `asker`: the groups of whoever asks; None leaves it to the run. `as_of` is a day.
    """

    id: str
    text: str
    question_class: QuestionClass
    gold: tuple[Gold, ...] = ()
    kind: str = ""
    language: str | None = None
    points: tuple[str, ...] = ()
    asker: tuple[str, ...] | None = None
    as_of: str | None = None
    note: str = ""

    @property
    def answerable(self) -> bool:
        """Whether an answer is right, and not a refusal."""
        return self.question_class != "unanswerable"

    def as_json(self) -> dict[str, object]:
        """The record of a line, what is empty left out."""
        gold = [
            _without_empty(
                {
                    "document": one.document,
                    "page": one.page,
                    "section": one.section,
                    "quote": one.quote,
                    "groups": list(one.groups),
                }
            )
            for one in self.gold
        ]
        told = _without_empty(
            {
                "id": self.id,
                "class": self.question_class,
                "kind": self.kind,
                "language": self.language,
                "question": self.text,
                "gold": gold,
                "points": list(self.points),
                "as_of": self.as_of,
                "note": self.note,
            }
        )
        return told if self.asker is None else {**told, "asker": list(self.asker)}


def _without_empty(record: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in record.items() if value not in (None, "", [])}


def read_questions(file: Path) -> list[GoldenQuestion]:
    """Read a golden set. Raises BadInput with the line, what was met and what to write."""
    return parsed(rows_of(file), f"`{file}`")


def questions_in(name: str, lines: str) -> list[GoldenQuestion]:
    """The questions of a set as it is kept in a library. Raises BadInput."""
    # Not splitlines: a record may hold U+2028 and other marks that it takes for the end of a line.
    rows = ((n, json.loads(line)) for n, line in enumerate(lines.split("\n"), start=1) if line)
    return parsed(rows, f"set `{name}`")


def as_lines(questions: Iterable[GoldenQuestion]) -> str:
    """A set as it is kept and exported: one JSON object a line."""
    return "".join(f"{json.dumps(question.as_json(), ensure_ascii=False)}\n" for question in questions)


def parsed(rows: Iterable[tuple[int, object]], where: str) -> list[GoldenQuestion]:
    """Questions from JSON objects and their line numbers (0: no line). Raises BadInput."""
    questions: list[GoldenQuestion] = []
    lines: dict[str, int] = {}
    for number, row in rows:
        at = f"{where} line {number}" if number else where
        if not isinstance(row, dict):
            raise BadInput(f"{at}: `{_as_met(row)}` is no question; write a JSON object with `question`")
        question = _question(row, at, str(len(questions)))
        if question.id in lines:
            raise BadInput(
                f"{at}: the id `{question.id}` is that of line {lines[question.id]} too; give one another"
            )
        lines[question.id] = number
        questions.append(question)
    if not questions:
        raise BadInput(f"{where} holds no question; write one JSON object a line")
    return questions


def unknown_keys(file: Path) -> list[str]:
    """What a file says under keys that nothing reads, as a slip of the pen would leave it."""
    told = []
    for number, row in rows_of(file):
        if isinstance(row, dict):
            strange = sorted(row.keys() - {*OWN_KEYS, *EARLIER_KEYS})
            golds = [one for one in row.get("gold") or () if isinstance(one, dict)]
            strange += sorted({key for one in golds for key in one} - {*GOLD_KEYS, *EARLIER_GOLD_KEYS})
            told += [f"line {number}: nothing reads `{key}`; remarks go under `note`" for key in strange]
    return told


# ---------------------------------------------------------------- one question


def _question(row: Mapping[str, Any], at: str, number: str) -> GoldenQuestion:
    text = row.get("question")
    if not isinstance(text, str) or not text.strip():
        raise BadInput(f'{at}: a question without words; write `"question": "…"`')
    id = str(row.get("id", number))
    at = f"{at} (question `{_as_met(id)}`)"
    gold = tuple(_golds(row, at))
    question_class, kind = _class(row, gold, at)
    if question_class == "unanswerable" and gold:
        raise BadInput(f"{at}: nothing answers it and yet gold is given; change `class` or drop `gold`")
    asker = row.get("asker")
    return GoldenQuestion(
        id=id,
        text=text.strip(),
        question_class=question_class,
        gold=gold,
        kind=kind,
        language=_text(row, ("language", "lang"), at) or None,
        points=_texts(row.get("points"), "points", at),
        asker=None if asker is None else _texts(asker, "asker", at),
        as_of=_text(row, ("as_of",), at) or None,
        note=_text(row, ("note", "trap", "answer"), at),
    )


def _class(row: Mapping[str, Any], gold: Sequence[Gold], at: str) -> tuple[QuestionClass, str]:
    """The class, and the kind; files without classes say only whether there is an answer."""
    kind = _text(row, ("kind",), at)
    said, answerable = row.get("class"), row.get("answerable")
    if answerable is not None and not isinstance(answerable, bool):
        raise BadInput(f"{at}: `answerable` is `{_as_met(answerable)}`; write true or false")
    if said is None:
        several = len({one.document for one in gold}) > 1
        found: QuestionClass = "unanswerable" if answerable is False else "synthesis" if several else "single"
        return found, kind
    known = EARLIER_CLASSES.get(said, said) if isinstance(said, str) else said
    if known not in CLASSES:
        raise BadInput(f"{at}: there is no class `{_as_met(said)}`; use one of {', '.join(CLASSES)}")
    if answerable is not None and answerable == (known == "unanswerable"):
        raise BadInput(f"{at}: class `{said}` and `answerable` {json.dumps(answerable)} contradict; drop one")
    return known, kind or ("" if said in CLASSES else said)


def _golds(row: Mapping[str, Any], at: str) -> Iterable[Gold]:
    given = row.get("gold")
    if given is None and "evidence" in row:
        return (_evidence(one, row, at) for one in row["evidence"])
    if given is None:
        return ()
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise BadInput(f'{at}: `gold` is no list of objects; write [{{"document": "…", "quote": "…"}}]')
    return (_gold(one, at) for one in given)


def _gold(given: Mapping[str, Any], at: str) -> Gold:
    document, quote = _text(given, ("document", "file"), at), _text(given, ("quote",), at)
    if not document:
        raise BadInput(f"{at}: gold without a document; write its id or the end of its path as `document`")
    if not quote:
        raise BadInput(f"{at}: gold in `{_as_met(document)}` without words; write `quote` as it stands there")
    page = given.get("page")
    if page is not None and (isinstance(page, bool) or not isinstance(page, int) or page < 1):
        raise BadInput(f"{at}: `{_as_met(page)}` is no page; pages are counted from 1, as the file has them")
    groups = given.get("groups", given.get("readable_by"))
    section = _text(given, ("section", "ref"), at)
    return Gold(document, quote, page, _texts(groups, "groups", at), section)


def _evidence(one: Mapping[str, Any], row: Mapping[str, Any], at: str) -> Gold:
    """FinanceBench: the document stands beside, pages are counted from 0."""
    page = one.get("page_index0")
    return _gold(
        {
            "document": row.get("doc"),
            "quote": one.get("text"),
            "page": page + 1 if isinstance(page, int) else None,
        },
        at,
    )


def _text(row: Mapping[str, Any], keys: Sequence[str], at: str) -> str:
    """The value of the first of these keys that is there."""
    key = next((key for key in keys if row.get(key) is not None), None)
    value = row[key] if key else ""
    if not isinstance(value, str):
        raise BadInput(f"{at}: `{key}` is `{_as_met(value)}`; write text in quotation marks")
    return value.strip()


def _texts(given: object, key: str, at: str) -> tuple[str, ...]:
    """A list of texts; groups may also be one text with commas between them."""
    parts = given.split(",") if isinstance(given, str) and key != "points" else given or []
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise BadInput(f'{at}: `{key}` is `{_as_met(given)}`; write a list of texts: ["…", "…"]')
    return tuple(part.strip() for part in parts if part.strip())


def _as_met(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}…"
