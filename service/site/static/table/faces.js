// @ts-check
// Cards as they are seen: the one module that knows how a face is drawn.

import { addressOf } from "./address.js";
import { CARDS } from "./cards.js";
import { drawing, h, inkOf } from "./dom.js";

/** Units of a drawn face; the style says how large it is shown. */
const [WIDTH, HEIGHT] = ["240", "336"];

/** The face of a card as the service draws it; without a line its label is read in its place. */
function face({ deck, words }, card) {
  const { notation } = deck;
  const query = new URLSearchParams({ lang: words.language, ...(notation && { notation }) });
  return h("img", {
    class: "face",
    src: addressOf(`/cards/${deck.deck}/${deck.label(card)}.svg?${query}`),
    alt: deck.label(card),
    width: WIDTH,
    height: HEIGHT,
    draggable: "false",
  });
}

/** The drawing of a suit, in its colour. */
export function suitMark(deck, suit, className = "suit") {
  const name = deck.suitDrawing(suit);
  return drawing(name, `${className} ${inkOf(name)}`);
}

/**
 * A card to be tapped; `action` is what happens then.
 *
 * @param {any} page
 * @param {number} card
 * @param {{name?: string, action: string, value?: any, className?: string, [attribute: string]: any}} options
 */
export function cardButton(page, card, { name, action, value, className = "", ...attributes }) {
  return h(
    "button",
    {
      type: "button",
      class: `card ${className}`,
      "data-do": action,
      "data-card": card,
      "data-value": value,
      "aria-label": name ?? page.words.card(page.deck, card),
      ...attributes,
    },
    face(page, card),
  );
}

/** A card that is only shown. */
export const shownCard = (page, card, className = "") =>
  h(
    "span",
    { class: `card ${className}`, role: "img", "aria-label": page.words.card(page.deck, card) },
    face(page, card),
  );

/** Cards beside each other, one over the next where there is little room. */
export const fan = (page, cards, className = "") =>
  h(
    "ul",
    { class: `fan ${className}` },
    cards.map((card) => h("li", {}, shownCard(page, card))),
  );

/** The 32 cards, a row a suit, each as `drawn`; the arrow keys lead from card to card. */
export const wholePack = ({ words, deck }, drawn, attributes = {}) =>
  h(
    "ul",
    { class: "suit-rows", "data-rove": "8", ...attributes },
    deck.suits.map((_, suit) =>
      h(
        "li",
        {},
        h(
          "ul",
          { class: "suit-row", "aria-label": words.decks[deck.deck].suits[suit] },
          CARDS.filter((card) => card >> 3 === suit).map((card) => h("li", {}, drawn(card))),
        ),
      ),
    ),
  );
