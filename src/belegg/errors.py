"""
Every error of Belegg.

    BeleggError
    ├─ UserError
    │  ├─ UnknownDocument
    │  ├─ UnknownPack
    │  ├─ UnknownRun
    │  ├─ UnknownPerson
    │  ├─ UnknownKey
    │  ├─ BadQuery
    │  ├─ BadSetting
    │  ├─ BadInput
    │  ├─ NotTrusted
    │  ├─ NotSignedIn
    │  ├─ NotAllowed
    │  ├─ TooManyRequests
    │  ├─ MissingExtra
    │  ├─ StatementRefused
    │  ├─ ModelDiffers
    │  └─ AnalyserDiffers
    ├─ ReadingError
    │  ├─ NotADocument
    │  │  └─ Damaged
    │  ├─ PasswordNeeded
    │  ├─ NoTextLayer
    │  ├─ UndecodableText
    │  ├─ FileUnreadable
    │  ├─ TooLarge
    │  └─ ParserFailed
    │     ├─ ParserCrashed
    │     ├─ ParserStalled
    │     └─ OutOfMemory
    ├─ StoreError
    │  ├─ StoreUnhealthy
    │  │  └─ VectorsDamaged
    │  ├─ MigrationNeeded
    │  ├─ NotALibrary
    │  ├─ StoreFull
    │  ├─ StoreReadOnly
    │  ├─ UnfinishedCopy
    │  ├─ OutcomeUnknown
    │  └─ StoreBusy
    │     └─ LeaseLost
    ├─ ModelError
    │  ├─ ModelTimeout
    │  ├─ ModelRefused
    │  │  └─ TextRefused
    │  └─ ModelMalformed
    └─ SourceError
       ├─ ProviderFailed
       ├─ StatementStopped
       └─ StatisticsFailed
          ├─ SourceOffline
          ├─ SourceTimeout
          ├─ SourceUnavailable
          ├─ RateLimited
          ├─ SelectionTooLarge
          ├─ BadSelection
          ├─ NoFigures
          ├─ UnknownTable
          ├─ KeyMissing
          ├─ SourceRefused
          └─ SourceChanged

`UserError`: the caller can mend it. `ReadingError`: this file cannot be read; it stands in the report and
the ingest goes on. `StoreError`: the database refused. `ModelError`: a model did not answer as asked.
`SourceError`: something outside that is no model did not. A message says what was met, with the value in
backticks, then what to do. It never holds a key, nor text of a document that the asker may not see.
"""

from __future__ import annotations


class BeleggError(Exception):
    """The root: everything that Belegg raises on purpose."""


class UserError(BeleggError):
    """The caller can mend it."""


class UnknownDocument(UserError):
    """No such document for this asker (absent and forbidden read the same)."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no document `{name}`; `belegg documents` lists those you may read")


class UnknownPack(UserError):
    """No such pack for this asker."""


class UnknownRun(UserError):
    """No such stored run, or conversation, for this asker (absent and not theirs read the same)."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no stored run `{name}`; `belegg runs` lists yours")


class UnknownPerson(UserError):
    """Nobody is known by that here."""

    def __init__(self, name: str) -> None:
        super().__init__(f"nobody is known as `{name}`; `belegg people list` lists who is")


class UnknownKey(UserError):
    """No such session or API token, or not of whoever asks."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no session or API token `{name}` here; look at the list of them")


class BadQuery(UserError):
    """The question cannot be searched (it is empty, or a filter cannot be read)."""


class BadSetting(UserError):
    """A setting has a value that Belegg does not know."""


class BadInput(UserError):
    """A file or folder that the command was given is not what it needs."""


class NotTrusted(UserError):
    """A message from outside is not signed as agreed, or too old; nothing was done for it."""


class NotSignedIn(UserError):
    """Nobody is known to ask: no sign-in, or one that no longer holds."""


class NotAllowed(UserError):
    """Whoever asks is known and may not do this; said of doings, never of documents."""


class TooManyRequests(UserError):
    """More was asked in a short time than one person may; `wait_s` is how long to wait, in seconds."""

    def __init__(self, message: str, wait_s: float = 1.0) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class MissingExtra(UserError):
    """An optional part is not installed; the message holds the install line."""


class StatementRefused(UserError):
    """A statement that may not be run on a company table; the message says what of it, and what may."""


class ModelDiffers(UserError):
    """The library's vectors are of another model, or of another dimension, than the one at hand."""


class AnalyserDiffers(UserError):
    """The index was built with another stemmer, lemmatiser or word list than the one installed."""


class ReadingError(BeleggError):
    """This file cannot be read."""


class NotADocument(ReadingError):
    """The bytes are no document of a kind that is read here."""


class Damaged(NotADocument):
    """The file is of a kind that is read here, and torn or written wrongly."""


class PasswordNeeded(ReadingError):
    """The file is encrypted and opens with a password only."""


class NoTextLayer(ReadingError):
    """The file holds pictures of text and no text."""


class UndecodableText(ReadingError):
    """The bytes are text in no encoding that could be told for sure."""


class FileUnreadable(ReadingError):
    """The disk or the file's permissions did not give the bytes."""


class TooLarge(ReadingError):
    """The file exceeds a limit; the message names it."""


class ParserFailed(ReadingError):
    """The reader met something that it was not written for; the file costs itself only."""


class ParserCrashed(ParserFailed):
    """The process that read the file ended before it answered."""


class ParserStalled(ParserFailed):
    """Reading the file got no further, or took longer than it may."""


class OutOfMemory(ParserFailed):
    """Reading the file took more memory than it may."""


class StoreError(BeleggError):
    """The database refused."""


class StoreUnhealthy(StoreError):
    """The file is damaged or incomplete."""


class VectorsDamaged(StoreUnhealthy):
    """Stored vectors are missing or cannot be compared; all else may be sound."""


class MigrationNeeded(StoreError):
    """The library was made by a newer Belegg, or cannot be brought forward here."""


class NotALibrary(StoreError):
    """The file exists and is no Belegg library."""


class StoreFull(StoreError):
    """The disk is full; nothing acknowledged is lost."""


class StoreReadOnly(StoreError):
    """The library or its folder cannot be written to."""


class UnfinishedCopy(StoreError):
    """A copy into this library has not come to its end."""


class OutcomeUnknown(StoreError):
    """The database went away while it committed a change, and cannot be asked whether it did."""


class StoreBusy(StoreError):
    """The library cannot be had now: another process holds it, or its server does not answer."""


class LeaseLost(StoreBusy):
    """A worker was silent for too long: others do what it held, and it may store nothing of that."""


class ModelError(BeleggError):
    """A model did not answer as asked."""


class ModelTimeout(ModelError):
    """It did not answer in time."""


class ModelRefused(ModelError):
    """It cannot be reached, or will not serve: no connection, a wrong key, a limit reached."""


class TextRefused(ModelRefused):
    """It would not take the text that it was given, or one of several; others it may take."""


class ModelMalformed(ModelError):
    """It answered, and not in the form agreed on."""


class SourceError(BeleggError):
    """Something outside, which is no model, did not answer as asked."""


class ProviderFailed(SourceError):
    """The organisation's sign-in did not answer, or not as agreed; nobody is let in on its word."""


class StatementStopped(SourceError):
    """A statement on a company table took longer than it may, or its database did not answer."""


class StatisticsFailed(SourceError):
    """
    A source of statistics did not give what was asked. `source` is its id; the message begins with its name.
    """

    def __init__(self, message: str, source: str = "") -> None:
        super().__init__(message)
        self.source = source


class SourceOffline(StatisticsFailed):
    """It cannot be reached."""


class SourceTimeout(StatisticsFailed):
    """It did not answer in time."""


class SourceUnavailable(StatisticsFailed):
    """It says that it cannot answer now, or sent a page where figures were agreed on."""


class RateLimited(StatisticsFailed):
    """It was asked too often; `retry_after_s` is how long to wait, as far as that is known."""

    def __init__(self, message: str, source: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(message, source)
        self.retry_after_s = retry_after_s


class SelectionTooLarge(StatisticsFailed):
    """More cells than may be asked for; the message names the widest dimension."""


class BadSelection(StatisticsFailed):
    """A dimension or a code that the table does not have; the message names the nearest ones."""


class NoFigures(StatisticsFailed):
    """The selection is valid, and there are no cells for it: no zero, and no fault."""


class UnknownTable(StatisticsFailed):
    """The source has no table of that id."""


class KeyMissing(StatisticsFailed):
    """The source wants a key; the message names the setting that holds it."""


class SourceRefused(StatisticsFailed):
    """It does not give this: forbidden, or not to be passed on."""


class SourceChanged(StatisticsFailed):
    """It answered in a form that was not agreed on, or with more than may be read."""
