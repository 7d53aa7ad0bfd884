// @ts-check
// Pieces that every view is built of: buttons, choices, figures, problems, calls.

import { suitMark } from "./faces.js";
import { h } from "./dom.js";
import { mayPass } from "./service.js";

/** A button that does `action`. */
export const button = (text, action, attributes = {}) =>
  h("button", { type: "button", class: "button", "data-do": action, ...attributes }, text);

/** One of a few, each with its text; choosing one sets the field, or what else `change` names. */
export function choice(state, field, label, options, change = "set") {
  return h(
    "fieldset",
    { class: "choice" },
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
            [`data-${change}`]: field,
            checked: String(state[field]) === value,
            "aria-label": description,
          }),
          h("span", {}, text),
        ),
      ),
    ),
  );
}

/** A few buttons for one field; the chosen one is pressed, and once more takes the choice back. */
export const toggles = (state, field, label, options, attributes = {}) =>
  h(
    "div",
    { class: "toggles", role: "group", "aria-label": label, ...attributes },
    options.map(([value, text, name]) =>
      h(
        "button",
        {
          type: "button",
          class: "toggle",
          "data-do": "toggle",
          "data-name": field,
          "data-value": value,
          "aria-pressed": String(String(state[field]) === value),
          "aria-label": name,
        },
        text,
      ),
    ),
  );

/** The four suits, to choose the trump. */
export function trumps({ words, state, deck }) {
  const names = words.decks[deck.deck].suits;
  const options = deck.suits.map((letter, suit) => [letter, suitMark(deck, suit), names[suit]]);
  const chosen = { trump: state.trump === null ? "" : deck.suits[state.trump] };
  return h(
    "div",
    { class: "trumps" },
    h("span", { class: "label", "aria-hidden": "true" }, words.say("trump")),
    toggles(chosen, "trump", words.say("trump"), options),
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

/**
 * A text, and what is wrong with it where it cannot be read; `place`: the `data-…` of the field.
 * What was typed stays until it is mended.
 */
export function textField(page, value, label, place, { className, ...attributes }) {
  const unread = unreadAt(page, place);
  return h(
    "label",
    { class: className },
    h("span", {}, label),
    h("input", {
      type: "text",
      autocomplete: "off",
      value: unread ? unread.typed : value,
      "aria-invalid": unread && "true",
      ...place,
      ...attributes,
    }),
    unread && h("span", { class: "wrong", role: "alert" }, unread.text),
  );
}

/** What is wrong with the text of a field, `null` where it can be read. */
function unreadAt({ ui: { unread } }, place) {
  const isThere = ([name, value]) => unread.place[name.replace("data-", "")] === String(value);
  return unread && Object.entries(place).every(isThere) ? unread : null;
}

/** A whole number, or none. */
export const numberField = (page, value, label, place) =>
  textField(page, value ?? "", label, place, {
    className: "number",
    inputmode: "numeric",
    pattern: "[0-9]{0,6}",
  });

/** A yes or no. */
export const tick = (state, field, label) =>
  h(
    "label",
    { class: "tick" },
    h("input", { type: "checkbox", "data-tick": field, checked: state[field] === "yes" }),
    h("span", {}, label),
  );

/** That the service is being asked; read out, and in the place that the answer will take. */
export const asking = ({ words }) =>
  h("p", { class: "asking", "aria-busy": "true" }, words.say("asking"));

/** Something folded away under its name; `key` keeps it open while the page changes around it. */
export const fold = (summary, attributes, ...children) =>
  h("details", attributes, h("summary", {}, summary), children);

/** What is wrong, in players' words where there are some; what may pass can be tried again. */
export function problem(page, answer) {
  const { words } = page;
  return h(
    "div",
    { class: "problem", role: "alert" },
    faultTexts(page, answer).map((text) => h("p", {}, text)),
    mayPass(answer) && button(words.say("again"), "again"),
  );
}

/** Each different fault of an answer as a sentence, without the service's places and codes. */
function faultTexts(page, answer) {
  const faults = answer.errors ?? [answer];
  return [...new Set(faults.map((one) => faultText(page, one)))];
}

/** The places of the rules of a game, and of a line of it. */
const RULES = /^#\/(donnes\/\d+\/)?rules/;

/** @param {any} page @param {{code: string, detail: string, pointer?: string, params?: any}} fault */
function faultText({ words, deck }, { code, detail, pointer = "", params = {} }) {
  const card = params.card === undefined ? -1 : deck.card(params.card);
  const values = { ...params, card: card < 0 ? params.card : words.card(deck, card) };
  return words.fault(RULES.test(pointer) ? "rules" : code, values) ?? detail;
}

/** Remembers what this view asked the service, for the box for developers. */
export function called(page, name, path, body, answer) {
  if (body && !page.calls.some((one) => one.name === name))
    page.calls.push({ name, path, body, answer });
}

/** How a program asks what this view asked; one box, folded away. */
export function developers({ words, service, calls }) {
  if (calls.length === 0) return null;
  const copy = (key, what, name) =>
    button(words.say(key), "copy", { "data-value": what, "data-call": name });
  return fold(
    words.say("for_developers"),
    { class: "developers", "data-key": "developers" },
    calls.map(({ name, path, body, answer }) =>
      h(
        "section",
        { class: "call", "data-key": name },
        h("h3", {}, `POST ${path}`),
        h(
          "p",
          { class: "row" },
          copy("copy_curl", "curl", name),
          copy("copy_fetch", "fetch", name),
        ),
        h("pre", { tabindex: "0", "aria-label": path }, service.asCurl(path, body)),
        answer &&
          h(
            "pre",
            { tabindex: "0", "aria-label": words.say("answer") },
            JSON.stringify(answer, null, 2),
          ),
      ),
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
