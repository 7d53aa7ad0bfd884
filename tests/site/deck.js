// The decks as the page makes them, from what the service sends. `tests/site/test_modules.py` writes
// its rulebook to the file that RULEBOOK names.

import { readFileSync } from "node:fs";
import { Deck } from "../../service/site/static/table/cards.js";

if (!process.env.RULEBOOK) throw new Error("run these tests by pytest -m node tests/site");
export const BOOK = JSON.parse(readFileSync(process.env.RULEBOOK, "utf-8"));

export const DECKS = BOOK.decks.map((described) => new Deck(described));

/** The deck of a table: its notation matters where the deck has several. */
export const deckOf = ({ deck, notation }) =>
  DECKS.find((one) => one.deck === deck && (one.notation ?? notation) === notation);
