"""Whether what a ruling says has words in every language and deck."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from service.api.i18n import DEFAULT, LANGUAGES
from service.api.serializers import SERIALIZERS
from service.belote.cards import DECKS, Deck
from service.belote.codes import Reason


def assert_told(reasons: Iterable[Reason]) -> None:
    """Each reason has a sentence of its own in every language and deck, and a form on the wire."""
    for one in reasons:
        said = {
            (language, deck.name): sentence(one, deck, language)
            for language, deck in product(LANGUAGES, DECKS)
        }
        for deck, language in product(DECKS, LANGUAGES):
            if language != DEFAULT:
                assert said[language, deck.name] != said[DEFAULT, deck.name], one


def sentence(reason: Reason, deck: Deck, language: str) -> str:
    written = SERIALIZERS[deck.name, deck.notation, language]
    text = written.renderer.sentence(reason.code, reason.params)
    assert not set("{}<>_") & set(text)
    assert not {"None", "True", "False"} & set(text.split())
    assert text[0] == text[0].upper()
    assert text.endswith(".")
    return text
