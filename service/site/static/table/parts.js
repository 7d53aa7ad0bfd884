// @ts-check
// Pieces that every view is built of: cards, choices, reasons, problems, calls.

import { addressOf } from "./address.js";
import { CARDS } from "./cards.js";
import { drawing, h, inkOf, isDrawn } from "./dom.js";
import { REFUSED } from "./service.js";

/** The face of a card: rank and suit in the corner that a fan shows, the suit large or a figure. */
export function face(deck, card) {
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

/**
 * A card to be tapped; `action` is what happens then.
 *
 * @param {any} table
 * @param {number} card
 * @param {{name?: string, action: string, value?: any, className?: string, [attribute: string]: any}} options
 */
export function cardButton(table, card, { name, action, value, className = "", ...attributes }) {
  return h(
    "button",
    {
      type: "button",
      class: `card ${className}`,
      "data-do": action,
      "data-card": card,
      "data-value": value,
      "aria-label": name ?? table.words.card(table.deck, card),
      ...attributes,
    },
    face(table.deck, card),
  );
}

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

/** A card that is only shown. */
export const shownCard = (table, card, className = "") =>
  h(
    "span",
    { class: `card ${className}`, role: "img", "aria-label": table.words.card(table.deck, card) },
    face(table.deck, card),
  );

/** A button that does `action`. */
export const button = (text, action, attributes = {}) =>
  h("button", { type: "button", class: "button", "data-do": action, ...attributes }, text);

/** One of a few, each with its text; choosing one sets the field. */
export function choice(state, field, label, options, attributes = {}) {
  return h(
    "fieldset",
    { class: "choice", ...attributes },
    h("legend", {}, label),
    h(
      "div",
      { class: "options" },
      options.map(([value, text, description]) =>
        h(
          "label",
          { title: description },
          h("input", {
            type: "radio",
            name: field,
            value,
            "data-set": field,
            checked: String(state[field]) === value,
            "aria-label": description,
          }),
          h("span", {}, text),
        ),
      ),
    ),
  );
}

/** One of several, each with its text, in a list that opens. */
export function list(state, field, label, options, attributes = {}) {
  return h(
    "label",
    { class: "list" },
    h("span", {}, label),
    h(
      "select",
      { "data-set": field, ...attributes },
      options.map(([value, text]) =>
        h("option", { value, selected: String(state[field] ?? "") === value }, text),
      ),
    ),
  );
}

/** A whole number, or none. */
export const numberField = (value, label, attributes) =>
  h(
    "label",
    { class: "number" },
    h("span", {}, label),
    h("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      pattern: "[0-9]{0,6}",
      value: value ?? "",
      ...attributes,
    }),
  );

/** A yes or no. */
export const tick = (state, field, label) =>
  h(
    "label",
    { class: "tick" },
    h("input", { type: "checkbox", "data-tick": field, checked: state[field] === "yes" }),
    h("span", {}, label),
  );

/** The reasons in the referee's order, each with the document it rests on. */
export function reasons(table, explanation) {
  return h(
    "ol",
    { class: "reasons" },
    explanation.map(({ text, source }) =>
      h("li", {}, text, " ", h("cite", { title: table.book.sources[source] }, source)),
    ),
  );
}

/** The reasons that everybody may hear, and behind a fold those for one player or the referee. */
export function publicReasons(table, explanation) {
  const { words } = table;
  const others = new Set(explanation.map(({ audience }) => audience));
  others.delete("table");
  const heard = (who) =>
    reasons(
      table,
      explanation.filter(({ audience }) => audience === who),
    );
  return [
    heard("table"),
    [...others].map((who) =>
      h(
        "details",
        { class: "private" },
        h("summary", {}, words.names[who] ?? words.say("referee")),
        heard(who),
      ),
    ),
  ];
}

/** What is wrong with a request, as the service says it; what may pass can be tried again. */
export function problem({ words }, answer) {
  const passing = answer.status !== REFUSED;
  const faults = (answer.errors ?? []).map(({ detail, pointer }) =>
    h("li", {}, detail, " ", h("code", {}, pointer)),
  );
  const about = answer.type && h("a", { href: addressOf(answer.type) }, answer.code);
  return h(
    "div",
    { class: "problem", role: "alert" },
    h("p", {}, answer.detail, " ", about),
    faults.length > 1 && h("ul", {}, faults),
    passing && button(words.say("again"), "again"),
  );
}

/** How a program asks the same; folded away. */
export function call(table, name, path, body, answer) {
  const { words, service } = table;
  const copy = (key, what) =>
    button(words.say(key), "copy", {
      "data-value": what,
      "data-call": name,
      class: "button small",
    });
  table.calls[name] = { path, body };
  return h(
    "details",
    { class: "call" },
    h("summary", {}, words.say("the_call")),
    h("p", { class: "row" }, copy("copy_curl", "curl"), copy("copy_fetch", "fetch")),
    h("pre", { tabindex: "0", "aria-label": `POST ${path}` }, service.asCurl(path, body)),
    answer && h("p", {}, words.say("answer")),
    answer &&
      h(
        "pre",
        { tabindex: "0", "aria-label": words.say("answer") },
        JSON.stringify(answer, null, 2),
      ),
  );
}

/** A table of figures: `columns` of texts, `rows` of lists of texts, the first naming its row. */
export const grid = (caption, columns, rows, foot) =>
  h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, rows.map(rowOf)),
      foot && h("tfoot", {}, rowOf(foot)),
    ),
  );

const rowOf = ([name, ...cells]) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    cells.map((cell) => h("td", { class: typeof cell === "number" && "count" }, cell)),
  );

export const panel = (title, attributes, ...children) =>
  h(
    "section",
    { ...attributes, class: `panel ${attributes.class ?? ""}` },
    h("h2", {}, title),
    children,
  );
