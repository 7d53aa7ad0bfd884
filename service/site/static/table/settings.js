// @ts-check
// What the table has agreed on: cards, letters, trump, rules. The rules that can be chosen, and
// what each means, come from the service.

import { drawing, h, inkOf } from "./dom.js";
import { choice, list } from "./parts.js";
import { SEATS } from "./state.js";

export function settings(table) {
  const { words, state, book } = table;
  const decks = [...new Set(book.decks.map((one) => one.deck))];
  return [
    choice(
      state,
      "deck",
      words.say("deck"),
      decks.map((name) => [name, words.decks[name].name]),
    ),
    table.deck.notation && list(state, "notation", words.say("notation"), notations(table)),
    trumps(table),
    list(
      state,
      "dealer",
      words.say("dealer"),
      SEATS.map((seat) => [seat, words.names[seat]]),
    ),
    houseRules(table),
  ];
}

const notations = ({ book, deck }) =>
  book.decks
    .filter((one) => one.deck === deck.deck)
    .map(({ notation, ranks, suits }) => [notation, [...ranks.slice(4), "·", ...suits].join(" ")]);

function trumps({ words, state, deck }) {
  const suits = deck.suits.map((letter, suit) => {
    const name = deck.suitDrawing(suit);
    return [letter, drawing(name, `suit ${inkOf(name)}`), words.decks[deck.deck].suits[suit]];
  });
  const chosen = { trump: state.trump === null ? "" : deck.suits[state.trump] };
  return choice(
    chosen,
    "trump",
    words.say("trump"),
    [...suits, ["", "–", words.say("no_trump_yet")]],
    { class: "choice trumps" },
  );
}

function houseRules(table) {
  const { words, state, book } = table;
  const preset = book.presets.find((one) => one.name === state.preset);
  const changed = Object.keys(state.switches).length;
  return h(
    "div",
    { class: "house-rules" },
    list(
      state,
      "preset",
      words.say("rules"),
      [...new Set([...book.presets.map(({ name }) => name), state.preset])].map((name) => [
        name,
        name,
      ]),
    ),
    h(
      "details",
      {},
      h(
        "summary",
        {},
        words.say("own_rules"),
        changed > 0 && ` (${changed} ${words.say("changed")})`,
      ),
      preset && h("p", {}, preset.meaning),
      h(
        "div",
        { class: "switches" },
        book.switches.map((one) => switchOf(table, preset, one)),
      ),
    ),
  );
}

function switchOf({ words, state }, preset, { name, values, meaning, played_by }) {
  const usual = String(preset?.rules[name]);
  const text = (value) =>
    typeof value === "boolean" ? words.say(value ? "yes" : "no") : String(value);
  const id = `switch-${name}`;
  return h(
    "div",
    { class: "switch" },
    list(
      { [name]: state.switches[name] ?? usual },
      name,
      words.table.switch[name],
      values.map((value) => [String(value), text(value)]),
      { "data-set": null, "data-switch": name, "data-usual": usual, "aria-describedby": id },
    ),
    h("p", { id }, meaning.replaceAll("`", ""), " ", played_by),
  );
}
