// @ts-check
// The 32 cards as numbers, suit * 8 + rank, and each deck's way to write and draw them. Labels and
// their order come from the service, drawings from the page: one file for each deck.

export const CARDS = Array.from({ length: 32 }, (_, card) => card);

/** The decks that the service knows, in its order; a deck with two notations is there twice. */
export class Decks {
  constructor(described) {
    this.all = described.map((one) => new Deck(one));
  }

  /** Whether any deck has this value of a field, such as `deck` or `notation`. */
  has(field, value) {
    return this.all.some((one) => one[field] === value);
  }

  /** A deck in this notation, or in its first if it has no such one. */
  of({ deck, notation }) {
    const spellings = this.all.filter((one) => one.deck === deck);
    return spellings.find((one) => one.notation === notation) ?? spellings[0];
  }

  /** The fields of a request that name a deck; its first notation goes without saying. */
  named({ deck, notation }) {
    const [first] = this.all.filter((one) => one.deck === deck);
    return { deck, ...(notation !== first.notation && { notation }) };
  }
}

export class Deck {
  constructor({ deck, notation, ranks, suits, symbols }) {
    this.deck = deck;
    this.notation = notation;
    this.ranks = ranks;
    this.suits = suits;
    this.symbols = symbols;
    this.labels = CARDS.map((card) => ranks[card % 8] + suits[card >> 3]);
  }

  label(card) {
    return this.labels[card];
  }

  /** The number of a label, -1 where this deck has no such card. */
  card(label) {
    return this.labels.indexOf(label);
  }

  /** The cards of a text, with anything between them; a suit may be its symbol. */
  read(text) {
    return this.#words(text).map((label) => this.card(label));
  }

  /** The first word of a text that is no card of this deck. */
  unknown(text) {
    return this.#words(text).find((label) => this.card(label) < 0);
  }

  #words(text) {
    const plain = text.toUpperCase().replace(/[\ufe0e\ufe0f]/g, "");
    const spelled = this.symbols.reduce(
      (said, symbol, suit) => said.replaceAll(symbol, this.suits[suit]),
      plain,
    );
    return spelled.split(/[\s,;]+/).filter(Boolean);
  }

  suitDrawing(suit) {
    return `${this.deck}-suit-${suit}`;
  }
}

/** Cards as a player holds them: the trump suit first, each suit low to high. */
export const asHeld = (cards, trump) =>
  [...cards].sort(
    (one, other) => Number(other >> 3 === trump) - Number(one >> 3 === trump) || one - other,
  );

/** A whole pack in an order of chance. */
export function shuffled() {
  const pack = [...CARDS];
  for (let last = pack.length - 1; last > 0; last--) {
    const other = chance(last + 1);
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  return pack;
}

/** A whole number below `bound`, each as likely as the others. */
export function chance(bound) {
  const most = Math.floor(2 ** 32 / bound) * bound;
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < most ? drawn % bound : chance(bound);
}
