"""
What all vectors of a model have in common: the mean over fixed sentences, to be taken out before vectors
are cut down to a bit a number.

Vectors of e5 share a large part: without taking it out, nearly all have the same signs. The mean is of our
own sentences and never of a library's documents, so that nobody's scores depend on what others may read.
"""

from __future__ import annotations

import struct
from typing import Final

from belegg.seams import Embedder

SENTENCES: Final = (
    # Norwegian
    "Arbeidsgiver skal drøfte oppsigelsen med den ansatte før den blir gitt.",
    "Fristen for å klage er tre uker fra vedtaket kom fram.",
    "Snøen la seg tidlig på fjellet, og sauene måtte hentes ned.",
    "Vi fyller på olje hver tusende driftstime og skriver det i loggen.",
    "Tabell 4 viser hvor mange elever som fullførte på normert tid.",
    "Hun solgte båten og flyttet inn til byen samme høst.",
    "Pasienten fikk to tabletter daglig i ti dager uten bivirkninger.",
    "Kommunestyret vedtok budsjettet mot fire stemmer.",
    "Trykk på den grønne knappen for å starte maskinen på nytt.",
    "Laget vant kampen med to mål i siste omgang.",
    "Renten steg med et kvart prosentpoeng i juni.",
    "Brødet skal stå i ovnen i tre kvarter på to hundre grader.",
    "Korleis søkjer eg om permisjon når barnet er sjukt?",
    "Kyrkja vart bygd i stein på tolvhundretalet.",
    "Vedlegg B: utstyr, leverandører og serienumre",
    # Swedish
    "Hyresgästen ska säga upp avtalet skriftligt tre månader i förväg.",
    "Tåget till Kiruna ställdes in på grund av halka på spåret.",
    "Styrelsen består av fem ledamöter och två suppleanter.",
    "Koka potatisen mjuk och häll av vattnet.",
    "Anmälan görs på blankett som finns hos receptionen.",
    "Fåglarna drar söderut när nätterna blir kalla.",
    "Bolagets omsättning ökade med nio procent under året.",
    "Vem ansvarar för skador som uppstår under flytten?",
    "Servern startas om varje natt klockan tre.",
    "Barnen lär sig läsa med hjälp av bilder och sånger.",
    "Läkaren rekommenderade vila och mycket vätska.",
    "Domstolen avslog överklagandet utan motivering.",
    "Målningen stals från museet och hittades aldrig.",
    "Kapitel 2: mätningar av vattnets kvalitet i sjön",
    "Hon tränade varje morgon inför loppet i maj.",
    # Danish
    "Ansøgningen sendes til styrelsen senest den første marts.",
    "Broen blev lukket for trafik i to uger efter stormen.",
    "Lønnen udbetales den sidste hverdag i måneden.",
    "Mælken skal opbevares på køl og bruges inden fem dage.",
    "Hvor længe må kommunen gemme mine oplysninger?",
    "Fiskerne landede færre torsk end året før.",
    "Programmet gemmer filen hver gang, du skifter side.",
    "Retten fandt, at aftalen var ugyldig.",
    "Eleverne besøgte slottet og tegnede tårnet.",
    "Blodtrykket måles siddende efter fem minutters hvile.",
    "Han skrev sin første roman, mens han arbejdede på et værft.",
    "Bilag 3: oversigt over udgifter til rejser",
    "Vinden drejede mod nord, og temperaturen faldt hurtigt.",
    "Foreningen holder generalforsamling hvert forår.",
    "Cyklister skal holde til højre på stien.",
    # Finnish
    "Vuokrasopimus tehdään kirjallisesti ja molemmat allekirjoittavat sen.",
    "Hakemus hylättiin, koska liitteet puuttuivat.",
    "Järvi jäätyi poikkeuksellisen aikaisin tänä vuonna.",
    "Työntekijällä on oikeus palkalliseen lomaan.",
    "Laite sammuu itsestään kymmenen minuutin kuluttua.",
    "Kuinka paljon sähköä talo kuluttaa talvella?",
    "Keitä riisi miedolla lämmöllä kannen alla.",
    "Hallitus antoi esityksen eduskunnalle syksyllä.",
    "Joukkue hävisi ottelun jatkoajalla.",
    "Potilas siirrettiin toiseen sairaalaan seuraavana päivänä.",
    "Kaupungin väkiluku kaksinkertaistui sadassa vuodessa.",
    "Lapset rakensivat majan metsän reunaan.",
    "Taulukko 7: päästöt toimialoittain",
    "Yritys maksoi osinkoa ensimmäistä kertaa.",
    "Juna lähtee raiteelta viisi kello kuusi.",
    # German
    "Der Vertrag verlängert sich um ein Jahr, wenn niemand kündigt.",
    "Die Maschine darf nur von geschultem Personal bedient werden.",
    "Im Herbst sammeln wir Pilze am Rand des Waldes.",
    "Das Gericht wies die Klage als unbegründet ab.",
    "Wie beantrage ich eine neue Steuernummer?",
    "Der Umsatz ging im dritten Quartal leicht zurück.",
    "Nach der Operation blieb sie drei Tage im Krankenhaus.",
    "Die Brücke wurde im Krieg zerstört und später neu gebaut.",
    "Vor dem Öffnen des Gehäuses den Stecker ziehen.",
    "Die Schüler schreiben am Freitag eine Arbeit über Brüche.",
    "Anlage 1: Liste der beteiligten Behörden",
    "Der Zug hält an allen Bahnhöfen bis zur Grenze.",
    "Rühren Sie die Butter schaumig und geben Sie den Zucker dazu.",
    "Der Verein sucht einen neuen Trainer für die Jugend.",
    "Messungen zeigten höhere Werte in der Nähe der Straße.",
    # English
    "Employees must report an accident to their manager without delay.",
    "The court held that the notice had been given too late.",
    "Rainfall in the valley was twice the average for the season.",
    "Restart the service after you have changed the configuration file.",
    "She was elected to the council at the age of twenty-six.",
    "How do I get my deposit back when I move out?",
    "The company repaid the loan three years early.",
    "Table 2 lists the instruments and their accuracy.",
    "Wash the vegetables and cut them into thin strips.",
    "The vaccine was tested on four thousand volunteers.",
    "Both armies withdrew to the river before nightfall.",
    "The goalkeeper was injured ten minutes before the end.",
    "Members of the committee serve for two years without pay.",
    "Old maps show a road where the lake is now.",
    "Annex C: questions asked of the participants",
)
"""Ninety short texts of many kinds, fifteen in each of six languages. Changing one changes every mean."""


def mean_direction(embedder: Embedder) -> bytes:
    """
    The mean of the sentences' vectors as passages: `dimension` little-endian float32, shorter than 1.

    Costs as much as embedding a thousand words. Raises ModelError.
    """
    layout = struct.Struct(f"<{embedder.dimension}f")
    rows = [layout.unpack(vector) for vector in embedder.passages(SENTENCES)]
    return layout.pack(*(sum(values) / len(rows) for values in zip(*rows, strict=True)))
