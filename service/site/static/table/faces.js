// @ts-check
// Cards as they are seen: the one module that knows how a face is drawn.

import { CARDS } from "./cards.js";
import { drawing, h, inkOf, isDrawn } from "./dom.js";

/** The face of a card: rank and suit in the corner that a fan shows, the suit large or a figure. */
function face(deck, card) {
  const suit = deck.suitDrawing(card >> 3);
  const figure = deck.rankDrawing(card);
  const court = isDrawn(figure);
  const rank = deck.ranks[card % 8];
  return h(
    "span",
    { class: `face ${inkOf(suit)}`, "aria-hidden": "true" },
    h("span", { class: rank.length > 1 ? "corner wide" : "corner" }, rank, drawing(suit)),
    h("span", { class: court ? "figure court" : "figure" }, drawing(court ? figure : suit)),
  );
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
    face(page.deck, card),
  );
}

/** A card that is only shown. */
export const shownCard = (page, card, className = "") =>
  h(
    "span",
    { class: `card ${className}`, role: "img", "aria-label": page.words.card(page.deck, card) },
    face(page.deck, card),
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
