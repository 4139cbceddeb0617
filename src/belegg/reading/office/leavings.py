"""What the readers of office files say about what is no part of the text, in the same words everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belegg.records import Warned

MOST_EXAMPLES = 5


def leavings(
    hidden: Sequence[str] = (),
    comments: int = 0,
    changes: int = 0,
    pictures: int = 0,
    contents: int = 0,
    symbols: int = 0,
) -> Iterator[Warned]:
    """
    A warning for each kind that there was.

    `hidden` are texts that are not shown, `contents` counts lines of a table of contents, `symbols` letters
    of picture fonts that are not known here.
    """
    if hidden:
        examples = ", ".join(f"`{text[:60]}`" for text in hidden[:MOST_EXAMPLES])
        places = "1 place holds" if len(hidden) == 1 else f"{len(hidden):,} places hold"
        yield Warned("hidden text", f"{places} text that is not shown; it was left out: {examples}")
    if comments:
        yield Warned("comments", f"{of(comments, 'comment')} left out of the text")
    if changes:
        yield Warned("tracked changes", f"{of(changes, 'tracked change')}; read as if all were accepted")
    if symbols:
        yield Warned("unknown letters", f"{of(symbols, 'sign')} of picture fonts shown as `\ufffd`")
    if pictures:
        yield Warned("pictures", f"{of(pictures, 'picture')}; text in pictures is not read")
    if contents:
        yield Warned("contents list", f"a table of contents of {of(contents, 'line')} was put aside")


def of(count: int, name: str) -> str:
    """`1 comment`, `2 comments`."""
    return f"{count:,} {name}{'' if count == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """The first names, and whether there are more."""
    return ", ".join(names[:MOST_EXAMPLES]) + (" and more" if len(names) > MOST_EXAMPLES else "")
