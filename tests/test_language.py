"""The language of a text is counted, and left open when it is not clear."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from belegg.text.language import STEMMED, language_of, passage_language
from belegg.text.small_words import ALL_SMALL_WORDS, SMALL_WORDS, is_small, small_words_for

TEXTS = {
    "nb": "Hun sa at noen av dem ikke hadde fått svar ennå, og at det ble gjort etter at han gikk hjem.",
    "nn": "Ho sa at nokon av dei ikkje hadde fått svar enno, og at det vart gjort etter at han gjekk heim.",
    "sv": "Hon sade att några av dem inte hade fått något svar och att det gjordes när han redan var hemma.",
    "da": "Hun sagde at nogle af dem ikke havde fået svar endnu, og at det blev gjort efter han var gået ud.",
    "en": "She said that some of them had not been told, and that this was done when he had left the house.",
    "de": "Sie sagte, dass einige von ihnen noch nichts gehört haben und dass es "
    "nach dem Essen gemacht wurde.",
    "fi": "Hän sanoi, että kaikki eivät ole vielä saaneet vastausta ja että se "
    "on tehty ennen kuin hän lähti.",
    "nl": "Zij zei dat niet iedereen een antwoord had gekregen en dat het pas werd gedaan toen hij weg was.",
    "fr": "Elle a dit que les autres ne sont pas encore venus et que tout a été "
    "fait après que nous sommes partis.",
    "es": "Ella dijo que los otros no han venido todavía y que todo se hizo "
    "cuando ya no había nadie en la casa.",
    "it": "Lei ha detto che gli altri non sono ancora arrivati e che tutto è "
    "stato fatto dopo la nostra partenza.",
    "pt": "Ela disse que os outros ainda não vieram e que tudo foi feito depois "
    "que nós saímos, mas ele não viu.",
    "ru": "Она сказала, что они ещё не получили ответа и что это было сделано "
    "после того, как он ушёл из дома.",
}
NO_STEMMER = {
    "et": "Ta ütles, et kõik ei ole veel vastust saanud ja et see oli tehtud "
    "enne, kui ta välja läks, kuid siis.",
    "is": "Hún sagði að þau hefðu ekki fengið svar og að það var gert eftir að "
    "hann fór, en þetta er ekki mjög.",
    "pl": "Ona powiedziała, że nie dostali jeszcze odpowiedzi i że to jest dla "
    "nich, ale był przez nas także.",
    "uk": "Вона сказала, що вони ще не отримали відповіді, але це було після "
    "того, як він був у місті, та й для них.",
}


@pytest.mark.req("LAN-1")
@pytest.mark.parametrize("code", TEXTS)
def test_a_plain_sentence_or_two_tells_its_language(code: str) -> None:
    assert language_of(TEXTS[code] * 2).code == code


@pytest.mark.req("LAN-1")
@pytest.mark.parametrize("code", NO_STEMMER)
def test_a_language_without_a_stemmer_is_not_taken_for_its_neighbour(code: str) -> None:
    assert language_of(NO_STEMMER[code] * 2).code is None


@pytest.mark.req("LAN-1")
def test_four_marker_words_decide_nothing() -> None:
    found = language_of("the and of with")

    assert found.code is None
    assert "4 marker words" in found.why


@pytest.mark.req("LAN-1")
def test_norwegian_and_danish_in_one_text_stay_undecided() -> None:
    found = language_of(TEXTS["nb"] + " " + TEXTS["da"])

    assert found.code is None
    assert "too close" in found.why


@pytest.mark.req("LAN-1")
def test_what_comes_after_six_thousand_characters_does_not_count() -> None:
    assert language_of("x " * 3_000 + TEXTS["en"]).code is None


@pytest.mark.req("LAN-1")
def test_a_passage_goes_its_own_way_only_when_that_is_clear() -> None:
    assert passage_language(TEXTS["en"], "nb") == "en"
    assert passage_language("Takk for nå.", "nb") == "nb"
    assert passage_language(TEXTS["sv"], None) == "sv"
    assert passage_language("…", None) is None


@pytest.mark.req("LAN-1")
def test_ten_sentences_are_never_taken_for_another_language(shared: Path) -> None:
    texts: dict[str, list[str]] = defaultdict(list)
    for line in (shared / "data/langid-flores/sentences.jsonl").read_text(encoding="utf-8").splitlines():
        sentence = json.loads(line)
        texts[sentence["lang"]].append(sentence["text"])
    wrong: Counter[tuple[str, str]] = Counter()
    undecided = 0
    for code, lines in texts.items():
        for start in range(0, len(lines), 10):
            found = language_of(" ".join(lines[start : start + 10])).code
            if found is None:
                undecided += code in STEMMED
            elif found != code:
                wrong[code, found] += 1

    assert sum(wrong.values()) <= 0.005 * 18 * 80, wrong
    assert undecided <= 13


@pytest.mark.req("SEA-2")
def test_small_words_are_known_in_every_language_with_a_stemmer() -> None:
    assert set(SMALL_WORDS) | {"no"} == set(STEMMED)
    asked = "hva hvor når kven när vad hvad hvornår what how wer wann mikä milloin wie wat quand où"
    assert [word for word in asked.split() if not is_small(word)] == []


@pytest.mark.req("SEA-2")
def test_a_small_word_that_means_something_elsewhere_stays_in_the_question() -> None:
    assert "war" in SMALL_WORDS["de"]
    assert not is_small("war")


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("question", "library", "kept"),
    [
        ("hvor mange tenner har en hai", ["nb", "nn"], "tenner hai"),
        ("when did the man die", ["de", "en"], "man die"),
        ("wann wird die miete bezahlt", ["en"], "miete bezahlt"),
        ("tenner hai", ["nb"], "tenner hai"),
        ("tenner hai", ["it"], "tenner"),
        ("hvor mye koster hai", [], "koster hai"),
        ("frist ikke avtalt", ["nb"], "frist avtalt"),
    ],
)
def test_a_question_leaves_out_the_small_words_of_its_language_or_of_the_library(
    question: str, library: list[str], kept: str
) -> None:
    asked = question.split()
    small = small_words_for(asked, library)

    assert " ".join(word for word in asked if word not in small) == kept


def test_a_negation_may_leave_a_question() -> None:
    assert {"ikke", "ikkje", "inte", "not", "nicht", "ei", "niet", "не"} <= ALL_SMALL_WORDS


@pytest.mark.parametrize("code", sorted(SMALL_WORDS))
def test_small_words_are_written_as_words_are_compared(code: str) -> None:
    for word in SMALL_WORDS[code]:
        assert word == word.lower()
        assert word.isalpha(), word
