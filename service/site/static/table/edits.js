// @ts-check
// What can be done to the table. An edit changes the state that it is given, or leaves it and
// returns `false`. Knows how many cards a hand has because the service said so; asks nothing.

import { Bodies } from "./bodies.js";
import { shuffled } from "./cards.js";
import { NOTHING_SAID, SEATS, TEAMS, donneOf, newDonne, readField } from "./state.js";

const without = (cards, card) => cards.filter((one) => one !== card);
const sorted = (cards) => [...cards].sort((one, other) => one - other);

/** The edits at a table of these rules; `say` tells the reader why something cannot be done. */
export class Edits {
  constructor(book, decks, words, say) {
    this.book = book;
    this.decks = decks;
    this.words = words;
    this.say = say;
  }

  // Tapped, by the name in `data-do` -----------------------------------------------------------

  show(next, { value }) {
    next.tab = value;
  }

  deal(next) {
    const size = this.book.hand_size;
    const pack = shuffled();
    SEATS.forEach((seat, turn) => {
      next[seat] = sorted(pack.slice(turn * size, (turn + 1) * size));
    });
    next.played = [];
  }

  clear(next) {
    SEATS.forEach((seat) => (next[seat] = []));
    Object.assign(next, { played: [], seat: SEATS[0] });
  }

  /** Gives a card to a seat, and goes on to the next seat when that one has all of its cards. */
  give(next, { card, seat = next.seat }) {
    if (next[seat].includes(+card)) return this.take(next, { card });
    if (next[seat].length === this.book.hand_size) {
      this.say(this.words.say("hand_full", { seat: this.words.names[seat] }));
      return false;
    }
    this.take(next, { card });
    next[seat] = sorted([...next[seat], +card]);
    next.seat = this.#unfinished(next, seat);
  }

  take(next, { card }) {
    SEATS.forEach((seat) => (next[seat] = without(next[seat], +card)));
    next.played = [];
  }

  /** This seat while cards are missing there, else the next one where some are. */
  #unfinished(next, seat) {
    const start = SEATS.indexOf(seat);
    const turns = SEATS.map((_, step) => SEATS[(start + step) % SEATS.length]);
    return turns.find((one) => next[one].length < this.book.hand_size) ?? seat;
  }

  /** Gives a seat a whole hand, wherever its cards lay. */
  hand(next, { cards, seat }) {
    cards.forEach((card) => this.take(next, { card }));
    next[seat] = cards;
    next.seat = this.#unfinished(next, seat);
  }

  declare(next, { value }) {
    next[`declared_${value}`].push(NOTHING_SAID);
  }

  withdraw(next, { seat, place }) {
    next[`declared_${seat}`].splice(+place, 1);
  }

  pile(next, { card }) {
    const { pile } = next;
    next.pile = pile.includes(+card) ? without(pile, +card) : sorted([...pile, +card]);
  }

  /** Plays a card as the next one of the play that the reader saw. */
  play(next, { card, value }) {
    if (next.played.length !== +value) return false;
    next.played.push(+card);
  }

  undo(next) {
    next.played.pop();
  }

  restart(next) {
    next.played = [];
  }

  /** Writes down the donne that the reader saw the score of. */
  write(next, { value }) {
    const body = new Bodies(next, this.decks, this.book).score(0);
    if (!body || JSON.stringify(body) !== value) return false;
    this.#line(next, donneOf(next));
  }

  pass(next) {
    this.#line(next, { ...newDonne(), passed: "yes" });
  }

  /** Adds a line to the sheet; the next donne starts with a clean table. */
  #line(next, donne) {
    next.donnes.push(donne);
    Object.assign(next, newDonne(), { form: next.form, announced: next.announced });
  }

  strike(next) {
    next.donnes.pop();
  }

  // Chosen, by the kind of field ---------------------------------------------------------------

  set(next, { value, dataset: { set: name } }) {
    const read = readField(name, value.trim(), this.decks.of(next));
    if (read === undefined) return false;
    next[name] = read;
    if (name === "preset") next.switches = {};
    if (name === "dealer") next.played = [];
    const [prefix, team] = name.split("_");
    if (prefix === "points") this.#fillIn(next, team);
  }

  /** What one team has not counted of the pack, the other has. */
  #fillIn(next, team) {
    const counted = next[`points_${team}`];
    const rest = this.book.points.cards - counted;
    const other = TEAMS.find((one) => one !== team);
    if (counted !== null && rest >= 0) next[`points_${other}`] = rest;
  }

  tick(next, { checked, dataset }) {
    next[dataset.tick] = checked ? "yes" : "no";
  }

  switch(next, { value, dataset }) {
    if (value === dataset.usual) delete next.switches[dataset.switch];
    else next.switches[dataset.switch] = value;
  }

  declared(next, { value, checked, dataset: { declared: name, seat, place } }) {
    const read = {
      kind: () => value,
      points: () => (value ? +value : null),
      with_card: () => +value,
      shown: () => (checked ? "no" : "yes"),
      cards: () => this.decks.of(next).read(value),
    };
    next[`declared_${seat}`][+place][name] = read[name]();
  }
}
