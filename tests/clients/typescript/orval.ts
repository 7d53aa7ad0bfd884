/** The client of orval. */
import { resolveHand, scoreDonne, scoreGame } from "./types-orval/index.js";
import type { Count, Declaration, DonneRequest, GameDonne, Play } from "./types-orval/index.js";
import { hand, table, tell, tricks, wrongHand } from "./table.js";

const best = await resolveHand({ ...table, hand }, { lang: "fr" });
if (best.status === 200) {
  const [reason] = best.data.explanation;
  tell("best", best.data.best.points);
  tell("reason", reason?.code, reason?.text);
}

const said: Declaration = { kind: "carre" };
const play: Play = { dealer: "E", tricks };
const donne: DonneRequest = { ...table, takers: "NS", declared: { N: [said] }, play };
const score = await scoreDonne(donne, { lang: "fr" });
if (score.status === 200) {
  tell("score", score.data.scores.NS, score.data.scores.EW, score.data.outcome);
  for (const ruling of score.data.announcements?.rulings ?? [])
    if (ruling.verdict === "valid") tell("ruling", ruling.verdict, ruling.announcement.points);
}

const count: Count = { card_points: { NS: 95, EW: 57 }, last_trick: "EW" };
const counted: GameDonne = { takers: "NS", trump: "H", count };
const sheet = await scoreGame({ deck: "french", donnes: [counted, { passed: true }] });
if (sheet.status === 200) tell("sheet", sheet.data.totals.NS, sheet.data.totals.EW);

const refused = await resolveHand({ ...table, hand: wrongHand });
if (refused.status === 422)
  for (const { code, pointer } of refused.data.errors) tell("fault", code, pointer);
