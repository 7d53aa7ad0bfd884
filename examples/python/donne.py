"""A donne from the hands to the score: resolve, validate, compare, score. Standard library only."""

import json
import os
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ARBITER = os.environ.get("ARBITER", "http://127.0.0.1:8000").rstrip("/")
LANGUAGE = sys.argv[1] if len(sys.argv) > 1 else "en"

HANDS = {
    "N": ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"],
    "W": ["8S", "9S", "10S", "JS", "QS", "AH", "AD", "7C"],
    "S": ["10H", "9H", "AC", "AS", "9C", "8D", "9D", "10D"],
    "E": ["7H", "8H", "JC", "7S", "10C", "QC", "JD", "QD"],
}
TRICKS = """JH AH 10H 7H, KH JS 9H 8H, AC JC 8C 7C, AS 7S KS 8S,
            9C 10C KC 10S, QC QH 9S 8D, 7D AD 9D JD, QS 10D QD KD"""
PLAY = {"dealer": "E", "tricks": [trick.split() for trick in TRICKS.split(",")]}


def ask(path: str, **body: Any) -> Any:
    """Return the arbiter's ruling. Raises: HTTPError, whose body is an RFC 9457 problem."""
    question = json.dumps({"deck": "french", "trump": "H"} | body).encode()
    headers = {"Content-Type": "application/json", "Accept-Language": LANGUAGE}
    try:
        with urlopen(Request(ARBITER + path, question, headers)) as answer:
            return json.load(answer)
    except HTTPError:
        raise
    except URLError as error:
        sys.exit(f"No service at {ARBITER} ({error.reason}). Start it, or set ARBITER.")


def tell(headline: str, ruling: Any) -> None:
    print(headline, *(reason["text"] for reason in ruling["explanation"]), sep="\n  ")


hand = ask("/v1/hands/resolve", hand=HANDS["N"])
tell(f"resolve: {hand['best']['points']} points", hand)

declared = [{"kind": "carre"}, {"kind": "tierce"}]
held = ask("/v1/announcements/validate", hand=HANDS["N"], declared=declared)
verdicts = [one["reason"] or one["announcement"]["points"] for one in held["rulings"]]
tell(f"validate: {', '.join(map(str, verdicts))}", held)

won = ask("/v1/announcements/compare", hands=HANDS, declare_best=True)
tell(f"compare: {won['winner']} by {won['decided_by']}", won)

donne = ask("/v1/donnes/score", takers="NS", declare_best=True, belote={}, play=PLAY)
tell(f"score: NS {donne['scores']['NS']}, EW {donne['scores']['EW']}", donne)
for line in donne["lines"]:
    print(f"  {line['item']}: {line['points']} to {line['marked_by'] or 'the next donne'}")

try:
    ask("/v1/hands/resolve", hand=["KS", *HANDS["N"]])
except HTTPError as problem:
    for fault in json.load(problem)["errors"]:
        print(f"{fault['code']} {fault['pointer']} {fault['detail']}")
