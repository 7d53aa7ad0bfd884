// @ts-check
// The rules of this table: a preset by a name for people, and every house rule as a question with
// spoken answers. Which there are, and what each means, comes from the service.

import { h } from "./dom.js";
import { fold, list } from "./parts.js";

export function houseRules(page) {
  const { words, state, book } = page;
  const preset = book.presets.find((one) => one.name === state.preset);
  const changed = Object.keys(state.switches).length;
  const names = [...new Set([...book.presets.map(({ name }) => name), state.preset])];
  return [
    list(
      state,
      "preset",
      words.say("rules"),
      names.map((name) => [name, words.table.preset[name] ?? name]),
    ),
    preset && h("p", { class: "help" }, preset.meaning),
    state.donnes.length > 0 && h("p", { class: "notice" }, words.say("rules_of_this_game")),
    fold(
      changed > 0 ? words.say("own_rules_changed", { changed }) : words.say("own_rules"),
      { class: "switches", "data-key": "switches" },
      book.switches.map((one) => question(page, preset, one)),
    ),
  ];
}

function question({ words, state }, preset, { name, values, played_by }) {
  const usual = String(preset?.rules[name]);
  const { question: text, answers } = words.table.switch[name];
  const id = `switch-${name}`;
  return h(
    "div",
    { class: "switch" },
    list(
      { [name]: state.switches[name] ?? usual },
      name,
      text,
      values.map((value) => [String(value), answers[String(value)]]),
      { "data-set": null, "data-switch": name, "data-usual": usual, "aria-describedby": id },
    ),
    h("p", { id, class: "help" }, spoken(words, answers, played_by)),
  );
}

/** A sentence of the service with answers and presets as players call them, in place of their names. */
function spoken(words, answers, text) {
  const answer = (_, value) => words.say("quoted", { text: answers[value] ?? value });
  return Object.entries(words.table.preset)
    .filter(([name]) => name.includes("-"))
    .reduce(
      (said, [name, called]) => said.replaceAll(name, words.say("quoted", { text: called })),
      text.replace(/`([^`]+)`/g, answer),
    );
}
