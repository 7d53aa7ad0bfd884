"""A game of five donnes with three disputes: a call for each card, then one for each donne."""

import json
import os
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ARBITER = os.environ.get("ARBITER", "http://127.0.0.1:8000").rstrip("/")
LANGUAGE = sys.argv[1] if len(sys.argv) > 1 else "en"
GAME = json.loads(Path(__file__).parents[1].joinpath("game.json").read_text("utf-8"))

# Was the cent said in time? Was the king of clubs allowed? Does a forgotten "rebelote" count?
DISPUTES = ("late", "irregular_trump", "belote_pardoned")


def call(path: str, body: Any = None, accept: str = "application/json") -> str:
    """Return the answer to a POST with this body, or to a GET without one."""
    headers = {"Content-Type": "application/json", "Accept": accept, "Accept-Language": LANGUAGE}
    question = None if body is None else json.dumps({"deck": GAME["deck"], **body}).encode()
    try:
        with urlopen(Request(ARBITER + path, question, headers)) as answer:
            text: str = answer.read().decode()
    except HTTPError:
        raise
    except URLError as error:
        sys.exit(f"No service at {ARBITER} ({error.reason}). Start it, or set ARBITER.")
    return text


def follow(donne: Any) -> None:
    """Ask after each card who is next and what is legal, and say which card is not."""
    dealer, tricks = donne["play"].values()
    table = {"trump": donne["trump"], "dealer": dealer, "hands": donne["hands"]}
    known = 0
    for count in range(1, 33):
        so_far = [trick[: count - 4 * at] for at, trick in enumerate(tricks) if 4 * at < count]
        found = json.loads(call("/v1/donnes/replay", {**table, "tricks": so_far}))
        for one in found["irregularities"][known:]:
            print(f"  {one['seat']} played {one['card']}, legal: {', '.join(one['legal'])}")
        known = len(found["irregularities"])


names = json.loads(call(f"/v1/rules?lang={LANGUAGE}"))["names"]["outcomes"]
for last, donne in enumerate(GAME["donnes"], 1):
    if donne.get("passed"):
        continue  # nothing to ask; the next sheet has its row
    follow(donne)
    written = {**GAME, "donnes": GAME["donnes"][:last], "detail": True}
    sheet = json.loads(call("/v1/games/score", written))
    row = sheet["rows"][-1]
    notes = ", ".join(one["text"] for one in row["notes"])
    print(f"{last}. {names[row['outcome']]}: {notes}; {sheet['totals']}")
    for reason in row["donne"]["announcements"]["explanation"] + row["donne"]["explanation"]:
        if reason["code"] in DISPUTES:
            print(f"  {reason['text']}")
print(call("/v1/games/score", GAME, accept="text/csv"), end="")
