// @ts-check
// The third view: the four hands, and the play.

import { h } from "./dom.js";
import { hands } from "./hands.js";
import { developers, list, trumps } from "./parts.js";
import { play } from "./play.js";
import { SEATS } from "./state.js";

const PARTS = { hands, play };

export function tableView(page) {
  const { words, state } = page;
  return [
    h(
      "div",
      { class: "table-bar" },
      trumps(page),
      list(
        state,
        "dealer",
        words.say("dealer"),
        SEATS.map((seat) => [seat, words.names[seat]]),
      ),
      parts(page),
    ),
    PARTS[state.part](page),
    developers(page),
  ];
}

const parts = ({ words, state }) =>
  h(
    "div",
    { class: "toggles", role: "group", "aria-label": words.say("table") },
    Object.keys(PARTS).map((part) =>
      h(
        "button",
        {
          type: "button",
          class: "toggle",
          "data-do": "choose",
          "data-name": "part",
          "data-value": part,
          "aria-pressed": String(state.part === part),
        },
        words.say(`part_${part}`),
      ),
    ),
  );
