"""
The process that embeds: texts in, vectors out, until its input ends.

    python -m belegg.models.processes.worker

A message is its length as a little-endian uint32, then its bytes. Asked is a JSON list of texts; the answer
begins with `+` and holds the vectors one after the other, or with `-` and holds the name of a ModelError and
its words. The first message out is `+` alone once the model is loaded.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from typing import IO

from belegg.errors import BeleggError
from belegg.seams import Embedder

LENGTH = struct.Struct("<I")


def receive(stream: IO[bytes]) -> bytes | None:
    """The next message; None when the other end has closed or died."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None


def send(stream: IO[bytes], message: bytes) -> None:
    """Raises OSError when nobody reads any more."""
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()


def serve(embedder: Embedder, asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until there are no more questions."""
    send(answers, b"+")
    while (message := receive(asked)) is not None:
        send(answers, answer(embedder, json.loads(message)))


def answer(embedder: Embedder, texts: list[str]) -> bytes:
    try:
        return b"+" + b"".join(embedder.passages(texts))
    except BeleggError as error:
        return refusal(error)


def refusal(error: BeleggError) -> bytes:
    return f"-{type(error).__name__}\n{error}".encode()


def main() -> None:
    # Whatever prints goes to the error stream: the way out is for answers alone.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        from belegg.models.e5 import open_e5

        embedder = open_e5()
    except BeleggError as error:
        send(answers, refusal(error))
        return
    serve(embedder, sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
