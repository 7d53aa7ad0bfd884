"""Print openapi.yaml as JSON for a service with one more notation, preset, switch and language.

    python -m tests.support.made_up_document

Each is added to the data of the game and to the catalogues, which are read first, before any other
module reads them, as a maintainer would add it to the source; nothing else is changed.
"""

from __future__ import annotations

import sys
from types import MappingProxyType

from service.api import i18n
from service.api.i18n import catalogues
from service.belote import cards, presets
from service.belote.paragraphs import PARAGRAPH_OF_DEFAULT, PARAGRAPHS
from service.belote.rules import CLASSIQUE

DECK = cards.Deck(
    "spanish", "letras", ("4", "5", "6", "7", "S", "C", "R", "A"), ("O", "C", "E", "B")
)
PRESET, LANGUAGE = "chez-nous", "it"
SWITCH, VALUES = "last_card_in_time", (1, 2)


def main() -> None:
    """Add all of it, and print the document."""
    vars(cards)["DECKS"] = (*cards.DECKS, DECK)
    presets.PRESETS = MappingProxyType({**presets.PRESETS, PRESET: CLASSIQUE})
    switch = presets.Switch(SWITCH, MappingProxyType({value: value for value in VALUES}))
    rests_on = {**PARAGRAPH_OF_DEFAULT, SWITCH: PARAGRAPHS["D2"]}
    vars(presets)["PARAGRAPH_OF_DEFAULT"] = MappingProxyType(rests_on)
    presets.SWITCHES = MappingProxyType({**presets.SWITCHES, SWITCH: switch})
    texts = {language: dict(catalogue) for language, catalogue in i18n.CATALOGUES.items()}
    texts[LANGUAGE] = texts[i18n.DEFAULT]
    for catalogue in texts.values():
        catalogue["presets"][PRESET] = "As we play it."
        catalogue["switches"][SWITCH] = {"meaning": "The last card.", "played_by": "Us."}
        catalogue["table"]["preset"][PRESET] = "As we play it"
        catalogue["table"]["switch"][SWITCH] = {
            "question": "The last card?",
            "answers": {value: value for value in VALUES},
        }
    catalogues.CATALOGUES = i18n.CATALOGUES = texts
    catalogues.LANGUAGES = i18n.LANGUAGES = tuple(texts)
    import orjson

    from service.app import create_app
    from service.config import Config
    from tools.openapi.build import document

    sys.stdout.buffer.write(orjson.dumps(document(create_app(Config()))))


if __name__ == "__main__":
    main()
