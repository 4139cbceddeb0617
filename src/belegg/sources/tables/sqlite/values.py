"""A value of a database as text: as it stands there, or what stands in the place of what is no text."""

from __future__ import annotations

LONGEST = 2_000
"""Characters of one value."""

Value = None | int | float | str | bytes


def as_text(value: Value) -> str | None:
    """None for a missing one. White space of a text is folded, so that a row stays one line."""
    if value is None:
        return None
    if isinstance(value, bytes):
        return f"(bytes, {len(value):,} of them, not shown)"
    if not isinstance(value, str):
        return repr(value)
    text = " ".join("".join(seen(letter) for letter in value).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… (cut; {len(text):,} characters)"


def seen(letter: str) -> str:
    """A control character stands as a blank, half a surrogate pair as the sign for what cannot be shown."""
    return "\ufffd" if "\ud800" <= letter <= "\udfff" else letter if letter.isprintable() else " "
