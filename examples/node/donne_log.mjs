// A donne as a log, from lines or from a `play`, and back to a body of donnes/score.

import { env, argv, exit } from "node:process";

const ARBITER = (env.ARBITER ?? "http://127.0.0.1:8000").replace(/\/+$/, "");
const LANGUAGE = argv[2] ?? "en";

const TAKEN = { deck: "french", dealer: "E", trump: "H", taker: "S" };
const LINES = `N AD, W 10D, S 8C, E 7D, N QS, W 8S, S AS, E KS, S 9H, E JH, N 7H, W 8H,
E QC, N KC, W AC, S 9C, W KD, S KH belote, E AH, N 8D, E JC, N 7C, W 9S, S QH rebelote,
S 7S, E 9D, N 10S, W JD, N JS, W QD, S 10H, E 10C`;
const TABLE = ["deck", "notation", "rules", "trump"];
const BESIDE = ["deck", "notation", "rules", "carry_in"];

async function ask(path, body) {
  const headers = { "Content-Type": "application/json", "Accept-Language": LANGUAGE };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(ARBITER + path, request).catch(({ cause }) => {
    const why = cause.code ?? cause.message;
    console.error(`No service at ${ARBITER} (${why}). Start it, or set ARBITER.`);
    exit(1);
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${told.title}: ${told.detail}`);
  return told;
}

const only = (from, names) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));

/** The events of "seat card", or "seat card word", between commas. */
function eventsOfLines(lines) {
  return lines.split(",").map((line) => {
    const [seat, card, says] = line.trim().split(/\s+/);
    return { type: "play", seat, card, ...(says && { says }) };
  });
}

/** The events of the `play` in a body of donnes/score; replay tells who played. */
async function eventsOfPlay(donne) {
  const table = { ...only(donne, TABLE), ...donne.play };
  const { tricks } = await ask("/v1/donnes/replay", table);
  return tricks.flatMap(({ cards }) => cards.map((card) => ({ type: "play", ...card })));
}

/** What donnes/score takes of a log of cards and words that is over, from its audit. */
function scoreBody(log, audit) {
  const words = new Set(log.events.map(({ says, word }) => says ?? word));
  return {
    ...only(log, BESIDE),
    ...only(audit, ["trump", "takers", "contract"]),
    belote: { said: words.has("belote"), rebelote: words.has("rebelote") },
    play: {
      dealer: audit.dealer,
      tricks: audit.tricks.map(({ cards }) => cards.map(({ card }) => card)),
    },
  };
}

const written = ({ NS, EW }) => `NS ${NS}, EW ${EW}`;
const log = { ...TAKEN, events: eventsOfLines(LINES) };
const audit = await ask("/v1/donnes/audit", log);
console.log([audit.decision.text, ...audit.findings.map(({ text }) => text)].join("\n  "));
const donne = scoreBody(log, audit);
console.log(`donnes/score: ${written((await ask("/v1/donnes/score", donne)).scores)}`);
const again = await ask("/v1/donnes/audit", { ...TAKEN, events: await eventsOfPlay(donne) });
console.log(`from the play, without words: ${written(again.decision.scores)}`);
