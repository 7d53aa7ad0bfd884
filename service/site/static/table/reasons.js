// @ts-check
// Why a ruling is as it is, in the service's own sentences: two or three first, the rest folded.

import { h } from "./dom.js";
import { fold } from "./parts.js";

/** A reason, the short name of its source, and at a tap the words of the rule it rests on. */
function reason({ book, words }, { text, source, paragraph }) {
  const rule = book.paragraphs?.[paragraph];
  return h(
    "li",
    {},
    text,
    rule &&
      h(
        "details",
        { class: "rule" },
        h("summary", {}, words.table.source[source]),
        h("blockquote", {}, rule.text, rule.why && h("p", {}, rule.why)),
      ),
  );
}

export const reasons = (page, explanation) =>
  h(
    "ul",
    { class: "reasons" },
    explanation.map((one) => reason(page, one)),
  );

/** What decided a comparison, and what each team marks. */
const DECISIVE = /^(decided_by_|tie_|unopposed|nobody_announced|winner_marks)/;

const MOST = 3;

/** The few reasons that answer the question: why an announcement fell, and what decided. */
export function chief(explanation, rulings) {
  const fallen = new Set(rulings.map((one) => one.reason));
  const found = explanation.filter(
    ({ code }, place) =>
      DECISIVE.test(code) ||
      (fallen.has(code) && explanation.findIndex((one) => one.code === code) === place),
  );
  return found.length > 0 ? found.slice(0, MOST) : explanation.slice(0, MOST);
}

/** Whether everybody may hear a reason. */
export const isPublic = ({ audience }) => audience === "table";

/** The reasons that everybody may hear, and behind a fold those for one player or the referee. */
export const publicReasons = (page, explanation) => [
  reasons(page, explanation.filter(isPublic)),
  privateReasons(page, explanation),
];

/** Behind a fold the reasons for one player or the referee, where there are some. */
export function privateReasons(page, explanation) {
  const { words } = page;
  const others = explanation.filter((one) => !isPublic(one));
  return [...new Set(others.map(({ audience }) => audience))].map((who) =>
    fold(
      words.names[who] ?? words.say("for_referee"),
      { class: "private" },
      reasons(
        page,
        others.filter(({ audience }) => audience === who),
      ),
    ),
  );
}

/** All the reasons, folded away. */
export const wholeRuling = (page, explanation, ...more) =>
  fold(
    page.words.say("whole_ruling"),
    { class: "whole", "data-key": "whole" },
    publicReasons(page, explanation),
    more,
  );
