// An engine that is wrong on purpose: it rounds what is written, and calls 81 points each a chute.

const OTHER = { NS: "EW", EW: "NS" };

export function answer(path, body) {
  const count = body.count ?? {};
  const isPlain = !body.rules && !body.belote && !body.announcement_points && !body.declared;
  if (path !== "/v1/donnes/score" || !isPlain || body.carry_in || !count.card_points) return null;
  const takers = body.takers;
  const defence = OTHER[takers];
  const capot = Object.keys(OTHER).find((team) => count.tricks_won?.[team] === 8) ?? null;
  const totals = { ...count.card_points };
  totals[count.last_trick] += capot ? 100 : 10;
  const made = totals[takers] > totals[defence];
  const ten = (points) => Math.round(points / 10) * 10;
  const scores = made
    ? { NS: ten(totals.NS), EW: ten(totals.EW) }
    : { [takers]: 0, [defence]: totals.NS + totals.EW };
  return { outcome: made ? "made" : "chute", capot, totals, scores, carry_out: 0 };
}
