"""A switch about declarations, added as a maintainer would: rulings and sentences change alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.api.i18n import CATALOGUES, LANGUAGES, Renderer
from service.belote.cards import INTERNATIONAL
from service.belote.codes import Code
from service.belote.declarations import validate
from service.belote.rules import CLASSIQUE
from tests.support.notation import hand, said

DEALT = hand("JH QH KH 7S 8D 9C AC AD")


@pytest.mark.parametrize("last", [1, 2, 3])
def test_a_declaration_is_late_after_the_last_card_that_the_rules_allow(last: int) -> None:
    rules = replace(CLASSIQUE, last_card_in_time=last)
    for with_card in range(1, 9):
        found = validate(DEALT, [said("tierce", with_card=with_card)], None, rules)
        is_late = found.explanation[0].code is Code.LATE
        assert is_late is (with_card > last) is not found.accepted


@pytest.mark.parametrize("last", [1, 2, 3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_names_the_card_that_the_rules_allow(language: str, last: int) -> None:
    rules = replace(CLASSIQUE, last_card_in_time=last)
    late = validate(DEALT, [said("tierce", with_card=last + 2)], None, rules).explanation[0]
    text = Renderer(INTERNATIONAL, language).sentence(late.code, late.params)
    ordinals = CATALOGUES[language]["words"]["ordinals"]
    named = [word for word in ordinals if word in text]
    assert named == [ordinals[last - 1], ordinals[last + 1]]
    assert (late.params["said_with"], late.params["last_card"]) == (last + 2, last)
