"""A donne as a log, from lines or from a `play`, and back to a body of donnes/score."""

import json
import os
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ARBITER = os.environ.get("ARBITER", "http://127.0.0.1:8000").rstrip("/")
LANGUAGE = sys.argv[1] if len(sys.argv) > 1 else "en"
Json = dict[str, Any]

TAKEN: Json = {"deck": "french", "dealer": "E", "trump": "H", "taker": "S"}
LINES = """N AD, W 10D, S 8C, E 7D, N QS, W 8S, S AS, E KS, S 9H, E JH, N 7H, W 8H,
E QC, N KC, W AC, S 9C, W KD, S KH belote, E AH, N 8D, E JC, N 7C, W 9S, S QH rebelote,
S 7S, E 9D, N 10S, W JD, N JS, W QD, S 10H, E 10C"""
TABLE, BESIDE = ["deck", "notation", "rules", "trump"], ["deck", "notation", "rules", "carry_in"]


def ask(path: str, body: Json) -> Any:
    headers = {"Content-Type": "application/json", "Accept-Language": LANGUAGE}
    try:
        with urlopen(Request(ARBITER + path, json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)
    except HTTPError:
        raise
    except URLError as error:
        sys.exit(f"No service at {ARBITER} ({error.reason}). Start it, or set ARBITER.")


def events_of_lines(lines: str) -> list[Json]:
    """Return the events of "seat card", or "seat card word", between commas."""
    played = (line.split() for line in lines.split(","))
    return [
        {"type": "play", "seat": seat, "card": card} | ({"says": word[0]} if word else {})
        for seat, card, *word in played
    ]


def events_of_play(donne: Json) -> list[Json]:
    """Return the events of the `play` in a body of donnes/score; replay tells who played."""
    table = {name: donne[name] for name in TABLE if name in donne} | donne["play"]
    tricks = ask("/v1/donnes/replay", table)["tricks"]
    return [{"type": "play", **card} for trick in tricks for card in trick["cards"]]


def score_body(log: Json, audit: Json) -> Json:
    """Return what donnes/score takes of a log of cards and words that is over, from its audit."""
    words = {event.get("says", event.get("word")) for event in log["events"]}
    tricks = [[card["card"] for card in trick["cards"]] for trick in audit["tricks"]]
    told: Json = {name: log[name] for name in BESIDE if name in log}
    told |= {name: audit[name] for name in ("trump", "takers", "contract")}
    belote = {"said": "belote" in words, "rebelote": "rebelote" in words}
    return {**told, "belote": belote, "play": {"dealer": audit["dealer"], "tricks": tricks}}


def written(scores: Json) -> str:
    return f"NS {scores['NS']}, EW {scores['EW']}"


if __name__ == "__main__":
    log = {**TAKEN, "events": events_of_lines(LINES)}
    audit = ask("/v1/donnes/audit", log)
    print(audit["decision"]["text"], *(found["text"] for found in audit["findings"]), sep="\n  ")
    donne = score_body(log, audit)
    print("donnes/score:", written(ask("/v1/donnes/score", donne)["scores"]))
    again = ask("/v1/donnes/audit", {**TAKEN, "events": events_of_play(donne)})
    print("from the play, without words:", written(again["decision"]["scores"]))
