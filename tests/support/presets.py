"""Write what the presets change: `python -m tests.support.presets` writes the file `GOLDEN`.

Every case of the collection that is answered is asked again under each preset. Where the answer
differs from that of `classique`, the file tells what was, what is, which switch alone does it, and
which lists of the answer are other ones as well. A donne has the contract that its scale asks for;
a log is not asked again where the auction is another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.belote.presets import DEFAULT_PRESET, PRESETS, SWITCHES
from service.belote.rules import Scale
from service.config import Config
from tools.files import replace_text

CASES = Path(__file__).parents[1] / "cases"
GOLDEN = CASES / "presets.json"
IGNORED = {"rules", "explanation", "contract", "text"}
MISSING = "-"


def collection() -> Iterator[dict[str, Any]]:
    """The cases with a body that are answered, in the order of the files."""
    for file in sorted(CASES.glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            case = json.loads(line)
            if case.get("status", 200) == 200 and case.get("body") and "rules" not in case["body"]:
                yield case


def asked(client: FlaskClient, case: Mapping[str, Any], rules: Mapping[str, Any]) -> Any:
    body = case["body"] | {"rules": rules}
    if rules_need_a_speaker(rules) and "first_player" not in body:
        body = body | {"first_player": "N"} if "compare" in case["path"] else body
    answer: Any = client.post(case["path"], json=with_contracts(case["path"], body, rules)).json
    return {name: answer[name] for name in OF_A_LOG} if "events" in body else answer


OF_A_LOG = ("next", "due", "findings", "claims", "decision")
"""What only an audit answers; its score is that of the donne."""


CONTRACTS = {Scale.COINCHEE: {"coinche": "coinche"}, Scale.BID: {"bid": 80}}
"""A contract that is right under each scale that has any."""


def with_contracts(path: str, body: dict[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """The body with a contract for each donne that is scored."""
    named = PRESETS[rules.get("preset", DEFAULT_PRESET)]
    contract = {"contract": CONTRACTS.get(Scale(rules.get("scale", named.scale)))}
    if contract["contract"] and path == "/v1/donnes/score":
        return body | contract
    if contract["contract"] and path == "/v1/games/score":
        return body | {
            "donnes": [one | contract if "takers" in one else one for one in body["donnes"]]
        }
    return body


def rules_need_a_speaker(rules: Mapping[str, Any]) -> bool:
    named = PRESETS[rules.get("preset", DEFAULT_PRESET)]
    return bool(named.last_tie) or rules.get("last_tie") == "first_speaker"


def differences(was: Any, now: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places where two answers differ, texts and the echo of the rules apart."""
    if not path and now.get("status"):
        yield "/code", MISSING, now["code"]
    elif isinstance(was, dict) and isinstance(now, dict):
        for key in [*was, *(key for key in now if key not in was)]:
            if key not in IGNORED:
                yield from differences(
                    was.get(key, MISSING), now.get(key, MISSING), f"{path}/{key}"
                )
    elif was != now:
        yield path, was, now


def switches_of(preset: str) -> dict[str, Any]:
    """What a preset says otherwise than the default."""
    return {
        name: switch.named(PRESETS[preset])
        for name, switch in SWITCHES.items()
        if switch.named(PRESETS[preset]) != switch.default
    }


def has_its_auction(case: Mapping[str, Any], preset: str) -> bool:
    """Whether a log, if it is one, was called in the scale of a preset."""
    return "events" not in case["body"] or PRESETS[preset].scale is Scale.CLASSIC


def changed() -> dict[str, dict[str, Any]]:
    """For each preset and each case that it changes: the changes, and the switches behind them."""
    client = create_app(Config()).test_client()
    found: dict[str, dict[str, Any]] = {name: {} for name in PRESETS if name != DEFAULT_PRESET}
    for case in collection():
        usual = asked(client, case, {})
        for preset, cases in found.items():
            if not has_its_auction(case, preset):
                continue
            told = list(differences(usual, asked(client, case, {"preset": preset})))
            if told:
                cases[case["says"]] = {
                    "because": [
                        name
                        for name, value in switches_of(preset).items()
                        if any(differences(usual, asked(client, case, {name: value})))
                    ],
                    "changes": {
                        path: [was, now] for path, was, now in told if not isinstance(was, list)
                    },
                    "also": [path for path, was, _ in told if isinstance(was, list)],
                }
    return found


def written() -> str:
    return json.dumps(changed(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    replace_text(GOLDEN, written())
