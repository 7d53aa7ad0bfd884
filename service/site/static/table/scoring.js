// @ts-check
// What the service says of the donne in hand and of the sheet, for every view that counts.

import { AUDIT, GAME, SCORE } from "./bodies.js";
import { unreadSeat } from "./gestures.js";
import { called } from "./parts.js";
import { isOffline, isProblem } from "./service.js";
import { TEAMS, donneOf } from "./state.js";

/**
 * The sheet as the service keeps it; `null` while nothing is written.
 *
 * Donnes after the end of the game, as when the target was lowered, are in no answer: the sheet is
 * then of the first `counted` lines, and the others stand beside it. `known` is the answer, or,
 * while the service cannot be reached, what it said last of the lines before.
 */
export function written(page) {
  const { donnes } = page.state;
  return donnes.length === 0 ? null : sheetOf(page, donnes);
}

function sheetOf(page, donnes) {
  const { bodies, service } = page;
  const body = bodies.game(donnes);
  const found = service.ruling(GAME, body);
  called(page, "sheet", GAME, body, found);
  const after = isProblem(found) ? firstAfterTheEnd(found) : 0;
  return after > 0
    ? sheetOf(page, donnes.slice(0, after))
    : { body, found, counted: donnes.length, known: knownOf(page, donnes, found) };
}

/** What is known of the sheet; `null` for nothing. */
function knownOf({ bodies, service }, donnes, found) {
  if (found && !isProblem(found)) return found;
  if (!isOffline(found)) return null;
  for (let lines = donnes.length - 1; lines > 0; lines--) {
    const earlier = service.ruling(GAME, bodies.game(donnes.slice(0, lines)));
    if (!isOffline(earlier)) return earlier && !isProblem(earlier) ? earlier : null;
  }
  return null;
}

/** The place of the first donne after the end of the game, 0 where there is none. */
function firstAfterTheEnd({ errors = [] }) {
  const over = errors.find(({ code }) => code === "game_over");
  return over ? +/\d+/.exec(over.pointer)[0] : 0;
}

/** Who deals after the donne in hand, as the service says; without a line, as the usual rules do. */
export function dealerAfter({ state, bodies, service, book }) {
  const found = service.ruling(GAME, bodies.following());
  return found && !isProblem(found) ? found.rows.at(-1).dealer : book.plays_first[state.dealer];
}

/** The lines of the sheet before the donne in hand: all of them, or those before the corrected one. */
const before = ({ donnes, editing }) => (editing === null ? donnes : donnes.slice(0, editing));

/**
 * @typedef {{missing?: string, game?: any, row?: any, found?: any, decision?: any}} Score
 *   What is still to be said of a donne; else, once they are answered, the sheet with the donne on
 *   it, its row there, the ruling with its reasons, and of a log what the table decides.
 */

/**
 * The score of the donne in hand after the lines before it.
 * @returns {Score}
 */
export function inHand(page) {
  const { state, bodies, service } = page;
  if (bodies.missing()) return { missing: bodies.missing() };
  if (state.announced === "table" && unreadSeat(page)) return { missing: "declaration" };
  const lines = before(state);
  const body = bodies.game([...lines, donneOf(state)]);
  const game = service.ruling(GAME, body);
  if (!game || isProblem(game)) return { game };
  const row = game.rows.at(-1);
  const ruled = bodies.isLogged() ? audited : withReasons;
  return { game, row, ...ruled(page, row) };
}

/**
 * Whether the donne in hand may be written: nothing is wrong with it, as far as anybody knows.
 * @param {Score} score
 */
export const mayWrite = ({ missing, game }) => !missing && (!isProblem(game) || isOffline(game));

const agree = (one, other) => TEAMS.every((team) => one?.[team] === other[team]);

/**
 * A ruling on the donne by itself. The game may know of a pardon that was used before: where it
 * writes otherwise than this ruling, the service is asked with what `spent` makes of it.
 */
function alone(page, path, body, differs, spent) {
  const { service } = page;
  const found = service.ruling(path, body);
  const asked = found && !isProblem(found) && differs(found) ? spent(found) : body;
  const ruling = asked === body ? found : service.ruling(path, asked);
  called(page, "score", path, asked, ruling);
  return ruling;
}

/** The audit of the log, and the score that its decision leaves. */
function audited(page, { carry_in, scores }) {
  const body = page.bodies.audit(carry_in > 0 ? { carry_in } : {});
  const differs = ({ decision }) => !agree(decision?.scores, scores);
  const spent = ({ belote }) => (belote?.team ? { ...body, pardons_used: [belote.team] } : body);
  const found = alone(page, AUDIT, body, differs, spent);
  if (!found || isProblem(found)) return { found };
  const { score, decision, explanation } = found;
  return { found: decision?.kind === "donne_lost" ? { ...score, explanation } : score, decision };
}

/** The score with its reasons. */
function withReasons(page, { carry_in, scores }) {
  const body = page.bodies.score(carry_in);
  const differs = (found) => !agree(found.scores, scores);
  const spent = () => ({ ...body, belote: { ...body.belote, pardon_used: true } });
  return { found: alone(page, SCORE, body, differs, spent) };
}
