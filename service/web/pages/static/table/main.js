// The page: what was chosen, painted; what is tapped, dragged or typed, done. A view draws from the
// state and what the service has said; an action changes the state; the link follows.

import { announcements } from "./announcements.js";
import { Bodies, REPLAY, RESOLVE } from "./bodies.js";
import { Deck, chance, shuffled } from "./cards.js";
import { h, morph } from "./dom.js";
import { donne } from "./donne.js";
import { Service, isProblem } from "./service.js";
import { settings } from "./settings.js";
import {
  NOTHING_SAID,
  SEATS,
  TEAMS,
  asLink,
  donneOf,
  fromLink,
  newDonne,
  readField,
} from "./state.js";
import { load } from "./words.js";

const VIEWS = { announcements, donne };
const PATIENCE = 150;
const place = (id) => document.getElementById(id);

const words = await load();
const service = new Service(words);
const book = await service.rulebook();
const decks = book.decks.map((one) => new Deck(one));
const deckOf = ({ deck, notation }) =>
  decks.find((one) => one.deck === deck && (one.notation ?? notation) === notation);

let state = fromLink(location.hash.slice(1), words.language, deckOf);
let typedWrong = null;
let calls = {};

// Painting ------------------------------------------------------------------------------------

/** All that the views draw from. */
function table() {
  const deck = deckOf(state);
  return {
    state,
    deck,
    deckOf,
    book,
    words,
    service,
    calls,
    typed: typedWrong,
    bodies: new Bodies(state, deck, book),
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
  while (stale) {
    stale = false;
    let drawn = draw();
    for (let round = 0; service.busy && round < 4; round++) {
      await service.settled(PATIENCE);
      drawn = draw();
    }
    put(drawn);
  }
  painting = false;
  if (service.busy) service.settled(10_000).then(paint);
}

function put(drawn) {
  const held = document.activeElement;
  const zone = held.closest("[data-zone]")?.dataset.zone;
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
  const text = [...document.querySelectorAll("[data-headline]")]
    .map((one) => one.innerText.replace(/\s+/g, " "))
    .join(". ");
  if (text !== headline) say(text);
  headline = text;
}

const say = (text) => (place("said").textContent = text);

// Doing ---------------------------------------------------------------------------------------

/** Changes the table, and all that follows from it. */
function change(edit) {
  const next = structuredClone(state);
  if (edit(next) === false) return;
  state = next;
  typedWrong = null;
  service.forgive();
  history.replaceState(null, "", `#${asLink(state, deckOf(state))}`);
  paint();
}

const without = (cards, card) => cards.filter((one) => one !== card);

function take(next, card) {
  SEATS.forEach((seat) => (next[seat] = without(next[seat], card)));
  next.played = [];
}

const sorted = (cards) => [...cards].sort((one, other) => one - other);

/** Gives a card to a seat, and goes on to the next seat when that one has all of its cards. */
function give(next, card, seat) {
  if (next[seat].includes(card)) return take(next, card);
  if (next[seat].length === book.hand_size) {
    say(words.say("hand_full", { seat: words.names[seat] }));
    return false;
  }
  take(next, card);
  next[seat] = sorted([...next[seat], card]);
  next.seat = seat;
  if (next[seat].length === book.hand_size) next.seat = emptiest(next, seat);
}

const emptiest = (next, after) => {
  const start = SEATS.indexOf(after);
  const others = SEATS.map((_, step) => SEATS[(start + step) % SEATS.length]);
  return others.find((seat) => next[seat].length < book.hand_size) ?? after;
};

const clear = (next) =>
  SEATS.forEach((seat) => Object.assign(next, { [seat]: [], played: [], seat: SEATS[0] }));

const ACTIONS = {
  show: (next, { value }) => {
    next.tab = value;
  },
  deal(next) {
    const pack = shuffled();
    SEATS.forEach(
      (seat, turn) =>
        (next[seat] = sorted(pack.slice(turn * book.hand_size, (turn + 1) * book.hand_size))),
    );
    next.played = [];
  },
  clear,
  give: (next, { card }) => give(next, +card, next.seat),
  take: (next, { card }) => take(next, +card),
  declare: (next, { value }) => {
    next[`declared_${value}`].push(NOTHING_SAID);
  },
  withdraw: (next, { seat, place: at }) => {
    next[`declared_${seat}`].splice(+at, 1);
  },
  pile(next, { card }) {
    next.pile = next.pile.includes(+card)
      ? without(next.pile, +card)
      : sorted([...next.pile, +card]);
  },
  play(next, { card, value }) {
    if (next.played.length !== +value) return false;
    next.played.push(+card);
  },
  undo: (next) => {
    next.played.pop();
  },
  "play-anew": (next) => {
    next.played = [];
  },
  write,
  pass: (next) => writeDown(next, { ...newDonne(), passed: "yes" }),
  strike: (next) => {
    next.donnes.pop();
  },
};

/** Writes this donne down, once it is all there. */
function write(next) {
  if (!new Bodies(next, deckOf(next), book).score(0)) return false;
  writeDown(next, donneOf(next));
}

/** Adds a line to the sheet; the next donne starts with a clean table. */
function writeDown(next, donne) {
  next.donnes.push(donne);
  Object.assign(next, newDonne(), { form: next.form, announced: next.announced });
}

// What changes nothing on the table, or only after the service was asked.
const DEEDS = {
  theme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  },
  speak: ({ value }) => location.assign(`/?lang=${value}${location.hash}`),
  print: () => window.print(),
  copy,
  "play-one": () => playAtRandom(1),
  "play-on": () => playAtRandom(32),
};

/** Plays cards that the service calls legal, as chance wills. */
async function playAtRandom(most) {
  for (let card = 0; card < most; card++) {
    const before = state;
    const { next, legal } = await service.answer(REPLAY, table().bodies.replay());
    if (state !== before) return;
    if (!next) return paint();
    change(({ played }) => {
      played.push(deckOf(state).card(legal[chance(legal.length)]));
    });
  }
}

async function copy({ value, call }, target) {
  const { path, body } = calls[call] ?? {};
  const text = {
    curl: () => service.asCurl(path, body),
    fetch: () => service.asFetch(path, body),
    link: () => location.href,
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
  const found = await service.answer(RESOLVE, table().bodies.typed(labels));
  if (isProblem(found)) {
    typedWrong = found;
    paint();
    return;
  }
  form.reset();
  change((next) => {
    const hand = found.hand.map((label) => deckOf(next).card(label));
    hand.forEach((card) => take(next, card));
    next[seat] = hand;
    next.seat = emptiest(next, seat);
  });
}

// Choosing ------------------------------------------------------------------------------------

/** A field of a form was changed. */
function chosen(target) {
  const { set, tick, switch: name, declared } = target.dataset;
  if (set) change((next) => setField(next, set, target.value));
  else if (tick)
    change((next) => {
      next[tick] = target.checked ? "yes" : "no";
    });
  else if (name) change((next) => setSwitch(next, name, target));
  else if (declared) change((next) => setDeclared(next, target));
}

function setField(next, name, text) {
  const value = readField(name, text.trim(), deckOf(next));
  if (value === undefined) return false;
  next[name] = value;
  if (name === "preset") next.switches = {};
  const [prefix, team] = name.split("_");
  if (prefix === "points") fillIn(next, team);
}

/** What one team has not counted of the pack, the other has. */
function fillIn(next, team) {
  const rest = book.points.cards - next[`points_${team}`];
  if (next[`points_${team}`] !== null && rest >= 0)
    next[`points_${TEAMS.find((one) => one !== team)}`] = rest;
}

function setSwitch(next, name, { value, dataset }) {
  if (value === dataset.usual) delete next.switches[name];
  else next.switches[name] = value;
}

function setDeclared(next, { value, checked, dataset: { declared, seat, place: at } }) {
  const said = next[`declared_${seat}`][+at];
  const deck = deckOf(next);
  const read = {
    kind: () => value,
    points: () => (/^\d+$/.test(value) ? +value : null),
    with_card: () => +value,
    shown: () => (checked ? "no" : "yes"),
    cards: () =>
      value
        .toUpperCase()
        .split(/[\s,;]+/)
        .map((label) => deck.card(label))
        .filter((card) => card >= 0),
  };
  said[declared] = read[declared]();
}

// Listening -----------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (!target || dragged) return;
  const { do: name } = target.dataset;
  if (target.tagName === "A") event.preventDefault();
  if (name in DEEDS) DEEDS[name](target.dataset, target);
  else change((next) => ACTIONS[name](next, target.dataset));
});

document.addEventListener("change", ({ target }) => {
  if (target.reportValidity()) chosen(target);
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  typeHand(event.target);
});

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const group = event.target.closest?.("[data-rove]");
  if (group) moveAmongCards(event, group);
  else if (event.target.getAttribute?.("role") === "tab" && event.key in STEPS) nextTab(event);
});

function moveAmongCards(event, group) {
  const seat = SEATS.find((one) => words.names[one][0] === event.key.toUpperCase());
  if (seat && event.target.dataset.do === "give") {
    change((next) => give(next, +event.target.dataset.card, seat));
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
  const tabs = [...place("tabs").children];
  const next = tabs[(tabs.indexOf(event.target) + 1) % tabs.length];
  event.preventDefault();
  next.focus();
  next.click();
}

// Dragging, with a mouse or a pen; a finger scrolls, and taps.
const FAR_ENOUGH = 8;
let drag = null;
let dragged = false;

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.(".pack .card, .seat [data-do=take]");
  if (card && event.pointerType !== "touch" && event.button === 0)
    drag = { card, x: event.clientX, y: event.clientY };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const { card, x, y } = drag;
  if (!drag.ghost && Math.hypot(event.clientX - x, event.clientY - y) > FAR_ENOUGH) {
    drag.ghost = document.body.appendChild(card.cloneNode(true));
    drag.ghost.className = "card ghost";
    drag.ghost.setAttribute("aria-hidden", "true");
  }
  if (drag.ghost)
    Object.assign(drag.ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
});

document.addEventListener("pointerup", (event) => {
  const ended = drag;
  drag = null;
  if (!ended?.ghost) return;
  ended.ghost.remove();
  dragged = true;
  setTimeout(() => {
    dragged = false;
  });
  const zone = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]")
    ?.dataset.drop;
  const card = +ended.card.dataset.card;
  if (zone === "pack") change((next) => take(next, card));
  else if (zone) change((next) => (next[zone].includes(card) ? false : give(next, card, zone)));
});

document.addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = null;
});

window.addEventListener("hashchange", () => {
  if (!location.hash.includes("=")) return;
  state = fromLink(location.hash.slice(1), words.language, deckOf);
  service.forgive();
  paint();
});

window.addEventListener("online", () => {
  service.forgive();
  paint();
});

paint();
