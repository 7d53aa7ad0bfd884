// @ts-check
// What is kept on the device: several games, the current one first, and what the reader prefers.
// A game is kept as the text of its link, so one reader of links reads both.

/** Where on the device; another form of memory gets another number. */
export const KEY = "belote-arbiter.1";

/** Most games that are kept; the oldest goes first. */
const MOST = 64;

/**
 * @typedef {{id: string, link: string, at: string, lines: number}} Kept
 *   A game: its id, the link that holds it, when it was last changed, and its number of donnes.
 * @typedef {{theme: string, language: string, games: Kept[]}} Memory
 */

/** @returns {Memory} */
const nothing = () => ({ theme: "", language: "", games: [] });

export class Store {
  /** @param {Storage | null} storage Where texts are kept; null where the browser forbids it. */
  constructor(storage) {
    this.storage = storage;
    this.memory = this.#read();
  }

  get theme() {
    return this.memory.theme;
  }

  get language() {
    return this.memory.language;
  }

  get games() {
    return this.memory.games;
  }

  /** The game that was played last; `undefined` where none is kept. */
  get current() {
    return this.memory.games[0];
  }

  game(id) {
    return this.memory.games.find((one) => one.id === id);
  }

  /** Keeps what the reader prefers: `theme` or `language`. */
  prefer(changes) {
    this.#write({ ...this.#read(), ...changes });
  }

  /** Keeps a game, as the current one. One without a donne leaves when the next one comes. */
  keep(id, link, lines, at = new Date().toISOString()) {
    const memory = this.#read();
    const others = memory.games.filter((one) => one.id !== id && one.lines > 0);
    this.#write({ ...memory, games: [{ id, link, at, lines }, ...others].slice(0, MOST) });
  }

  forget(id) {
    const memory = this.#read();
    this.#write({ ...memory, games: memory.games.filter((one) => one.id !== id) });
  }

  /** Reads anew each time: another window may have written. */
  #read() {
    try {
      const memory = JSON.parse(this.storage?.getItem(KEY) ?? "null");
      return isMemory(memory) ? memory : (this.memory ?? nothing());
    } catch {
      return this.memory ?? nothing();
    }
  }

  #write(memory) {
    this.memory = memory;
    try {
      this.storage?.setItem(KEY, JSON.stringify(memory));
    } catch (full) {
      console.debug(full);
    }
  }
}

const isText = (value) => typeof value === "string";

/** Whether what was kept can be used as it is. */
function isMemory(memory) {
  return (
    isText(memory?.theme) &&
    isText(memory.language) &&
    Array.isArray(memory.games) &&
    memory.games.every((one) => one && isText(one.id) && isText(one.link) && one.lines >= 0)
  );
}

/** The store of the browser, or one that forgets where the reader forbids to keep anything. */
export function browserStore() {
  try {
    return new Store(window.localStorage);
  } catch {
    return new Store(null);
  }
}

/** The name of a new game. */
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => byte.toString(36).padStart(2, "0"))
    .join("");
