"""Each of the eleven sources, asked over real HTTP by a model: to a quoted figure, and back to its cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from belegg.library.library import Library
from belegg.records import OWNER, Answered, Pack, Scope
from belegg.records.runs import Event, Opened, Used
from belegg.testing import ScriptedChat
from belegg.testing.chat import calls
from belegg.testing.statistics_server import Fault, empty, half, half_told_whole, page, status
from extras import needs
from statistics_bodies import rules_of
from statistics_recorded import RULES, Replayed, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-2", "STA-3")


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked of a source, the line that is quoted, and a sentence that it carries."""

    source: str
    table: str
    selection: Mapping[str, Sequence[str]]
    line: str
    said: str
    language: str = "en"


CASES = [
    Case(
        "ssb",
        "14700",
        {
            "VareTjenesteGrp": ["00"],
            "ContentsCode": ["KpiIndMnd", "Tolvmanedersendring"],
            "Tid": ["2026M05.."],
        },
        "Consumer Price Index (2025=100) · 2026M07: 103.8",
        "Konsumprisindeksen var 103,8 i juli 2026 (2025=100).",
    ),
    Case(
        "eurostat",
        "nama_10r_2gdp",
        {"freq": ["A"], "unit": ["MIO_EUR"], "geo": ["*"], "time": ["*"]},
        "Bayern · 2021: 675709.5 (p, provisional)",
        "The gross domestic product of Bayern was 675,709.5 million euro in 2021.",
    ),
    Case(
        "oecd",
        "OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1",
        {"MEASURE": ["TRUST_NG"], "SCALE": ["HMH"], "REF_AREA": ["*"], "TIME_PERIOD": ["2021"]},
        "Japan · 2021: 24",
        "In Japan 24 per cent of respondents trusted the government in 2021.",
    ),
    Case(
        "worldbank",
        "NY.GDP.PCAP.CD",
        {"country": ["DEU", "FRA"], "date": ["*"]},
        "France · 2022: 40988.6396406579",
        "GDP per capita in France was about 40,989 US dollars in 2022.",
    ),
    Case(
        "imf",
        "IMF.STA:CPI",
        {
            "COUNTRY": ["USA"],
            "INDEX_TYPE": ["CPI"],
            "COICOP_1999": ["_T"],
            "TYPE_OF_TRANSFORMATION": ["IX"],
            "FREQUENCY": ["M"],
            "TIME_PERIOD": ["2026-M04..2026-M05"],
        },
        "2026-M05: 153.6870200476484 (derivation type O)",
        "The consumer price index of the United States was 153.7 in May 2026.",
    ),
    Case(
        "norges_bank",
        "EXR",
        {"BASE_CUR": ["SEK", "EUR"], "TIME_PERIOD": ["2026-08-27"]},
        "Swedish krona, per 100 · 2026-08-27: 98.14",
        "100 Swedish kroner cost 98.14 Norwegian kroner on 27 August 2026.",
    ),
    Case(
        "un_sdg",
        "SI_POV_DAY1",
        {"TimePeriod": ["2019"]},
        "2019: 39.2 (G, global monitoring)",
        "In Sub-Saharan Africa 39.2 per cent lived below the international poverty line in 2019.",
    ),
    Case(
        "owid",
        "literacy",
        {"entity": ["ALB"], "time": ["2020..2024"]},
        "2023: 97.68",
        "The literacy rate among adults in Albania was 97.68 per cent in 2023.",
    ),
    Case(
        "sodir",
        "field_production_yearly",
        {
            "prfInformationCarrier": ["EKOFISK", "GULLFAKS"],
            "measure": ["prfPrdOilNetMillSm3"],
            "time": ["2010", "2011"],
        },
        "EKOFISK · 2010: 9.388",
        "Ekofisk produced 9.388 million Sm3 of oil in 2010.",
    ),
    Case(
        "nve",
        "magasinstatistikk",
        {"omrade": ["NO0", "EL1"], "maal": ["fylling_TWh", "fyllingsgrad"], "uke": ["last(1)"]},
        "Norge · stored energy, TWh · 2025-W07: 52.597237",
        "The stored energy of all reservoirs was about 52.6 TWh in week 7 of 2025.",
    ),
    Case(
        "brreg",
        "virksomhet-112233445",
        {},
        "registered employees: 50",
        "Sesam Stasjon har 50 registrerte ansatte.",
        "no",
    ),
]


@contextmanager
def library_of(case: Case, shared: Path, folder: Path) -> Iterator[tuple[Library, Replayed]]:
    """A library whose one source is the case's, on its recorded answers."""
    rules = rules_of(case.source, shared) if case.source in ("oecd", "imf") else ()
    with (
        replayed(case.source, shared, rules) as source,
        Library.open(folder / "belegg.db", create=True) as library,
    ):
        library.use_statistics([source.source])
        with library.store.writing("test") as writer:
            writer.set_pack(Pack("statistics", kind="statistics"))
        yield library, source


def asked(library: Library, case: Case, *, says: bool = True) -> tuple[object, list[Event]]:
    """Find, describe, get, and then the sentence with its line."""
    where = {"source": case.source, "table": case.table, "language": case.language}
    sentence = {"text": case.said, "quotes": [{"document": "D1", "quote": case.line}]}
    chat = ScriptedChat(
        [
            calls(("find_statistics", {"query": "population price rate", "language": case.language})),
            calls(("describe_statistics", where)),
            calls(("get_statistics", where | {"selection": case.selection})),
            calls(("answer", {"settled": "yes" if says else "no", "sentences": [sentence] if says else [],
                              "reason": "not_covered", "missing": ""})),
        ]
    )  # fmt: skip
    library.use_models(answer=chat)
    events: list[Event] = []
    answer = library.ask(case.said or "What is it?", Scope(OWNER), watch=events.append)
    return answer, events


@pytest.mark.parametrize("case", CASES, ids=[case.source for case in CASES])
def test_a_question_is_answered_by_a_quoted_figure_that_is_derived_again(
    case: Case, shared: Path, tmp_path: Path
) -> None:
    with library_of(case, shared, tmp_path) as (library, _):
        answer, events = asked(library, case)

        assert isinstance(answer, Answered), [e.outcome for e in events if isinstance(e, Used)]
        (sentence,) = answer.sentences
        assert (sentence.supported, sentence.doubts) == (True, ())
        (quote,) = sentence.quotes
        assert quote.check.text == case.line
        verified = library.verify_figures(quote.document.id, Scope(OWNER))
    assert verified.holds


def test_every_source_has_a_case() -> None:
    assert {case.source for case in CASES} == set(RULES)
    assert len(CASES) == 11


@pytest.mark.parametrize(
    "fault",
    [status(429, {"Retry-After": "7"}), status(503), page(), half(), half_told_whole(), empty()],
    ids=["429", "503", "page", "half", "half told whole", "empty"],
)
@pytest.mark.parametrize("case", CASES, ids=[case.source for case in CASES])
def test_a_source_in_trouble_is_told_in_words_and_no_figure_comes(
    case: Case, fault: Fault, shared: Path, tmp_path: Path
) -> None:
    with library_of(case, shared, tmp_path) as (library, source):
        source.server.always(fault)
        _, events = asked(library, case, says=False)

        name = source.source.name
        outcomes = [e.outcome for e in events if isinstance(e, Used) and e.tool != "find_statistics"]
        assert all(each.startswith(name) and each.endswith("No figure was fetched.") for each in outcomes)
        assert len(outcomes) == 2
        assert not any(isinstance(event, Opened) for event in events)
