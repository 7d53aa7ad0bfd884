// @ts-check
// What happened, trick by trick, and what the referee finds, each where it was made.

import { AUDIT } from "./bodies.js";
import { h } from "./dom.js";
import { suitMark } from "./faces.js";
import { happened, stepsOf } from "./log.js";
import { panel } from "./parts.js";
import { isPublic, privateReasons, reasons } from "./reasons.js";
import { isProblem } from "./service.js";

/**
 * What the table may hear of a step: its findings, and of a claim the ruling.
 * @returns {any[]}
 */
const remarksOn = ({ findings, claims }, place) => [
  ...findings.filter((one) => one.event === place && isPublic(one)),
  ...claims.filter((one) => one.event === place),
];

/** What the last step brought to light for the table, wherever it was made. */
export function latest(page, found) {
  const { bodies, service, state } = page;
  if (found.steps === 0 || found.steps < stepsOf(state)) return null;
  const before = service.ruling(AUDIT, bodies.auditBefore());
  if (!before || isProblem(before)) return null;
  const known = new Set(heard(before).map(keyOf));
  const news = heard(found).filter((one) => !known.has(keyOf(one)));
  if (news.length === 0) return null;
  return h("div", { class: "faults", "data-headline": true }, reasons(page, news));
}

/** All that the table may hear of a log. */
const heard = ({ findings, claims }) => [...findings.filter(isPublic), ...claims];

/** What makes a finding or a ruling the same as before. */
const keyOf = ({ event, code, upheld }) => `${event} ${code} ${upheld}`;

/** The last step in words, to be read out. */
export function lastStep(page) {
  const step = happened(page.state).at(-1);
  return step && spokenOf(page, step);
}

/** The same where nobody has played a card since; empty otherwise. */
export function lastWords(page) {
  const step = happened(page.state).at(-1);
  return step && step.type !== "play" ? spokenOf(page, step) : "";
}

const spokenOf = (page, step) =>
  page.words.labelled(page.words.names[step.seat], IN_WORDS[step.type](page, step));

/** How each finding about a card of a trick is called; nothing for a card without one. */
export function markOf(page, { findings }, label) {
  const place = happened(page.state).findIndex(
    ({ card }) => card !== undefined && page.deck.label(card) === label,
  );
  const found = findings.filter((one) => one.event === place && isPublic(one));
  return found.map(({ weight }) => page.words.weights[weight]).join(", ");
}

export function logOf(page, found) {
  const { words, state } = page;
  if (happened(state).length === 0) return null;
  return panel(
    words.say("what_happened"),
    { class: "log" },
    state.events.length > 0 && h("p", { class: "help" }, words.say("not_noted_not_said")),
    h(
      "ol",
      {},
      byTrick(page, found).map(([trick, steps]) => trickLine(page, found, trick, steps)),
    ),
    privateReasons(page, found.findings),
  );
}

/**
 * The steps of each trick with their places in the log; what was said goes with the card before.
 * @returns {[number, [import("./log.js").Step, number][]][]}
 */
function byTrick({ state, deck }, { tricks }) {
  const trickOf = new Map(
    tricks.flatMap(({ cards }, place) => cards.map(({ card }) => [card, place + 1])),
  );
  const groups = new Map();
  let trick = 1;
  happened(state).forEach((step, place) => {
    trick = (step.card !== undefined && trickOf.get(deck.label(step.card))) || trick;
    groups.set(trick, [...(groups.get(trick) ?? []), [step, place]]);
  });
  return [...groups];
}

function trickLine(page, found, trick, steps) {
  const { words, ui } = page;
  const open = steps.find(([, place]) => place === ui.step);
  return h(
    "li",
    { "data-key": trick },
    h("span", { class: "unseen" }, words.say("trick", { number: trick })),
    h("b", { "aria-hidden": "true" }, trick),
    h(
      "ul",
      { class: "steps" },
      steps.map(([step, place]) => h("li", {}, stepOf(page, step, place, remarksOn(found, place)))),
    ),
    open && reasons(page, remarksOn(found, open[1])),
  );
}

/** A step in short; where something was found about it, a tap opens what. */
function stepOf(page, step, place, remarks) {
  const { words, ui } = page;
  const spoken = spokenOf(page, step);
  const seen = [h("small", {}, words.names[step.seat]), " ", IN_SHORT[step.type](page, step)];
  if (remarks.length === 0)
    return h(
      "span",
      { class: `step ${step.type}` },
      h("span", { "aria-hidden": "true" }, seen),
      h("span", { class: "unseen" }, spoken),
    );
  const marks = [...new Set(remarks.map((one) => markText(page, one)))].join(", ");
  return h(
    "button",
    {
      type: "button",
      class: `step ${step.type} ${remarks[0].weight ?? ""}`,
      "data-do": "step",
      "data-place": place,
      "aria-expanded": String(ui.step === place),
      "aria-label": `${spoken}, ${marks}`,
    },
    seen,
    h("em", {}, marks),
  );
}

/** What a finding weighs, or how a claim is ruled. */
const markText = ({ words }, { weight, upheld }) =>
  weight ? words.weights[weight] : words.table.claim[String(upheld)];

const shortCard = (deck, card) => [deck.ranks[card % 8], suitMark(deck, card >> 3)];

const IN_SHORT = {
  play: ({ deck }, { card }) => h("b", {}, shortCard(deck, card)),
  declare: ({ words }, { what }) => words.names[what],
  say: ({ words }, { what }) => words.say("quoted", { text: what }),
  show: ({ words, deck }, { cards }) =>
    cards.length > 0
      ? [words.say("shows_these"), cards.map((card) => [" ", shortCard(deck, card)])]
      : words.say("refuses_to_show"),
  claim: ({ words }, { what }) => `${words.say("claim_of")} ${words.claims[what]}`,
};

const IN_WORDS = {
  ...IN_SHORT,
  play: ({ words, deck }, { card }) => words.card(deck, card),
  show: ({ words, deck }, { cards }) =>
    cards.length > 0
      ? `${words.say("shows_these")} ${cards.map((card) => words.card(deck, card)).join(", ")}`
      : words.say("refuses_to_show"),
};
