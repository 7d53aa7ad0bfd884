/** The types of openapi-typescript, by openapi-fetch. */
import createClient from "openapi-fetch";
import type { components, paths } from "./types-fetch/schema.js";
import { baseUrl, hand, headers, table, tell, tricks, wrongHand } from "./table.js";

type Schemas = components["schemas"];

const { POST } = createClient<paths, `application/${string}json`>({ baseUrl });
const params = { header: headers };

const best = await POST("/v1/hands/resolve", { params, body: { ...table, hand } });
const [reason] = best.data?.explanation ?? [];
tell("best", best.data?.best.points);
tell("reason", reason?.code, reason?.text);

const said: Schemas["Declaration"] = { kind: "carre" };
const play: Schemas["Play"] = { dealer: "E", tricks };
const donne: Schemas["DonneRequest"] = { ...table, takers: "NS", declared: { N: [said] }, play };
const score = await POST("/v1/donnes/score", { params, body: donne });
tell("score", score.data?.scores.NS, score.data?.scores.EW, score.data?.outcome);
for (const ruling of score.data?.announcements?.rulings ?? [])
  if (ruling.verdict === "valid") tell("ruling", ruling.verdict, ruling.announcement.points);

const count: Schemas["Count"] = { card_points: { NS: 95, EW: 57 }, last_trick: "EW" };
const counted: Schemas["GameDonne"] = { takers: "NS", trump: "H", count };
const game: Schemas["GameRequest"] = { deck: "french", donnes: [counted, { passed: true }] };
const sheet = await POST("/v1/games/score", { body: game });
tell("sheet", sheet.data?.totals.NS, sheet.data?.totals.EW);

const { error } = await POST("/v1/hands/resolve", { body: { ...table, hand: wrongHand } });
if (error?.status === 422)
  for (const { code, pointer } of error.errors) tell("fault", code, pointer);
