// What is kept on the device.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { KEY, Store, newId } from "../../service/site/static/table/store.js";

/** A storage as a browser has one. */
function storage(texts = {}) {
  return {
    texts,
    getItem: (key) => texts[key] ?? null,
    setItem: (key, text) => (texts[key] = text),
  };
}

const ids = (store) => store.games.map(({ id }) => id);

describe("the store", () => {
  test("of a new device is empty", () => {
    const store = new Store(storage());
    assert.deepEqual(store.games, []);
    assert.equal(store.current, undefined);
    assert.deepEqual([store.theme, store.language], ["", ""]);
  });

  test("keeps several games over a restart, the current one first", () => {
    const device = storage();
    const store = new Store(device);
    store.keep("one", "deck=french", 3);
    store.keep("two", "deck=spanish", 1);
    store.keep("one", "deck=french&view=scorer", 4);
    const later = new Store(storage({ ...device.texts }));
    assert.deepEqual(ids(later), ["one", "two"]);
    assert.equal(later.current.link, "deck=french&view=scorer");
    assert.equal(later.game("two").lines, 1);
  });

  test("drops a game without a line once there is another", () => {
    const store = new Store(storage());
    store.keep("one", "deck=french", 0);
    assert.deepEqual(ids(store), ["one"]);
    store.keep("two", "deck=french", 0);
    assert.deepEqual(ids(store), ["two"]);
  });

  test("forgets a game when it is told to", () => {
    const store = new Store(storage());
    store.keep("one", "", 1);
    store.keep("two", "", 1);
    store.forget("one");
    assert.deepEqual(ids(store), ["two"]);
  });

  test("keeps as many games as it can, and lets the oldest go", () => {
    const store = new Store(storage());
    for (let game = 0; game < 80; game++) store.keep(`game ${game}`, "", 1);
    assert.equal(store.games.length, 64);
    assert.equal(store.current.id, "game 79");
    assert.equal(store.game("game 15"), undefined);
  });

  test("keeps what the reader prefers beside the games", () => {
    const device = storage();
    const store = new Store(device);
    store.keep("one", "", 1);
    store.prefer({ theme: "dark" });
    store.prefer({ language: "fr" });
    const later = new Store(device);
    assert.deepEqual([later.theme, later.language], ["dark", "fr"]);
    assert.deepEqual(ids(later), ["one"]);
  });

  test("takes in what another window has kept meanwhile", () => {
    const device = storage();
    const [one, other] = [new Store(device), new Store(device)];
    one.keep("one", "", 1);
    other.keep("two", "", 1);
    one.keep("one", "", 2);
    assert.deepEqual(ids(new Store(device)), ["one", "two"]);
  });

  for (const [what, text] of [
    ["is no JSON", "{"],
    ["is null", "null"],
    ["has no games", '{"theme":"","language":""}'],
    ["has a game without a link", '{"theme":"","language":"","games":[{"id":"one","lines":1}]}'],
  ]) {
    test(`begins anew where what was kept ${what}`, () => {
      const store = new Store(storage({ [KEY]: text }));
      assert.deepEqual(store.games, []);
      store.keep("one", "", 1);
      assert.deepEqual(ids(store), ["one"]);
    });
  }

  test("remembers for as long as the page is open where nothing can be kept", () => {
    const setItem = () => {
      throw new Error("no room");
    };
    const full = { getItem: () => null, setItem };
    for (const device of [null, full]) {
      const store = new Store(device);
      store.keep("one", "", 1);
      store.keep("two", "", 1);
      assert.deepEqual(ids(store), ["two", "one"]);
    }
  });

  test("names each new game differently", () => {
    assert.equal(new Set(Array.from({ length: 500 }, newId)).size, 500);
  });
});
