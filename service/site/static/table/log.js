// @ts-check
// The donne as it happened: the cards that were played, and between them what was said, shown and
// claimed, in one order. Nothing is ruled here.

import { SEATS } from "./state.js";

/**
 * @typedef {{type: string, seat: string, card?: number, what?: string, cards?: number[]}} Step
 *   A card that was played, or what somebody said, showed or claimed: a kind of announcement, a word
 *   of the belote, cards laid open (none: he would not), or what a claim is about.
 */

/**
 * All that happened, in its order; each step is one event of the log.
 * @returns {Step[]}
 */
export function happened(donne) {
  const notedAt = (place) => donne.events.filter(({ at }) => at === place);
  const cards = donne.played.map((card) => ({ type: "play", seat: holder(donne, card), card }));
  return [...cards.flatMap((play, place) => [...notedAt(place), play]), ...notedAt(cards.length)];
}

const holder = (donne, card) => SEATS.find((seat) => donne[seat].includes(card));

/** How many steps there were. */
export const stepsOf = ({ played, events }) => played.length + events.length;

/** Notes that a seat said, showed or claimed something, after the last card so far. */
export function note(donne, { seat, type, what = "", cards = [] }) {
  donne.events.push({ at: donne.played.length, seat, type, what, cards });
}

/** Drops the last step. */
export function takeBack(donne) {
  const isWord = donne.events.at(-1)?.at === donne.played.length;
  (isWord ? donne.events : donne.played).pop();
}

/** Drops all steps. */
export function nothingHappened(donne) {
  Object.assign(donne, { played: [], events: [] });
}
