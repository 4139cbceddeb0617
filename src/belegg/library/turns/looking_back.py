"""What a Library does with the runs that it kept, after the answer was given."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from belegg.errors import BadInput
from belegg.library.turns.keeping import KeepsRuns, as_readable, called
from belegg.records import OWNER, Principal, Scope

if TYPE_CHECKING:
    from belegg.library.ingest import Ingested
    from belegg.library.library import Library
    from belegg.library.turns.gaps import Gap
    from belegg.library.turns.receipts import Receipt
    from belegg.library.turns.unheld import Unheld
    from belegg.library.turns.verifying import Verified
    from belegg.library.turns.written import AsPrinted
    from belegg.records import DocumentId


Form = Literal["md", "docx"]


def as_written(text: str, source: str) -> str:
    """A text of a source as it stands there."""
    return text


class LooksBack(KeepsRuns):
    """An open library whose stored answers are verified, taken along, and watched."""

    def verify(self, name: str, who: Principal) -> Verified:
        """
        Every quotation of a stored run, against today's documents and the versions that it quotes. Raises
        UnknownRun.
        """
        from belegg.library.turns.verifying import verified

        with self.store.reading(Scope(who)) as reader:
            return verified(reader, as_readable(reader, called(reader, name)))

    def receipt(self, name: str, who: Principal) -> dict[str, Any]:
        """A stored run as a receipt, JSON that can be verified without the library. Raises UnknownRun."""
        from belegg.library.turns.receipts import receipt_of

        with self.store.reading(Scope(who)) as reader:
            return receipt_of(reader, as_readable(reader, called(reader, name)))

    def verify_receipt(self, receipt: Receipt, who: Principal) -> Verified:
        """
        A receipt in itself, and its quotations against the documents that one may read. Raises BadInput for
        what is no receipt.
        """
        from belegg.library.turns.receipts import verified_receipt

        with self.store.reading(Scope(who)) as reader:
            return verified_receipt(receipt, reader)

    def export(
        self,
        name: str,
        form: Form,
        who: Principal,
        as_printed: AsPrinted = as_written,
        verdict: tuple[str, str] | None = None,
    ) -> bytes:
        """
        A stored run as a text with footnotes, in Markdown or as a Word file. `as_printed` makes a text of a
        source one for readers; `verdict`, a word and what is said with it, stands in place of ours. What of
        the run does not hold any more stands above all. Raises UnknownRun.
        """
        from belegg.library.turns.docx import as_docx
        from belegg.library.turns.markdown import as_markdown
        from belegg.library.turns.since import since
        from belegg.library.turns.verifying import verified
        from belegg.library.turns.written import written

        with self.store.reading(Scope(who)) as reader:
            run = as_readable(reader, called(reader, name))
            outdated = since(verified(reader, run))
        text = written(run, as_printed, outdated, verdict)
        return as_docx(text) if form == "docx" else as_markdown(text).encode()

    def no_longer(self, runs: Collection[str], who: Principal) -> frozenset[str]:
        """Those of these stored runs, by their ids, whose quotations do not all stand today."""
        from belegg.library.turns.unheld import no_longer

        return no_longer(self.store, runs, who)

    # ------------------------------------------------------------ the owner's

    def gaps(self, *, closed: bool = False) -> list[Gap]:
        """The questions that were left open, those asked by most first; or those that were closed."""
        from belegg.library.turns.gaps import gaps

        return gaps(cast("Library", self), closed)

    def close_gap(self, number: int) -> None:
        """Close a gap until its question is left open again. Raises BadInput when there is none."""
        with self.store.keeping("close a gap") as keeper:
            if not keeper.close_gap(number, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")):
                raise BadInput(f"there is no gap {number}; `belegg gaps` lists them with their numbers")

    def unheld(self, documents: Collection[DocumentId] | None = None) -> list[Unheld]:
        """
        The stored answers that no longer hold, of all or of those that quote one of these documents, with the
        words that changed.
        """
        from belegg.library.turns.unheld import unheld

        return unheld(self.store, documents)

    def _looked_after(self, outcome: Ingested) -> Ingested:
        """An ingest's outcome with the stored answers that no longer hold, and gaps that may be closed."""
        from belegg.library.turns.gaps import perhaps_closed

        self.sweep_fetched()
        if not outcome.touched:
            return outcome
        return replace(
            outcome,
            unheld=tuple(self.unheld(outcome.touched)),
            answerable=tuple(perhaps_closed(cast("Library", self), self._new_in(outcome.touched))),
        )

    def _new_in(self, touched: Collection[DocumentId]) -> list[DocumentId]:
        """Those that brought something: a file whose bytes were here before, under another name, did not."""
        with self.store.reading(Scope(OWNER)) as reader:
            came = reader.heads_of(touched)
            if not came:
                return []
            before = {head.sha256 for head in reader.removed() if head.id in touched}
            before |= {head.sha256 for head in reader.heads() if head.id not in touched}
            return sorted(id for id, head in came.items() if head.sha256 not in before)
