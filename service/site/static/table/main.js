// @ts-check
// The page: what was chosen, painted; what is tapped, dragged or typed, done. A view draws from the
// state and what the service has said; an action changes the state; the link follows.

import { announcements } from "./announcements.js";
import { Bodies, REPLAY, RESOLVE } from "./bodies.js";
import { Decks, chance } from "./cards.js";
import { h, morph } from "./dom.js";
import { donne } from "./donne.js";
import { dragging } from "./drag.js";
import { Edits } from "./edits.js";
import { Service, isProblem } from "./service.js";
import { settings } from "./settings.js";
import { SEATS, asLink, fromLink } from "./state.js";
import { load } from "./words.js";

const VIEWS = { announcements, donne };
const PATIENCE = 60;
const place = (id) => document.getElementById(id);

const words = await load().catch(unreached);
const service = new Service(words);
const book = await service.rulebook().catch(unreached);
const decks = new Decks(book.decks);

/** Without words and rules there is no table: the reader is told, and nothing more happens. */
function unreached() {
  place("unreached").hidden = false;
  place("reload").addEventListener("click", () => location.reload());
  return new Promise(() => {});
}

let state = fromLink(location.hash.slice(1), words.home, decks);
let typedWrong = null;
let calls = {};

// Painting ------------------------------------------------------------------------------------

/** All that the views draw from. */
function table() {
  const deck = decks.of(state);
  return {
    state,
    deck,
    decks,
    book,
    words,
    service,
    calls,
    typed: typedWrong,
    bodies: new Bodies(state, decks, book),
  };
}

function draw() {
  calls = {};
  const drawn = table();
  return {
    settings: settings(drawn),
    tabs: Object.keys(VIEWS).map(tab),
    view: VIEWS[state.tab](drawn),
  };
}

const tab = (name) =>
  h(
    "button",
    {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "data-do": "show",
      "data-value": name,
      "aria-selected": String(state.tab === name),
      "aria-controls": "view",
      tabindex: state.tab === name ? "0" : "-1",
    },
    words.say(name),
  );

let painting = false;
let stale = false;

/** Draws what the service has said so far, having waited for it a moment. */
async function paint() {
  stale = true;
  if (painting) return;
  painting = true;
  try {
    while (stale) {
      stale = false;
      let drawn = draw();
      for (let round = 0; service.busy && round < 4; round++) {
        await service.settled(PATIENCE);
        drawn = draw();
      }
      put(drawn);
    }
  } finally {
    painting = false;
  }
  if (service.busy) service.settled(10_000).then(paint);
}

function put(drawn) {
  const held = /** @type {HTMLButtonElement} */ (document.activeElement);
  const zone = /** @type {?HTMLElement} */ (held.closest("[data-zone]"))?.dataset.zone;
  const around = [];
  for (let one = held.parentElement; one; one = one.parentElement) around.push(one);
  for (const [id, wanted] of Object.entries(drawn))
    morph(place(id), wanted.flat(Infinity).filter(Boolean));
  place("view").setAttribute("aria-labelledby", `tab-${state.tab}`);
  document.querySelectorAll("[data-rove]").forEach(rove);
  if (held !== document.body && (!held.isConnected || held.disabled)) handOn(zone, around);
  announce();
}

const USABLE = "button:enabled, input:enabled, select:enabled, summary";

/** What had the focus can have it no longer: a card left its hand, a button has nothing left to do. */
function handOn(zone, around) {
  const cards = document.querySelectorAll(`[data-zone="${zone}"] button:enabled`);
  const near = around.find(
    (one) => one.isConnected && one !== document.body && one.querySelector(USABLE),
  );
  const next =
    document.querySelector(".to-play .legal") ??
    cards[cards.length - 1] ??
    document.querySelector(`input[name="seat"][value="${zone}"]`) ??
    near?.querySelector(USABLE) ??
    place("view");
  next.focus();
}

/** One card of a group takes part in the tab order; the arrows reach the others. */
function rove(group) {
  const cards = [...group.querySelectorAll("button")];
  const chosen =
    cards.find((one) => one.tabIndex === 0 && one.hasAttribute("tabindex")) ?? cards[0];
  cards.forEach((one) => one.setAttribute("tabindex", one === chosen ? "0" : "-1"));
}

let headline = "";

/** Reads a new ruling out to who cannot see it. */
function announce() {
  /** @type {NodeListOf<HTMLElement>} */
  const headlines = document.querySelectorAll("[data-headline]");
  const text = [...headlines].map((one) => one.innerText.replace(/\s+/g, " ")).join(". ");
  if (text !== headline) say(text);
  headline = text;
}

function say(text) {
  place("said").textContent = text;
}

// Doing ---------------------------------------------------------------------------------------

const edits = new Edits(book, decks, words, say);

/** Makes an edit to the table, and all that follows from it. */
function edit(name, values) {
  const next = structuredClone(state);
  if (edits[name](next, values) === false) return;
  state = next;
  typedWrong = null;
  service.forgive();
  paint();
  writeLink();
}

const link = () => `#${asLink(state, decks.of(state))}`;

/** A browser that is asked too often refuses; the next edit will write all of it. */
function writeLink() {
  try {
    history.replaceState(null, "", link());
  } catch (refused) {
    console.debug(refused);
  }
}

// What changes nothing on the table, or only after the service was asked.
const DEEDS = {
  theme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  },
  speak: ({ value }) => location.assign(`?lang=${value}${link()}`),
  skip: () => place("view").focus(),
  print: () => window.print(),
  copy,
  again,
  "play-one": () => playAtRandom(1),
  "play-on": () => playAtRandom(32),
};

/** Asks once more what could not be answered. */
function again() {
  service.forgive();
  paint();
}

/** Plays cards that the service calls legal, as chance wills. */
async function playAtRandom(most) {
  for (let card = 0; card < most; card++) {
    const before = state;
    const { next, legal } = await service.answer(REPLAY, table().bodies.replay());
    if (state !== before) return;
    if (!next) return paint();
    const label = legal[chance(legal.length)];
    edit("play", { card: decks.of(state).card(label), value: state.played.length });
  }
}

async function copy({ value, call }, target) {
  const { path, body } = calls[call] ?? {};
  const text = {
    curl: () => service.asCurl(path, body),
    fetch: () => service.asFetch(path, body),
    link: () => location.origin + location.pathname + location.search + link(),
  }[value]();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    window.prompt(words.say("not_copied"), text);
    return;
  }
  say(words.say("copied"));
  target.dataset.copied = words.say("copied");
  setTimeout(() => delete target.dataset.copied, 1500);
}

/** A hand as it was typed: the service says which cards it holds, or what is wrong with it. */
async function typeHand(form) {
  const labels = form.elements.hand.value.split(/[\s,;]+/).filter(Boolean);
  const { seat } = state;
  const deck = decks.of(state);
  const found = await service.answer(RESOLVE, table().bodies.typed(labels));
  if (isProblem(found)) {
    typedWrong = found;
    paint();
    return;
  }
  form.reset();
  edit("hand", { seat, cards: found.hand.map((label) => deck.card(label)) });
}

// Listening -----------------------------------------------------------------------------------

/**
 * The element that an event of the document happened to.
 * @returns {HTMLInputElement} Perhaps another one, which lacks what only a field has.
 */
const elementOf = (event) => event.target;

document.addEventListener("click", (event) => {
  /** @type {?HTMLElement} */
  const target = elementOf(event).closest("[data-do]");
  if (!target || justDragged()) return;
  const { do: name } = target.dataset;
  if (target.tagName === "A") event.preventDefault();
  if (name in DEEDS) DEEDS[name](target.dataset, target);
  else edit(name, target.dataset);
});

// What a field of a form changes is told by the first of these that it has in `data-…`.
const FIELDS = ["set", "tick", "switch", "declared"];

document.addEventListener("change", (event) => {
  const target = elementOf(event);
  const kind = FIELDS.find((one) => one in target.dataset);
  if (kind && isWhole(target)) edit(kind, target);
});

/** Whether a field can be read; the reader is told why not. */
function isWhole(target) {
  if (target.dataset.declared === "cards") {
    const unknown = decks.of(state).unknown(target.value);
    target.setCustomValidity(unknown ? words.say("no_such_card", { card: unknown }) : "");
  }
  return target.reportValidity();
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  typeHand(event.target);
});

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = elementOf(event);
  const group = target.closest?.("[data-rove]");
  if (group) moveAmongCards(event, group);
  else if (target.getAttribute?.("role") === "tab" && event.key in STEPS) nextTab(event);
});

function moveAmongCards(event, group) {
  const seat = SEATS.find((one) => words.names[one][0] === event.key.toUpperCase());
  if (seat && event.target.dataset.do === "give") {
    edit("give", { card: event.target.dataset.card, seat });
  } else if (event.key in STEPS) {
    const cards = [...group.querySelectorAll("button")];
    const next = cards[cards.indexOf(event.target) + STEPS[event.key]];
    if (!next) return;
    event.preventDefault();
    cards.forEach((one) => one.setAttribute("tabindex", one === next ? "0" : "-1"));
    next.focus();
  }
}

function nextTab(event) {
  const tabs = /** @type {HTMLElement[]} */ ([...place("tabs").children]);
  const next = tabs[(tabs.indexOf(event.target) + 1) % tabs.length];
  event.preventDefault();
  next.focus();
  next.click();
}

const justDragged = dragging((card, zone) => {
  if (zone === "pack") edit("take", { card });
  else if (!state[zone].includes(card)) edit("give", { card, seat: zone });
});

window.addEventListener("hashchange", () => {
  if (location.hash && !location.hash.includes("=")) return;
  state = fromLink(location.hash.slice(1), words.home, decks);
  again();
});

window.addEventListener("online", again);

paint();
