// @ts-check
// The second view: the totals, one donne entered by a few taps, and the sheet below.

import { h } from "./dom.js";
import { keyedField } from "./gestures.js";
import { asking, button, developers, list, problem, tick, toggles, trumps } from "./parts.js";
import { wholeRuling } from "./reasons.js";
import { dealerAfter, inHand, mayWrite, written } from "./scoring.js";
import { isProblem } from "./service.js";
import { noted, rulesNamed, sheet } from "./sheet.js";
import { NAME_LENGTH, OTHER, SEATS, TEAMS } from "./state.js";
import { COMPARE, isTold } from "./bodies.js";

export function scorer(page) {
  const kept = written(page);
  const winner = kept?.found?.winner;
  const over = winner && page.state.editing === null;
  return [
    h(
      "div",
      { class: "scorer" },
      totals(page, kept),
      over ? won(page, winner) : entry(page, kept),
      sheet(page, kept),
    ),
    developers(page),
  ];
}

// Always in sight ---------------------------------------------------------------------------------

function totals(page, kept) {
  const { words, state } = page;
  const points = (team) => {
    if (!kept) return 0;
    if (!kept.known) return "…";
    return [kept.known.totals[team], kept.known !== kept.found && h("small", {}, "…")];
  };
  return h(
    "section",
    { class: "totals", "aria-label": words.say("totals") },
    TEAMS.map((team) =>
      h(
        "div",
        { class: `total-of total-${team} ${kept?.found?.winner === team ? "won" : ""}` },
        h("input", {
          type: "text",
          class: "name",
          value: state[`name_${team}`],
          placeholder: words.table.team[team],
          maxlength: String(NAME_LENGTH),
          autocomplete: "off",
          "data-set": `name_${team}`,
          "aria-label": words.say("name_of", { team: words.table.team[team] }),
        }),
        h("b", { class: "points" }, points(team)),
        state[`wins_${team}`] > 0 &&
          h("small", {}, words.say("games_won", { games: state[`wins_${team}`] })),
      ),
    ),
    list(
      state,
      "dealer",
      words.say(state.editing === null ? "next_dealer" : "dealer"),
      SEATS.map((seat) => [seat, words.table.person[seat]]),
    ),
  );
}

function won({ words, state }, winner) {
  return h(
    "section",
    { class: "panel won", "data-headline": true },
    h("h2", {}, words.say("game_won", { team: words.team(state, winner) })),
    h(
      "p",
      { class: "row" },
      button(words.say("rematch"), "rematch", { "data-value": winner, class: "button main" }),
      button(words.say("new_game"), "new-game"),
    ),
  );
}

// The donne in hand -------------------------------------------------------------------------------

function entry(page, kept) {
  const { words, state } = page;
  const score = inHand(page);
  dealerAfter(page); // asked now, so that it is known when the donne is written
  return h(
    "section",
    { class: "panel entry", tabindex: "-1", "aria-label": whichDonne(page) },
    state.editing !== null && correcting(page),
    h(
      "div",
      { class: "option-row" },
      h("span", { class: "label", "aria-hidden": "true" }, words.say("taker")),
      toggles(state, "takers", words.say("taker"), teamOptions(page)),
    ),
    trumps(page),
    contract(page),
    state.form === "count" ? counted(page, score) : elsewhere(page),
    belote(page),
    announcements(page, score),
    outcome(page, score),
    actions(page, score, kept),
  );
}

/** What was bid, and whether it was doubled, where the rules have that. */
function contract({ words, state, bodies, book }) {
  const parts = bodies.contractOf(state);
  if (parts.length === 0) return null;
  const { lowest_bid, highest_bid, bid_step } = book.contracts;
  const bids = [];
  for (let bid = lowest_bid; bid <= highest_bid; bid += bid_step) bids.push(String(bid));
  return h(
    "div",
    { class: "option-row contract" },
    parts.includes("bid") &&
      list(state, "bid", words.say("bid"), [
        ["", "–"],
        ...bids.map((bid) => [bid, bid]),
        ["capot", words.say("capot")],
      ]),
    toggles(state, "coinche", words.say("coinche"), [
      ["coinche", words.say("doubled")],
      ["surcoinche", words.say("redoubled")],
    ]),
  );
}

const teamOptions = (page) => TEAMS.map((team) => [team, teamName(page, team)]);

/** A team on a button, which shortens a long name; a reader is told all of it. */
const teamName = ({ words, state }, team) =>
  h("span", { class: "called" }, words.team(state, team));

/** What is entered: the donne in hand, or a line that is corrected. */
const whichDonne = ({ words, state }) =>
  state.editing === null
    ? words.say("this_donne")
    : words.say("correcting", { number: state.editing + 1 });

const correcting = (page) => {
  const { words, state } = page;
  return h(
    "p",
    { class: "notice row" },
    whichDonne(page),
    state.agreed && words.say("under_rules", { rules: rulesNamed({ words }, state.agreed) }),
    button(words.say("leave_as_it_was"), "leave", { class: "button small" }),
  );
};

/** A donne of cards or of a play is counted on the table. */
const elsewhere = ({ words, state }) =>
  h(
    "p",
    { class: "notice row" },
    words.say(`by_${state.form}`),
    button(words.say("to_the_table"), "show", { "data-value": "table" }),
    button(words.say("count_points"), "choose", { "data-name": "form", "data-value": "count" }),
  );

// The keypad --------------------------------------------------------------------------------------

/** Digits as a telephone has them. */
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

/** The team whose points are counted; the other has the rest, as the service says. */
const counting = ({ counted: chosen, takers }) => chosen || takers;

/** @param {any} page @param {import("./scoring.js").Score} score */
function counted(page, score) {
  const { words, state } = page;
  const [team, field] = [counting(state), keyedField(page)];
  return [
    h(
      "div",
      { class: "two", role: "group", "aria-label": words.say("points_counted") },
      TEAMS.map((one) =>
        h(
          "button",
          {
            type: "button",
            class: "count-of",
            "data-do": "count-for",
            "data-value": one,
            "aria-pressed": String(field === "total" && one === team),
          },
          h("span", {}, words.team(state, one)),
          h("b", {}, pointsOf(page, one, score)),
        ),
      ),
    ),
    h(
      "div",
      { class: "keypad", role: "group", "aria-label": words.say("keypad") },
      DIGITS.map((digit) => key(digit, "digit", { "data-name": field, "data-value": digit })),
      key("⌫", "erase", { "data-name": field, "aria-label": words.say("erase") }),
      key(words.say("capot"), "capot", {
        class: "key capot",
        "data-value": team,
        disabled: team === "",
        "aria-pressed": String(state.capot !== "" && state.capot === team),
      }),
    ),
  ];
}

const key = (text, action, attributes) =>
  h("button", { type: "button", class: "key", "data-do": action, ...attributes }, text);

/**
 * What was entered for a team, or what the service says that it has of the rest.
 * @param {any} page @param {string} team @param {import("./scoring.js").Score} score
 */
function pointsOf({ state, words }, team, { found }) {
  if (state.capot === team) return words.say("capot");
  if (team === counting(state) && state.capot !== OTHER[team]) return state.total ?? "–";
  if (!found || isProblem(found)) return "–";
  return found.lines.find((one) => one.item === "tricks" && one.counted_by === team)?.points ?? 0;
}

// Belote and announcements ------------------------------------------------------------------------

function belote(page) {
  const { words, state } = page;
  return [
    h(
      "div",
      { class: "option-row" },
      h("span", { class: "label", "aria-hidden": "true" }, words.say("belote")),
      toggles(state, "belote", words.say("belote"), teamOptions(page)),
    ),
    TEAMS.includes(state.belote) &&
      h(
        "details",
        { class: "said", "data-key": "said" },
        h("summary", {}, words.say("how_said")),
        h(
          "div",
          { class: "row" },
          tick(state, "said", words.say("said_belote")),
          tick(state, "rebelote", words.say("said_rebelote")),
          state.rebelote === "no" && tick(state, "claimed", words.say("claimed_at_count")),
        ),
      ),
  ];
}

/** What the referee rules of the announcements, before a score can be asked for. */
const compared = ({ bodies, service }) => {
  const dispute = bodies.dispute();
  return dispute && service.ruling(COMPARE, dispute);
};

/** @param {any} page @param {import("./scoring.js").Score} score */
function announcements(page, { found }) {
  const { words, state } = page;
  const ruled = state.announced === "" && state.form === "count" && isTold(state);
  const ruling = ruled && (found && !isProblem(found) ? found.announcements : compared(page));
  const points = (team) => {
    if (ruled && isProblem(ruling)) return "–";
    if (ruled) return ruling ? ruling.points[team] : "…";
    return state.announced === "points" && state.settled_by === team ? (state.settled ?? "–") : "";
  };
  return h(
    "div",
    { class: "option-row" },
    h("span", { class: "label", "aria-hidden": "true" }, words.say("announcements")),
    h(
      "div",
      { class: "toggles", role: "group", "aria-label": words.say("announcements") },
      TEAMS.map((team) =>
        h(
          "button",
          {
            type: "button",
            class: "toggle",
            "data-do": "announce-for",
            "data-value": team,
            "aria-pressed": String(
              ruled
                ? points(team) > 0
                : keyedField(page) === "settled" && state.settled_by === team,
            ),
          },
          teamName(page, team),
          " ",
          h("b", {}, points(team)),
        ),
      ),
    ),
    ruled && h("small", { class: "hint" }, words.say("as_ruled")),
  );
}

// What comes of it --------------------------------------------------------------------------------

/** @param {any} page @param {import("./scoring.js").Score} score */
function outcome(page, { missing, game, row, found }) {
  const { words, state, ui } = page;
  if (missing) return h("p", { class: "outcome needs" }, words.say(`needs_${missing}`));
  if (!game || (ui.typing && isProblem(game))) return h("div", { class: "outcome" }, asking(page));
  if (isProblem(game)) {
    return h(
      "div",
      { class: "outcome" },
      asksForCapot(game) ? capotOrNot(page) : problem(page, game),
    );
  }
  const beside = { notes: row.notes.filter(({ code }) => code !== row.outcome) };
  const told = [words.table.outcome[row.outcome], ...noted(beside)].filter(Boolean);
  return h(
    "div",
    { class: `outcome ${row.outcome}`, "data-headline": true },
    h(
      "p",
      {},
      h("b", {}, TEAMS.map((team) => `${words.team(state, team)} ${row.scores[team]}`).join(" · ")),
      " ",
      h("span", {}, told.join(", ")),
    ),
    found && !isProblem(found) && wholeRuling(page, found.explanation),
  );
}

/** All points on one side: the service asks whether all the tricks are there too. */
const asksForCapot = ({ errors = [] }) =>
  errors.some(({ code, pointer }) => code === "missing_field" && pointer.endsWith("/tricks_won"));

function capotOrNot({ words, state }) {
  const set = (text, value) =>
    button(text, "choose", { "data-name": "capot", "data-value": value });
  return h(
    "p",
    { class: "notice row" },
    words.say("all_tricks_too"),
    set(words.say("capot"), counting(state)),
    set(words.say("no_capot"), "no"),
  );
}

/** @param {any} page @param {import("./scoring.js").Score} score @param {any} kept */
function actions({ words, state }, score, kept) {
  const seen = { "data-value": state.donnes.length };
  return h(
    "p",
    { class: "row actions" },
    button(words.say(state.editing === null ? "write_down" : "write_correction"), "write", {
      ...seen,
      disabled: !mayWrite(score),
      class: "button main",
    }),
    state.editing === null &&
      button(words.say("all_passed"), "pass", { ...seen, disabled: Boolean(kept?.found?.winner) }),
  );
}
