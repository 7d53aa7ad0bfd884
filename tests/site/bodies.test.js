// What the page asks the service, made from its state.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bodies } from "../../service/site/static/table/bodies.js";
import { CARDS } from "../../service/site/static/table/cards.js";
import { newTable, told } from "../../service/site/static/table/state.js";
import { BOOK, DECKS, HOME } from "./deck.js";

function bodies(changes) {
  const state = { ...newTable(HOME), ...changes };
  return new Bodies(state, DECKS, BOOK);
}

const COUNTED = { takers: "NS", total: 98 };
const by = (kind, top, suit, seat, more = {}) => told({ kind, top, suit, seat, ...more });

describe("a body", () => {
  test("of a hand names its deck and its cards", () => {
    assert.deepEqual(bodies({ N: [6, 14] }).resolve("N"), { deck: "french", hand: ["KS", "KH"] });
  });

  test("names the notation where it is not the usual one", () => {
    const body = bodies({ notation: "francaise", N: [6] }).resolve("N");
    assert.deepEqual(body, { deck: "french", notation: "francaise", hand: ["RP"] });
  });

  test("names house rules by preset and switch, with the type that the service gave", () => {
    const chosen = {
      preset: "sans-litige",
      switches: { capot_defence: "162", length_step: "false" },
    };
    assert.deepEqual(bodies(chosen).resolve("N").rules, {
      preset: "sans-litige",
      capot_defence: 162,
      length_step: false,
    });
  });

  test("of a dispute has what each player said, without a card", () => {
    const state = {
      trump: 1,
      told_NS: [by("carre", 6, null, "S"), by("tierce", 6, 1, "N", { with_card: 2 })],
      told_EW: [by("cent", 5, 0, "W", { length: 6, shown: "no" })],
    };
    assert.deepEqual(bodies(state).dispute(), {
      deck: "french",
      trump: "H",
      dealer: "S",
      declared: {
        N: [{ kind: "tierce", top: "K", suit: "H", with_card: 2 }],
        W: [{ kind: "cent", top: "Q", suit: "S", length: 6, shown: false }],
        S: [{ kind: "carre", top: "K" }],
      },
    });
  });

  test("of a dispute needs a trump and an announcement", () => {
    assert.equal(bodies({ trump: 1 }).dispute(), null);
    assert.equal(bodies({ told_NS: [by("carre", 6, null, "S")] }).dispute(), null);
  });

  test("of a donne is not made before all of it is there, and it says what is missing", () => {
    assert.equal(bodies({}).missing(), "takers");
    assert.equal(bodies({ takers: "NS" }).missing(), "count");
    assert.equal(bodies({ ...COUNTED, form: "play" }).missing(), "play");
    assert.equal(bodies({ ...COUNTED, form: "piles" }).missing(), "piles");
    assert.equal(bodies({ ...COUNTED, told_NS: [by("carre", 6, null, "S")] }).missing(), "trump");
    assert.equal(bodies(COUNTED).missing(), null);
    assert.equal(bodies({}).score(0), null);
  });

  test("of a counted donne needs no trump, and has what was carried", () => {
    const counted = { deck: "french", takers: "NS", count: { total: { NS: 98 } } };
    assert.deepEqual(bodies(COUNTED).score(81), { ...counted, carry_in: 81 });
    assert.deepEqual(bodies({ ...COUNTED, counted: "EW" }).score(0).count, { total: { EW: 98 } });
  });

  test("of a capot needs no number, and all points without one have a trick to spare", () => {
    assert.deepEqual(bodies({ takers: "NS", capot: "EW" }).score(0).count, { capot: "EW" });
    assert.deepEqual(bodies({ takers: "NS", total: 162, capot: "no" }).score(0).count, {
      total: { NS: 162 },
      tricks_won: { NS: 7, EW: 1 },
    });
  });

  test("tells of the belote only what somebody told", () => {
    assert.equal("belote" in bodies(COUNTED).score(0), false);
    const belote = (changes) => bodies({ ...COUNTED, ...changes }).score(0).belote;
    assert.deepEqual(belote({ belote: "NS" }), { team: "NS" });
    assert.deepEqual(belote({ belote: "none" }), { said: false });
    assert.deepEqual(belote({ belote: "EW", rebelote: "no", claimed: "yes" }), {
      team: "EW",
      rebelote: false,
      claimed_at_count: true,
    });
  });

  test("has the announcements that the referee was told of, unless points were entered", () => {
    const told_NS = [by("carre", 6, null, "S")];
    const body = bodies({ ...COUNTED, trump: 0, told_NS }).score(0);
    assert.deepEqual(body.declared, { S: [{ kind: "carre", top: "K" }] });
    const points = { announced: "points", settled_by: "EW", settled: 50 };
    const settled = bodies({ ...COUNTED, trump: 0, told_NS, ...points }).score(0);
    assert.deepEqual(settled.announcement_points, { EW: 50 });
    assert.equal("declared" in settled, false);
  });

  test("of a game has passed donnes as such", () => {
    const state = { ...newTable(HOME), ...COUNTED };
    const passed = { ...state, passed: "yes" };
    assert.deepEqual(bodies({}).game([passed, state]).donnes, [
      { passed: true, dealer: "S" },
      { takers: "NS", count: { total: { NS: 98 } }, dealer: "S" },
    ]);
  });

  test("of a donne has a contract under the rules that have one, and no other", () => {
    const bid = { ...COUNTED, bid: "90", coinche: "coinche" };
    assert.equal("contract" in bodies(bid).score(0), false);
    const under = (scale, changes = {}) => bodies({ ...bid, switches: { scale }, ...changes });
    assert.deepEqual(under("bid").score(0).contract, { bid: 90, coinche: "coinche" });
    assert.deepEqual(under("bid", { bid: "capot", coinche: "" }).score(0).contract, {
      bid: "capot",
    });
    assert.deepEqual(under("coinchee").score(0).contract, { coinche: "coinche" });
    assert.equal(under("bid", { bid: "" }).missing(), "bid");
    assert.equal(bodies({ ...COUNTED, preset: "ffb-coinche" }).missing(), "bid");
  });

  test("of a game has the rules of each line that has others than the game", () => {
    const line = { ...newTable(HOME), ...COUNTED };
    const bid = { ...line, agreed: { preset: "coinche-maison", switches: {} }, bid: "90" };
    const classic = { ...line, agreed: { preset: "classique", switches: {} }, passed: "yes" };
    const game = bodies({ preset: "concours", agreed: bid.agreed }).game([bid, classic, line]);
    assert.deepEqual(game.rules, { preset: "concours" });
    assert.deepEqual(
      game.donnes.map(({ rules, contract }) => [rules, contract]),
      [
        [{ preset: "coinche-maison" }, { bid: 90 }],
        [{ preset: "classique" }, undefined],
        [undefined, undefined],
      ],
    );
    assert.deepEqual(bodies(bid).score(0).rules, { preset: "coinche-maison" });
  });

  const SEATED = {
    N: CARDS.slice(0, 8),
    W: CARDS.slice(8, 16),
    S: CARDS.slice(16, 24),
    E: CARDS.slice(24),
  };
  const PLAYED = { ...SEATED, trump: 1, takers: "NS", dealer: "E", form: "play" };
  const noted = (at, seat, type, what, cards = []) => ({ at, seat, type, what, cards });

  test("of an audit has every step in its order, each with whose it is", () => {
    const events = [
      noted(0, "N", "declare", "tierce"),
      noted(2, "W", "say", "belote"),
      noted(2, "N", "show", "", [0, 1, 2]),
      noted(2, "E", "show", ""),
      noted(2, "S", "claim", "irregular_card"),
    ];
    const { hands, ...body } = bodies({ ...PLAYED, played: [0, 8], events }).audit();
    assert.deepEqual(Object.keys(hands), ["N", "W", "S", "E"]);
    assert.deepEqual(body, {
      deck: "french",
      trump: "H",
      takers: "NS",
      dealer: "E",
      records: { words: true, declarations: true, shows: true },
      events: [
        { type: "declare", seat: "N", kind: "tierce" },
        { type: "play", seat: "N", card: "7S" },
        { type: "play", seat: "W", card: "7H" },
        { type: "say", seat: "W", word: "belote" },
        { type: "show", seat: "N", cards: ["7S", "8S", "9S"] },
        { type: "show", seat: "E", refused: true },
        { type: "claim", seat: "S", about: "irregular_card" },
      ],
    });
  });

  test("of an audit says that words are recorded once there is one", () => {
    assert.equal("records" in bodies({ ...PLAYED, played: [0] }).audit(), false);
    assert.equal(bodies(PLAYED).audit({ carry_in: 81 }).carry_in, 81);
  });

  test("of a whole play is its log, unless what was said was told of the whole of it", () => {
    const whole = { ...PLAYED, played: CARDS };
    assert.deepEqual(Object.keys(bodies(whole).donne()), ["log"]);
    assert.equal(bodies(whole).donne().log.events.length, 32);
    const told = [{ belote: "NS" }, { belote: "none" }, { announced: "table" }];
    for (const otherwise of told) {
      assert.equal(bodies({ ...whole, ...otherwise }).donne().play.tricks.length, 8);
      const events = [noted(4, "N", "say", "belote")];
      assert.equal("log" in bodies({ ...whole, ...otherwise, events }).donne(), true);
    }
    assert.equal("log" in bodies({ ...whole, N: [] }).donne(), false);
  });

  test("of a comparison needs a trump, and a hand or a declaration", () => {
    const hand = [0, 1, 2, 3, 4, 5, 6, 7];
    assert.equal(bodies({ N: hand }).compare(), null);
    assert.equal(bodies({ trump: 0 }).compare(), null);
    assert.deepEqual(Object.keys(bodies({ trump: 0, N: hand }).compare().hands), ["N"]);
  });
});
