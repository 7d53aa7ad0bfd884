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
    h("h3", {}, changed > 0 ? words.say("own_rules_changed", { changed }) : words.say("own_rules")),
    Object.entries(words.topics).map(([name, switches]) => topic(page, preset, name, switches)),
  ];
}

/** What the rules of a table are without its own ones. */
const usualOf = (preset, name) => String(preset?.rules[name]);

/** The house rules about one thing, folded; how many were changed is seen without a tap. */
function topic(page, preset, name, switches) {
  const { words, state, book } = page;
  const isChanged = (one) => (state.switches[one] ?? usualOf(preset, one)) !== usualOf(preset, one);
  const changed = switches.filter(isChanged).length;
  return fold(
    [
      h("span", {}, words.table.topic[name]),
      changed > 0 && [" ", h("b", { class: "changed" }, words.say("changed", { changed }))],
    ],
    { class: "topic", "data-key": `topic-${name}` },
    h(
      "div",
      { class: "switches" },
      book.switches
        .filter((one) => switches.includes(one.name))
        .map((one) => question(page, preset, one, isChanged(one.name))),
    ),
  );
}

/** A house rule as a question; a changed one says what it stands in place of. */
function question({ words, state }, preset, { name, values, played_by }, isChanged) {
  const usual = usualOf(preset, name);
  const { question: text, answers } = words.table.switch[name];
  const id = `switch-${name}`;
  const before = () => words.say("quoted", { text: answers[usual] ?? usual });
  return h(
    "div",
    { class: isChanged ? "switch changed" : "switch" },
    list(
      { [name]: state.switches[name] ?? usual },
      name,
      text,
      values.map((value) => [String(value), answers[String(value)]]),
      { "data-set": null, "data-switch": name, "data-usual": usual, "aria-describedby": id },
    ),
    h(
      "p",
      { id, class: "help" },
      isChanged && [h("b", {}, words.say("instead_of", { usual: before() })), h("br")],
      spoken(words, answers, played_by),
    ),
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
