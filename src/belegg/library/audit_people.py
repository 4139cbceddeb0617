"""The people of an audit: from a file, or one for each group that a library's access lists name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from belegg.errors import BadInput
from belegg.records import ANONYMOUS, EVERYONE, Principal


def read_people(path: Path) -> list[Principal]:
    """
    Lines of `name<TAB>group,group`; a first line `user<TAB>groups` and lines with `#` are left out. Whoever
    stands there has signed in, but for `anonymous`. Raises BadInput naming the line.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except OSError as error:
        raise BadInput(f"the people in `{path}` cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"byte {error.start} of `{path}` is not UTF-8; save the file as UTF-8") from error
    people: dict[str, Principal] = {}
    for number, line in enumerate(lines, 1):
        name, tab, groups = line.partition("\t")
        if not line.strip() or line.startswith("#") or (name, groups.strip()) == ("user", "groups"):
            continue
        if not tab or not name.strip():
            raise BadInput(
                f"line {number} of `{path}` is no person: `{line[:60]}`; write `name<TAB>group,group`"
            )
        if name.strip() in people:
            raise BadInput(f"line {number} of `{path}` names `{name.strip()}` a second time")
        people[name.strip()] = _person(name.strip(), groups)
    if not people:
        raise BadInput(f"`{path}` holds no person; write lines of `name<TAB>group,group`")
    return list({**people, ANONYMOUS: Principal.anonymous()}.values())


def _person(name: str, groups: str) -> Principal:
    if name == ANONYMOUS:
        return Principal.anonymous()
    return Principal.signed_in(name, filter(None, (group.strip() for group in groups.split(","))))


def people_of(lists: Iterable[frozenset[str]]) -> list[Principal]:
    """One person in each single group of the lists, the commonest group first; one in none; one anonymous."""
    counts = Counter(group for access in lists for group in access)
    groups = sorted(set(counts) - {EVERYONE}, key=lambda group: (-counts[group], group))
    members = [Principal.signed_in(group, [group]) for group in groups]
    return [*members, Principal.signed_in(EVERYONE, []), Principal.anonymous()]
