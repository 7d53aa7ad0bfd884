// @ts-check
// The sheet of the game: what the service says of each line, and what can be done to a line.

import { h } from "./dom.js";
import { suitMark } from "./faces.js";
import { asking, button, numberField, problem } from "./parts.js";
import { isOffline, isProblem } from "./service.js";
import { TEAMS } from "./state.js";

/** @param {any} page @param {?{found: any, known: any, counted: number}} kept What `written` says. */
export function sheet(page, kept) {
  const { words, state, book } = page;
  return h(
    "section",
    { class: "panel sheet", "aria-labelledby": "sheet-title" },
    h("h2", { id: "sheet-title" }, words.sheet.title),
    kept && h("p", { class: "printed" }, circumstances(page)),
    kept ? lines(page, kept) : h("p", {}, words.say("empty_sheet")),
    h(
      "div",
      { class: "row unprinted" },
      numberField(page, state.target ?? book.target, words.say("target"), { "data-set": "target" }),
      button(words.say("print"), "print", { disabled: !kept }),
      button(words.say("share"), "share", { "data-value": "sheet" }),
      button(words.say("copy_link"), "copy", { "data-value": "link" }),
    ),
  );
}

/** When the game was played, by which rules, and up to how many points. */
export function circumstances({ words, state, store, book }) {
  const day = new Date(store.game(state.game)?.at ?? Date.now());
  return [
    day.toLocaleDateString(words.language, { dateStyle: "long" }),
    words.labelled(words.say("rules"), rulesNamed({ words }, state)),
    words.labelled(words.say("target"), state.target ?? book.target),
  ].join(" · ");
}

/** Rules by the name of their preset, and how many of them the table changed. */
export function rulesNamed({ words }, { preset, switches }) {
  const changed = Object.keys(switches).length;
  return [
    words.table.preset[preset] ?? preset,
    changed > 0 && words.say("own_rules_changed", { changed }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function lines(page, { found, known, counted }) {
  const { words, state } = page;
  const late = counted < state.donnes.length;
  return [
    found && isProblem(found) && !isOffline(found) && problem(page, found),
    found &&
      isOffline(found) &&
      h("p", { class: "notice", role: "status" }, words.say("not_counted_yet")),
    !found && asking(page),
    late && h("p", { class: "notice" }, words.say("after_the_end", { number: counted })),
    h(
      "table",
      { class: "lines" },
      h("caption", { class: "unseen" }, words.sheet.title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, words.sheet.donne),
          TEAMS.map((team) =>
            h("th", { scope: "col", class: "count" }, h("span", {}, words.team(state, team))),
          ),
        ),
      ),
      state.donnes.map((donne, place) =>
        line(page, place, donne, place < counted ? (known?.rows[place] ?? null) : undefined),
      ),
      known && known === found && foot(page, found),
    ),
  ];
}

/**
 * A line and, once it is opened, what can be done to it; `row` is `null` while it is not counted,
 * `undefined` after the end of the game.
 */
function line(page, place, donne, row) {
  const { words, state, ui } = page;
  const open = ui.line === place;
  const editing = state.editing === place;
  return h(
    "tbody",
    { class: editing ? "editing" : "" },
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          {
            type: "button",
            class: "line",
            "data-do": "line",
            "data-place": place,
            "aria-expanded": String(open),
          },
          h("b", {}, place + 1),
          h("span", { class: "notes" }, notes(page, donne, row)),
        ),
      ),
      TEAMS.map((team) =>
        h(
          "td",
          { class: "count" },
          row ? row.scores[team] : "…",
          row && h("small", {}, row.running[team]),
        ),
      ),
    ),
    open &&
      h(
        "tr",
        { class: "unprinted" },
        h(
          "td",
          { colspan: "3", class: "row" },
          donne.passed === "no" &&
            button(words.say("correct"), "correct", { "data-place": place, disabled: editing }),
          button(words.say("strike_out"), "strike", {
            "data-place": place,
            "data-value": state.donnes.length,
          }),
        ),
      ),
  );
}

/** The notes of a row, or of the totals, as the service words them. */
export const noted = (row) => row.notes.map(({ text }) => text);

/** What a table writes beside the points: who took, in what, and what was special. */
function notes(page, donne, row) {
  const { words, state, deck } = page;
  const waiting = row === null && h("em", { class: "waits" }, words.say("waits"));
  if (donne.passed === "yes") return [words.sheet.note.passed, waiting && [" · ", waiting]];
  const special = [...(row ? [] : typed(page, donne)), ...noteTexts(page, donne, row)];
  return [
    words.team(state, donne.takers),
    donne.trump !== null && [" ", suitMark(deck, donne.trump)],
    contractText(page, donne).map((text) => ` ${text}`),
    special.length > 0 && `, ${special.join(", ")}`,
    waiting && [" · ", waiting],
  ];
}

/** What was bid, and whether it was doubled, where the rules of the line have that. */
function contractText({ words, bodies }, donne) {
  const parts = bodies.contractOf(donne);
  const doubled = { coinche: words.say("doubled"), surcoinche: words.say("redoubled") };
  const bid = donne.bid === "capot" ? words.say("capot").toLowerCase() : donne.bid;
  return [parts.includes("bid") && bid, parts.length > 0 && doubled[donne.coinche]].filter(Boolean);
}

/** What was entered for a line that has no score: the points of cards, a capot, what was said. */
function typed({ words, state }, donne) {
  const { form, capot, total, counted, takers, belote, announced, settled, settled_by } = donne;
  const team = (one) => words.team(state, one);
  const points = [];
  if (form === "count" && TEAMS.includes(capot))
    points.push(words.note("capot", { team: team(capot) }));
  else if (form === "count" && total !== null)
    points.push(`${team(counted || takers)} ${words.points(total)}`);
  return [
    ...points,
    TEAMS.includes(belote) && words.note("belote", { team: team(belote) }),
    announced === "points" &&
      settled !== null &&
      words.note("announcements", { team: team(settled_by), points: settled }),
  ].filter(Boolean);
}

/** What the service says beside a line, and the rules where they are not those of the game. */
const noteTexts = ({ words }, { agreed }, row) => [
  ...(row ? noted(row) : []),
  ...(agreed ? [words.say("under_rules", { rules: rulesNamed({ words }, agreed) })] : []),
];

/** The same as text: the trump by its name. */
export function lineText(page, donne, row) {
  const { words, state, deck } = page;
  if (donne.passed === "yes") return words.sheet.note.passed;
  const trump = donne.trump !== null && words.decks[deck.deck].suits[donne.trump];
  const contract = contractText(page, donne);
  return [words.team(state, donne.takers), trump, ...contract, ...noteTexts(page, donne, row)]
    .filter(Boolean)
    .join(", ");
}

function foot({ words }, { totals, ...found }) {
  const special = noted(found).join(", ");
  return h(
    "tfoot",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "row" }, words.sheet.total, special && ` (${special})`),
      TEAMS.map((team) => h("td", { class: "count" }, totals[team])),
    ),
  );
}
