// @ts-check
// What can be done to the table. An edit changes the state that it is given, or leaves it and
// returns `false`. Knows how many cards a hand has because the service said so; asks nothing.

import { Bodies } from "./bodies.js";
import { shuffled } from "./cards.js";
import { exampleDonne } from "./examples.js";
import { note, nothingHappened, stepsOf, takeBack } from "./log.js";
import {
  PARTNERS,
  SEATS,
  donneOf,
  newDonne,
  newTable,
  nothingSaid,
  readField,
  rulesOf,
  told,
} from "./state.js";
import { newId } from "./store.js";

/**
 * @typedef {{book: any, decks: any, words: any, dealerAfter: string, say: (text: string) => void}} At
 *   What an edit may look up, who deals after this donne, and how an edit tells the reader why
 *   something cannot be done.
 */

const without = (cards, card) => cards.filter((one) => one !== card);
const sorted = (cards) => [...cards].sort((one, other) => one - other);

// Any view ----------------------------------------------------------------------------------------

const everywhere = {
  show(next, { value }) {
    if (next.view === value) return false;
    next.view = value;
  },

  /** Sets a field to what a form says. */
  set(next, { value, dataset: { set: name } }, { decks }) {
    return put(next, name, value.trim(), decks);
  },

  /** Sets a field to what a button says. */
  choose(next, { name, value }, { decks }) {
    return put(next, name, value, decks);
  },

  /** The same; chosen once more, the field is as nobody had chosen. */
  toggle(next, { name, value }, { decks }) {
    const usual = newDonne()[name];
    if (readField(name, value, decks.of(next)) !== next[name]) return put(next, name, value, decks);
    next[name] = usual;
    if (name === "settled_by") Object.assign(next, { announced: "", settled: null });
  },

  tick(next, { checked, dataset }) {
    next[dataset.tick] = checked ? "yes" : "no";
  },

  switch(next, { value, dataset }) {
    agreeFrom(next, () => {
      if (value === dataset.usual) delete next.switches[dataset.switch];
      else next.switches[dataset.switch] = value;
    });
  },
};

/** Changes the rules of the game; each line keeps those that it was written under. */
function agreeFrom(next, change) {
  const written = next.editing === null ? next.donnes : [...next.donnes, next];
  const agreed = written.map((donne) => structuredClone(rulesOf(next, donne)));
  change();
  written.forEach((donne, place) => {
    donne.agreed = isSame(agreed[place], next) ? null : agreed[place];
  });
}

const isSame = (rules, others) =>
  rules.preset === others.preset &&
  [rules, others].every(({ switches }) =>
    Object.keys(switches).every((name) => rules.switches[name] === others.switches[name]),
  );

function put(next, name, text, decks) {
  const value = readField(name, text, decks.of(next));
  if (value === undefined) return false;
  if (name === "preset")
    agreeFrom(next, () => Object.assign(next, { preset: value, switches: {} }));
  next[name] = value;
  if (name === "dealer") nothingHappened(next);
  if (name === "settled_by" && next.announced !== "points") next.announced = "points";
}

// The referee -------------------------------------------------------------------------------------

const referee = {
  /** An announcement of a team, by the player of it who announced last. */
  tell(next, { team, kind, top, suit }) {
    const list = next[`told_${team}`];
    const seat = list.at(-1)?.seat ?? PARTNERS[team][0];
    list.push(told({ kind, top: +top, suit: suit === undefined ? null : +suit, seat }));
  },

  untell(next, { team, place }) {
    next[`told_${team}`].splice(+place, 1);
  },

  /** Changes who announced, with which card, how long, or whether it was shown. */
  amend(next, { team, place, name, value }) {
    const one = next[`told_${team}`][+place];
    if (!one) return false;
    one[name] = ["length", "with_card"].includes(name) ? +value || null : value;
  },

  /** Another dispute: the trump stays to be chosen, and nobody has announced. */
  dispute(next) {
    Object.assign(next, { trump: null, told_NS: [], told_EW: [] });
  },
};

// The scorer --------------------------------------------------------------------------------------

const DIGITS = 3;

const scorer = {
  /** Another digit of the number that the keypad writes. */
  digit(next, { name, value }) {
    const text = `${next[name] ?? ""}${value}`.replace(/^0+(?=\d)/, "");
    if (text.length > DIGITS) return false;
    next[name] = +text;
    if (name === "total") next.capot = "";
  },

  erase(next, { name }) {
    const text = String(next[name] ?? "").slice(0, -1);
    if (name === "total") next.capot = "";
    next[name] = text === "" ? null : +text;
  },

  /** The team whose points the keypad writes, from the first digit on. */
  count(next, { value }) {
    if ((next.counted || next.takers) === value) return false;
    Object.assign(next, { counted: value, total: null, capot: "", form: "count" });
  },

  capot(next, { value }) {
    next.capot = next.capot === value ? "" : value;
    next.form = "count";
  },

  /** Writes down the donne, or what it was corrected to; `value`: how many lines the reader saw. */
  write(next, { value }, at) {
    if (next.donnes.length !== +value) return false;
    if (new Bodies(next, at.decks, at.book).missing()) return false;
    line(next, donneOf(next), at);
  },

  pass(next, { value }, at) {
    if (next.donnes.length !== +value) return false;
    line(next, { ...newDonne(), dealer: next.dealer, agreed: next.agreed, passed: "yes" }, at);
  },

  /** Lays the donne in hand aside and takes up a line of the sheet. */
  correct(next, { place }) {
    if (next.editing === null) next.aside = donneOf(next);
    Object.assign(next, structuredClone(next.donnes[+place]), { editing: +place, passed: "no" });
    next.view = next.form === "play" ? "table" : "scorer";
    if (next.form === "play") next.part = "play";
  },

  /** Leaves the line as it was. */
  leave(next) {
    if (next.editing === null) return false;
    resume(next);
  },

  strike(next, { place, value }) {
    if (next.donnes.length !== +value) return false;
    next.donnes.splice(+place, 1);
    if (next.editing !== null) resume(next);
  },

  /** Another game: cards, rules and target stay. */
  "new-game"(next) {
    const { deck, notation, preset, switches, target } = next;
    const fresh = newTable({ deck, notation, preset, switches, target });
    Object.assign(next, fresh, { game: newId(), view: "scorer" });
  },

  /** Another game of the same teams; `value` has won this one. */
  rematch(next, { value }) {
    const { name_NS, name_EW, wins_NS, wins_EW, dealer } = next;
    scorer["new-game"](next);
    Object.assign(next, { name_NS, name_EW, wins_NS, wins_EW, dealer });
    next[`wins_${value}`] = (next[`wins_${value}`] ?? 0) + 1;
  },
};

/** Puts a line on the sheet: the one that is corrected, or a new one. */
function line(next, donne, at) {
  if (next.editing !== null) {
    next.donnes[next.editing] = donne;
    resume(next);
    return;
  }
  next.donnes.push(donne);
  Object.assign(next, newDonne(), { dealer: at.dealerAfter });
}

/** Takes up the donne that was laid aside. */
function resume(next) {
  Object.assign(next, next.aside ?? newDonne(), { editing: null, aside: null });
}

// The table ---------------------------------------------------------------------------------------

const table = {
  deal(next, _, { book }) {
    const pack = shuffled();
    SEATS.forEach((seat, turn) => {
      next[seat] = sorted(pack.slice(turn * book.hand_size, (turn + 1) * book.hand_size));
    });
    nothingHappened(next);
  },

  clear(next) {
    SEATS.forEach((seat) => (next[seat] = []));
    next.seat = SEATS[0];
    nothingHappened(next);
  },

  /** Gives a card to a seat, and goes on to the next seat when that one has all of its cards. */
  give(next, { card, seat = next.seat }, { book, words, say }) {
    if (next[seat].includes(+card)) return table.take(next, { card });
    if (next[seat].length === book.hand_size) {
      say(words.say("hand_full", { seat: words.names[seat] }));
      return false;
    }
    table.take(next, { card });
    next[seat] = sorted([...next[seat], +card]);
    next.seat = unfinished(next, seat, book);
    if (next.seat !== seat && next[seat].length === book.hand_size) {
      const [full, other] = [words.names[seat], words.names[next.seat]];
      say(`${words.say("hand_full", { seat: full })} ${words.say("give_to", { seat: other })}`);
    }
  },

  take(next, { card }) {
    SEATS.forEach((seat) => (next[seat] = without(next[seat], +card)));
    nothingHappened(next);
  },

  /** Gives a seat a whole hand, wherever its cards lay. */
  hand(next, { cards, seat }, { book }) {
    cards.forEach((card) => table.take(next, { card }));
    next[seat] = cards;
    next.seat = unfinished(next, seat, book);
  },

  declare(next, { value }) {
    next[`declared_${value}`].push(nothingSaid());
  },

  withdraw(next, { seat, place }) {
    next[`declared_${seat}`].splice(+place, 1);
  },

  declared(next, { value, checked, dataset: { declared: name, seat, place } }, { decks }) {
    const read = {
      kind: () => value,
      points: () => (value ? +value : null),
      with_card: () => +value,
      shown: () => (checked ? "no" : "yes"),
      cards: () => decks.of(next).read(value),
    };
    next[`declared_${seat}`][+place][name] = read[name]();
  },

  pile(next, { card }) {
    const { pile } = next;
    next.form = "piles";
    next.pile = pile.includes(+card) ? without(pile, +card) : sorted([...pile, +card]);
  },

  /** Plays a card as the next step; `value`: how many steps the reader saw. */
  play(next, { card, value }) {
    if (stepsOf(next) !== +value) return false;
    next.form = "play";
    next.played.push(+card);
  },

  /** Notes what a seat says, shows (`cards`, as "1.2.3") or claims as the next step. */
  note(next, { seat, type, what, cards, value }) {
    if (stepsOf(next) !== +value) return false;
    next.form = "play";
    note(next, { seat, type, what, cards: cards ? cards.split(".").map(Number) : [] });
  },

  unplay: takeBack,

  restart: nothingHappened,

  /** A table worth a look, in place of this donne; the sheet and its rules stay. */
  example(next, { value }, { decks }) {
    Object.assign(next, exampleDonne(value, decks));
  },
};

/** This seat while cards are missing there, else the next one where some are. */
function unfinished(next, seat, book) {
  const start = SEATS.indexOf(seat);
  const turns = SEATS.map((_, step) => SEATS[(start + step) % SEATS.length]);
  return turns.find((one) => next[one].length < book.hand_size) ?? seat;
}

/** @type {Record<string, (next: any, values: any, at: At) => boolean | void>} */
export const EDITS = { ...everywhere, ...referee, ...scorer, ...table };

/** The edits that take something away, each with the word that says so beside "undo". */
export const UNDONE_BY_BACK = {
  strike: "struck",
  leave: "left",
  untell: "removed",
  withdraw: "removed",
  clear: "cleared",
  deal: "dealt",
  restart: "restarted",
  dispute: "cleared",
  example: "example_shown",
  "new-game": "game_begun",
  rematch: "game_begun",
};

/** The word for what an edit took away besides what it says, as a card that leaves ends the play. */
export function alsoLost(before, next) {
  const isWritten = before.donnes.length !== next.donnes.length || before.editing !== next.editing;
  if (stepsOf(before) > 1 && stepsOf(next) === 0 && !isWritten) return "play_ended";
  const isGone = Object.keys(next.switches).length === 0 && next.preset !== before.preset;
  return isGone && Object.keys(before.switches).length > 0 ? "own_rules_gone" : undefined;
}
