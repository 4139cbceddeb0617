"""What is brought in is read file by file, in a process of its own: readers are not to wait for it."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

from belegg.library.library import Library
from belegg.library.settings import DEFAULT_PACK
from belegg.library.uploads import Upload, Uploads
from belegg.reading.fenced.same import same_belegg

MAIN: Final = "import os; getattr(os, 'nice', int)(10); from belegg.serving.cli.main import main; main()"
"""Nicer than the server: who searches goes first where both want the processor."""
UNREAD: Final = "it could not be read; the server's log has more"


class Bringing:
    """Uploads to one library."""

    def __init__(self, library: Library) -> None:
        self.uploads = Uploads.beside(library.path)
        self._library = library
        self._threads = ThreadPoolExecutor(1, "bringing")

    def begin(self, upload: Upload) -> Future[Upload]:
        """Have a file that was put down read; its record as it is then."""
        return self._threads.submit(self._read, upload)

    def _read(self, upload: Upload) -> Upload:
        outcome = self._ingested(upload)
        upload = replace(upload, under=self._name_of(upload))
        refused = next((each for each in outcome.get("failed", ()) if each["source"] == upload.source), None)
        if refused is None and outcome.get("added"):
            read = replace(upload, state="read")
        else:
            reason = outcome.get("error", {}).get("message") or (refused or {}).get("reason") or UNREAD
            read = replace(upload, state="refused", reason=str(reason))
            self.uploads.place(upload).unlink(missing_ok=True)
            if refused is not None:
                self._library.take_out(upload.under, [upload.source])
        self.uploads.keep(read)
        return read

    def _name_of(self, upload: Upload) -> str:
        """By which name the library knows the folder that the file lies in."""
        folder = str(self.uploads.place(upload).parent.resolve())
        roots = self._library.store.roots()
        return next((name for name, location in roots.items() if location == folder), upload.root)

    def _ingested(self, upload: Upload) -> dict[str, Any]:
        """What `belegg ingest --json` says of the file."""
        with self.uploads.rules(upload.root) as rules:
            where = self._library.where
            options = [*where.options, "--access", str(rules), "--hold-removals", "--json"]
            pack = ["--pack", upload.pack or DEFAULT_PACK]
            command = [*same_belegg(MAIN), "ingest", *options, *pack, "--", str(self.uploads.place(upload))]
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=3_600, env=where.environment
            )
        try:
            told = json.loads(done.stdout)
        except ValueError:
            return {}
        return told if isinstance(told, dict) else {}

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
