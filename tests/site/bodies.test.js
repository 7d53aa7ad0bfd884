// What the page asks the service, made from its state.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bodies } from "../../service/site/static/table/bodies.js";
import { newTable } from "../../service/site/static/table/state.js";
import { BOOK, DECKS, HOME } from "./deck.js";

function bodies(changes) {
  const state = { ...newTable(HOME), ...changes };
  return new Bodies(state, DECKS, BOOK);
}

const COUNTED = { trump: 1, points_NS: 88, points_EW: 64 };

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

  test("of a donne is not made before all of it is there", () => {
    assert.equal(bodies({}).score(0), null);
    assert.equal(bodies({ trump: 1 }).score(0), null);
    assert.equal(bodies({ ...COUNTED, points_EW: null }).score(0), null);
    assert.equal(bodies({ ...COUNTED, form: "play" }).score(0), null);
  });

  test("of a counted donne has its count and what was carried", () => {
    assert.deepEqual(bodies(COUNTED).score(81), {
      deck: "french",
      trump: "H",
      takers: "NS",
      count: { card_points: { NS: 88, EW: 64 }, last_trick: "NS" },
      carry_in: 81,
    });
  });

  test("of a game has passed donnes as such", () => {
    const state = { ...newTable(HOME), ...COUNTED };
    const passed = { ...state, passed: "yes" };
    assert.deepEqual(bodies({}).game([passed, state]).donnes, [
      { passed: true },
      { trump: "H", takers: "NS", count: { card_points: { NS: 88, EW: 64 }, last_trick: "NS" } },
    ]);
  });

  test("of a comparison needs a trump, and a hand or a declaration", () => {
    const hand = [0, 1, 2, 3, 4, 5, 6, 7];
    assert.equal(bodies({ N: hand }).compare(), null);
    assert.equal(bodies({ trump: 0 }).compare(), null);
    assert.deepEqual(Object.keys(bodies({ trump: 0, N: hand }).compare().hands), ["N"]);
  });
});
