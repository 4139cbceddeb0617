"""
Structures for tests, in the documented forms of the standards: made by hand around recorded codes and labels,
where a service's own answer was not recorded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from belegg.testing.statistics_server import Rule

SDMX = "urn:sdmx:org.sdmx.infomodel"


def codelist(agency: str, id: str, codes: Mapping[str, str], version: str = "1.0") -> dict[str, object]:
    """A code list of SDMX-JSON."""
    listed = [{"id": code, "name": label} for code, label in codes.items()]
    return {"agencyID": agency, "id": id, "version": version, "codes": listed}


def oecd_structure(shared: Path) -> bytes:
    """
    A dataflow with all that it refers to, in SDMX-JSON 1.0: the codes, labels and constraint that openbb-oecd
    keeps of a real one.
    """
    name = "structure_GOV_TDG_2025_derived_openbb_oecd_2.0.0.json"
    kept = json.loads((shared / "data/statistics/oecd" / name).read_text(encoding="utf-8"))
    flow, there = kept["dataflow"], "OECD.GOV.GIP:DSD_GOV_INT(1.1)"
    dimensions = [
        {
            "id": each["id"],
            "position": each["position"],
            "conceptIdentity": f"{SDMX}.conceptscheme.Concept=OECD:CS(1.0).{each['id']}",
            "localRepresentation": {"enumeration": f"{SDMX}.codelist.Codelist={each['codelist_id']}"},
        }
        for each in kept["datastructure"]["dimensions"]
    ]
    lists = []
    for named, codes in kept["codelists"].items():
        agency, _, rest = named.partition(":")
        id, _, version = rest.rstrip(")").partition("(")
        lists.append(codelist(agency, id, codes, version))
    names = {"REF_AREA": "Reference area", "MEASURE": "Measure"}
    concepts = [{"id": each["id"], "name": names.get(each["id"], each["id"])} for each in dimensions]
    keys: list[dict[str, object]] = [{"id": id, "values": codes} for id, codes in kept["constraints"].items()]
    data = {
        "dataflows": [
            {
                "agencyID": flow["agency_id"],
                "id": f"DSD_GOV_INT@{flow['short_id']}",
                "version": flow["version"],
                "name": flow["name"],
                "description": flow["description"],
                "structure": f"{SDMX}.datastructure.DataStructure={there}",
            }
        ],
        "dataStructures": [
            {
                "agencyID": "OECD.GOV.GIP",
                "id": "DSD_GOV_INT",
                "version": "1.1",
                "dataStructureComponents": {
                    "dimensionList": {"dimensions": dimensions, "timeDimensions": [{"id": "TIME_PERIOD"}]}
                },
            }
        ],
        "conceptSchemes": [{"agencyID": "OECD", "id": "CS", "version": "1.0", "concepts": concepts}],
        "codelists": lists,
        "contentConstraints": [{"type": "Actual", "cubeRegions": [{"keyValues": keys}]}],
    }
    return json.dumps({"data": data}).encode()


def flows(named: Sequence[Sequence[str]]) -> bytes:
    """A list of dataflows: agency, id, version and name of each."""
    listed = [
        {"agencyID": agency, "id": id, "version": version, "name": name}
        for agency, id, version, name in named
    ]
    return json.dumps({"data": {"dataflows": listed}}).encode()


def code_lists(*lists: Mapping[str, object]) -> bytes:
    """A message of code lists."""
    return json.dumps({"data": {"codelists": lists}}).encode()


def rules_of(id: str, shared: Path) -> list[Rule]:
    """What recorded answers of a source leave open, so that it can be walked from its list to a figure."""
    if id == "oecd":
        name = "catalogue_dataflows_derived_openbb_oecd_2.0.0.tsv"
        lines = (shared / "data/statistics/oecd" / name).read_text(encoding="utf-8").splitlines()[1:]
        return [
            Rule(r"^/dataflow/all/all/latest$", flows([line.split("\t") for line in lines])),
            Rule(r"^/dataflow/OECD.GOV.GIP/DSD_GOV_INT@DF_GOV_TDG_2025/1.1$", oecd_structure(shared)),
        ]
    if id == "imf":
        lists = {
            ("IMF", "CL_COUNTRY"): {"NOR": "Norway", "USA": "United States", "ZZZ": "Nowhere"},
            ("IMF", "CL_DERIVATION_TYPE"): {"O": "a name made by hand"},
            ("IMF", "CL_INDEX_TYPE"): {"CPI": "Consumer price index (CPI)"},
            ("IMF", "CL_COICOP_1999"): {"_T": "All Items", "CP01": "Food and non-alcoholic beverages"},
            ("IMF.STA", "CL_CPI_TYPE_OF_TRANSFORMATION"): {"IX": "Index"},
        }
        return [
            Rule(rf"^/structure/codelist/{agency}/{name}/", code_lists(codelist(agency, name, codes)))
            for (agency, name), codes in lists.items()
        ]
    return []
