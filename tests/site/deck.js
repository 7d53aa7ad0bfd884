// The decks as the page makes them, from what the service sends. `tests/site/test_modules.py` writes
// its rulebook to the file that RULEBOOK names.

import { readFileSync } from "node:fs";
import { Decks } from "../../service/site/static/table/cards.js";

if (!process.env.RULEBOOK) throw new Error("run these tests by pytest -m node tests/site");
export const BOOK = JSON.parse(readFileSync(process.env.RULEBOOK, "utf-8"));

export const DECKS = new Decks(BOOK.decks);

/** What a reader may find on the table first: each deck, in each notation. */
export const HOMES = DECKS.all.map(({ deck, notation }) => ({
  deck,
  notation: notation ?? "international",
}));
export const [HOME] = HOMES;
