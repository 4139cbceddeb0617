"""
What happens on the way to an answer that a model wrote: one event for each thing, in order.

They are told as they happen (`Delta`s of a draft aside, all are kept with the run), and everything that a
user or a test may ask of a run afterwards is in them. A document is called by its handle (`D3`) in what the
model is sent; handles are given in the order in which documents are first sent, and hold for a conversation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from belegg.records.answers import Answer
from belegg.records.chat import ChatRole, Finish, Message, Usage
from belegg.records.documents import DocumentId, PassageId
from belegg.records.searching import Mode, Note

By = Literal["belegg", "model"]
StopReason = Literal[
    "answered",
    "rounds",
    "searches",
    "tokens",
    "seconds",
    "cost",
    "model failed",
    "store failed",
    "cancelled",
    "gate",
]
"""
Why a run ended: the model answered; a limit was reached (what is proven until then is given); the model
failed; the library could not be read on; whoever asked stopped it; nothing that was found is on the subject.
"""

NudgeKind = Literal[
    "unopened",
    "lines already read",
    "limit near",
    "answer now",
    "arguments",
    "answer by the tool",
    "checks failed",
    "again",
    "cut short",
    "said nothing",
    "fetch the cells",
]


@dataclass(frozen=True, slots=True)
class Asked:
    """
    The question, the day (ISO) that counts as today for it (the scope's `as_of`, else when it was asked), and
    by which models it is worked on, by role.
    """

    question: str
    day: str
    models: Mapping[ChatRole, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decided:
    """A quick call: what was decided, how surely (0 to 1), and whether that was sure enough to act on."""

    decision: str
    value: str
    confidence: float
    acted_on: bool
    source: str


@dataclass(frozen=True, slots=True)
class Understood:
    """
    How a question was understood: as it stands by itself, the questions inside it, the question in other
    languages (by ISO 639-1 code), terms of the field, and the filters that it states (`since`, `until`,
    `organisation`, `document`, `pack`, `as_of`), each visible and up to the asker to change.
    """

    standalone: str
    questions: tuple[str, ...] = ()
    translations: Mapping[str, str] = field(default_factory=dict)
    terms: tuple[str, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict)
    by: Literal["model", "rule"] = "rule"


@dataclass(frozen=True, slots=True)
class Seen:
    """
    A passage that a search found. `new`: it was not sent to the model before in this run. `handle` is empty
    for one that was put aside, of a document that was not sent at all. `version` is that of the document's
    text, 0 where it is not told.
    """

    handle: str
    document: DocumentId
    title: str
    passage: PassageId
    page: int | None
    new: bool
    version: int = 0


@dataclass(frozen=True, slots=True)
class Searched:
    """A search and what it found. `round` counts the model's turns from 1; 0 is before the first."""

    round: int
    by: By
    query: str
    mode: Mode
    found: tuple[Seen, ...]
    notes: tuple[Note, ...] = ()
    took_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class PutAside:
    """Passages that a classifier is sure are irrelevant, and that were therefore not sent to the model."""

    round: int
    passages: tuple[Seen, ...]
    least_confidence: float


@dataclass(frozen=True, slots=True)
class Opened:
    """A part of a document that the model read (`pages 3-4`, `§ 15-3`, `lines 10-60`)."""

    round: int
    handle: str
    document: DocumentId
    version: int
    title: str
    part: str


@dataclass(frozen=True, slots=True)
class Used:
    """Another tool that was used, or a call that could not be run, and what came of it in a few words."""

    round: int
    tool: str
    arguments: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Nudged:
    """What Belegg told the model, unasked, to do better."""

    round: int
    kind: NudgeKind
    text: str


@dataclass(frozen=True, slots=True)
class Sent:
    """
    Messages sent to a model since its last reply, and what it replied: `reply` is None where none came, and
    `finish` says why it ended (`interrupted`: nothing of it was used). The model's own words, sent back to
    it, are not repeated.
    """

    round: int
    role: ChatRole
    messages: tuple[Message, ...]
    usage: Usage
    took_ms: float = 0.0
    reply: Message | None = None
    finish: Finish | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """The client of a role's model was loaded, before its first request; no limit counts that time."""

    role: ChatRole
    took_ms: float


@dataclass(frozen=True, slots=True)
class Writing:
    """Text of a reply as it comes. Told, not kept."""

    round: int
    text: str


@dataclass(frozen=True, slots=True)
class Drafted:
    """An answer that the model proposes: its sentences, and how many quotations they bring. From 1."""

    attempt: int
    sentences: tuple[str, ...]
    quotations: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What the program's checks said of one sentence of a draft: nothing when all is well."""

    attempt: int
    sentence: str
    quotations: int
    failures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """What the judge said of one sentence: whether its quotations carry it, and why not."""

    attempt: int
    sentence: str
    supported: bool
    doubt: str
    judge: str


@dataclass(frozen=True, slots=True)
class FellBack:
    """A step that did not do what it should have, and what was done instead."""

    step: str
    why: str
    instead: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why the search for an answer ended, in a word and in a sentence."""

    reason: StopReason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The answer, and what the whole run took, without what was `Loaded`. Always the last event."""

    answer: Answer
    usage: Usage
    took_s: float


Event = (
    Asked
    | Decided
    | Understood
    | Searched
    | PutAside
    | Opened
    | Used
    | Nudged
    | Sent
    | Loaded
    | Writing
    | Drafted
    | Checked
    | Judged
    | FellBack
    | Stopped
    | Ended
)


@dataclass(frozen=True, slots=True, order=True)
class Touched:
    """A version of a document of which a run was sent something; `quoted`: the answer quotes it."""

    document: DocumentId
    version: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class StoredRun:
    """
    A run as a library keeps it: a turn of a conversation. `number` counts the turns from 1; 0 is not kept.

    `asker` is the principal's id, empty for the owner of the file; `filters` are those of the scope, by name.
    `started_at` is ISO 8601 in UTC, `belegg` the version that ran it, `corpus` the digest of what was
    searched. `carried`: what the turns before it were sent, whose text its messages may hold. The events
    have no `Writing`; the last is `Ended`.
    """

    id: str
    conversation: str
    number: int
    question: str
    asker: str
    filters: Mapping[str, tuple[str, ...]]
    models: Mapping[ChatRole, str]
    started_at: str
    belegg: str
    corpus: str
    events: tuple[Event, ...]
    answer: Answer
    usage: Usage
    took_s: float
    carried: tuple[Touched, ...] = ()
