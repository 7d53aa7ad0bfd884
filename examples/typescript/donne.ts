/** A donne from the hands to the score: resolve, validate, compare, score. */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];

const baseUrl = process.env["ARBITER"] ?? "http://127.0.0.1:8000";
const { POST } = createClient<paths>({
  baseUrl,
  headers: { "Accept-Language": process.argv[2] ?? "en" },
  fetch: (request) => fetch(request).catch(stop),
});

/** Ends the program where nothing answers. */
function stop(): never {
  console.error(`No service at ${baseUrl}. Start it, or set ARBITER.`);
  process.exit(1);
}

const hands = {
  N: ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"],
  W: ["8S", "9S", "10S", "JS", "QS", "AH", "AD", "7C"],
  S: ["10H", "9H", "AC", "AS", "9C", "8D", "9D", "10D"],
  E: ["7H", "8H", "JC", "7S", "10C", "QC", "JD", "QD"],
};
const tricks = `JH AH 10H 7H, KH JS 9H 8H, AC JC 8C 7C, AS 7S KS 8S,
                9C 10C KC 10S, QC QH 9S 8D, 7D AD 9D JD, QS 10D QD KD`.split(/,\s+/);
const table = { deck: "french", trump: "H" } as const;
const north = { ...table, hand: hands.N };
const play: Schemas["Play"] = { dealer: "E", tricks: tricks.map((trick) => trick.split(" ")) };
const declared: Schemas["Declaration"][] = [{ kind: "carre" }, { kind: "tierce" }];

/** The ruling on a question that nothing is wrong with. */
function ruled<T>({ data, error }: { data?: T; error?: { detail: string } }): T {
  if (data === undefined) throw new Error(error?.detail);
  return data;
}

function tell(headline: string, ruling: { explanation: Schemas["Reason"][] }): void {
  console.log([headline, ...ruling.explanation.map(({ text }) => text)].join("\n  "));
}

const hand = ruled(await POST("/v1/hands/resolve", { body: north }));
tell(`resolve: ${hand.best.points} points`, hand);

const held = ruled(await POST("/v1/announcements/validate", { body: { ...north, declared } }));
const verdicts = held.rulings.map((one) =>
  one.verdict === "valid" ? one.announcement.points : one.reason,
);
tell(`validate: ${verdicts.join(", ")}`, held);

const best: Schemas["CompareRequest"] = { ...table, hands, declare_best: true };
const won = ruled(await POST("/v1/announcements/compare", { body: best }));
tell(`compare: ${won.winner} by ${won.decided_by}`, won);

const played: Schemas["DonneRequest"] = {
  ...table, takers: "NS", belote: {}, declare_best: true, play,
};
const donne = ruled(await POST("/v1/donnes/score", { body: played }));
tell(`score: NS ${donne.scores.NS}, EW ${donne.scores.EW}`, donne);
for (const { item, points, marked_by } of donne.lines)
  console.log(`  ${item}: ${points} to ${marked_by ?? "the next donne"}`);

const nine = ["KS", ...hands.N];
const { error } = await POST("/v1/hands/resolve", { body: { ...table, hand: nine } });
if (error?.status === 422)
  for (const { code, pointer, detail } of error.errors) console.log(`${code} ${pointer} ${detail}`);
