/** What must not compile. The test tries it with the types of each generator. */
import type {
  BatchRequest,
  CompareRequest,
  Count,
  Declaration,
  DonneRequest,
  GameDonne,
  Play,
  Reason,
  SeatRuling,
  Total,
  ValidateRequest,
  Won,
} from "TYPES";

declare const play: Play;
declare const reason: Reason;
declare const ruling: SeatRuling;

const table = { deck: "french", trump: "H" } as const;
const donne = { ...table, takers: "NS" } as const;
const hand = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"];
const count: Count = { card_points: { NS: 95, EW: 57 }, last_trick: "EW" };
const declared = { N: [{ kind: "carre" }] } as const;

// One form of a donne, and one way to tell the announcements.
export const right: DonneRequest[] = [
  { ...donne, count },
  { ...donne, won: { last_trick: "NS", NS: hand } },
  { ...donne, play, declare_best: true },
  { ...donne, count, won: null, play: null },
  { ...donne, count, announcement_points: { NS: 20 }, declare_best: false },
];
// @ts-expect-error: two forms
export const twoForms: DonneRequest = { ...donne, count, play };
// @ts-expect-error: two forms
export const piles: DonneRequest = { ...donne, count, won: { last_trick: "NS", NS: hand } };
// @ts-expect-error: no form
export const noForm: DonneRequest = { ...donne };
// @ts-expect-error: no form
export const nullForm: DonneRequest = { ...donne, count: null };
// @ts-expect-error: announcements told and settled
export const settled: DonneRequest = { ...donne, count, declared, announcement_points: { NS: 20 } };
// @ts-expect-error: announcements told and settled
export const best: DonneRequest = { ...donne, play, declare_best: true, announcement_points: {} };
// @ts-expect-error: no such seat
export const seat: Play = { dealer: "X", tricks: [] };
// @ts-expect-error: no such team
export const team: DonneRequest = { ...table, takers: "SN", count };
// @ts-expect-error: no such field
export const unknown: DonneRequest = { ...donne, count, carry: 5 };

// A donne of a game.
export const passed: GameDonne = { passed: true };
// @ts-expect-error: passed and counted
export const both: GameDonne = { passed: true, takers: "NS", trump: "H", count };
// @ts-expect-error: the pardons of a game are counted by the service
export const pardon: GameDonne = { takers: "NS", trump: "H", count, belote: { pardon_used: true } };

// A count, a total, piles.
export const counts: Count[] = [count, { total: { NS: 90 } }, { capot: "NS" }];
// @ts-expect-error: nothing counted
export const nothing: Count = { last_trick: "NS" };
// @ts-expect-error: counted twice
export const twice: Count = { card_points: { NS: 95, EW: 57 }, last_trick: "EW", capot: "NS" };
// @ts-expect-error: who won the last trick is not told
export const noLast: Count = { card_points: { NS: 95, EW: 57 } };
// @ts-expect-error: no team
export const noTeam: Total = {};
// @ts-expect-error: no pile
export const noPile: Won = { last_trick: "NS" };

// A declaration, a comparison, a batch.
export const said: Declaration[] = [{ kind: "carre", points: 100 }, { points: 20 }, { cards: hand }];
// @ts-expect-error: nothing said
export const silent: Declaration = { with_card: 1 };
// @ts-expect-error: no such kind
export const quarte: ValidateRequest = { ...table, hand, declared: [{ kind: "quarte" }] };
export const compared: CompareRequest = { ...table, hands: { N: hand }, declare_best: true };
// @ts-expect-error: the best of no hands
export const noHands: CompareRequest = { ...table, declare_best: true };
// @ts-expect-error: nothing to compare
export const noDeclared: CompareRequest = { ...table, hands: { N: hand } };
// @ts-expect-error: hands are lists of texts
export const noCards: BatchRequest = { ...table, hands: ["oops", 42, null] };

// Answers narrow.
export const points = ruling.verdict === "valid" ? ruling.announcement.points : 0;
// @ts-expect-error: a void declaration has no announcement
export const noPoints = ruling.verdict === "void" ? ruling.announcement.points : 0;
export const value: string | number | boolean | object | null | undefined = reason.params["points"];
// @ts-expect-error: no such code
export const never = reason.code === "no_such_code";
