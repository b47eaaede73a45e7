"""What the tables say of every option of a theory question, read from the JSON alone and not by the generator's code."""

import json

from core import paths

FOLDER = paths.resources() / "tradition"


def table(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


RAGAS = {row["id"]: row for row in table("ragas")}
THAATS = {row["id"]: row for row in table("thaats")}
TALAS = {row["id"]: row for row in table("talas")}
SIGNS = {name: {row["id"]: row for row in rows} for name, rows in table("signs").items()}
THAAT_BY_NAME = {row["name"]: row for row in THAATS.values()}
TABLES = {"ragas": RAGAS, "thaats": THAATS, "talas": TALAS, **{f"signs/{name}": rows for name, rows in SIGNS.items()}}


def degree(note):
    return note[0].upper()


def vadis(raga):
    return degree(RAGAS[raga]["vadi"]) + degree(RAGAS[raga]["samvadi"])


def lines(raga):
    return RAGAS[raga]["arohan"], RAGAS[raga]["avarohan"]


def altered(thaat):
    return "".join(note for note in thaat["notes"] if note in "rgMdn")


def forms(tala):
    """Every row that shares the Bengali name or an alias of a tala."""
    own = TALAS[tala]
    names = {own["name_bn"], *own["aliases"]}
    return [row for row in TALAS.values() if names & {row["name_bn"], *row["aliases"]}]


def divisions(tala):
    return [division for row in forms(tala) for division in (row["vibhags"], *row["other_vibhags"])]


def marks(tala):
    """The places that are clapped and those that are khali, from 1."""
    row = TALAS[tala]
    starts = [1 + sum(row["vibhags"][:place]) for place in range(len(row["vibhags"]))]
    paired = list(zip(starts, row["marks"], strict=True))
    return [start for start, mark in paired if mark != "0"], [start for start, mark in paired if mark == "0"]


def plus(numbers):
    return "+".join(map(str, numbers))


def jati_name(name, key):
    up, down = name.split("-")
    return key == f"{SIGNS['jatis'][up]['count']}-{SIGNS['jatis'][down]['count']}"


def with_but_not(facts, key):
    has, lacks = facts["value"]
    notes = THAAT_BY_NAME[key]["notes"]
    return has in notes and lacks not in notes


def form(facts, key):
    kinds = {row["kind"] for row in SIGNS["swaras"].values() if row["degree"] == key}
    return facts["value"] in kinds


def never(facts, key):
    left = RAGAS[facts["id"]]["varjit"]
    return key == "".join(one for one in left["arohan"] if one in left["avarohan"])


def twin(facts, key):
    same = set(RAGAS[key]["notes"]) == set(RAGAS[facts["value"]]["notes"]) and key != facts["value"]
    return same and vadis(key)[0] == vadis(facts["id"])[0]


def with_khali(facts, key):
    count = len(marks(key)[1])
    return {"none": count == 0, "some": count > 0, "two": count == 2}[facts["value"]]


def ashray_raga(facts, key):
    return (RAGAS[key]["name"] in {row["ashray"] for row in THAATS.values()}) == (facts["value"] == "is")


IS_ROW = (
    "degree",
    "western",
    "swara-of-western",
    "swara-of-letter",
    "octave",
    "length-sign",
    "mark",
    "meaning",
    "jati-name",
)
TRUE = {
    "vadi": lambda facts, key: key == degree(RAGAS[facts["id"]]["vadi"]),
    "samvadi": lambda facts, key: key == degree(RAGAS[facts["id"]]["samvadi"]),
    "raga-of-vadi": lambda facts, key: vadis(key) == facts["value"],
    "jati": lambda facts, key: key == RAGAS[facts["id"]]["jati"],
    "raga-of-jati": lambda facts, key: RAGAS[key]["jati"] == facts["value"],
    "jati-counts": lambda facts, key: jati_name(facts["id"], key),
    "left-out": lambda facts, key: key == "".join(RAGAS[facts["id"]]["varjit"]["arohan"]),
    "never": never,
    "raga-with": lambda facts, key: facts["value"] in RAGAS[key]["notes"],
    "raga-without": lambda facts, key: facts["value"] not in RAGAS[key]["notes"],
    "raga-with-both": lambda facts, key: set(facts["value"]) <= set(RAGAS[key]["notes"]),
    "raga-of-lines": lambda facts, key: lines(key) == lines(facts["id"]),
    "arohan": lambda facts, key: key == " ".join(RAGAS[facts["id"]]["arohan"]),
    "avarohan": lambda facts, key: key == " ".join(RAGAS[facts["id"]]["avarohan"]),
    "twin": twin,
    "time": lambda facts, key: key == RAGAS[facts["id"]]["time"],
    "raga-of-time": lambda facts, key: RAGAS[key]["time"] == facts["value"],
    "thaat": lambda facts, key: key == RAGAS[facts["id"]]["thaat"],
    "raga-of-thaat": lambda facts, key: RAGAS[key]["thaat"] == facts["value"],
    "raga-not-of-thaat": lambda facts, key: RAGAS[key]["thaat"] != facts["value"],
    "thaat-notes": lambda facts, key: key == "".join(THAATS[facts["id"]]["notes"]),
    "thaat-of-notes": lambda facts, key: THAAT_BY_NAME[key]["notes"] == THAATS[facts["id"]]["notes"],
    "thaat-altered": lambda facts, key: key == altered(THAATS[facts["id"]]),
    "thaat-komal-count": lambda facts, key: int(key) == len(altered(THAATS[facts["id"]]).replace("M", "")),
    "thaat-only": lambda facts, key: altered(THAAT_BY_NAME[key]) == facts["value"].replace("none", ""),
    "thaat-with-but-not": with_but_not,
    "ashray": lambda facts, key: RAGAS[key]["name"] == THAATS[facts["id"]]["ashray"],
    "ashray-raga": ashray_raga,
    "matras": lambda facts, key: int(key) in {row["matras"] for row in forms(facts["id"])},
    "tala-of-matras": lambda facts, key: int(facts["value"]) in {row["matras"] for row in forms(key)},
    "vibhags": lambda facts, key: key in map(plus, divisions(facts["id"])),
    "tala-of-vibhags": lambda facts, key: facts["value"] in map(plus, divisions(key)),
    "vibhag-count": lambda facts, key: int(key) in map(len, divisions(facts["id"])),
    "khali": lambda facts, key: int(key) in marks(facts["id"])[1],
    "claps": lambda facts, key: key == "-".join(str(len(places)) for places in marks(facts["id"])),
    "tali": lambda facts, key: key == "-".join(map(str, marks(facts["id"])[0])),
    "tala-with-khali": with_khali,
    "sam": lambda facts, key: int(key) == 1 + TALAS[facts["id"]]["marks"].index("+"),
    "theka": lambda facts, key: TALAS[key]["theka"] == TALAS[facts["id"]]["theka"],
    "count": lambda facts, key: int(key) == SIGNS["counts"][facts["id"]]["count"],
    "form": form,
    "semitones": lambda facts, key: int(key) == SIGNS["swaras"][facts["id"]]["semitones"],
    "interval": lambda facts, key: SIGNS["intervals"][key]["semitones"] == SIGNS["swaras"][facts["id"]]["semitones"],
    "interval-size": lambda facts, key: int(key) == SIGNS["intervals"][facts["id"]]["semitones"],
    "letter": lambda facts, key: key == SIGNS["swaras"][facts["id"]]["letter"],
    "length": lambda facts, key: key == SIGNS["lengths"][facts["id"]]["matras"],
    "share": lambda facts, key: key == SIGNS["shares"][facts["id"]]["each"],
    **dict.fromkeys(IS_ROW, lambda facts, key: key == facts["id"]),
}
"""For each kind: is an option, by its key, a right answer?"""

FIELDS = {
    "vadi": "vadi_samvadi", "samvadi": "vadi_samvadi", "raga-of-vadi": "vadi_samvadi", "jati": "jati", "raga-of-jati": "jati",
    "left-out": "scale jati", "never": "scale jati", "raga-with": "scale notes", "raga-without": "scale notes",
    "raga-with-both": "scale notes", "raga-of-lines": "scale", "arohan": "scale", "avarohan": "scale", "twin": "scale notes",
    "time": "time", "raga-of-time": "time", "thaat": "thaat", "raga-of-thaat": "thaat", "raga-not-of-thaat": "thaat",
    "ashray": "thaat", "ashray-raga": "thaat",
}  # fmt: skip
"""The fields of a raga that a kind rests on: `also` must name none of them (a second line leaves the set of notes be)."""
LISTS_RAGAS = {kind for kind in FIELDS if kind.startswith(("raga-", "ashray", "twin"))}


def undisputed(raga, kind):
    """Whether no source contradicts the row in what a kind rests on."""
    row, fields = RAGAS[raga], FIELDS[kind].split()
    agreed = all(row["field_confidence"].get(field, "agree") == "agree" for field in fields)
    open_to_doubt = set(fields) - ({"scale"} if "notes" in fields else set())
    return (
        row["confidence"] != "differ" and agreed and not open_to_doubt & set(row["also"]) and "name" not in row["also"]
    )
