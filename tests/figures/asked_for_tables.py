"""25 questions for a table, in English and Norwegian, and the tables that answer them; from the titles."""

from __future__ import annotations

TEACHERS = {"DSD_EAG_SAL_ACT@DF_EAG_SAL_ACT_TCH", "DSD_EAG_SAL_ACT@DF_TCH"}
ENGLISH = (
    ("How many people live in densely populated areas in Norway?", {"05212"}),
    ("monthly earnings by occupation", {"11418"}),
    ("SSB table 14700", {"14700"}),
    ("DF_ETR_BASELINE", {"DSD_ETR@DF_ETR_BASELINE"}),
    ("How many beds do hospitals have by region?", {"hlth_rs_bdsrg", "hlth_rs_bdsrg2"}),
    ("asylum applicants by citizenship, each month", {"migr_asyappctzm"}),
    ("teachers' salaries", TEACHERS),
    ("proportion of urban population in slums", {"EN_LND_SLUM"}),
    ("hazardous waste generated", {"EN_HAZ_GENV"}),
    ("poverty headcount at 4 dollars a day", {"1.0.HCount.Poor4uds"}),
    ("exchange rate of the euro, daily", {"ert_bil_eur_d"}),
    ("quarterly government finance", {"QGFS"}),
    ("sex difference in life expectancy", {"difference-in-female-and-male-life-expectancy-at-birth"}),
)
NORWEGIAN = (
    ("månedslønn etter yrke", {"11418"}),
    ("Hva er konsumprisindeksen for varer og tjenester?", {"14700"}),
    ("Hvor mange asylsøkere kom hver måned, etter statsborgerskap?", {"migr_asyappctzm"}),
    ("Hvor stor er statsgjelden?", {"gov_10dd_cgd", "gov_10dd_ggd"}),
    ("forventet levealder", {"life-expectancy", "demo_mlexpec", "DSD_HEALTH_STAT@DF_LE"}),
    ("arbeidsledighet etter kjønn og alder", {"SL_TLF_UEM"}),
    ("dødsfall i veitrafikken", {"SH_STA_TRAF", "SH_STA_TRAFN"}),
    ("spedbarnsdødelighet", {"SH_DYN_IMRT", "demo_minfind"}),
    ("bnp og hovedkomponenter per kvartal", {"namq_10_gdp"}),
    ("lønn til lærere", TEACHERS),
    ("befolkning etter kjønn og alder i ettårsgrupper", {"07459"}),
    ("direkte investeringer i andre land", {"DIP", "bop_fdi6_geo", "bop_fdi6_pos"}),
)
