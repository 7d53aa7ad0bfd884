// @ts-check
// What the reader sends to others: a link, and a picture of the ruling or of the sheet.

import { COMPARE } from "./bodies.js";
import { cards, picture, row, text, title } from "./picture.js";
import { chief } from "./reasons.js";
import { headline } from "./referee.js";
import { written } from "./scoring.js";
import { isProblem } from "./service.js";
import { circumstances, lineText } from "./sheet.js";
import { TEAMS } from "./state.js";

const PNG = "image/png";

/** What is drawn of each thing that can be sent. */
const DRAWN = { ruling, sheet };

function ruling(page) {
  const found = page.service.ruling(COMPARE, page.bodies.dispute());
  if (!found || isProblem(found)) return null;
  /** @type {NodeListOf<HTMLImageElement>} */
  const images = document.querySelectorAll(".won-cards img");
  return [
    title(headline(page, found)),
    cards([...images].filter(isLoaded)),
    ...chief(found.explanation, found.rulings).map((one) => text(one.text)),
    signature(page),
  ];
}

const isLoaded = (image) => image.complete && image.naturalWidth > 0;

function sheet(page) {
  const { words, state } = page;
  const { known } = written(page) ?? {};
  if (!known) return null;
  const points = (of) => TEAMS.map((team) => of[team]);
  return [
    title(words.sheet.title),
    text(circumstances(page), { size: 28 }),
    row(
      words.sheet.donne,
      TEAMS.map((team) => words.team(state, team)),
      true,
    ),
    ...known.rows.map((one, place) =>
      row(`${place + 1}  ${lineText(page, state.donnes[place], one)}`, points(one.scores)),
    ),
    row(words.sheet.total, points(known.totals), true),
    signature(page),
  ];
}

const signature = ({ words }) => text(words.say("title"), { size: 26, font: "Georgia, serif" });

/**
 * Opens the share sheet of the device with a link and, where it takes one, a picture.
 *
 * @param {any} page
 * @param {keyof DRAWN} what
 * @param {string} url
 * @returns {Promise<boolean>} False where the share sheet takes nothing of this.
 */
export async function share(page, what, url) {
  const told = { title: page.words.say("title"), url };
  try {
    await navigator.share({ ...told, ...(await pictured(page, what)) });
  } catch (refused) {
    // The reader who closed the share sheet wants nothing else instead.
    return refused instanceof DOMException && refused.name === "AbortError";
  }
  return true;
}

async function pictured(page, what) {
  const blocks = DRAWN[what](page);
  if (!blocks || !navigator.canShare) return {};
  const files = [new File([await picture(blocks)], `${what}.png`, { type: PNG })];
  return navigator.canShare({ files }) ? { files } : {};
}
