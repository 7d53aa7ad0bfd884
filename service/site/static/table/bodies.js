// @ts-check
// From the table to what the service is asked. Nothing is ruled here, only written down.

import { SEATS, TEAMS } from "./state.js";

export const RESOLVE = "/v1/hands/resolve";
export const COMPARE = "/v1/announcements/compare";
export const SCORE = "/v1/donnes/score";
export const REPLAY = "/v1/donnes/replay";
export const GAME = "/v1/games/score";

/** Whether a declaration says anything yet. */
export const isSaid = ({ kind, cards }) => kind !== "" || cards.length > 0;

/** From the table to bodies: `book` is the service's rulebook. */
export class Bodies {
  constructor(state, decks, book) {
    this.state = state;
    this.decks = decks;
    this.deck = decks.of(state);
    this.book = book;
  }

  labels(cards) {
    return cards.map((card) => this.deck.label(card));
  }

  #common() {
    return { ...this.decks.named(this.deck), ...this.#rules() };
  }

  #rules() {
    const { preset, switches } = this.state;
    const chosen = Object.entries(switches).map(([name, text]) => [
      name,
      this.#valueOf(name, text),
    ]);
    if (preset === this.book.presets[0].name && chosen.length === 0) return {};
    return { rules: { preset, ...Object.fromEntries(chosen) } };
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

  /** `null` while there is nothing to compare. */
  compare() {
    const said = this.#said(this.state, this.#complete(this.state));
    if (this.state.trump === null || !said) return null;
    return {
      ...this.#common(),
      ...this.#trump(this.state),
      ...said,
      first_player: this.book.plays_first[this.state.dealer],
    };
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

  /** The play so far, for the next player's choices. */
  replay() {
    const { dealer, played } = this.state;
    return {
      ...this.#common(),
      ...this.#trump(this.state),
      dealer,
      tricks: this.#tricks(played),
      hands: this.#hands(this.state),
    };
  }

  #tricks(played) {
    const starts = [...played.keys()].filter((place) => place % SEATS.length === 0);
    return starts.map((start) => this.labels(played.slice(start, start + SEATS.length)));
  }

  /** This donne with what waits from before; `null` while it is not all there. */
  score(carry_in) {
    const donne = this.#donne(this.state);
    if (!donne) return null;
    const { pardon_used, belote } = this.state;
    const spent = donne.belote && belote !== "none" && pardon_used === "yes";
    return {
      ...this.#common(),
      ...donne,
      ...(spent && { belote: { ...donne.belote, pardon_used: true } }),
      ...(carry_in > 0 && { carry_in }),
    };
  }

  /** The sheet with these donnes written on it. */
  game(donnes = this.state.donnes) {
    const { target } = this.state;
    const written = donnes.map((donne) =>
      donne.passed === "yes" ? { passed: true } : this.#donne(donne),
    );
    return { ...this.#common(), ...(target !== null && { target }), donnes: written };
  }

  #donne(donne) {
    const form = this.#form(donne);
    if (donne.trump === null || !form) return null;
    return {
      ...this.#trump(donne),
      takers: donne.takers,
      ...form,
      ...this.#belote(donne),
      ...this.#announcements(donne),
    };
  }

  #form(donne) {
    const { form, points_NS, points_EW, last_trick, pile, dealer, played } = donne;
    if (form === "piles")
      return this.#isPile(donne) ? { won: { last_trick, NS: this.labels(pile) } } : null;
    if (form === "play") {
      return played.length === this.deck.labels.length
        ? { play: { dealer, tricks: this.#tricks(played) } }
        : null;
    }
    if (points_NS === null || points_EW === null) return null;
    const tricks = TEAMS.some((team) => donne[`tricks_${team}`] !== null) && {
      tricks_won: this.#byTeam(donne, "tricks_"),
    };
    return { count: { card_points: { NS: points_NS, EW: points_EW }, last_trick, ...tricks } };
  }

  /** Whether the pile is done: a card of each seat for every trick, or none at all. */
  #isPile({ pile, last_trick }) {
    return pile.length % SEATS.length === 0 && (pile.length > 0 || last_trick !== "NS");
  }

  #byTeam(donne, prefix) {
    return Object.fromEntries(TEAMS.map((team) => [team, donne[prefix + team] ?? 0]));
  }

  #belote({ form, belote, said, rebelote, claimed }) {
    if (belote === "none") return {};
    return {
      belote: {
        ...(form !== "play" && { team: belote }),
        ...(said === "no" && { said: false }),
        ...(rebelote === "no" && { rebelote: false }),
        ...(claimed === "yes" && { claimed_at_count: true }),
      },
    };
  }

  #announcements(donne) {
    const { announced, form, dealer } = donne;
    if (announced === "points") return { announcement_points: this.#byTeam(donne, "settled_") };
    if (announced !== "table") return {};
    const said = this.#said(donne, form === "play" ? SEATS : this.#complete(donne));
    if (!said) return {};
    const { hands, ...spoken } = said;
    return form === "play" ? spoken : { ...said, first_player: this.book.plays_first[dealer] };
  }
}
