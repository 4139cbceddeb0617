"""
What travels between a reader's process and the one that waits: a JSON object and, behind it, plain bytes.

Never pickle: what reads strangers' files may be in a stranger's hands. Eight bytes go ahead, the lengths of
both parts; a length above the limit is refused before anything of it is read.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO

_LENGTHS = struct.Struct(">II")
MOST_HEAD_BYTES = 512 * 1024 * 1024


class Garbled(ValueError):
    """What came is no frame."""


class Oversized(ValueError):
    """A frame is longer than it may be."""


def encoded(head: dict[str, Any]) -> bytes:
    """Raises TypeError for what is no JSON (numbers of numpy, say)."""
    return json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def write_frame(stream: BinaryIO, head: dict[str, Any] | bytes, blobs: Sequence[bytes] = ()) -> None:
    """`head` may be encoded already. Raises OSError when nobody reads any more."""
    text = head if isinstance(head, bytes) else encoded(head)
    stream.write(_LENGTHS.pack(len(text), sum(map(len, blobs))))
    stream.write(text)
    for blob in blobs:
        stream.write(blob)
    stream.flush()


def read_frame(stream: BinaryIO, most_bytes: int) -> tuple[dict[str, Any], bytes] | None:
    """None when the stream has ended, also in the middle of a frame. Raises Garbled and Oversized."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    of_head, of_body = _LENGTHS.unpack(lengths)
    if of_head > MOST_HEAD_BYTES or of_head + of_body > most_bytes:
        raise Oversized(f"{of_head + of_body:,} bytes")
    text, body = stream.read(of_head), stream.read(of_body)
    if len(text) < of_head or len(body) < of_body:
        return None
    try:
        head = json.loads(text.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise Garbled("no JSON") from error
    if not isinstance(head, dict):
        raise Garbled("no object")
    return head, body
