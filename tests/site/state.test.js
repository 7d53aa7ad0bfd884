// The state of the page and the links that hold it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CARDS, chance, shuffled } from "../../service/site/static/table/cards.js";
import { EDITS } from "../../service/site/static/table/edits.js";
import { stepsOf } from "../../service/site/static/table/log.js";
import {
  PARTNERS,
  SEATS,
  TEAMS,
  asLink,
  donneOf,
  fromLink,
  isBegun,
  newDonne,
  newTable,
  nothingSaid,
  readField,
  told,
  writeField,
} from "../../service/site/static/table/state.js";
import { BOOK, DECKS, HOME, HOMES } from "./deck.js";

const called = ({ deck, notation }) => `${deck} ${notation}`;
const WORDS = { names: {}, say: () => "" };
const AT = { book: BOOK, decks: DECKS, words: WORDS, dealerAfter: "E", say: () => {} };

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
    view: "scorer",
    trump: 1,
    preset: "ffb-coinche",
    switches: { equality: "chute", capot_defence: "162" },
    told_NS: [
      told({ kind: "carre", top: 6, seat: "S" }),
      told({ kind: "cent", top: 7, suit: 2, length: 6, seat: "N", with_card: 2, shown: "no" }),
    ],
    told_EW: [told({ kind: "tierce", top: 4, suit: 0, seat: "E" })],
    says_N: "these",
    declared_N: [said, nothingSaid()],
    takers: "EW",
    counted: "EW",
    total: 98,
    capot: "no",
    last_trick: "EW",
    played: [...hands[0][1].slice(0, 2), ...hands[1][1].slice(0, 2)],
    events: [
      { at: 0, seat: "N", type: "declare", what: "cent", cards: [] },
      { at: 2, seat: "W", type: "say", what: "belote", cards: [] },
      { at: 4, seat: "N", type: "show", what: "", cards: hands[0][1].slice(0, 3) },
      { at: 4, seat: "E", type: "show", what: "", cards: [] },
      { at: 4, seat: "S", type: "claim", what: "out_of_turn", cards: [] },
    ],
    settled_by: "NS",
    settled: 50,
    belote: "EW",
    rebelote: "no",
    target: 1000,
    game: "abc123",
    name_NS: "Les Verts & co",
    wins_EW: 2,
  };
}

describe("a link", () => {
  for (const deck of DECKS.all) {
    for (const home of HOMES) {
      test(`holds the whole table: ${called(deck)}, for a reader of ${called(home)}`, () => {
        const table = playedOn(deck);
        const agreed = { preset: "concours", switches: { equality: "chute", rounding: "tens" } };
        const donne = { ...donneOf(table), passed: "yes", agreed };
        const state = { ...table, donnes: [donne, newDonne()], aside: donne, editing: 1 };
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
    "total=-1",
    "total=1234567",
    "declared_N=tierce_20",
    "told_NS=tierce_K_S",
    "told_NS=tierce_99_S__N_1_yes",
    "events=0_N_shout_tierce_",
    "events=1_N_declare_tierce_",
    "events=_N_declare_tierce_",
    "switches=equality",
    "deck=tarot",
    "view=everything",
    "says_N=everything",
    "editing=0",
    "nobody=knows",
    "%F0%28",
  ]) {
    test(`leaves out what makes no sense: ${nonsense}`, () => {
      assert.deepEqual(fromLink(nonsense, HOME, DECKS), newTable(HOME));
    });
  }

  test("keeps what makes sense beside what does not", () => {
    const state = fromLink("trump=H&total=many&takers=EW", HOME, DECKS);
    assert.deepEqual(state, { ...newTable(HOME), trump: 1, takers: "EW" });
  });

  test("of a play in which nothing was noted has the play alone", () => {
    const state = fromLink("part=play&form=play&N=7S.8S&W=9S&played=7S.9S", HOME, DECKS);
    assert.deepEqual([state.played, state.events], [[0, 2], []]);
  });

  test("sorts what was said by the cards between which it was", () => {
    const said = "2_W_say_belote_~0_N_declare_tierce_~2_W_claim_not-shown_~9_S_say_rebelote_";
    const { events } = fromLink(`N=7S.8S&W=9S&played=7S.9S&events=${said}`, HOME, DECKS);
    assert.deepEqual(
      events.map(({ at, what }) => [at, what]),
      [
        [0, "tierce"],
        [2, "belote"],
        [2, "not_shown"],
      ],
    );
  });

  test("sorts the cards of a hand", () => {
    assert.deepEqual(fromLink("N=AS.7S", HOME, DECKS).N, [0, 7]);
  });

  test("never brings a name longer than the sheet has room for", () => {
    assert.equal(fromLink(`name_NS=${"x".repeat(500)}`, HOME, DECKS).name_NS.length, 40);
  });
});

/** Every object in a state with the path to it, and what shares a place with another. */
function shared(state) {
  const seen = new Map();
  const twice = [];
  const visit = (value, path) => {
    if (typeof value !== "object" || value === null) return;
    if (seen.has(value)) twice.push(`${seen.get(value)} and ${path}`);
    seen.set(value, path);
    Object.entries(value).forEach(([key, one]) => visit(one, `${path}.${key}`));
  };
  visit(state, "state");
  return twice;
}

/** What a reader may tap, as name and values. */
const TAPS = [
  ...TEAMS.flatMap((team) => [
    ["tell", { team, kind: "tierce", top: 4, suit: 1 }],
    ["tell", { team, kind: "carre", top: 6 }],
    ["untell", { team, place: 0 }],
    ["amend", { team, place: 0, name: "seat", value: PARTNERS[team][1] }],
    ["toggle", { name: "takers", value: team }],
  ]),
  ...SEATS.flatMap((seat) => [
    ["declare", { value: seat }],
    ["withdraw", { seat, place: 0 }],
    ["give", { card: 3, seat }],
    ["choose", { name: `says_${seat}`, value: "these" }],
  ]),
  ["digit", { name: "total", value: "9" }],
  ["deal", {}],
  ["example", { value: "lie" }],
  ["dispute", {}],
  ["clear", {}],
  ["unplay", {}],
  ["restart", {}],
  ["choose", { name: "dealer", value: "W" }],
  ["new-game", {}],
  ["rematch", { value: "NS" }],
  ["leave", {}],
];

const WRITTEN = { takers: "NS", total: 98 };

/** Taps at random, as many as `count`, and writes and corrects lines between them. */
function tapped(count) {
  let state = newTable(HOME);
  for (let tap = 0; tap < count; tap++) {
    const next = structuredClone(state);
    const seen = { value: next.donnes.length };
    const step = { value: stepsOf(next) };
    const cards = CARDS.filter((card) => !next.played.includes(card));
    const more = [
      ...TAPS,
      ["play", { card: cards[chance(cards.length)], ...step }],
      ["note", { seat: "E", type: "say", what: "belote", ...step }],
      ["note", { seat: "W", type: "show", cards: "1.2.3", ...step }],
      ["pass", seen],
      ["write", seen],
      ...next.donnes.map((_, place) => ["correct", { place }]),
      ...next.donnes.map((_, place) => ["strike", { place, ...seen }]),
    ];
    const [name, values] = more[chance(more.length)];
    if (name === "write") Object.assign(next, { ...WRITTEN, form: "count" });
    if (EDITS[name](next, values, AT) !== false) state = next;
  }
  return state;
}

describe("the state", () => {
  test("of a new table shares no object between two of its parts", () => {
    assert.deepEqual(shared(newTable(HOME)), []);
    assert.deepEqual(shared({ one: newTable(HOME), other: newTable(HOME) }), []);
    assert.deepEqual(shared({ one: newDonne(), other: newDonne() }), []);
  });

  test("shares none after any edits either", () => {
    for (let game = 0; game < 300; game++) {
      const state = tapped(1 + chance(30));
      assert.deepEqual(shared(state), []);
      assert.deepEqual(shared(fromLink(asLink(state, DECKS.of(state)), HOME, DECKS)), []);
    }
  });

  test("after any edits is what its link says", () => {
    for (let game = 0; game < 300; game++) {
      const state = tapped(1 + chance(30));
      assert.deepEqual(fromLink(asLink(state, DECKS.of(state)), HOME, DECKS), state);
    }
  });

  test("of a seat changes no other seat's declarations", () => {
    const state = newTable(HOME);
    EDITS.declare(state, { value: "N" }, AT);
    assert.deepEqual(
      SEATS.map((seat) => state[`declared_${seat}`].length),
      [1, 0, 0, 0],
    );
  });

  test("of a donne is a copy", () => {
    const table = newTable(HOME);
    donneOf(table).N.push(1);
    assert.deepEqual(table.N, []);
  });

  test("is begun once anything was entered, and not because of who deals", () => {
    assert.equal(isBegun(newTable(HOME)), false);
    assert.equal(isBegun({ ...newTable(HOME), dealer: "W" }), false);
    assert.equal(isBegun({ ...newTable(HOME), total: 98 }), true);
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
