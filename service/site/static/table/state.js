// @ts-check
// What lies on the table and what was chosen: one flat record. Each field knows how it stands in a
// link, so a link holds the whole table and the service nothing. Knows no rule.

export const SEATS = ["N", "W", "S", "E"];
export const TEAMS = ["NS", "EW"];

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

const flag = word("yes", "no");

const suit = {
  read: (text, deck) => (text === "" ? null : index(deck.suits, text)),
  write: (value, deck) => (value === null ? "" : deck.suits[value]),
};

const cards = {
  read: (text, deck) => {
    const found = text === "" ? [] : text.split(".").map((label) => deck.card(label));
    return found.includes(-1) || new Set(found).size < found.length ? undefined : found;
  },
  write: (value, deck) => value.map((card) => deck.label(card)).join("."),
};

const KIND = word("", "tierce", "cinquante", "cent", "carre");

// One declaration: kind, value said, cards, the player's card it came with, whether it was shown.
const DECLARATION = { kind: KIND, points: number, cards, with_card: number, shown: flag };

export const NOTHING_SAID = { kind: "", points: null, cards: [], with_card: 1, shown: "yes" };

const declarations = {
  read: (text, deck) => {
    const said = text === "" ? [] : text.split("~").map((one) => readRecord(one.split("_"), deck));
    return said.includes(undefined) ? undefined : said;
  },
  write: (value, deck) =>
    value
      .map((one) =>
        Object.entries(DECLARATION)
          .map(([name, kind]) => kind.write(one[name], deck))
          .join("_"),
      )
      .join("~"),
};

function readRecord(texts, deck) {
  const names = Object.keys(DECLARATION);
  if (texts.length !== names.length) return undefined;
  const values = names.map((name, place) => DECLARATION[name].read(texts[place], deck));
  return values.includes(undefined)
    ? undefined
    : Object.fromEntries(names.map((name, place) => [name, values[place]]));
}

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

const perSeat = (prefix, kind, value) => SEATS.map((seat) => [prefix + seat, kind, value]);
const perTeam = (prefix, kind, value) => TEAMS.map((team) => [prefix + team, kind, value]);

// What belongs to one donne: name, kind, and the value before anybody has chosen.
const DONNE = [
  ["trump", suit, null],
  ...perSeat("", cards, []),
  ...perSeat("says_", word("best", "nothing", "these"), "best"),
  ...perSeat("declared_", declarations, []),
  ["takers", word(...TEAMS), "NS"],
  ["form", word("points", "piles", "play"), "points"],
  ...perTeam("points_", number, null),
  ["last_trick", word(...TEAMS), "NS"],
  ...perTeam("tricks_", number, null),
  ["pile", cards, []],
  ["dealer", word(...SEATS), "E"],
  ["played", cards, []],
  ["announced", word("none", "points", "table"), "none"],
  ...perTeam("settled_", number, null),
  ["belote", word("none", ...TEAMS), "none"],
  ["said", flag, "yes"],
  ["rebelote", flag, "yes"],
  ["claimed", flag, "no"],
  ["pardon_used", flag, "no"],
  ["passed", flag, "no"],
];

const TABLE = [
  ["tab", word("announcements", "donne"), "announcements"],
  ["deck", any, ""],
  ["notation", any, ""],
  ["preset", any, "classique"],
  ["switches", switches, {}],
  ["seat", word(...SEATS), "N"],
  ["target", number, null],
];

const KINDS = new Map([...TABLE, ...DONNE].map(([name, kind]) => [name, kind]));
const fresh = (fields) =>
  structuredClone(Object.fromEntries(fields.map(([name, , value]) => [name, value])));

/** A table before anybody has chosen; `home` is the deck and notation of the reader's language. */
export const newTable = (home) => ({ ...fresh(TABLE), ...fresh(DONNE), donnes: [], ...home });
export const newDonne = () => fresh(DONNE);

/** What of the table belongs to this donne, to be written on the sheet. */
export const donneOf = (state) =>
  structuredClone(Object.fromEntries(DONNE.map(([name]) => [name, state[name]])));

/** A field's value out of what a form or a link says; `undefined` where it makes no sense. */
export const readField = (name, text, deck) => KINDS.get(name)?.read(text, deck);
export const writeField = (name, value, deck) => KINDS.get(name).write(value, deck);

const index = (list, one) => (list.includes(one) ? list.indexOf(one) : undefined);

/** The table as the fragment of a link: what differs from a new one, and always which cards. */
export function asLink(state, deck) {
  const link = params(TABLE, state, deck, ["deck", "notation"]);
  params(DONNE, state, deck).forEach((text, name) => link.append(name, text));
  state.donnes.forEach((donne) => link.append("donne", params(DONNE, donne, deck).toString()));
  return link.toString();
}

function params(fields, values, deck, always = []) {
  const written = fields
    .map(([name, kind, value]) => [name, kind.write(values[name], deck), kind.write(value, deck)])
    .filter(([name, text, usual]) => text !== usual || always.includes(name))
    .map(([name, text]) => [name, text]);
  return new URLSearchParams(written);
}

/** The table out of a link. What makes no sense is left out. */
export function fromLink(text, home, decks) {
  const link = new URLSearchParams(text);
  for (const name of ["deck", "notation"]) {
    if (!decks.has(name, link.get(name))) link.delete(name);
  }
  const state = newTable(home);
  const deck = decks.of({
    deck: link.get("deck") ?? state.deck,
    notation: link.get("notation") ?? state.notation,
  });
  fillFrom(link, state, deck);
  state.donnes = link
    .getAll("donne")
    .map((one) => fillFrom(new URLSearchParams(one), newDonne(), deck));
  return state;
}

function fillFrom(link, values, deck) {
  for (const name of Object.keys(values)) {
    const value = link.has(name) ? readField(name, link.get(name), deck) : undefined;
    if (value !== undefined) values[name] = value;
  }
  SEATS.forEach((seat) => values[seat].sort((one, other) => one - other));
  const held = SEATS.flatMap((seat) => values[seat]);
  if (new Set(held).size < held.length || SEATS.some((seat) => values[seat].length > 8)) {
    SEATS.forEach((seat) => (values[seat] = []));
  }
  return values;
}
