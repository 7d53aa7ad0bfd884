// @ts-check
// Who speaks or plays, and what he can say, show or claim at a tap.

import { h } from "./dom.js";
import { button } from "./parts.js";
import { KINDS, SEATS } from "./state.js";

/** The words of the belote, as the service names them. */
const WORDS = ["belote", "rebelote"];

/** Who acts: whom the reader chose, else who is next; `null` where nobody is. */
export const actorOf = ({ ui }, { next }) => ui.actor ?? next?.seat ?? null;

/** The choice of who acts, and what he may do beside playing a card. */
export function acting(page, found) {
  const actor = actorOf(page, found);
  return h(
    "div",
    { class: "acting" },
    h("p", { class: "allowed" }, mayText(page, found)),
    whoActs(page, found, actor),
    actor && offered(page, found, actor),
  );
}

/** What the next player may do, in words. */
function mayText({ words }, { next }) {
  if (!next || next.may.length === 0) return null;
  const acts = next.may.map((act) => words.acts[act]).join(", ");
  return words.labelled(words.say("may", { seat: words.names[next.seat] }), acts);
}

const whoActs = ({ words }, { next }, actor) =>
  h(
    "div",
    { class: "toggles four", role: "group", "aria-label": words.say("who_acts") },
    SEATS.map((seat) =>
      h(
        "button",
        {
          type: "button",
          class: `toggle ${seat === next?.seat ? "next" : ""}`,
          "data-do": "act",
          "data-value": seat,
          "aria-pressed": String(seat === actor),
        },
        words.names[seat],
      ),
    ),
  );

function offered(page, found, actor) {
  const { ui } = page;
  if (ui.showing) return showing(page, found, actor, ui.showing);
  return ui.claiming ? claiming(page, found, actor) : saying(page, found, actor);
}

/**
 * A button that notes a step of a seat, after the steps that the reader sees.
 *
 * @param {{steps: number}} found
 * @param {string} text
 * @param {import("./log.js").Step} step
 */
function noting({ steps }, text, { seat, type, what, cards }, className = "") {
  return button(text, "note", {
    class: `button ${className}`,
    "data-seat": seat,
    "data-type": type,
    "data-what": what,
    "data-cards": cards?.join("."),
    "data-value": steps,
    disabled: cards?.length === 0,
  });
}

const group = ({ words }, actor, ...buttons) =>
  h("div", { class: "four says", role: "group", "aria-label": words.names[actor] }, buttons);

/** What he can say at once, marked where the service says that he may; and what is picked first. */
function saying(page, found, actor) {
  const { words } = page;
  const { next, due } = found;
  const may = (act) => (next?.seat === actor && next.may.includes(act) ? "may" : "");
  const owes = (what) => due.some((one) => one.seat === actor && one.what === what);
  const word = (what) =>
    noting(
      found,
      what,
      { seat: actor, type: "say", what },
      may("say") || (owes(what) ? "may" : ""),
    );
  const picks = (key, action, lit = false) =>
    button(words.say(key), action, { "data-seat": actor, class: `button ${lit ? "may" : ""}` });
  return group(
    page,
    actor,
    KINDS.map((what) =>
      noting(found, words.names[what], { seat: actor, type: "declare", what }, may("declare")),
    ),
    WORDS.map(word),
    picks("shows", "pick-shown", owes("show")),
    picks("claims_that", "pick-claim"),
  );
}

/** The cards that he lays open are tapped in his hand. */
function showing(page, found, actor, cards) {
  const { words } = page;
  return group(
    page,
    actor,
    h("p", { class: "help" }, words.say("tap_shown")),
    noting(found, words.say("show_these"), { seat: actor, type: "show", cards }, "main"),
    noting(found, words.say("refuses_to_show"), { seat: actor, type: "show" }),
    button(words.say("cancel"), "pick-none"),
  );
}

function claiming(page, found, actor) {
  const { words } = page;
  return group(
    page,
    actor,
    Object.keys(words.claims).map((what) =>
      noting(found, words.claims[what], { seat: actor, type: "claim", what }, "claim"),
    ),
    button(words.say("cancel"), "pick-none"),
  );
}

/** What somebody owes now, whoever is next; a tap notes that he did it. */
export function dues(page, found) {
  const { words, deck } = page;
  const { due, announcements } = found;
  if (due.length === 0) return null;
  const shown = (seat) =>
    announcements.revealed
      .filter((one) => one.seat === seat)
      .flatMap(({ announcement }) => announcement.cards.map((label) => deck.card(label)));
  const steps = {
    show: (seat) => ({ seat, type: "show", cards: shown(seat) }),
    rebelote: (seat) => ({ seat, type: "say", what: "rebelote" }),
  };
  return h(
    "p",
    { class: "row dues" },
    h("span", {}, words.say("due_now")),
    due.map(({ seat, what }) =>
      noting(
        found,
        words.labelled(words.names[seat], words.say(`due_${what}`)),
        steps[what](seat),
        "small may",
      ),
    ),
  );
}
