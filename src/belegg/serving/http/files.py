"""A document's bytes as a download: named as it was, never shown by the browser as a page of ours."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from belegg.serving.http.problems import problem

SANDBOX: Final = "default-src 'none'; sandbox"
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")
_PLAIN = re.compile(r"[^A-Za-z0-9._ -]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069/\\]")
LONGEST_NAME: Final = 150


def disposition(name: str) -> str:
    """
    `Content-Disposition` of a download (RFC 6266): the name as it is in UTF-8, and once more in plain letters
    for who cannot read that. What would turn the writing's direction, or break the line, is left out.
    """
    told = _CONTROL.sub("", name).strip(". ")[:LONGEST_NAME] or "document"
    told = told.encode("utf-8", "replace").decode()
    plain = _PLAIN.sub("_", told)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(told, safe='')}"


def download(
    request: Request, data: bytes, name: str, media_type: str = "application/octet-stream"
) -> Response:
    """
    The whole file, or the one range that is asked for. Several ranges are answered with the whole file: a
    list of ten thousand of them would cost more than the file.
    """
    headers = {
        "Content-Disposition": disposition(name),
        "Content-Security-Policy": SANDBOX,
        "Accept-Ranges": "bytes",
    }
    asked = request.headers.get("range", "")
    single = _RANGE.fullmatch(asked)
    if single is None or single[0] == "bytes=-":
        return Response(data, 200, headers, media_type)
    start, end = _span(single[1], single[2], len(data))
    if start >= end:
        return problem(request.scope, 416, headers={"Content-Range": f"bytes */{len(data)}"})
    headers["Content-Range"] = f"bytes {start}-{end - 1}/{len(data)}"
    return Response(data[start:end], 206, headers, media_type)


def _span(first: str, last: str, size: int) -> tuple[int, int]:
    """Start and end (exclusive); empty when it is not in the file."""
    if not first:
        return max(0, size - int(last)), size
    return int(first), min(size, int(last) + 1) if last else size
