"""Packs as files: what they say is read, what they get wrong is told by line, and writing loses nothing."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadInput
from belegg.records.packs import Entry, OtherNames, Pack, SynonymGroup
from belegg.sources.pack_values import PACK
from belegg.sources.packs import all_small, read_pack, toml_of, with_value
from belegg.sources.toml_lines import Lines
from belegg.text.names import normal_name
from belegg.text.normalise import normalise
from belegg.text.stems import NAME_SPACES
from belegg.text.words import word_texts

WHOLE = """
name = "lovdata"
kind = "law"
description = "Norwegian acts"
stemmer = "nb"
profile = "reports"
ranking = "bm25"
access = ["everyone", "hr"]
on = false

[[synonyms]]
language = "nb"
words = ["sparken", "si  opp",
         "gjeld"]
exact = ["gjeld"]

[[dictionary]]
word = "sparken"
documents_say = ["oppsigelse", "avskjed"]
meanings = ["oppsigelse: with notice"]
searches = ["oppsigelse søksmål frist"]
rule = "The notice must be in writing."
also = ["få fyken"]

[[names]]
document = "granneloven"
names = ["naboloven", "nabol"]
"""


def written(folder: Path, text: str, name: str = "pack.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def refused(folder: Path, text: str) -> str:
    with pytest.raises(BadInput) as told:
        read_pack(written(folder, text))
    return str(told.value)


@pytest.mark.req("PAC-1", "PAC-2", "PAC-3")
def test_everything_that_a_pack_says_is_read(tmp_path: Path) -> None:
    assert read_pack(written(tmp_path, WHOLE)) == Pack(
        name="lovdata",
        kind="law",
        description="Norwegian acts",
        stemmer="nb",
        synonyms=(SynonymGroup(("sparken", "si opp", "gjeld"), "nb", frozenset({"gjeld"})),),
        dictionary=(
            Entry(
                "sparken",
                ("oppsigelse", "avskjed"),
                ("oppsigelse: with notice",),
                ("oppsigelse søksmål frist",),
                "The notice must be in writing.",
                ("få fyken",),
            ),
        ),
        names=(OtherNames("granneloven", ("naboloven", "nabol")),),
        on=False,
        ranking="bm25",
        profile="reports",
        access=frozenset({"everyone", "hr"}),
    )


def test_a_name_is_enough(tmp_path: Path) -> None:
    assert read_pack(written(tmp_path, 'name = "wiki"')) == Pack("wiki")
    assert read_pack(tmp_path / "pack.toml") == Pack("wiki")


def test_nobody_is_said_by_an_empty_list_and_not_by_no_list(tmp_path: Path) -> None:
    assert read_pack(written(tmp_path, 'name = "wiki"\naccess = []')).access == frozenset()
    assert read_pack(written(tmp_path, 'name = "wiki"\naccess = ["Nobody"]')).access == frozenset()
    assert read_pack(written(tmp_path, 'name = "wiki"\naccess = ["EVERYONE"]')).access == frozenset(
        {"everyone"}
    )
    assert read_pack(written(tmp_path, 'name = "wiki"')).access is None


def test_groups_and_entries_beside_the_pack_come_after_its_own(tmp_path: Path) -> None:
    written(tmp_path, 'name = "a"\n[[synonyms]]\nwords = ["one", "two"]')
    written(tmp_path, '[[synonyms]]\nwords = ["three", "four"]', "synonyms.toml")
    written(tmp_path, '[[dictionary]]\nword = "x"\ndocuments_say = ["y"]', "dictionary.toml")
    written(tmp_path, '[[names]]\ndocument = "z"\nnames = ["zed"]', "names.toml")

    pack = read_pack(tmp_path)

    assert pack.synonyms == (SynonymGroup(("one", "two")), SynonymGroup(("three", "four")))
    assert pack.dictionary == (Entry("x", ("y",)),)
    assert pack.names == (OtherNames("z", ("zed",)),)


def test_a_file_of_another_name_stands_alone(tmp_path: Path) -> None:
    written(tmp_path, 'name = "a"', "a.toml")
    written(tmp_path, '[[synonyms]]\nwords = ["three", "four"]', "synonyms.toml")

    assert read_pack(tmp_path / "a.toml") == Pack("a")


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ('name = "a"\nstemer = "nb"', 2, "`stemer` is no key here; did you mean `stemmer`?"),
        ('name = "A b"', 1, "`name` is `A b`; write 1 to 60 lower-case letters a to z, digits and hyphens"),
        ('\nkind = "law"', 1, 'the pack has no name; write a line like name = "handbook"'),
        ('name = "a"\nkind = "lov"', 2, "`kind` is `lov`; write one of `documents`, `law`, `statistics`"),
        ('name = "a"\nkind = "document"', 2, "`kind` is `document`; did you mean `documents`?"),
        ('name = "a"\nstemmer = "xx"', 2, "`stemmer` is `xx`; write one of `auto`, `none`, `nb`"),
        ('name = "a"\non = "yes"', 2, "`on` is `yes`; write true or false, without quotation marks"),
        ('name = "a"\ndescription = 3', 2, "`description` is `3`, not text; write it between"),
        ('name = "a"\naccess = "hr"', 2, "`access` is `hr`, not a list; write it between [ and ]"),
        ('name = "a"\naccess = [\n  "hr",\n  "*"]', 4, "`access` holds `*`, which is no name of a group"),
        ('name = "a"\naccess = ["hr", "nobody"]', 2, "`access` names `nobody` beside others"),
        ('name = "a"\nsynonyms = 3', 2, "no list of tables; begin each with a line [[synonyms]]"),
        ('name = "a"\n[[synonyms]]\nword = ["a"]', 3, "`word` is no key here; did you mean `words`?"),
        ('name = "a"\n[[synonyms]]\nwords = ["a"]', 2, "a group of synonyms needs two words at least"),
        (
            'name = "a"\n[[synonyms]]\nwords = ["a", "b"]\n\n[[synonyms]]\nwords = [\n"x y",\n# c\n"X  y"]',
            9,
            "`words` holds `X y` twice; leave one out",
        ),
        ('name = "a"\n[[synonyms]]\nwords = ["a", "…"]', 3, "`words` holds `…`, in which there is no word"),
        (
            'name = "a"\n[[synonyms]]\nwords = ["a", "b"]\nexact = [\n"c"]',
            5,
            "`exact` holds `c`, which is not among the words of its group",
        ),
        (
            'name = "a"\n[[synonyms]]\nwords = ["a", "b"]\nasked_only = ["d"]',
            4,
            "`asked_only` holds `d`, which is not among the words of its group",
        ),
        (
            'name = "a"\n[[synonyms]]\nwords = ["a", "b"]\nasked_only = ["b", "A"]',
            4,
            "`asked_only` holds every word of its group, so nothing is searched",
        ),
        ('name = "a"\n[[names]]\nnames = ["b"]', 2, "other names of a document need `document`"),
        ('name = "a"\n[[names]]\ndocument = "b"\nnames = []', 2, "other names of a document need `names`"),
        (
            'name = "a"\n[[names]]\ndocument = "b"\nnames = ["c"]\n[[names]]\ndocument = "d"\nnames = ["C"]',
            7,
            "`C` is a name of `b` already",
        ),
        ('name = "a"\n[[synonyms]]\nlanguage = "norsk"', 3, "`language` is `norsk`; did you mean `nb`"),
        ('name = "a"\n[[dictionary]]\nword = "x"', 2, "an entry of the dictionary needs `documents_say`"),
        (
            'name = "a"\n[[dictionary]]\nword = "x"\ndocuments_say = ["y"]\n'
            '[[dictionary]]\ndocuments_say = ["z"]\nword = "X"',
            7,
            "the dictionary has an entry `X` already; make one entry of both",
        ),
        ('name = "a"\nkind = "law', 2, "is no TOML (Illegal character '\\n')"),
        ('name = "a"\naccess = ["hr"', 2, "is no TOML (Unclosed array)"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_file_line_and_what_to_write(
    tmp_path: Path, text: str, line: int, told: str
) -> None:
    message = refused(tmp_path, text + "\n" if 'kind = "law' in text else text)

    assert message.startswith(f"line {line} of `{tmp_path / 'pack.toml'}`")
    assert told in message


def test_a_fault_beside_the_pack_names_the_file_that_holds_it(tmp_path: Path) -> None:
    written(tmp_path, '[[synonyms]]\nwords = ["a", "b"]\n[[dictionary]]\nword = "x"', "synonyms.toml")

    message = refused(tmp_path, 'name = "a"')

    assert message.startswith(f"line 3 of `{tmp_path / 'synonyms.toml'}`: `dictionary` is no key here")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'name = "caf\xe9"', "is not UTF-8; save it as UTF-8"),
        (b"a = " + b"[" * 5_000, "nests lists too deep"),
    ],
)
def test_a_file_that_is_no_text_or_a_trap_is_refused_in_words(tmp_path: Path, data: bytes, told: str) -> None:
    (tmp_path / "pack.toml").write_bytes(data)

    with pytest.raises(BadInput, match=told):
        read_pack(tmp_path)


def test_a_folder_without_a_pack_says_what_a_pack_is(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"a pack is a folder with a `pack\.toml`"):
        read_pack(tmp_path)


def test_one_field_is_changed_as_a_file_would_say_it() -> None:
    pack = Pack("a", access=frozenset({"hr"}))

    assert with_value(pack, "stemmer", "en") == Pack("a", stemmer="en", access=frozenset({"hr"}))
    assert with_value(pack, "access", None) == Pack("a")
    with pytest.raises(BadInput, match="`stemmer` is `klingon`"):
        with_value(pack, "stemmer", "klingon")
    with pytest.raises(BadInput, match="`colour` is no key here"):
        with_value(pack, "colour", "red")


def test_lines_are_those_of_the_values_whatever_strings_hold() -> None:
    text = (
        "# [[synonyms]]\n"
        'a = """\n[[synonyms]]\nb = 1 " ""x"""\n'
        'c = [ # one\n  \'x=[\',\n\n  "y\\"]", 3.5 ]\n'
        '[d.e]\n"f g" = { h = [1, 2] }\n'
        "[[synonyms]]\n[[synonyms]]\nwords = []\n"
    )
    lines = Lines(text)

    assert [lines.of(place) for place in [("a",), ("c",), ("c", 0), ("c", 1), ("c", 2)]] == [2, 5, 6, 8, 8]
    assert [lines.of(place) for place in [("d", "e"), ("d", "e", "f g"), ("d", "e", "f g", "h")]] == [
        9,
        10,
        10,
    ]
    assert lines.of(("synonyms", 0)) == 11
    assert lines.of(("synonyms", 1, "words", 7)) == 13
    assert (lines.of(("synonyms",)), lines.of(("none", 5))) == (11, 1)


plain = st.text(st.characters(exclude_categories=["Cs"]), max_size=30).map(
    lambda text: " ".join(normalise(text).split())
)
spoken = plain.filter(word_texts)
described = plain.filter(bool)


def different(least: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(spoken, min_size=least, max_size=5, unique_by=lambda run: tuple(word_texts(run))).map(
        tuple
    )


def says_something(group: SynonymGroup) -> bool:
    return not all_small(group.words, group.language)


def group_key(group: SynonymGroup) -> tuple[str | None, frozenset[tuple[str, ...]]]:
    return group.language, frozenset(tuple(word_texts(word)) for word in group.words)


@st.composite
def groups(draw: st.DrawFn) -> SynonymGroup:
    words = draw(different(2))
    exact = draw(st.frozensets(st.sampled_from(words)))
    asked_only = draw(st.frozensets(st.sampled_from(words[1:])))
    return SynonymGroup(words, draw(st.sampled_from([None, "nb", "se"])), exact, asked_only)


entries = st.builds(
    Entry,
    word=spoken,
    documents_say=different(1),
    meanings=st.lists(described, max_size=3).map(tuple),
    searches=st.lists(spoken, max_size=3).map(tuple),
    rule=plain,
    also=different(0),
)
names = st.lists(spoken, max_size=4, unique_by=normal_name).map(
    lambda several: tuple(OtherNames("act", (name,)) for name in several)
)
packs = st.builds(
    Pack,
    name=st.from_regex(r"[a-z0-9][a-z0-9-]{0,59}", fullmatch=True),
    kind=st.sampled_from(["documents", "law", "statistics"]),
    description=plain,
    stemmer=st.sampled_from(["auto", "none", *NAME_SPACES]),
    synonyms=st.lists(groups().filter(says_something), max_size=3, unique_by=group_key).map(tuple),
    dictionary=st.lists(entries, max_size=3, unique_by=lambda entry: tuple(word_texts(entry.word))).map(
        tuple
    ),
    names=names,
    on=st.booleans(),
    ranking=st.sampled_from(["default", "bm25", "cover"]),
    profile=st.sampled_from([None, "wiki", "reports", "sections"]),
    access=st.none() | st.frozensets(st.sampled_from(["everyone", "hr", "økonomi og drift"])),
)


@given(packs)
def test_any_pack_that_is_written_reads_back_the_same(pack: Pack) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert read_pack(written(Path(folder), toml_of(pack))) == pack


def test_every_plain_field_of_a_pack_can_be_written() -> None:
    assert set(PACK) | {"synonyms", "dictionary", "names"} == set(Pack.__dataclass_fields__)


@pytest.mark.req("PAC-2")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'name = "a"\n[[synonyms]]\nlanguage = "xx"\nwords = ["sick", "ill"]',
            "line 3 of .*`language` is `xx`; write a language's two letters",
        ),
        (
            'name = "a"\n[[synonyms]]\nlanguage = "norwegian"\nwords = ["syk", "sjuk"]',
            "line 3 of .*`language` is `norwegian`; did you mean `nb`",
        ),
        ('name = "a"\n[[synonyms]]\nwords = ["the", "of"]', "line 3 of .*small words alone .`the`"),
        (
            'name = "a"\n[[synonyms]]\nwords = ["sick", "ill"]\n[[synonyms]]\nwords = ["Ill", "sick"]',
            "line 4 of .*there is a group of these words already",
        ),
        ('name = "a"\naccess = ["hr,sales"]', 'line 2 of .*a group with a comma; write "hr", "sales"'),
        ('name = "a"\naccess = [""]', "line 2 of .*`access` holds no name; write `nobody`"),
        ('name = "a"\nstemmer = "norwegian"', "line 2 of .*`stemmer` is `norwegian`; write its code, `nb`"),
        ('name = "a"\nstemmer = "Nynorsk"', "line 2 of .*`stemmer` is `Nynorsk`; write its code, `nn`"),
    ],
)
def test_what_would_never_take_effect_is_refused_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    assert re.search(told, refused(tmp_path, text))


@pytest.mark.req("PAC-2")
def test_the_same_words_in_two_languages_are_two_groups(tmp_path: Path) -> None:
    text = 'name = "a"\n[[synonyms]]\nlanguage = "nb"\nwords = ["bil", "kjerre"]\n'
    text += '[[synonyms]]\nlanguage = "da"\nwords = ["bil", "kjerre"]\n'

    assert len(read_pack(written(tmp_path, text)).synonyms) == 2


@pytest.mark.req("PAC-1")
@pytest.mark.parametrize("field", ["synonyms", "dictionary"])
def test_words_are_changed_in_the_files_and_not_by_set(field: str) -> None:
    with pytest.raises(BadInput, match="change them there and run `belegg pack"):
        with_value(Pack("wiki"), field, "x")
