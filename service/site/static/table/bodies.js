// @ts-check
// From the table to what the service is asked. Nothing is ruled here, only written down.

import { happened, takeBack } from "./log.js";
import { OTHER, SEATS, TEAMS, donneOf, rulesOf } from "./state.js";

export const RESOLVE = "/v1/hands/resolve";
export const COMPARE = "/v1/announcements/compare";
export const SCORE = "/v1/donnes/score";
export const AUDIT = "/v1/donnes/audit";
export const GAME = "/v1/games/score";

/** By the scale of the rules: what is told of a contract. */
const CONTRACTS = { coinchee: ["coinche"], bid: ["bid", "coinche"] };

/** Once anything was noted all of it is: what is not there did not happen. */
const ALL_NOTED = { words: true, declarations: true, shows: true };

/** By the kind of an event: what it has of its own. */
const EVENTS = {
  play: ({ card }, deck) => ({ card: deck.label(card) }),
  declare: ({ what }) => ({ kind: what }),
  say: ({ what }) => ({ word: what }),
  show: ({ cards }, deck) =>
    cards.length > 0 ? { cards: cards.map((card) => deck.label(card)) } : { refused: true },
  claim: ({ what }) => ({ about: what }),
};

/** Whether a declaration says anything yet. */
export const isSaid = ({ kind, cards }) => kind !== "" || cards.length > 0;

/** Whether the referee was told of any announcement. */
export const isTold = (donne) => TEAMS.some((team) => donne[`told_${team}`].length > 0);

/**
 * Where each announcement told stands in a body and in its answer: what a seat said, in order.
 * @returns {Record<string, {team: string, place: number, said: any}[]>}
 */
export function toldBySeat(donne) {
  const all = TEAMS.flatMap((team) =>
    donne[`told_${team}`].map((said, place) => ({ team, place, said })),
  );
  const seats = SEATS.filter((seat) => all.some(({ said }) => said.seat === seat));
  return Object.fromEntries(
    seats.map((seat) => [seat, all.filter(({ said }) => said.seat === seat)]),
  );
}

/**
 * From the table to bodies: `book` is the service's rulebook, `names` what the notes of a sheet call
 * the teams.
 */
export class Bodies {
  constructor(state, decks, book, names = {}) {
    this.names = names;
    this.state = state;
    this.decks = decks;
    this.deck = decks.of(state);
    this.book = book;
  }

  labels(cards) {
    return cards.map((card) => this.deck.label(card));
  }

  /** What every body has: the deck, and the rules of the donne in hand or those given. */
  #common(agreed = rulesOf(this.state, this.state)) {
    const { preset, switches } = agreed;
    const usual = preset === this.book.presets[0].name && Object.keys(switches).length === 0;
    return { ...this.decks.named(this.deck), ...(!usual && { rules: this.#rules(agreed) }) };
  }

  #rules({ preset, switches }) {
    const chosen = Object.entries(switches).map(([name, text]) => [
      name,
      this.#valueOf(name, text),
    ]);
    return { preset, ...Object.fromEntries(chosen) };
  }

  /** A switch's value out of its text; what the service does not know is sent as it stands. */
  #valueOf(name, text) {
    const values = this.book.switches.find((one) => one.name === name)?.values ?? [];
    return values.find((value) => String(value) === text) ?? text;
  }

  #trump(donne) {
    return donne.trump === null ? {} : { trump: this.deck.suits[donne.trump] };
  }

  #complete(donne) {
    return SEATS.filter((seat) => donne[seat].length === this.book.hand_size);
  }

  #hands(donne) {
    return Object.fromEntries(
      this.#complete(donne).map((seat) => [seat, this.labels(donne[seat])]),
    );
  }

  resolve(seat) {
    return { ...this.#common(), ...this.#trump(this.state), hand: this.labels(this.state[seat]) };
  }

  /** A hand as it was typed. */
  typed(labels) {
    return { ...this.#common(), hand: labels };
  }

  // What is announced --------------------------------------------------------------------------

  /** What the referee is told, without a card; `null` while there is nothing to compare. */
  dispute() {
    const { state } = this;
    if (state.trump === null || !isTold(state)) return null;
    return { ...this.#common(), ...this.#trump(state), ...this.#told(state) };
  }

  #told(donne) {
    const declared = Object.entries(toldBySeat(donne)).map(([seat, all]) => [
      seat,
      all.map(({ said }) => this.#announcement(said)),
    ]);
    return { declared: Object.fromEntries(declared), dealer: donne.dealer };
  }

  #announcement({ kind, top, suit, length, with_card, shown }) {
    return {
      kind,
      top: this.deck.ranks[top],
      ...(suit !== null && { suit: this.deck.suits[suit] }),
      ...(length !== null && { length }),
      ...(with_card > 1 && { with_card }),
      ...(shown === "no" && { shown: false }),
    };
  }

  /** The comparison of the hands on the table; `null` while there is nothing to compare. */
  compare() {
    const { state } = this;
    const said = this.#said(state, this.#complete(state));
    if (state.trump === null || !said) return null;
    return { ...this.#common(), ...this.#trump(state), ...said, dealer: state.dealer };
  }

  /** What the seats say; `null` where no hand is known and nobody declares. */
  #said(donne, known) {
    const declared = SEATS.filter((seat) => donne[`says_${seat}`] !== "best").map((seat) => [
      seat,
      this.#declared(donne, seat),
    ]);
    if (known.length === 0 && declared.length === 0) return null;
    return {
      ...(known.length > 0 && { hands: this.#hands(donne), declare_best: true }),
      ...(declared.length > 0 && { declared: Object.fromEntries(declared) }),
    };
  }

  #declared(donne, seat) {
    const said = donne[`says_${seat}`] === "these" ? donne[`declared_${seat}`] : [];
    return said.filter(isSaid).map(({ kind, points, cards, with_card, shown }) => ({
      ...(kind && { kind }),
      ...(points !== null && { points }),
      ...(cards.length > 0 && { cards: this.labels(cards) }),
      ...(with_card > 1 && { with_card }),
      ...(shown === "no" && { shown: false }),
    }));
  }

  // The play -----------------------------------------------------------------------------------

  /** The donne on the table as it happened so far; `carried` is what earlier donnes left. */
  audit(carried = {}) {
    return { ...this.#common(), ...this.#log(this.state), ...carried };
  }

  /** The same before the last step. */
  auditBefore() {
    const earlier = donneOf(this.state);
    takeBack(earlier);
    return { ...this.#common(), ...this.#log(earlier) };
  }

  #log(donne) {
    const { dealer, takers, events } = donne;
    return {
      dealer,
      ...this.#trump(donne),
      ...(takers !== "" && { takers }),
      ...this.#contract(donne),
      hands: this.#hands(donne),
      ...(events.length > 0 && { records: ALL_NOTED }),
      events: happened(donne).map(({ type, seat, ...step }) => ({
        type,
        seat,
        ...EVENTS[type](step, this.deck),
      })),
    };
  }

  /** Whether a donne is counted as it happened, rather than by what was told of the whole of it. */
  isLogged(donne = this.state) {
    const { form, events, belote, announced } = donne;
    const toldOtherwise = events.length === 0 && (belote !== "" || announced !== "");
    return form === "play" && !toldOtherwise && this.#complete(donne).length === SEATS.length;
  }

  #tricks(played) {
    const starts = [...played.keys()].filter((place) => place % SEATS.length === 0);
    return starts.map((start) => this.labels(played.slice(start, start + SEATS.length)));
  }

  // The donne and the sheet --------------------------------------------------------------------

  /** What a contract has by the rules of a donne: nothing, `coinche`, or `bid` and `coinche`. */
  contractOf(donne) {
    const { preset, switches } = rulesOf(this.state, donne);
    const usual = this.book.presets.find(({ name }) => name === preset)?.rules.scale;
    return CONTRACTS[switches.scale ?? usual] ?? [];
  }

  #contract(donne) {
    const { bid, coinche } = donne;
    const parts = this.contractOf(donne);
    const told = {
      ...(bid !== "" && { bid: Number.isNaN(+bid) ? bid : +bid }),
      ...(coinche !== "" && { coinche }),
    };
    const contract = Object.entries(told).filter(([part]) => parts.includes(part));
    return contract.length > 0 ? { contract: Object.fromEntries(contract) } : {};
  }

  /**
   * What of a donne is still to be said: `takers`, `bid`, `count`, `piles`, `play` or `trump`; `null`
   * where nothing is.
   */
  missing(donne = this.state) {
    if (donne.takers === "") return "takers";
    if (this.contractOf(donne).includes("bid") && donne.bid === "") return "bid";
    if (!this.#form(donne)) return donne.form;
    const byCards = donne.form !== "count" || "declared" in this.#announces(donne);
    return byCards && donne.trump === null ? "trump" : null;
  }

  /** This donne with what waits from before; `null` while it is not all there. */
  score(carry_in) {
    const donne = this.donne();
    return donne && { ...this.#common(), ...donne, ...(carry_in > 0 && { carry_in }) };
  }

  /** The sheet with these donnes written on it, each under the rules that it was written under. */
  game(donnes = this.state.donnes) {
    const { target } = this.state;
    const written = donnes.map((donne) => ({
      ...(donne.passed === "yes" ? { passed: true } : this.donne(donne)),
      ...((donne.passed === "yes" || donne.form !== "play") && { dealer: donne.dealer }),
      ...(donne.agreed && { rules: this.#rules(donne.agreed) }),
    }));
    const common = { ...this.#common(this.state), ...(target !== null && { target }) };
    return {
      ...common,
      ...(TEAMS.every((team) => this.names[team]) && { names: this.names }),
      donnes: written,
    };
  }

  /** Two donnes of which only the first says who dealt: the other says who deals next. */
  following() {
    const { dealer } = this.state;
    return { ...this.#common(this.state), donnes: [{ passed: true, dealer }, { passed: true }] };
  }

  /** A donne as a line of a game; `null` while it is not all there. */
  donne(donne = this.state) {
    if (this.missing(donne)) return null;
    if (this.isLogged(donne)) return { log: this.#log(donne) };
    return {
      ...this.#trump(donne),
      takers: donne.takers,
      ...this.#contract(donne),
      ...this.#form(donne),
      ...this.#belote(donne),
      ...this.#announces(donne),
    };
  }

  #form(donne) {
    const { form, last_trick, pile, dealer, played } = donne;
    if (form === "count") return this.#count(donne);
    if (form === "piles")
      return this.#isPile(donne) ? { won: { last_trick, NS: this.labels(pile) } } : null;
    return played.length === this.deck.labels.length
      ? { play: { dealer, tricks: this.#tricks(played) } }
      : null;
  }

  /** The total that was counted for one team; "no" capot: the others won a trick without points. */
  #count({ capot, total, takers, counted }) {
    if (TEAMS.includes(capot)) return { count: { capot } };
    if (total === null) return null;
    const team = counted || takers;
    const tricks_won = { [team]: this.book.tricks - 1, [OTHER[team]]: 1 };
    return { count: { total: { [team]: total }, ...(capot === "no" && { tricks_won }) } };
  }

  /** Whether the pile is done: a card of each seat for every trick, or none at all. */
  #isPile({ pile, last_trick }) {
    return pile.length % SEATS.length === 0 && (pile.length > 0 || last_trick !== "NS");
  }

  #belote({ form, belote, said, rebelote, claimed }) {
    if (belote === "") return {};
    if (belote === "none") return { belote: { said: false } };
    return {
      belote: {
        ...(form !== "play" && { team: belote }),
        ...(said === "no" && { said: false }),
        ...(rebelote === "no" && { rebelote: false }),
        ...(claimed === "yes" && { claimed_at_count: true }),
      },
    };
  }

  /** The announcements of a donne: as points, as told to the referee, or as on the table. */
  #announces(donne) {
    const { announced, form, settled, settled_by } = donne;
    if (announced === "points" && settled_by && settled !== null)
      return { announcement_points: { [settled_by]: settled } };
    if (announced === "" && form === "count" && isTold(donne)) return this.#told(donne);
    if (announced !== "table") return {};
    const said = this.#said(donne, form === "play" ? SEATS : this.#complete(donne));
    if (!said) return {};
    const { hands, ...spoken } = said;
    return form === "play" ? spoken : { ...said, dealer: donne.dealer };
  }
}
