"""
Words of statistics: English ones that stand for one thing, and what Norwegian ones are called in English, for
most sources have English titles only. They help to find a table and are never quoted.
"""

from __future__ import annotations

from typing import Final

from belegg.records import SynonymGroup

_SAME: Final = """
wages, earnings, salaries, pay
unemployment, unemployed
employment, employed
gross domestic product, gdp
consumer price index, consumer prices, cpi
labour, labor
physicians, doctors
sex, gender
road accidents, road traffic
dwellings, housing
births, live births
deaths, mortality
aid, official development assistance
exports, export
imports, import
enterprises, companies, businesses
elderly, older
foreign trade, international trade, external trade
"""
GROUPS: Final = tuple(SynonymGroup(tuple(line.split(", ")), "en") for line in _SAME.strip().splitlines())
"""For the pack of the catalogue."""

_NORWEGIAN: Final = """
befolkning, folketall, folkemengde, innbyggere, personer = population
tettsted, tettsteder = densely populated areas
fødsler, fødte = live births
fruktbarhet = fertility
dødsfall, døde, dødelighet, dør = deaths
dødsårsak, dødsårsaker = causes of death
spedbarnsdødelighet = infant mortality
barnedødelighet = child mortality
levealder, forventet levealder = life expectancy
innvandring = immigration
innvandrere = immigrants
utvandring = emigration
asylsøkere, asylsøker = asylum applicants
flyktninger = refugees
statsborgerskap = citizenship
husholdninger, husholdning, husstand = households
ekteskap, vigsler, giftermål = marriages
skilsmisser = divorces
sivilstand = marital status
alder = age
ettårig, ettårsgrupper = one-year age groups
aldersgruppe, aldersgrupper = age group
kjønn = sex
kvinner = women
menn = men
barn = children
eldre = elderly
ungdom, unge = young people
arbeidsledighet, arbeidsledige, arbeidsløshet, ledighet, arbeidsløyse = unemployment
sysselsetting, sysselsatte = employment
arbeidsstyrke, arbeidskraft, yrkesdeltakelse = labour force
arbeidsmarked = labour market
ledige stillinger = job vacancies
arbeidstid = working time
arbeidstimer, timeverk = hours worked
deltid = part-time employment
lønn, lønninger = wages salaries
månedslønn = monthly earnings
minstelønn = minimum wages
lønnsforskjell, lønnsforskjeller, lønnsgap = gender pay gap
sykefravær = absence from work sick leave
yrke, yrker = occupation
næring, næringer = industry
fagforening, fagforeninger, organisasjonsgrad = trade union
pensjon, pensjoner = pensions
alderspensjon = old-age pension
sosial trygghet, sosial beskyttelse, trygd, trygder = social protection
sosialhjelp = social assistance
fattigdom, fattige = poverty
ulikhet = inequality
inntekt, inntekter = income
lavinntekt = low income
formue = wealth
gjeld = debt
sparing = saving
forbruk, konsum = consumption
bruttonasjonalprodukt, bnp = gdp
hovedkomponenter = main components
nasjonalregnskap = national accounts
verdiskaping, bruttoprodukt = value added
produktivitet = productivity
investeringer, investering = investment
bruttoinvestering = gross capital formation
vekst = growth
konsumprisindeks, kpi = consumer price index
konsumpriser = consumer prices
prisvekst, prisstigning, inflasjon = inflation consumer prices
produsentpriser, produsentprisindeks = producer prices
boligpriser, boligprisindeks, boligpris = house price index
husleie = rents
priser, pris, prisnivå = prices
renter, rente = interest rates
styringsrente, styringsrenta = policy rate
valutakurs, valutakurser = exchange rates
pengemengde = monetary aggregates
utlån, kreditt = loans credit
offentlig forvaltning, offentlig sektor = general government
statsgjeld, statens gjeld = government debt
offentlig gjeld = general government debt
offentlige utgifter = government expenditure
offentlige inntekter = government revenue
offentlige finanser = government finance
utgifter = expenditure
skatt, skatter = taxes
skatteinntekter = tax revenue
avgifter = taxes
underskudd = deficit
kommune, kommuner = municipalities
fylke, fylker = counties regions
utenrikshandel = international trade
eksport = exports
varer = goods
tjenester = services
handelsbalanse = trade balance
betalingsbalanse, driftsbalanse = balance of payments
direkte investeringer, utenlandsinvesteringer = direct investment
bistand, utviklingshjelp = official development assistance
detaljhandel, varehandel = retail trade
industriproduksjon = industrial production
produksjon = production
byggevirksomhet, byggenæring = construction
bolig, boliger = dwellings
turisme, reiseliv = tourism
overnattinger = nights spent
hoteller = hotels
samferdsel = transport
godstransport = freight transport
vei, veg, veier = road
biler, kjøretøy, bil = vehicles
elbiler, elbil = electric vehicles
trafikkulykker, veitrafikkulykker, veitrafikken, veitrafikk = road traffic
trafikken, trafikk = traffic
jernbane, tog = rail
luftfart = air transport
flypassasjerer = air passengers
skipsfart, sjøfart = maritime transport
havner = ports
energi = energy
strøm, elektrisitet = electricity
kraftproduksjon = electricity production
strømpriser, elektrisitetspriser, strømpris = electricity prices
fornybar energi, fornybar = renewable energy
olje, råolje = oil
gass, naturgass = natural gas
felt, oljefelt = field
vannkraft = hydropower
vannmagasin, magasinfylling, fyllingsgrad, magasin = reservoir
klima = climate
klimagasser, klimagassutslipp = greenhouse gas emissions
utslipp = emissions
luftforurensning, luftkvalitet = air pollution
avfall = waste
farlig avfall = hazardous waste
husholdningsavfall = municipal waste
gjenvinning, resirkulering = recycling
vann, drikkevann = water
avløp, kloakk = wastewater
skog = forest
verneområder = protected areas
jordbruk, landbruk = agriculture
gård, gårdsbruk = farms
fiske, fiskeri, fangst = fisheries
oppdrett, akvakultur, oppdrettsfisk = aquaculture
utdanning = education
utdanningsnivå = educational attainment
skole, skoler = schools
elever, elev = pupils
studenter = students
lærere, lærer = teachers
barnehage, barnehager = early childhood education
forskning, forskning og utvikling = research and development
patenter = patents
helse = health
helseutgifter = health expenditure
leger, lege = physicians
sykehus = hospital
sykehussenger = hospital beds
sykepleiere, sykepleier = nurses
røyking, røykere, tobakk = smoking tobacco
alkohol = alcohol consumption
overvekt, fedme = overweight obesity
selvmord = suicide
kriminalitet, lovbrudd, forbrytelser = crime
drap = homicide
fengsel, fanger, innsatte = prisoners
valg, valgdeltakelse = elections
parlament, storting = parliament
internett = internet access
bredbånd = broadband
foretak, bedrifter, virksomheter = enterprises
konkurser = bankruptcies
ansatte = employees
likestilling = gender equality
funksjonshemmede, nedsatt funksjonsevne, uføre = disability
slumområder = slums
byer = cities
andel = proportion
måned, måneder, månedlig = monthly
kvartal, kvartaler, kvartalsvis = quarterly
år, årlig = annual
daglig = daily
per innbygger = per capita
"""
IN_ENGLISH: Final = {
    norwegian: english
    for line in _NORWEGIAN.strip().splitlines()
    for words, _, english in [line.partition(" = ")]
    for norwegian in words.split(", ")
}
"""Plain forms of Norwegian words, and runs of words, with what titles say in English."""
