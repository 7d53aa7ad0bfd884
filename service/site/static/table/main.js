// @ts-check
// The page: what was chosen, painted; what is tapped, dragged or typed, done. A view draws from the
// state and what the service has said; an edit changes the state; history and store follow.

import { keepAwake } from "./awake.js";
import { AUDIT, Bodies, RESOLVE, isTold } from "./bodies.js";
import { Decks, chance } from "./cards.js";
import { h, morph } from "./dom.js";
import { dragging } from "./drag.js";
import { EDITS, UNDONE_BY_BACK, alsoLost } from "./edits.js";
import { follow, holding } from "./focus.js";
import { GESTURES, newUi, takeUpDonne } from "./gestures.js";
import { install, takeUpNewer } from "./installed.js";
import { fetchAll, fetched, isHere, part } from "./later.js";
import { stepsOf } from "./log.js";
import { asking } from "./parts.js";
import { referee } from "./referee.js";
import { scorer } from "./scorer.js";
import { dealerAfter, inHand, mayWrite } from "./scoring.js";
import { Service, isProblem } from "./service.js";
import { notice, unfetched, ways } from "./shell.js";
import { SEATS, asLink, fromLink, isBegun, newTable } from "./state.js";
import { browserStore, newId } from "./store.js";
import { applyTheme } from "./theme.js";
import { Trail } from "./trail.js";
import { load } from "./words.js";

const DRAWN = {
  referee,
  scorer,
  table: (drawn) => part("table").tableView(drawn),
  menu: (drawn) => part("menu").menu(drawn),
};

/** Milliseconds that the page waits for an answer before it says that it is asking. */
const PATIENCE = 60;

/** Milliseconds after which what found no answer is asked again. */
const AGAIN = 5000;

/** Milliseconds after which an answer is no longer waited for. */
const LONG = 10_000;

const place = (id) => document.getElementById(id);

const store = browserStore();
applyTheme(store.theme);

let words;
let service;
let book;
let decks;

/** Has the rules in their own words, which reasons show at a tap, once the page can be seen. */
async function readWholeBook() {
  const asked = service;
  try {
    const rules = await asked.rulebook();
    if (asked === service) book = rules;
  } catch (offline) {
    console.debug(offline);
  }
}

/** Without words there is no table: the reader is told, and nothing more happens. */
function unreached() {
  place("unreached").hidden = false;
  place("view").replaceChildren();
  place("reload").addEventListener("click", () => location.reload());
  return new Promise(() => {});
}

/** Takes up a language: words, rules and sentences of the service. */
async function speak(language) {
  const one = await load(language);
  [words, service, book, decks] = [one, new Service(one), one.book, new Decks(one.book.decks)];
  document.documentElement.lang = language;
  document.title = words.say("title");
  document.querySelectorAll("[data-word]").forEach((one_) => {
    const element = /** @type {HTMLElement} */ (one_);
    element.textContent = words.say(element.dataset.word);
  });
}

/** The languages that the page offers: code and name. */
const LANGUAGES = JSON.parse(document.body.dataset.languages);

/** The language that the address asks for, else the one the reader chose, else the browser's. */
function firstLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const chosen = asked ?? store.language;
  return chosen in LANGUAGES ? chosen : document.documentElement.lang;
}

await speak(firstLanguage()).catch(unreached);

// The state and what keeps it -----------------------------------------------------------------

const read = (link) => fromLink(link, words.home, decks);
const link = () => asLink(state, decks.of(state));

const trail = new Trail(
  (step) => become(read(step)),
  (other) => arrive(other),
);

/** Whether the table came by a link and is not kept: the reader's own game is. */
let visiting = false;
let told = null;
const ui = newUi();
let state = first();

/** The table that the reader left, or the one that he was sent. */
function first() {
  const own = store.current ? read(store.current.link) : { ...newTable(words.home), game: newId() };
  if (trail.isOurs && trail.arrival) return read(trail.arrival);
  return trail.arrival ? sent(trail.arrival, own) : own;
}

/** A table that came by a link. It never takes the place of a kept game. */
function sent(other, own) {
  const found = read(other);
  const known = store.game(found.game);
  if (known && asLink(read(known.link), decks.of(found)) === asLink(found, decks.of(found)))
    return found;
  visiting = own.donnes.length > 0 || isBegun(own);
  if (visiting) {
    tell("came_by_link", [
      ["back_to_mine", "go-home"],
      ["keep_too", "keep-visit"],
    ]);
  }
  return { ...found, game: newId() };
}

function arrive(other) {
  const own = visiting ? read(store.current.link) : state;
  become(sent(other, own));
}

/** Shows another state of the table: a step back, a link, a kept game. */
function become(next) {
  state = next;
  Object.assign(ui, newUi());
  if (!visiting) keep();
  again();
}

function keep() {
  store.keep(state.game, link(), state.donnes.length);
}

if (!state.game) state.game = newId();
trail.replace(link());
if (!visiting) keep();

// Painting ------------------------------------------------------------------------------------

/** All that the views draw from. */
function page() {
  return {
    state,
    ui,
    decks,
    book,
    words,
    service,
    store,
    deck: decks.of(state),
    languages: LANGUAGES,
    notice: told,
    calls: [],
    typed: typedWrong,
    bodies: new Bodies(state, decks, book, words.teams(state)),
  };
}

let typedWrong = null;
let calls = [];

function draw() {
  const drawn = page();
  const view = [(isHere(state.view) ? DRAWN[state.view] : inPlaceOfView)(drawn)];
  calls = drawn.calls;
  return { ways: ways(drawn), notice: [notice(drawn)], view };
}

/** The view whose part of the page could not be reached. */
let unreachable = "";

/** What stands in the place of a view while its part of the page is fetched. */
const inPlaceOfView = (drawn) =>
  unreachable === state.view ? unfetched(drawn) : h("div", { class: "panel" }, asking(drawn));

/** Fetches the part of the page that draws a view, waited for a moment; then it is painted. */
async function fetchView(view) {
  const done = fetched(view).then(
    () => (unreachable = ""),
    () => (unreachable = view),
  );
  if (await soon(done)) return;
  done.then(paint);
}

/** Whether something is done within a moment. */
const soon = (done) =>
  Promise.race([
    done.then(() => true),
    new Promise((resolve) => setTimeout(resolve, PATIENCE, false)),
  ]);

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
      const { view } = state;
      if (!isHere(view) && unreachable !== view) await fetchView(view);
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
  if (service.busy) service.settled(LONG).then(paint);
  else if (isStuck()) askLater();
}

/** Whether something could not be reached, and may be asked for again. */
const isStuck = () => service.stuck || unreachable === state.view;

let waiting = 0;

/** Asks once more after a while, as long as something found no answer. */
function askLater() {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => isStuck() && again(), AGAIN);
}

function put(drawn) {
  const hold = holding();
  for (const [id, wanted] of Object.entries(drawn))
    morph(place(id), wanted.flat(Infinity).filter(Boolean));
  keepAwake(state.view === "scorer");
  place("view").dataset.view = state.view;
  place("view").setAttribute("aria-label", words.say(state.view));
  document.querySelectorAll("[data-rove]").forEach(rove);
  follow({ state, ui }, hold);
  announce();
}

/** One card of a group takes part in the tab order; the arrows reach the others. */
function rove(group) {
  const cards = [...group.querySelectorAll("button")];
  const chosen =
    cards.find((one) => one.tabIndex === 0 && one.hasAttribute("tabindex")) ?? cards[0];
  cards.forEach((one) => one.setAttribute("tabindex", one === chosen ? "0" : "-1"));
}

let heard = ["", ""];

/** Reads out to who cannot see it what was just done, and a new ruling. */
function announce() {
  /** @type {NodeListOf<HTMLElement>} */
  const headlines = document.querySelectorAll("[data-headline]");
  const ruling = [...headlines].map((one) => one.innerText.replace(/\s+/g, " ")).join(". ");
  const now = [told?.text ?? "", ruling];
  const changed = now.filter((text, at) => text !== heard[at]);
  if (changed.length > 0) say(changed.filter(Boolean).join(" "));
  heard = now;
}

function say(text) {
  place("said").textContent = text;
}

// Doing ---------------------------------------------------------------------------------------

/** Tells the reader something on top of the view, with what can be done about it. */
function tell(key, choices, question = true) {
  told = { text: words.say(key), choices, question };
}

/** Milliseconds after which a number that was being entered is whole. */
const TYPED = 700;

let typing = 0;

/** While a number is half entered nobody is told that it cannot be. */
function isTyping(name) {
  clearTimeout(typing);
  ui.typing = name === "digit" || name === "erase";
  if (!ui.typing) return;
  typing = window.setTimeout(() => {
    ui.typing = false;
    paint();
  }, TYPED);
}

/** Makes an edit to the table, and all that follows from it: `step` leaves one to go back to. */
function edit(name, values, step = true) {
  const next = structuredClone(state);
  const hints = [];
  const hint = (text) => hints.push(text);
  const at = { book, decks, words, say: hint, dealerAfter: dealerAfter(page()) };
  const done = EDITS[name](next, values, at) !== false && !isSame(next);
  if (done) takeUp(name, next, step);
  if (hints.length > 0 && !visiting) told = { text: hints.join(" "), choices: [], question: false };
  hints.forEach(say);
  paint();
}

/** Takes up the table after an edit. */
function takeUp(name, next, step) {
  const lost = UNDONE_BY_BACK[name] ?? alsoLost(state, next);
  if (isOtherDonne(state, next)) takeUpDonne(ui);
  state = next;
  typedWrong = null;
  if (name in UNDONE_BY_BACK) ui.unread = null;
  isTyping(name);
  if (!visiting) told = null;
  if (lost) tell(lost, UNDO, false);
  service.forgive();
  if (step) trail.push(link());
  else trail.replace(link());
  if (!visiting) keep();
}

const UNDO = [["undo", "back"]];

/** Whether after an edit another donne is in hand, or another dispute. */
const isOtherDonne = (before, next) =>
  ["game", "editing"].some((key) => before[key] !== next[key]) ||
  before.donnes.length !== next.donnes.length ||
  (isTold(before) && !isTold(next));

/** Whether an edit left everything as it was. */
const isSame = (next) => asLink(next, decks.of(next)) === link();

/** The fields that change the rules of the game. */
const RULES = { set: ({ dataset }) => dataset.set === "preset", switch: () => true };

/** Makes the edit of a field; of other rules in mid-game is told from when on they hold. */
function change(kind, target) {
  edit(kind, target);
  if (state.donnes.length === 0 || !RULES[kind]?.(target)) return;
  tell("rules_from_here", UNDO, false);
  paint();
}

// What changes nothing on the table, or only after the service was asked.
const DEEDS = {
  skip: () => place("view").focus(),
  print: () => window.print(),
  copy,
  /** Sends a link and a picture; without a share sheet the link is copied. */
  async share({ value }, target) {
    const sheet = navigator.share && (await fetched("share").catch(() => null));
    if (!(await sheet?.share(page(), value, address())))
      await copy({ value: "link", call: "" }, target);
  },
  again,
  back: () => {
    told = null;
    trail.back();
  },
  dismiss() {
    told = null;
    paint();
  },
  /** Leaves the table that came by a link. */
  "go-home"() {
    visiting = false;
    told = null;
    state = read(store.current.link);
    trail.push(link());
    become(state);
  },
  "keep-visit"() {
    visiting = false;
    told = null;
    become(state);
  },
  "take-up"({ value }) {
    state = { ...read(store.game(value).link), view: "scorer" };
    trail.push(link());
    become(state);
  },
  forget({ value }) {
    tell("forget_for_good", [
      ["forget", "forget-now", { value }],
      ["cancel", "dismiss"],
    ]);
    paint();
  },
  "forget-now"({ value }) {
    store.forget(value);
    told = null;
    paint();
  },
  write,
  "take-up-newer": takeUpNewer,
  "play-one": () => playAtRandom(1),
  "play-on": () => playAtRandom(32).then((done) => done && playedOn()),
};

/** Asks once more what could not be answered. */
function again() {
  service.forgive();
  unreachable = "";
  if (!book.paragraphs) readWholeBook().then(paint);
  paint();
}

/** Writes the donne that the reader sees, once the service has said that it can be. */
async function write(values) {
  const seen = state;
  await service.settled(LONG);
  if (state === seen && mayWrite(inHand(page()))) edit("write", { ...values });
}

/** Keeps what the reader prefers, and follows it. */
async function prefer(name, value) {
  store.prefer({ [name]: value });
  if (name === "theme") applyTheme(value);
  else {
    history.replaceState(history.state, "", location.pathname + location.hash);
    await speak(value).then(readWholeBook, () => say(words.say("offline")));
  }
  paint();
}

/** Plays cards that the service calls legal, as chance wills; false: the reader did something else. */
async function playAtRandom(most) {
  for (let card = 0; card < most; card++) {
    const before = state;
    const { next } = await service.answer(AUDIT, page().bodies.audit());
    if (state !== before) return false;
    if (!next) break;
    const label = next.legal[chance(next.legal.length)];
    const play = { card: decks.of(state).card(label), value: stepsOf(state) };
    GESTURES.play(ui, play);
    edit("play", play, card === 0);
  }
  paint();
  return true;
}

/** What chance played on is one step to go back. */
function playedOn() {
  tell("played_on", UNDO, false);
  paint();
}

/** The address that holds the table as it is. */
const address = () => `${location.origin}${location.pathname}#${link()}`;

async function copy({ value, call }, target) {
  const { path, body } = calls.find((one) => one.name === call) ?? {};
  const text = {
    curl: () => service.asCurl(path, body),
    fetch: () => service.asFetch(path, body),
    link: address,
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
  const found = await service.answer(RESOLVE, page().bodies.typed(labels));
  if (isProblem(found)) {
    typedWrong = found;
    paint();
    return;
  }
  form.reset();
  const cards = found.hand.map((label) => deck.card(label));
  const others = SEATS.filter((one) => one !== seat).flatMap((one) => state[one]);
  edit("hand", { seat, cards });
  if (cards.some((card) => others.includes(card))) tell("cards_moved", UNDO, false);
  paint();
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
  if (isRepeated(name, event.timeStamp)) return;
  if (name in DEEDS) DEEDS[name](target.dataset, target);
  else if (name in GESTURES) gesture(name, target.dataset);
  else edit(name, target.dataset);
});

/** Milliseconds within which a second tap for the same is no second wish. */
const DOUBLE = 400;

/** What is done once, however often the reader taps: it adds, takes away, or goes back. */
const ONCE = new Set([
  ...Object.keys(UNDONE_BY_BACK),
  "remove",
  "declare",
  "write",
  "pass",
  "back",
]);

const NO_TAP = { name: "", at: -DOUBLE };
let tapped = NO_TAP;

/** Whether a tap belongs to the one before, with nothing between. */
function isRepeated(name, at) {
  const { name: before, at: then } = tapped;
  tapped = { name, at };
  return ONCE.has(name) && name === before && at - then < DOUBLE;
}

/** Opens, picks or points; where that completes an edit, makes it. */
function gesture(name, values) {
  const completed = GESTURES[name](ui, values);
  if (completed) edit(...completed);
  paint();
}

// What a field of a form changes is told by the first of these that it has in `data-…`.
const FIELDS = ["set", "tick", "switch", "declared"];

document.addEventListener("change", (event) => {
  tapped = NO_TAP;
  const target = elementOf(event);
  if ("prefer" in target.dataset) prefer(target.dataset.prefer, target.value);
  const kind = FIELDS.find((one) => one in target.dataset);
  if (kind && isRead(target)) change(kind, target);
});

/** Whether a field can be read; the reader is told beside it why not. */
function isRead(target) {
  const { value: typed, dataset } = target;
  const text = wrongIn(target);
  const known = ui.unread && Object.entries(ui.unread.place);
  if (text) ui.unread = { place: { ...dataset }, typed, text };
  else if (known?.every(([name, value]) => dataset[name] === value)) ui.unread = null;
  if (text) paint();
  return !text;
}

/** What is wrong with the text of a field, empty where nothing is. */
function wrongIn({ value, dataset, validity }) {
  if (validity.patternMismatch) return words.say("digits_only");
  const card = dataset.declared === "cards" && decks.of(state).unknown(value);
  return card ? words.say("no_such_card", { card }) : "";
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  typeHand(event.target);
});

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };
const ENDS = { Home: 0, End: -1 };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const group = elementOf(event).closest?.("[data-rove]");
  if (group) moveAmongCards(event, group);
});

function moveAmongCards(event, group) {
  const seat = SEATS.find((one) => words.names[one][0] === event.key.toUpperCase());
  if (seat && event.target.dataset.do === "give") {
    edit("give", { card: event.target.dataset.card, seat });
  } else if (event.key in STEPS || event.key in ENDS) {
    const cards = [...group.querySelectorAll("button")];
    const step = cards.indexOf(event.target) + STEPS[event.key];
    const next = event.key in STEPS ? cards[step] : cards.at(ENDS[event.key]);
    if (!next) return;
    event.preventDefault();
    cards.forEach((one) => one.setAttribute("tabindex", one === next ? "0" : "-1"));
    next.focus();
  }
}

const justDragged = dragging((card, zone) => {
  if (zone === "pack") edit("take", { card });
  else if (!state[zone].includes(card)) edit("give", { card, seat: zone });
});

window.addEventListener("online", again);

await paint();
await Promise.all([readWholeBook(), fetchAll()]);
paint();
install(() => {
  if (!told)
    tell("newer_version", [
      ["use_newer", "take-up-newer"],
      ["later", "dismiss"],
    ]);
  paint();
});
