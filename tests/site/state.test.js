// The state of the page and the links that hold it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CARDS, chance, shuffled } from "../../service/site/static/table/cards.js";
import {
  NOTHING_SAID,
  SEATS,
  asLink,
  donneOf,
  fromLink,
  newDonne,
  newTable,
  readField,
  writeField,
} from "../../service/site/static/table/state.js";
import { DECKS, HOME, HOMES } from "./deck.js";

const called = ({ deck, notation }) => `${deck} ${notation}`;

/** A table on which everything differs from a new one. */
function playedOn(deck) {
  const pack = shuffled();
  const hands = SEATS.map((seat, place) => [
    seat,
    pack.slice(place * 8, place * 8 + 8).sort((one, other) => one - other),
  ]);
  const said = { kind: "tierce", points: 20, cards: [1, 2, 3], with_card: 2, shown: "no" };
  return {
    ...newTable(HOMES[DECKS.all.indexOf(deck)]),
    ...Object.fromEntries(hands),
    tab: "donne",
    trump: 1,
    preset: "ffb-coinche",
    switches: { equality: "chute", capot_defence: "162" },
    says_N: "these",
    declared_N: [said, NOTHING_SAID],
    points_NS: 88,
    last_trick: "EW",
    played: [...hands[0][1].slice(0, 2), ...hands[1][1].slice(0, 2)],
    belote: "EW",
    rebelote: "no",
    target: 1000,
  };
}

describe("a link", () => {
  for (const deck of DECKS.all) {
    for (const home of HOMES) {
      test(`holds the whole table: ${called(deck)}, for a reader of ${called(home)}`, () => {
        const table = playedOn(deck);
        const donne = { ...donneOf(table), passed: "yes" };
        const state = { ...table, donnes: [donne, newDonne()] };
        assert.deepEqual(fromLink(asLink(state, deck), home, DECKS), state);
      });
    }
  }

  test("of a new table names the cards and nothing else", () => {
    for (const home of HOMES) {
      const table = newTable(home);
      const link = new URLSearchParams(asLink(table, DECKS.of(table)));
      assert.deepEqual([...link.keys()], ["deck", "notation"]);
    }
  });

  test("that is empty gives the table of the reader", () => {
    for (const home of HOMES) {
      assert.deepEqual(fromLink("", home, DECKS), newTable(home));
    }
  });

  for (const nonsense of [
    "trump=X",
    "N=KS.KS",
    "N=KS&W=KS",
    "N=7S.8S.9S.10S.JS.QS.KS.AS.7H",
    "points_NS=-1",
    "points_NS=1234567",
    "declared_N=tierce_20",
    "switches=equality",
    "deck=tarot",
    "says_N=everything",
    "nobody=knows",
    "%F0%28",
  ]) {
    test(`leaves out what makes no sense: ${nonsense}`, () => {
      assert.deepEqual(fromLink(nonsense, HOME, DECKS), newTable(HOME));
    });
  }

  test("keeps what makes sense beside what does not", () => {
    const state = fromLink("trump=H&points_NS=many&takers=EW", HOME, DECKS);
    assert.deepEqual(state, { ...newTable(HOME), trump: 1, takers: "EW" });
  });

  test("sorts the cards of a hand", () => {
    assert.deepEqual(fromLink("N=AS.7S", HOME, DECKS).N, [0, 7]);
  });
});

describe("the state", () => {
  test("of two new tables has nothing in common", () => {
    const [one, other] = [newTable(HOME), newTable(HOME)];
    one.N.push(1);
    one.switches.equality = "chute";
    assert.deepEqual(other, newTable(HOME));
  });

  test("of a donne is a copy", () => {
    const table = newTable(HOME);
    donneOf(table).N.push(1);
    assert.deepEqual(table.N, []);
  });

  test("reads each field as it was written", () => {
    const [deck] = DECKS.all;
    const table = playedOn(deck);
    for (const [name, value] of Object.entries(donneOf(table))) {
      assert.deepEqual(readField(name, writeField(name, value, deck), deck), value, name);
    }
  });
});

describe("a deck", () => {
  for (const deck of DECKS.all) {
    test(`reads what it writes: ${called(deck)}`, () => {
      assert.deepEqual(
        CARDS.map((card) => deck.card(deck.label(card))),
        CARDS,
      );
      assert.deepEqual(deck.read(deck.labels.join(" , ")), CARDS);
      assert.deepEqual(deck.read(deck.labels.join("\n").toLowerCase()), CARDS);
      assert.equal(deck.unknown(`${deck.labels[0]} xyz`), "XYZ");
    });
  }

  test("is shuffled whole", () => {
    assert.deepEqual(
      shuffled().sort((one, other) => one - other),
      CARDS,
    );
  });

  test("chance stays below its bound, and reaches every number", () => {
    const drawn = new Set(Array.from({ length: 2000 }, () => chance(6)));
    assert.deepEqual([...drawn].sort(), [0, 1, 2, 3, 4, 5]);
  });
});
