"""What docs/api.md lists is what there is."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from service.belote.presets import DEFAULT_PRESET, PRESETS
from tests.support.client import answered, get
from tests.support.contract import ROOT
from tests.support.pages import table_rows

PAGE = ROOT / "docs" / "api.md"


def test_each_preset_is_listed_with_its_differences() -> None:
    rows = table_rows(PAGE, "House rules")
    assert [name.strip("`") for name, _ in rows] == [
        one for one in PRESETS if one != DEFAULT_PRESET
    ]


def test_the_bodies_of_a_deal_are_those_of_the_page(client: FlaskClient) -> None:
    query = "/v1/deals/random?deck=french&seed=7&preset=ffb-coinche"
    bodies = answered(get(client, f"{query}&play=true"))["bodies"]
    assert bodies["score"]["contract"] == {"bid": 80, "coinche": None}
    assert answered(get(client, query))["bodies"]["score"] is None


def test_the_noun_after_a_number_is_that_of_a_template(client: FlaskClient) -> None:
    """The example of the page stands in a template as it is quoted."""
    [quoted] = re.findall(r"`(\{\w+:.+?\|.+?\})`", PAGE.read_text("utf-8"))
    codes = answered(get(client, "/v1/rules?lang=en"))["codes"]
    assert any(quoted in one["template"] for one in codes.values())
