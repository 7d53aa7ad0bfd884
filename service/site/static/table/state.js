// @ts-check
// What lies on the table and what was chosen: one flat record. Each field knows how it is written
// in a link, so a link, the history of the browser and the kept store hold the whole of it.

export const SEATS = ["N", "W", "S", "E"];
export const TEAMS = ["NS", "EW"];
export const PARTNERS = { NS: ["S", "N"], EW: ["W", "E"] };
export const OTHER = { NS: "EW", EW: "NS" };
export const VIEWS = ["referee", "scorer", "table", "menu"];

/** Most characters of a name on the sheet. */
export const NAME_LENGTH = 40;

// A kind of field: from the text of a link or a form to a value (`undefined`: no such value), and back.
const word = (...words) => ({
  read: (text) => (words.includes(text) ? text : undefined),
  write: (value) => value,
});

// What a number may be is for the service to say.
const number = {
  read: (text) => (text === "" ? null : /^\d{1,6}$/.test(text) ? +text : undefined),
  write: (value) => (value === null ? "" : String(value)),
};

// What it may be is for the service to say.
const any = { read: (text) => text, write: (value) => value };

// Points that were bid, or "capot"; as a text, since it is chosen from a list.
const bid = {
  read: (text) => (/^(\d{0,6}|capot)$/.test(text) ? text : undefined),
  write: (value) => value,
};

const name = { read: (text) => text.slice(0, NAME_LENGTH), write: (value) => value };

const flag = word("yes", "no");

const suit = {
  read: (text, deck) => (text === "" ? null : index(deck.suits, text)),
  write: (value, deck) => (value === null ? "" : deck.suits[value]),
};

const rank = {
  read: (text, deck) => (text === "" ? null : index(deck.ranks, text)),
  write: (value, deck) => (value === null ? "" : deck.ranks[value]),
};

// What a player says may name a card twice; that is for the service to rule.
const spoken = {
  read: (text, deck) => {
    const found = text === "" ? [] : text.split(".").map((label) => deck.card(label));
    return found.includes(-1) ? undefined : found;
  },
  write: (value, deck) => value.map((card) => deck.label(card)).join("."),
};

const cards = {
  ...spoken,
  read: (text, deck) => {
    const found = spoken.read(text, deck);
    return found && new Set(found).size < found.length ? undefined : found;
  },
};

/** The kinds of announcements, as the service names them. */
export const KINDS = ["tierce", "cinquante", "cent", "carre"];

const KIND = word("", ...KINDS);

/** A word of several parts, written so that it keeps its place in a record. */
const dashed = (kind) => ({
  read: (text) => kind.read(text.replaceAll("-", "_")),
  write: (value) => value.replaceAll("_", "-"),
});

/** A kind of field for a list of records, whose fields are `kinds`. */
const records = (kinds) => ({
  read: (text, deck) => {
    const found = text === "" ? [] : text.split("~").map((one) => readRecord(kinds, one, deck));
    return found.includes(undefined) ? undefined : found;
  },
  write: (value, deck) =>
    value
      .map((one) =>
        Object.entries(kinds)
          .map(([key, kind]) => kind.write(one[key], deck))
          .join("_"),
      )
      .join("~"),
});

function readRecord(kinds, text, deck) {
  const [names, texts] = [Object.keys(kinds), text.split("_")];
  if (texts.length !== names.length) return undefined;
  const values = names.map((key, place) => kinds[key].read(texts[place], deck));
  return values.includes(undefined)
    ? undefined
    : Object.fromEntries(names.map((key, place) => [key, values[place]]));
}

// An announcement as the referee is told of it: what, by whom, with which of his cards, shown or not.
const TOLD = {
  kind: KIND,
  top: rank,
  suit,
  length: number,
  seat: word(...SEATS),
  with_card: number,
  shown: flag,
};

/** An announcement as it was told, before anybody objects to it. */
export const told = (values) => ({
  suit: null,
  length: null,
  with_card: 1,
  shown: "yes",
  ...values,
});

// A declaration at a seat of the table, with its cards.
const DECLARATION = { kind: KIND, points: number, cards: spoken, with_card: number, shown: flag };

export const nothingSaid = () => ({
  kind: "",
  points: null,
  cards: [],
  with_card: 1,
  shown: "yes",
});

// What was said, shown or claimed in the play, `at` cards after its beginning.
const EVENT = {
  at: number,
  seat: word(...SEATS),
  type: word("declare", "say", "show", "claim"),
  what: dashed(any),
  cards,
};

// Switches that differ from the preset, as `name:value`; the service says which there are.
const switches = {
  read: (text) => {
    const pairs = text === "" ? [] : text.split("~").map((one) => one.split(":"));
    return pairs.every((pair) => pair.length === 2) ? Object.fromEntries(pairs) : undefined;
  },
  write: (value) =>
    Object.entries(value)
      .map((pair) => pair.join(":"))
      .join("~"),
};

// The rules that a line was written under, as "preset~name:value"; null: those of the game.
const agreement = {
  read: (text) => {
    if (text === "") return null;
    const [preset, ...changed] = text.split("~");
    const found = switches.read(changed.join("~"));
    return found && { preset, switches: found };
  },
  write: (value) =>
    value === null ? "" : [value.preset, switches.write(value.switches)].filter(Boolean).join("~"),
};

const perSeat = (prefix, kind, value) => SEATS.map((seat) => [prefix + seat, kind, value]);
const perTeam = (prefix, kind, value) => TEAMS.map((team) => [prefix + team, kind, value]);

// What belongs to one donne: name, kind, and the value before anybody has chosen.
const DONNE = [
  ["trump", suit, null],
  ...perTeam("told_", records(TOLD), []),
  ...perSeat("", cards, []),
  ...perSeat("says_", word("best", "nothing", "these"), "best"),
  ...perSeat("declared_", records(DECLARATION), []),
  ["takers", word("", ...TEAMS), ""],
  ["bid", bid, ""],
  ["coinche", word("", "coinche", "surcoinche"), ""],
  ["form", word("count", "piles", "play"), "count"],
  ["counted", word("", ...TEAMS), ""],
  ["total", number, null],
  ["capot", word("", "no", ...TEAMS), ""],
  ["last_trick", word(...TEAMS), "NS"],
  ["pile", cards, []],
  ["dealer", word(...SEATS), "S"],
  ["played", cards, []],
  ["events", records(EVENT), []],
  ["announced", word("", "none", "points", "table"), ""],
  ["settled_by", word("", ...TEAMS), ""],
  ["settled", number, null],
  ["belote", word("", "none", ...TEAMS), ""],
  ["said", flag, "yes"],
  ["rebelote", flag, "yes"],
  ["claimed", flag, "no"],
  ["passed", flag, "no"],
  ["agreed", agreement, null],
];

const TABLE = [
  ["view", word(...VIEWS), "referee"],
  ["part", word("hands", "play"), "hands"],
  ["deck", any, ""],
  ["notation", any, ""],
  ["preset", any, "classique"],
  ["switches", switches, {}],
  ["seat", word(...SEATS), "N"],
  ["game", any, ""],
  ["target", number, null],
  ...perTeam("name_", name, ""),
  ...perTeam("wins_", number, null),
  ["editing", number, null],
];

const FIELDS = new Map([...TABLE, ...DONNE].map(([key, kind]) => [key, kind]));

/** The value of each field before anybody has chosen, each time a new one: nothing is shared. */
const fresh = (fields) =>
  Object.fromEntries(fields.map(([key, , value]) => [key, structuredClone(value)]));

/** A table before anybody has chosen; `home` is the deck and notation of the reader's language. */
export const newTable = (home) => ({
  ...fresh(TABLE),
  ...fresh(DONNE),
  donnes: [],
  aside: null,
  ...home,
});

export const newDonne = () => fresh(DONNE);

/** What of the table belongs to this donne, to be written on the sheet. */
export const donneOf = (state) =>
  structuredClone(Object.fromEntries(DONNE.map(([key]) => [key, state[key]])));

/** The rules that hold for a donne: those it was written under, else those of the game. */
export const rulesOf = (game, { agreed }) =>
  agreed ?? { preset: game.preset, switches: game.switches };

/** A field's value out of what a form or a link says; `undefined` where it makes no sense. */
export const readField = (key, text, deck) => FIELDS.get(key)?.read(text, deck);
export const writeField = (key, value, deck) => FIELDS.get(key).write(value, deck);

/** Whether anything of a donne was chosen or entered, whoever deals. */
export function isBegun(state) {
  const usual = newDonne();
  return DONNE.some(
    ([key]) => key !== "dealer" && JSON.stringify(state[key]) !== JSON.stringify(usual[key]),
  );
}

/** What was said between the cards that were played, by their order. */
const inOrder = ({ events, played }) =>
  events
    .filter(({ at }) => at !== null && at <= played.length)
    .sort((one, other) => one.at - other.at);

const index = (list, one) => (list.includes(one) ? list.indexOf(one) : undefined);

/** The table as the fragment of a link: what differs from a new one, and always which cards. */
export function asLink(state, deck) {
  const link = params(TABLE, state, deck, ["deck", "notation"]);
  params(DONNE, state, deck).forEach((text, key) => link.append(key, text));
  state.donnes.forEach((donne) => link.append("donne", params(DONNE, donne, deck).toString()));
  if (state.aside) link.append("aside", params(DONNE, state.aside, deck).toString());
  return link.toString();
}

function params(fields, values, deck, always = []) {
  const written = fields
    .map(([key, kind, value]) => [key, kind.write(values[key], deck), kind.write(value, deck)])
    .filter(([key, text, usual]) => text !== usual || always.includes(key))
    .map(([key, text]) => [key, text]);
  return new URLSearchParams(written);
}

/** The table out of a link. What makes no sense is left out. */
export function fromLink(text, home, decks) {
  const link = new URLSearchParams(text);
  for (const key of ["deck", "notation"]) {
    if (!decks.has(key, link.get(key))) link.delete(key);
  }
  const state = newTable(home);
  const deck = decks.of({
    deck: link.get("deck") ?? state.deck,
    notation: link.get("notation") ?? state.notation,
  });
  fillFrom(link, state, deck);
  const donne = (one) => fillFrom(new URLSearchParams(one), newDonne(), deck);
  state.donnes = link.getAll("donne").map(donne);
  state.aside = link.has("aside") ? donne(link.get("aside")) : null;
  if (!(state.editing < state.donnes.length)) state.editing = null;
  return state;
}

function fillFrom(link, values, deck) {
  for (const key of Object.keys(values)) {
    const value = link.has(key) ? readField(key, link.get(key), deck) : undefined;
    if (value !== undefined) values[key] = value;
  }
  SEATS.forEach((seat) => values[seat].sort((one, other) => one - other));
  values.events = inOrder(values);
  const held = SEATS.flatMap((seat) => values[seat]);
  if (new Set(held).size < held.length || SEATS.some((seat) => values[seat].length > 8)) {
    SEATS.forEach((seat) => (values[seat] = []));
  }
  return values;
}
