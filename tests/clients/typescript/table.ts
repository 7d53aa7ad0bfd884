/** What every client asks, and how it prints the answers. */
export const baseUrl = process.env["ARBITER"] ?? "http://127.0.0.1:8000";
export const headers = { "Accept-Language": "fr" };

export const table = { deck: "french", trump: "H" } as const;
export const hand = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"];
export const wrongHand = ["KS", ...hand.slice(0, 7)];
export const tricks = `JH AH 10H 7H, KH JS 9H 8H, AC JC 8C 7C, AS 7S KS 8S,
                       9C 10C KC 10S, QC QH 9S 8D, 7D AD 9D JD, QS 10D QD KD`
  .split(/,\s+/)
  .map((trick) => trick.split(" "));

/** Print a line: a name, then values that must be there. */
export function tell(name: string, ...values: (string | number | undefined)[]): void {
  if (values.includes(undefined)) throw new Error(`${name} is missing`);
  console.log([name, ...values].join(" "));
}
