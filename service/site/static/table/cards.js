// @ts-check
// The 32 cards as numbers, suit * 8 + rank, and a deck's way to write and draw them. The labels and
// their order come from the service.

const DRAWINGS = {
  french: {
    suits: ["spades", "hearts", "diamonds", "clubs"],
    courts: { 4: "jack", 5: "queen", 6: "king" },
  },
  spanish: {
    suits: ["oros", "copas", "espadas", "bastos"],
    courts: { 4: "jack", 5: "horse", 6: "king" },
  },
};

export const DECK_NAMES = Object.keys(DRAWINGS);
export const CARDS = Array.from({ length: 32 }, (_, card) => card);

export class Deck {
  constructor({ deck, notation, ranks, suits, symbols }) {
    this.deck = deck;
    this.notation = notation;
    this.ranks = ranks;
    this.suits = suits;
    this.symbols = symbols;
    this.labels = CARDS.map((card) => ranks[card % 8] + suits[card >> 3]);
    this.drawings = DRAWINGS[deck];
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
    return this.drawings.suits[suit];
  }

  courtDrawing(card) {
    return this.drawings.courts[card % 8];
  }
}

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
