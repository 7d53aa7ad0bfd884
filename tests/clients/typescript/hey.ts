/** The client of @hey-api/openapi-ts. */
import { client } from "./types-hey/client.gen.js";
import { resolveHand, scoreDonne, scoreGame } from "./types-hey/index.js";
import type { Count, Declaration, DonneRequest, GameDonne, Play } from "./types-hey/index.js";
import { baseUrl, hand, headers, table, tell, tricks, wrongHand } from "./table.js";

client.setConfig({ baseUrl });

const best = await resolveHand({ headers, body: { ...table, hand } });
const [reason] = best.data?.explanation ?? [];
tell("best", best.data?.best.points);
tell("reason", reason?.code, reason?.text);

const said: Declaration = { kind: "carre" };
const play: Play = { dealer: "E", tricks };
const donne: DonneRequest = { ...table, takers: "NS", declared: { N: [said] }, play };
const score = await scoreDonne({ headers, body: donne });
tell("score", score.data?.scores.NS, score.data?.scores.EW, score.data?.outcome);
for (const ruling of score.data?.announcements?.rulings ?? [])
  if (ruling.verdict === "valid") tell("ruling", ruling.verdict, ruling.announcement.points);

const count: Count = { card_points: { NS: 95, EW: 57 }, last_trick: "EW" };
const counted: GameDonne = { takers: "NS", trump: "H", count };
const sheet = await scoreGame({ body: { deck: "french", donnes: [counted, { passed: true }] } });
tell("sheet", sheet.data?.totals.NS, sheet.data?.totals.EW);

const { error } = await resolveHand({ body: { ...table, hand: wrongHand } });
if (error?.status === 422)
  for (const { code, pointer } of error.errors) tell("fault", code, pointer);
