"""
A pack as files: `pack.toml` with its synonym groups, dictionary and names of documents, which may also stand
beside it, in `synonyms.toml`, `dictionary.toml` and `names.toml`. Read with every fault told by file and
line; written so that it reads back the same.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from belegg.errors import BadInput, ReadingError
from belegg.records.packs import Entry, OtherNames, Pack, SynonymGroup
from belegg.sources import pack_values
from belegg.sources.files import read_whole
from belegg.sources.pack_values import Check, Unfit
from belegg.sources.toml_lines import Lines, Place
from belegg.text.names import normal_name
from belegg.text.small_words import SMALL_WORDS
from belegg.text.words import word_texts

PACK_FILE = "pack.toml"
BESIDE = {"synonyms": "synonyms.toml", "dictionary": "dictionary.toml", "names": "names.toml"}
_MOST_NAMED = 5
LARGEST_BYTES = 16_000_000
_BROKEN_AT = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def read_pack(path: Path) -> Pack:
    """
    The pack of a folder with a `pack.toml`, or of that file. A file of another name stands alone.

    Raises BadInput naming the file, the line, what was met there and what to write.
    """
    file = path / PACK_FILE if path.is_dir() else path
    described = _File.read(file)
    described.allow((*pack_values.PACK, *BESIDE), ())
    groups, entries, names = list(_groups(described)), list(_entries(described)), list(_names(described))
    if file.name == PACK_FILE:
        for kind, name in BESIDE.items():
            if (file.parent / name).exists():
                beside = _File.read(file.parent / name)
                beside.allow((kind,), ())
                groups += _groups(beside)
                entries += _entries(beside)
                names += _names(beside)
    _refuse_second_entries(entries)
    _refuse_second_groups(groups)
    _refuse_second_names(names)
    values = described.values(described.top, pack_values.PACK, ())
    if "name" not in values:
        raise described.fault('the pack has no name; write a line like name = "handbook"')
    return Pack(
        **values,
        synonyms=tuple(group for group, _, _ in groups),
        dictionary=tuple(entry for entry, _, _ in entries),
        names=tuple(others for others, _, _ in names),
    )


def refuse_name(name: str) -> None:
    """Raises BadInput when no `pack.toml` could give a pack this name."""
    try:
        pack_values.name(name)
    except Unfit as unfit:
        raise BadInput(f"the pack's name {unfit}") from unfit


def groups_given(groups: Iterable[str]) -> frozenset[str]:
    """Groups as somebody names them; none, or `nobody`, is nobody. Raises BadInput."""
    try:
        return frozenset(pack_values.groups(list(groups)))
    except Unfit as unfit:
        raise BadInput(f"the list of groups {unfit}") from unfit


def with_value(pack: Pack, field: str, value: object) -> Pack:
    """The pack with another value in one of its fields; None is as if nothing were said. Raises BadInput."""
    if field in BESIDE:
        raise BadInput(
            f"`{field}` stand in `{PACK_FILE}` or `{BESIDE[field]}`; change them there and run `belegg pack "
            f"add` (`belegg pack show {pack.name} --toml` writes such a file)"
        )
    if field not in pack_values.PACK:
        raise BadInput(f"`{field}` {pack_values.unknown(field, pack_values.PACK)}")
    if value is None:
        value_of: Any = next(each.default for each in fields(Pack) if each.name == field)
    else:
        try:
            value_of = pack_values.PACK[field](value)
        except Unfit as unfit:
            raise BadInput(f"`{field}` {unfit}") from unfit
    return Pack(**{each.name: getattr(pack, each.name) for each in fields(Pack)} | {field: value_of})


# ---------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class _File:
    """A TOML file that was read, to be looked through table by table."""

    path: Path
    top: Mapping[str, Any]
    lines: Lines

    @classmethod
    def read(cls, path: Path) -> _File:
        """Raises BadInput when it is not there, or no TOML."""
        try:
            text = read_whole(path, str(path), LARGEST_BYTES).decode("utf-8-sig").replace("\r\n", "\n")
        except ReadingError as error:
            raise BadInput(f"{error}; a pack is a folder with a `{PACK_FILE}`, or that file") from error
        except UnicodeDecodeError as error:
            raise BadInput(f"byte {error.start} of `{path}` is not UTF-8; save it as UTF-8") from error
        try:
            return cls(path, tomllib.loads(text), Lines(text))
        except tomllib.TOMLDecodeError as error:
            at = _BROKEN_AT.search(str(error))
            line = at["line"] if at and at["line"] else text.count("\n") + 1
            what = _BROKEN_AT.sub("", str(error))
            raise BadInput(
                f"line {line} of `{path}` is no TOML ({what}); look for a quotation mark, a comma or a "
                "bracket that is missing there or before"
            ) from error
        except RecursionError as error:
            raise BadInput(
                f"`{path}` nests lists too deep for a pack; no list in it holds another"
            ) from error

    def fault(self, text: str, place: Place = ()) -> BadInput:
        return BadInput(f"line {self.lines.of(place)} of `{self.path}`: {text}")

    def allow(self, known: Sequence[str], place: Place) -> None:
        """Raises BadInput at a key of a table that nobody would read."""
        for key in self.table(place):
            if key not in known:
                raise self.fault(f"`{key}` {pack_values.unknown(key, known)}", (*place, key))

    def table(self, place: Place) -> Mapping[str, Any]:
        return self.top if not place else self.top[str(place[0])][int(place[1])]

    def tables(self, key: str) -> Iterator[tuple[Place, Mapping[str, Any]]]:
        """The tables `[[key]]` of the file, each with its place."""
        found = self.top.get(key, [])
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            raise self.fault(f"`{key}` is no list of tables; begin each with a line [[{key}]]", (key,))
        for number, table in enumerate(found):
            yield (key, number), table

    def values(self, table: Mapping[str, Any], checks: Mapping[str, Check], place: Place) -> dict[str, Any]:
        """What the table says of these keys, as records hold it."""
        values = {}
        for key, check in checks.items():
            if key not in table:
                continue
            try:
                values[key] = check(table[key])
            except Unfit as unfit:
                where = (*place, key) if unfit.item is None else (*place, key, unfit.item)
                raise self.fault(f"`{key}` {unfit}", where) from unfit
        return values


_Group = tuple[SynonymGroup, _File, Place]
_Entry = tuple[Entry, _File, Place]
_Names = tuple[OtherNames, _File, Place]


def _groups(file: _File) -> Iterator[_Group]:
    for place, table in file.tables("synonyms"):
        file.allow(tuple(pack_values.GROUP), place)
        values = file.values(table, pack_values.GROUP, place)
        words = values.get("words", ())
        if len(words) < 2:
            raise file.fault('a group of synonyms needs two words at least: words = ["…", "…"]', place)
        if all_small(words, values.get("language")):
            told = f"`words` holds small words alone (`{words[0]}`), which no search asks for"
            raise file.fault(f"{told}; leave the group out", (*place, "words"))
        spelled = {tuple(word_texts(word)): word for word in words}
        of_them = {}
        for key in ("exact", "asked_only"):
            for number, word in enumerate(values.get(key, ())):
                if tuple(word_texts(word)) not in spelled:
                    told = f"`{key}` holds `{word}`, which is not among the words of its group"
                    raise file.fault(f"{told}; add it to `words`", (*place, key, number))
            of_them[key] = frozenset(spelled[tuple(word_texts(word))] for word in values.get(key, ()))
        if of_them["asked_only"] == set(words):
            told = "`asked_only` holds every word of its group, so nothing is searched"
            raise file.fault(f"{told}; leave out what documents say", (*place, "asked_only"))
        yield SynonymGroup(words, values.get("language"), **of_them), file, place


def all_small(words: Sequence[str], language: str | None) -> bool:
    """Whether each is one small word of the group's language, or of one and the same where it has none."""
    spoken = SMALL_WORDS if language is None else {language: SMALL_WORDS.get(language, frozenset())}
    said = [word_texts(word) for word in words]
    return any(all(len(run) == 1 and run[0] in small for run in said) for small in spoken.values())


def _refuse_second_groups(groups: Sequence[_Group]) -> None:
    """The same words in the same language, in any order, make a group once."""
    met: set[tuple[str | None, frozenset[tuple[str, ...]]]] = set()
    for group, file, place in groups:
        key = (group.language, frozenset(tuple(word_texts(word)) for word in group.words))
        if key in met:
            words = ", ".join(group.words[:_MOST_NAMED])
            raise file.fault(f"there is a group of these words already ({words}); leave one out", place)
        met.add(key)


def _entries(file: _File) -> Iterator[_Entry]:
    for place, table in file.tables("dictionary"):
        file.allow(tuple(pack_values.ENTRY), place)
        values = file.values(table, pack_values.ENTRY, place)
        for key, example in (
            ("word", 'word = "sparken"'),
            ("documents_say", 'documents_say = ["oppsigelse"]'),
        ):
            if not values.get(key):
                raise file.fault(f"an entry of the dictionary needs `{key}`, such as {example}", place)
        yield Entry(**values), file, place


def _refuse_second_entries(entries: Sequence[_Entry]) -> None:
    repeated = pack_values.twice(entry.word for entry, _, _ in entries)
    if repeated is not None:
        entry, file, place = entries[repeated]
        told = f"the dictionary has an entry `{entry.word}` already; make one entry of both"
        raise file.fault(told, (*place, "word"))


def _names(file: _File) -> Iterator[_Names]:
    for place, table in file.tables("names"):
        file.allow(tuple(pack_values.NAMES), place)
        values = file.values(table, pack_values.NAMES, place)
        for key, example in (("document", 'document = "granneloven"'), ("names", 'names = ["naboloven"]')):
            if not values.get(key):
                raise file.fault(f"other names of a document need `{key}`, such as {example}", place)
        yield OtherNames(**values), file, place


def _refuse_second_names(names: Sequence[_Names]) -> None:
    """One name of two documents would name neither."""
    met: dict[str, str] = {}
    for others, file, place in names:
        for number, name in enumerate(others.names):
            owner = met.setdefault(normal_name(name), others.document)
            if owner != others.document:
                told = f"`{name}` is a name of `{owner}` already; a name is one document's"
                raise file.fault(told, (*place, "names", number))


# ---------------------------------------------------------------- writing


def toml_of(pack: Pack) -> str:
    """The pack as the text of a `pack.toml`. What is as it is without a word is left out, the kind apart."""
    always = ("name", "kind", "description")
    plain = [each for each in fields(Pack) if each.name in pack_values.PACK]
    said = [
        (each.name, getattr(pack, each.name))
        for each in plain
        if each.name in always or getattr(pack, each.name) != each.default
    ]
    tables = [_table("synonyms", _keys_of(group)) for group in pack.synonyms]
    tables += [_table("dictionary", _keys_of(entry)) for entry in pack.dictionary]
    tables += [_table("names", _keys_of(others)) for others in pack.names]
    return "\n".join(["".join(f"{key} = {_toml(value)}\n" for key, value in said), *tables])


def _keys_of(record: SynonymGroup | Entry | OtherNames) -> list[tuple[str, Any]]:
    """What is said in a record; a language or a rule that is not there is not written."""
    return [(each.name, value) for each in fields(record) if (value := getattr(record, each.name))]


def _table(name: str, keys: Sequence[tuple[str, Any]]) -> str:
    return f"[[{name}]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in keys)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, frozenset):
        value = tuple(sorted(value))
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
