// @ts-check
// Where the focus goes, and what comes into sight, when the page changes under the reader.

const place = (id) => document.getElementById(id);

/** What the focus may be handed on to: not a text field, before which a phone opens its keyboard. */
const USABLE = "button:enabled, select:enabled, summary, input:enabled:not([type=text])";

/**
 * What had the focus before a change, its zone of cards, and what it lay in.
 * @typedef {{held: HTMLButtonElement, zone?: string, around: HTMLElement[]}} Hold
 * @returns {Hold}
 */
export function holding() {
  const held = /** @type {HTMLButtonElement} */ (document.activeElement);
  const zone = /** @type {?HTMLElement} */ (held.closest("[data-zone]"))?.dataset.zone;
  const around = [];
  for (let one = held.parentElement; one; one = one.parentElement) around.push(one);
  return { held, zone, around };
}

/** What was in front of the reader: the view, the line that is corrected, and what opened a picker. */
let shown = { view: "", editing: null, opener: "" };

/**
 * Follows a change: another view begins at its top, a line to correct and a picker are brought to
 * the reader, and what a button that is gone leaves without focus hands it on.
 * @param {{state: any, ui: import("./gestures.js").Ui}} page @param {Hold} hold
 */
export function follow({ state, ui }, hold) {
  const before = shown;
  shown = { view: state.view, editing: state.editing, opener: openerOf(ui) };
  const isLost = hold.held !== document.body && (!hold.held.isConnected || hold.held.disabled);
  const inView = isLost || place("view").contains(hold.held);
  if (before.view && before.view !== shown.view) begin(inView && place("view"));
  else if (shown.editing !== null && before.editing !== shown.editing)
    begin(document.querySelector(".entry"));
  else if (shown.opener && before.opener !== shown.opener) openPicker();
  else if (isLost) (opened(before) ?? next(hold)).focus();
}

/** The top of the view, with the focus on `target` where there is one. */
function begin(target) {
  window.scrollTo(0, 0);
  if (target) target.focus({ preventScroll: true });
}

/**
 * The button that opened what is picked, as a selector; empty where nothing is. Where an
 * announcement is gone, it is the first of what its team can announce.
 */
const openerOf = ({ picking, chip }) => {
  if (picking) return `.kind[data-team="${picking.team}"][data-kind="${picking.kind}"]`;
  if (!chip) return "";
  return `.chip[data-team="${chip.team}"][data-place="${chip.place}"], .side-${chip.team} .kind`;
};

function openPicker() {
  const picker = document.querySelector(".picker:not([hidden])");
  picker?.scrollIntoView({ block: "nearest" });
  /** @type {?HTMLElement} */ (picker?.querySelector(".toggle"))?.focus({ preventScroll: true });
}

/** What had opened the picker that is closed now. */
const opened = ({ opener }) =>
  opener ? /** @type {?HTMLElement} */ (document.querySelector(opener)) : null;

/**
 * What comes nearest to what had the focus: a card left its hand, a button has nothing left to do.
 * @param {Hold} hold @returns {HTMLElement}
 */
function next({ zone, around }) {
  const cards = document.querySelectorAll(`[data-zone="${zone}"] button:enabled`);
  const near = around.find(
    (one) => one.isConnected && one !== document.body && one.querySelector(USABLE),
  );
  return /** @type {HTMLElement} */ (
    document.querySelector(".to-play .legal") ??
      cards[cards.length - 1] ??
      document.querySelector(`input[name="seat"][value="${zone}"]`) ??
      near?.querySelector(USABLE) ??
      place("view")
  );
}
