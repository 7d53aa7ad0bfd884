// What taps do to the state.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { asHeld } from "../../service/site/static/table/cards.js";
import { EDITS, alsoLost } from "../../service/site/static/table/edits.js";
import { GESTURES, newUi } from "../../service/site/static/table/gestures.js";
import { happened } from "../../service/site/static/table/log.js";
import { newDonne, newTable } from "../../service/site/static/table/state.js";
import { BOOK, DECKS, HOME } from "./deck.js";

const WORDS = { names: {}, say: () => "" };
const AT = { book: BOOK, decks: DECKS, words: WORDS, dealerAfter: "E", say: () => {} };

/** A table after edits, each as its name and values; `false` where the last changed nothing. */
function after(...edits) {
  const state = newTable(HOME);
  const done = edits.map(([name, values = {}]) => EDITS[name](state, values, AT));
  return done.at(-1) === false ? false : state;
}

const TAKEN = ["toggle", { name: "takers", value: "NS" }];
const digits = (text, name = "total") => [...text].map((value) => ["digit", { name, value }]);
const write = (value) => ["write", { value }];

describe("a hand", () => {
  test("that is full says so, and where the next cards go", () => {
    const said = [];
    const at = { ...AT, words: { names: HOME, say: (key) => key }, say: (text) => said.push(text) };
    const state = newTable(HOME);
    for (let card = 0; card < 8; card++) EDITS.give(state, { card, seat: "N" }, at);
    assert.deepEqual([state.seat, said], ["W", ["hand_full give_to"]]);
    EDITS.give(state, { card: 8, seat: "N" }, at);
    assert.deepEqual([state.N.length, said.at(-1)], [8, "hand_full"]);
  });

  test("is held with the trump suit first, each suit low to high", () => {
    const cards = [25, 9, 3, 8, 0];
    assert.deepEqual(asHeld(cards, null), [0, 3, 8, 9, 25]);
    assert.deepEqual(asHeld(cards, 1), [8, 9, 0, 3, 25]);
    assert.deepEqual(asHeld(cards, 3), [25, 0, 3, 8, 9]);
  });
});

describe("other rules in mid-game", () => {
  const preset = (value) => ["set", { value, dataset: { set: "preset" } }];
  const turn = (name, value, usual) => ["switch", { value, dataset: { switch: name, usual } }];
  const lines = [TAKEN, ...digits("81"), write(0), ["pass", { value: 1 }]];
  const classic = { preset: "classique", switches: {} };
  const agreed = (state) => state.donnes.map((donne) => donne.agreed);

  test("leave each line under those that it was written under", () => {
    const state = after(...lines, preset("sans-litige"), TAKEN, ...digits("98"), write(2));
    assert.deepEqual(agreed(state), [classic, classic, null]);
    assert.deepEqual([state.preset, state.agreed], ["sans-litige", null]);
  });

  test("and other ones again leave all of them", () => {
    const between = [preset("sans-litige"), ["pass", { value: 2 }]];
    const state = after(...lines, ...between, turn("equality", "made", "chute"));
    const without = { preset: "sans-litige", switches: {} };
    assert.deepEqual(agreed(state), [classic, classic, without]);
    assert.deepEqual(state.switches, { equality: "made" });
  });

  test("that are taken back leave nothing behind", () => {
    const there = [turn("equality", "chute", "litige"), turn("equality", "litige", "litige")];
    assert.deepEqual(after(...lines, ...there), after(...lines));
  });

  test("are not those of a line that is corrected", () => {
    const correct = [preset("sans-litige"), ["correct", { place: 0 }]];
    const opened = after(...lines, ...correct);
    assert.deepEqual(opened.agreed, classic);
    const written = after(...lines, ...correct, preset("concours"), write(2));
    assert.deepEqual(agreed(written), [classic, classic]);
    assert.equal(written.agreed, null);
    const first = after(...lines, ["correct", { place: 0 }], preset("concours"));
    assert.deepEqual(first.agreed, classic);
  });

  test("are not changed by an example", () => {
    const correct = [preset("sans-litige"), ["correct", { place: 0 }]];
    assert.deepEqual(after(...lines, ...correct, ["example", { value: "lie" }]).agreed, classic);
  });
});

describe("a donne", () => {
  test("that is written goes on the sheet, and the deal passes on", () => {
    const state = after(TAKEN, ...digits("98"), write(0));
    assert.equal(state.donnes.length, 1);
    assert.equal(state.donnes[0].total, 98);
    assert.equal(state.dealer, "E");
    assert.deepEqual(
      { ...newDonne(), dealer: state.dealer },
      Object.fromEntries(Object.keys(newDonne()).map((key) => [key, state[key]])),
    );
  });

  test("is written once, however often the reader taps", () => {
    assert.equal(after(TAKEN, ...digits("98"), write(0), ...digits("98"), TAKEN, write(0)), false);
    assert.equal(after(["pass", { value: 0 }], ["pass", { value: 0 }]), false);
  });

  test("that lacks its takers or its points is not written", () => {
    assert.equal(after(...digits("98"), write(0)), false);
    assert.equal(after(TAKEN, write(0)), false);
  });

  test("is struck out once for each tap that saw it", () => {
    const written = [
      ["pass", { value: 0 }],
      ["pass", { value: 1 }],
      ["strike", { place: 0, value: 2 }],
    ];
    assert.equal(after(...written).donnes.length, 1);
    assert.equal(after(...written, ["strike", { place: 0, value: 2 }]), false);
  });

  test("that is corrected stays in its place, and the donne in hand comes back", () => {
    const written = [TAKEN, ...digits("98"), write(0), ["pass", { value: 1 }]];
    const state = after(
      ...written,
      ...digits("71"),
      ["correct", { place: 0 }],
      ["erase", { name: "total" }],
      ["digit", { name: "total", value: "0" }],
      write(2),
    );
    assert.deepEqual(
      state.donnes.map(({ total, passed }) => [total, passed]),
      [
        [90, "no"],
        [null, "yes"],
      ],
    );
    assert.deepEqual([state.total, state.editing, state.aside], [71, null, null]);
  });

  test("that is left as it was is as it was", () => {
    const written = [TAKEN, ...digits("98"), write(0), ...digits("71")];
    const correction = [["correct", { place: 0 }], ["erase", { name: "total" }], ["leave"]];
    const [before, left] = [after(...written), after(...written, ...correction)];
    assert.deepEqual(left, { ...before, view: "scorer" });
    assert.equal(after(...written, ["leave"]), false);
  });
});

describe("the keypad", () => {
  test("writes what is tapped, without zeros in front", () => {
    assert.equal(after(...digits("0090")).total, 90);
    assert.equal(after(...digits("162")).total, 162);
    assert.equal(after(...digits("162"), ["erase", { name: "total" }]).total, 16);
    assert.equal(after(...digits("1"), ["erase", { name: "total" }]).total, null);
  });

  test("takes no fourth digit", () => {
    assert.equal(after(...digits("1620")), false);
  });

  test("begins anew for the other team", () => {
    const state = after(TAKEN, ...digits("98"), ["count", { value: "EW" }]);
    assert.deepEqual([state.counted, state.total], ["EW", null]);
    assert.equal(after(TAKEN, ...digits("98"), ["count", { value: "NS" }]), false);
  });
});

describe("the play", () => {
  const play = (card, value) => ["play", { card, value }];
  const say = (what, value) => ["note", { seat: "N", type: "say", what, value }];
  const steps = (state) => happened(state).map(({ what, card }) => what ?? card);

  test("has cards and words in the order in which they happened", () => {
    const state = after(say("belote", 0), play(5, 1), say("rebelote", 2), play(6, 3));
    assert.deepEqual(steps(state), ["belote", 5, "rebelote", 6]);
    assert.equal(state.form, "play");
  });

  test("is said to be lost where it was taken away, and not where it was written", () => {
    const before = after(TAKEN, play(5, 0), say("belote", 1), ...digits("98"));
    const next = (name, values) => {
      const state = structuredClone(before);
      state.form = "count";
      EDITS[name](state, values, AT);
      return state;
    };
    assert.equal(alsoLost(before, next("give", { card: 9, seat: "N" })), "play_ended");
    const written = next("write", { value: 0 });
    assert.deepEqual([written.donnes.length, written.played], [1, []]);
    assert.equal(alsoLost(before, written), undefined);
  });

  test("is taken back step by step, word or card", () => {
    const all = [play(5, 0), say("belote", 1), say("rebelote", 2), play(6, 3)];
    const back = (times) => steps(after(...all, ...Array(times).fill(["unplay"])));
    assert.deepEqual(back(1), [5, "belote", "rebelote"]);
    assert.deepEqual(back(2), [5, "belote"]);
    assert.deepEqual(back(3), [5]);
    assert.deepEqual(back(5), []);
  });

  test("takes a step once, however often the reader taps", () => {
    assert.equal(after(say("belote", 0), say("belote", 0)), false);
    assert.equal(after(say("belote", 0), play(5, 0)), false);
  });

  test("has the cards that were shown, or none where somebody would not", () => {
    const show = (cards, value) => ["note", { seat: "N", type: "show", cards, value }];
    const state = after(show("1.2.3", 0), show(undefined, 1));
    assert.deepEqual(
      state.events.map(({ cards }) => cards),
      [[1, 2, 3], []],
    );
  });

  for (const [name, values] of [
    ["restart"],
    ["deal"],
    ["clear"],
    ["give", { card: 9, seat: "N" }],
    ["choose", { name: "dealer", value: "W" }],
  ]) {
    test(`begins anew after: ${name}`, () => {
      const state = after(say("belote", 0), play(5, 1), [name, values]);
      assert.deepEqual([state.played, state.events], [[], []]);
    });
  }
});

describe("a step of the play", () => {
  test("ends what was picked for it: it is the next player's turn", () => {
    for (const step of ["play", "note", "unplay"]) {
      const ui = newUi();
      GESTURES["pick-shown"](ui, { seat: "W" });
      GESTURES["pick-card"](ui, { card: "4" });
      assert.deepEqual([ui.actor, ui.showing], ["W", [4]]);
      assert.deepEqual(GESTURES[step](ui, { value: 3 }), [step, { value: 3 }]);
      assert.deepEqual(ui, newUi());
    }
  });

  test("is picked for one player at a time", () => {
    const ui = newUi();
    GESTURES["pick-claim"](ui, { seat: "W" });
    GESTURES["pick-shown"](ui, { seat: "N" });
    assert.deepEqual([ui.actor, ui.claiming, ui.showing], ["N", false, []]);
    GESTURES["pick-card"](ui, { card: "4" });
    GESTURES["pick-card"](ui, { card: "4" });
    assert.deepEqual(ui.showing, []);
    GESTURES["pick-none"](ui, {});
    GESTURES.act(ui, { value: "S" });
    assert.deepEqual([ui.actor, ui.showing], ["S", null]);
  });
});

describe("a game", () => {
  test("that begins keeps cards, rules and target", () => {
    const state = newTable(HOME);
    Object.assign(state, { preset: "sans-litige", switches: { direction: "clockwise" } });
    Object.assign(state, { target: 500, name_NS: "A", game: "old", donnes: [newDonne()] });
    EDITS["new-game"](state, {}, AT);
    assert.deepEqual(
      [state.preset, state.target, state.donnes, state.name_NS],
      ["sans-litige", 500, [], ""],
    );
    assert.deepEqual(state.switches, { direction: "clockwise" });
    assert.notEqual(state.game, "old");
  });

  test("that is played again counts the one before", () => {
    const state = Object.assign(newTable(HOME), { name_EW: "B", game: "old", dealer: "W" });
    EDITS.rematch(state, { value: "EW" }, AT);
    EDITS.rematch(state, { value: "EW" }, AT);
    EDITS.rematch(state, { value: "NS" }, AT);
    assert.deepEqual([state.wins_NS, state.wins_EW, state.name_EW, state.dealer], [1, 2, "B", "W"]);
  });
});

/** What a row of gestures comes to: the edits that they complete. */
function completed(...gestures) {
  const ui = newUi();
  return gestures.map(([name, values]) => GESTURES[name](ui, values)).filter(Boolean);
}

describe("an announcement", () => {
  test("is told by its kind, its top card and its suit, in any order of the two", () => {
    const kind = ["pick", { team: "NS", kind: "tierce" }];
    const [top, suit] = [
      ["pick-top", { value: "6" }],
      ["pick-suit", { value: "1" }],
    ];
    const told = [["tell", { team: "NS", kind: "tierce", top: 6, suit: 1 }]];
    assert.deepEqual(completed(kind, top, suit), told);
    assert.deepEqual(completed(kind, suit, top), told);
  });

  test("has no suit where it is a carré", () => {
    const [[name, values]] = completed(
      ["pick", { team: "EW", kind: "carre" }],
      ["pick-top", { value: "6" }],
    );
    assert.deepEqual([name, values.top, values.suit], ["tell", 6, undefined]);
  });

  test("is dropped by a second tap on its kind", () => {
    const ui = newUi();
    GESTURES.pick(ui, { team: "NS", kind: "cent" });
    GESTURES.pick(ui, { team: "NS", kind: "cent" });
    assert.equal(ui.picking, null);
  });

  test("is by the player of its team who announced last", () => {
    const tierce = (top) => ["tell", { team: "NS", kind: "tierce", top, suit: 1 }];
    const amend = ["amend", { team: "NS", place: 0, name: "seat", value: "N" }];
    const state = after(tierce(3), amend, tierce(7));
    assert.deepEqual(
      state.told_NS.map(({ seat }) => seat),
      ["N", "N"],
    );
  });
});
