"""Whether a PDF has layers (optional content) that may be off. PDFium cannot be asked: its bytes tell."""

from __future__ import annotations

import re
import zlib

_OFF = re.compile(
    rb"/OFF\s*\[\s*\d|/OFF\s+\d+\s+\d+\s+R|/BaseState\s*/OFF|/OCMD|/(?:View|Print|Export)State\s*/OFF"
)
_LAYERS = re.compile(rb"/OCProperties|/OCGs?\b")
_DISGUISED = re.compile(rb"/[A-Za-z]*#[4-7][0-9A-Fa-f]")
"""A letter of a name written as its code, which no writer has a reason for."""

_OBJECT_STREAM = re.compile(rb"/ObjStm\b")
_STREAM = re.compile(rb"/Type\s*/ObjStm.{0,400}?stream\r?\n|/ObjStm\b", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n")
_ENCRYPTED = re.compile(rb"/Encrypt\b")
_MOST_BYTES = 16 * 1024**2


def may_be_off(data: bytes) -> bool:
    """
    True when the file has layers and something in it can switch one off, and when that cannot be told
    (encrypted, or packed otherwise than by Flate). Costs a search through the bytes.
    """
    if _ENCRYPTED.search(data):
        return True
    parts = [data]
    left = _MOST_BYTES
    for found in _OBJECT_STREAM.finditer(data):
        start = _STREAM.search(data, found.end(), found.end() + 600)
        if not start:
            return True
        try:
            part = zlib.decompressobj().decompress(data[start.end() :], left)
        except zlib.error:
            return True
        left -= len(part)
        if left <= 0:
            return True
        parts.append(part)
    if any(_DISGUISED.search(part) for part in parts):
        return True
    return any(_LAYERS.search(part) for part in parts) and any(_OFF.search(part) for part in parts)
