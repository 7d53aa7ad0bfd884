// @ts-check
// What is opened, picked or pointed at on the way to an edit. None of it is kept or linked; a
// gesture that completes an edit returns its name and values.

/**
 * @typedef {{
 *   picking: ?{team: string, kind: string, top: ?number, suit: ?number},
 *   chip: ?{team: string, place: number},
 *   field: string,
 *   line: ?number,
 *   typing: boolean,
 *   unread: ?{place: Record<string, string>, typed: string, text: string},
 *   actor: ?string,
 *   showing: ?number[],
 *   claiming: boolean,
 *   step: ?number,
 * }} Ui
 *   The announcement that is being put together, the one whose details are open, the number that
 *   the keypad writes, the line of the sheet that is open, whether a number is half entered, and the
 *   field whose text cannot be read: its `data-…`, what was typed, and what is wrong with it. In the
 *   play: who speaks or plays out of his turn, the cards that he is about to show, whether he is
 *   about to claim something, and the step whose findings are open.
 */

/** The next player acts, and nothing is picked for it. */
const NOBODY_ACTS = { actor: null, showing: null, claiming: false, step: null };

/** @returns {Ui} */
export const newUi = () => ({
  picking: null,
  chip: null,
  field: "total",
  line: null,
  typing: false,
  unread: null,
  ...NOBODY_ACTS,
});

/** Another donne is in hand: nothing is picked or open for it, and the keypad writes its points. */
export const takeUpDonne = (ui) =>
  Object.assign(ui, { picking: null, chip: null, field: "total", line: null, ...NOBODY_ACTS });

/** The number that the keypad writes: that of announcements only where a team has them. */
export const keyedField = ({ ui, state }) => (state.settled_by === "" ? "total" : ui.field);

/** The seat with a declaration that cannot be read: until it is mended there is no ruling. */
export function unreadSeat({ ui, state }) {
  const { seat, place } = ui.unread?.place ?? {};
  const isThere = state[`says_${seat}`] === "these" && +place < state[`declared_${seat}`].length;
  return isThere ? seat : null;
}

/** @type {Record<string, (ui: Ui, values: any) => [string, any] | void>} */
export const GESTURES = {
  /** Begins an announcement of a team, or drops it. */
  pick(ui, { team, kind }) {
    const same = ui.picking?.team === team && ui.picking.kind === kind;
    ui.picking = same ? null : { team, kind, top: null, suit: null };
    ui.chip = null;
  },

  "pick-top"(ui, { value }) {
    ui.picking.top = +value;
    return picked(ui);
  },

  "pick-suit"(ui, { value }) {
    ui.picking.suit = +value;
    return picked(ui);
  },

  /** Opens the details of an announcement, or closes them. */
  chip(ui, { team, place }) {
    const same = ui.chip?.team === team && ui.chip.place === +place;
    ui.chip = same ? null : { team, place: +place };
    ui.picking = null;
  },

  done(ui) {
    Object.assign(ui, { picking: null, chip: null });
  },

  remove(ui, values) {
    ui.chip = null;
    return ["untell", values];
  },

  /** The team whose points, or whose announcements, the keypad writes from now on. */
  "count-for"(ui, { value }) {
    ui.field = "total";
    return ["count", { value }];
  },

  "announce-for"(ui, { value }) {
    ui.field = "settled";
    return ["toggle", { name: "settled_by", value }];
  },

  // The play ------------------------------------------------------------------------------------

  act(ui, { value }) {
    Object.assign(ui, NOBODY_ACTS, { actor: value });
  },

  "pick-shown"(ui, { seat }) {
    Object.assign(ui, NOBODY_ACTS, { actor: seat, showing: [] });
  },

  "pick-card"(ui, { card }) {
    const cards = ui.showing ?? [];
    ui.showing = cards.includes(+card) ? cards.filter((one) => one !== +card) : [...cards, +card];
  },

  "pick-claim"(ui, { seat }) {
    Object.assign(ui, NOBODY_ACTS, { actor: seat, claiming: true });
  },

  "pick-none"(ui) {
    Object.assign(ui, { showing: null, claiming: false });
  },

  /** Opens what was found about a step, or closes it. */
  step(ui, { place }) {
    ui.step = ui.step === +place ? null : +place;
  },

  play: (ui, values) => acted(ui, "play", values),
  note: (ui, values) => acted(ui, "note", values),
  unplay: (ui, values) => acted(ui, "unplay", values),

  line(ui, { place }) {
    ui.line = ui.line === +place ? null : +place;
  },
};

/**
 * What a player did; then it is the next one's turn.
 * @returns {[string, any]}
 */
function acted(ui, name, values) {
  Object.assign(ui, NOBODY_ACTS);
  return [name, values];
}

/**
 * The announcement, once nothing of it is missing: a carré has no suit.
 * @returns {[string, any] | void}
 */
function picked(ui) {
  const { kind, top, suit } = ui.picking;
  if (top === null || (suit === null && kind !== "carre")) return undefined;
  const values = kind === "carre" ? { ...ui.picking, suit: undefined } : ui.picking;
  ui.picking = null;
  return ["tell", values];
}
