// @ts-check
// What stands around every view: the ways between the views, and what is asked or told on top.

import { h } from "./dom.js";
import { button } from "./parts.js";
import { VIEWS } from "./state.js";

/** The ways between the views; the one that is shown is the current page. */
export const ways = ({ words, state }) =>
  VIEWS.map((view) =>
    h(
      "button",
      {
        type: "button",
        class: `way way-${view}`,
        "data-do": "show",
        "data-value": view,
        "aria-current": state.view === view && "page",
      },
      words.say(view),
    ),
  );

/** A question before something is done, what was just done with a way back, or nothing. */
export function notice({ words, notice: told }) {
  if (!told) return null;
  return h(
    "div",
    { class: "told row", role: told.question ? "alertdialog" : "status", "aria-label": told.text },
    h("span", {}, told.text),
    told.choices.map(([label, action, values = {}]) =>
      button(words.say(label), action, {
        class: "button small",
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`data-${name}`, value]),
        ),
      }),
    ),
  );
}

/** That the part of the page that draws a view could not be reached. */
export const unfetched = ({ words }) =>
  h(
    "div",
    { class: "panel problem", role: "alert" },
    h("p", {}, words.say("offline")),
    button(words.say("again"), "again"),
  );
