// @ts-check
// What the page says, in the reader's language. The words come from the service.

import { addressOf } from "./address.js";

/**
 * What an older page may have kept is asked for again.
 * @type {RequestInit}
 */
export const FRESH = { cache: "no-cache" };

/** The catalogue of a language: the page brings that of its own, any other is asked for. */
export async function load(language) {
  const spoken = document.getElementById("spoken");
  const catalogue =
    spoken?.lang === language
      ? JSON.parse(spoken.textContent)
      : await (await fetch(addressOf(`/words/${language}.json`), FRESH)).json();
  return new Words(language, catalogue);
}

// A value by its name; a number may bring the forms of its noun, as in "{points:point|points}".
const PLACE = /\{(\w+)(?::([^}]*))?\}/g;

export class Words {
  constructor(language, { words, table, sheet, home, numbers, plurals, book, topics }) {
    /** @type {string} */
    this.language = language;
    this.home = home;
    /** The rules as data, but for what the page does without at first. */
    this.book = book;
    /** @type {Record<string, string[]>} The names of the house rules by what they are about. */
    this.topics = topics;
    this.numbers = numbers;
    this.plurals = plurals;
    this.table = table;
    this.sheet = sheet;
    this.names = words.names;
    this.acts = words.acts;
    this.claims = words.claims;
    this.weights = words.weights;
    /** Why an announcement is void, in a few words. */
    this.voids = words.void_reasons;
    this.decks = words.decks;
    this.phrases = words.phrases;
  }

  #fill(template, values) {
    return template.replace(PLACE, (_, name, nouns) => {
      const value = values[name];
      if (nouns === undefined) return value;
      return value + this.numbers.before_noun + this.#agreeing(nouns.split("|"), +value);
    });
  }

  /** The form that a noun takes after a number: from some number on, the last digits decide. */
  #agreeing(forms, number) {
    const period = this.plurals.length / 2;
    return forms[this.plurals[number < period ? number : period + (number % period)]];
  }

  /** A phrase of the page with its values in it. */
  say(key, values = {}) {
    return this.#fill(this.table[key], values);
  }

  /** A note beside a line of the sheet, as the service words it. */
  note(key, values) {
    return this.#fill(this.sheet.note[key], values);
  }

  /** "North: the text", as the language puts its colon. */
  labelled(label, text) {
    return this.say("labelled", { label, text });
  }

  points(points) {
    return this.say("points", { points });
  }

  /** A team as the players at the table call it: the name that they gave it, or "us" and "them". */
  team(state, team) {
    return state[`name_${team}`] || this.table.team[team];
  }

  /** The two teams as the players call them. */
  teams(state) {
    return { NS: this.team(state, "NS"), EW: this.team(state, "EW") };
  }

  /** A fault that a player can mend, in players' words; `undefined` where there are none. */
  fault(code, values) {
    const template = this.table.fault[code];
    return template && this.#fill(template, values);
  }

  /** A card in words: "king of hearts". */
  card(deck, card) {
    const { ranks, of_suits } = this.decks[deck.deck];
    return this.#fill(this.phrases.card, { rank: ranks[card % 8], of_suit: of_suits[card >> 3] });
  }

  /** An announcement in words: "tierce to the 10 of hearts". */
  announcement(deck, { kind, top, suit }) {
    const rank = deck.ranks.indexOf(top);
    const { of_suits, to_ranks, of_ranks } = this.decks[deck.deck];
    const values = {
      kind: this.names[kind],
      to_rank: to_ranks[rank],
      of_ranks: of_ranks[rank],
      of_suit: of_suits[deck.suits.indexOf(suit)],
    };
    return this.#fill(suit === null ? this.phrases.carre : this.phrases.sequence, values);
  }

  /** Some announcements in words, with the word for none. */
  selection(deck, { announcements }) {
    const [first, second] = announcements.map((one) => this.announcement(deck, one));
    if (!first) return this.say("nothing");
    return second ? this.#fill(this.phrases.both, { first, second }) : first;
  }
}
