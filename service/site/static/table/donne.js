// @ts-check
// The second view: the score of a donne from points, piles or the play, and the sheet so far.

import { GAME, REPLAY, SCORE } from "./bodies.js";
import { h } from "./dom.js";
import { examples } from "./examples.js";
import {
  button,
  call,
  cardButton,
  choice,
  grid,
  numberField,
  panel,
  problem,
  publicReasons,
  shownCard,
  tick,
  wholePack,
} from "./parts.js";
import { isProblem } from "./service.js";
import { SEATS, TEAMS, donneOf } from "./state.js";

export function donne(table) {
  const sheet = written(table);
  return [
    examples(table, "donne"),
    h("div", { class: "desk" }, form(table), score(table, sheet)),
    sheetOf(table, sheet),
  ];
}

/** The sheet as the service keeps it; `null` while nothing is written. */
function written({ state, bodies, service }) {
  if (state.donnes.length === 0) return null;
  const body = bodies.game();
  return { body, found: service.ruling(GAME, body) };
}

/** The score of this donne, after those on the sheet; `waiting` points come from before. */
function ruled(table, sheet) {
  const { bodies, service } = table;
  const waiting = sheet ? sheet.found?.carry_out : 0;
  const body = waiting === undefined ? null : bodies.score(waiting);
  const found = body && service.ruling(SCORE, body);
  if (!sheet || !found || isProblem(found)) return { waiting, body, found };
  return { waiting, ...inGame(table, body, found) };
}

/** The same once the sheet has its say: a game that is over, a pardon that was used before. */
function inGame({ state, bodies, service }, body, found) {
  const game = service.ruling(GAME, bodies.game([...state.donnes, donneOf(state)]));
  if (!game || isProblem(game)) return { body, found: game };
  const { scores } = game.rows.at(-1);
  if (TEAMS.every((team) => scores[team] === found.scores[team])) return { body, found };
  const spent = { ...body, belote: { ...body.belote, pardon_used: true } };
  return { body: spent, found: service.ruling(SCORE, spent) };
}

// What is counted -----------------------------------------------------------------------------

function form(table) {
  const { words, state } = table;
  const teams = TEAMS.map((team) => [team, words.names[team]]);
  const forms = ["points", "piles", "play"].map((one) => [one, words.say(`by_${one}`)]);
  return panel(
    words.say("donne"),
    { class: "form" },
    state.trump === null && h("p", { class: "notice" }, words.say("needs_trump")),
    choice(state, "takers", words.say("takers"), teams),
    choice(state, "form", words.say("counted_how"), forms),
    { points: byPoints, piles: byPiles, play: byPlay }[state.form](table, teams),
    belote(table, teams),
    settled(table),
  );
}

const teamNumbers = (table, prefix, label) =>
  h(
    "fieldset",
    { class: "numbers" },
    h("legend", {}, label),
    TEAMS.map((team) =>
      numberField(table.state[prefix + team], table.words.names[team], {
        "data-set": prefix + team,
      }),
    ),
  );

function byPoints(table, teams) {
  const { words, state } = table;
  return [
    teamNumbers(table, "points_", words.say("card_points")),
    choice(state, "last_trick", words.say("last_trick"), teams),
    teamNumbers(table, "tricks_", words.say("tricks_won")),
  ];
}

function byPiles(table, teams) {
  const { words, state } = table;
  const pileCard = (card) =>
    cardButton(table, card, {
      action: "pile",
      className: state.pile.includes(card) ? "serves" : "",
      "aria-pressed": String(state.pile.includes(card)),
    });
  return [
    h(
      "p",
      { class: "help" },
      words.say("pile_of", { team: words.names.NS }),
      " ",
      h("b", {}, words.say("pile_count", { count: state.pile.length })),
    ),
    wholePack(table, pileCard),
    choice(state, "last_trick", words.say("last_trick"), teams),
  ];
}

function belote({ words, state }, teams) {
  const holders = state.form === "play" ? [["NS", words.say("someone_said")]] : teams;
  const said = { belote: state.form === "play" && state.belote !== "none" ? "NS" : state.belote };
  return [
    choice(said, "belote", words.say("belote"), [["none", words.say("nobody_said")], ...holders]),
    state.belote !== "none" &&
      h(
        "div",
        { class: "row" },
        tick(state, "said", words.say("said_belote")),
        tick(state, "rebelote", words.say("said_rebelote")),
        state.rebelote === "no" && tick(state, "claimed", words.say("claimed_at_count")),
        state.rebelote === "no" && tick(state, "pardon_used", words.say("pardon_used")),
      ),
  ];
}

function settled(table) {
  const { words, state } = table;
  const ways = ["none", "points", "table"].map((one) => [one, words.say(`announcements_${one}`)]);
  return [
    choice(state, "announced", words.say("announcements_how"), ways),
    state.announced === "points" &&
      teamNumbers(table, "settled_", words.say("announcements_points")),
  ];
}

// The play ------------------------------------------------------------------------------------

function byPlay(table) {
  const { words, state, book, bodies, service } = table;
  if (SEATS.some((seat) => state[seat].length < book.hand_size)) {
    return h(
      "p",
      { class: "notice" },
      words.say("needs_deal"),
      " ",
      button(words.say("deal"), "deal"),
    );
  }
  if (state.trump === null) return null;
  const body = bodies.replay();
  const found = service.ruling(REPLAY, body);
  return [
    found && (isProblem(found) ? problem(table, found) : playing(table, found)),
    h(
      "p",
      { class: "row" },
      button(words.say("undo"), "undo", { disabled: state.played.length === 0 }),
      button(words.say("play_one"), "play-one", { disabled: found?.next === null }),
      button(words.say("play_on"), "play-on", { disabled: found?.next === null }),
      button(words.say("play_anew"), "restart", { disabled: state.played.length === 0 }),
    ),
    call(table, "replay", REPLAY, body, found),
  ];
}

function playing(table, found) {
  const { words, state } = table;
  const hands = SEATS.map((seat) => handOf(table, seat, found));
  const now = found.tricks.at(-1);
  return [
    h(
      "div",
      { class: "felt play" },
      hands,
      h(
        "div",
        { class: "plaque", "data-headline": true },
        found.next &&
          h("p", { class: "winner" }, words.say("next_is", { seat: words.names[found.next] })),
        h(
          "p",
          {},
          TEAMS.map((team) =>
            h("span", { class: "tally" }, words.names[team], " ", h("b", {}, found.points[team])),
          ),
        ),
        now && trickOf(table, now, found.tricks.length),
      ),
    ),
    publicReasons(table, found.explanation.slice(state.played.length ? -3 : 0)),
    found.irregularities.length > 0 && irregular(table, found.irregularities),
  ];
}

function handOf(table, seat, { next, legal }) {
  const { words, state, deck } = table;
  const left = state[seat].filter((card) => !state.played.includes(card));
  const may = (card) => seat === next && (legal ?? []).includes(deck.label(card));
  const name = (card) =>
    words.card(deck, card) + (seat === next && !may(card) ? `, ${words.say("not_this_way")}` : "");
  return h(
    "section",
    {
      class: `seat seat-${seat} ${seat === next ? "to-play" : ""}`,
      "aria-label": words.names[seat],
    },
    h("h2", {}, words.names[seat]),
    h(
      "ul",
      { class: "fan", "data-zone": seat },
      left.map((card) =>
        h(
          "li",
          {},
          cardButton(table, card, {
            action: "play",
            value: state.played.length,
            name: name(card),
            disabled: seat !== next,
            className: may(card) ? "legal" : "not-legal",
          }),
        ),
      ),
    ),
  );
}

function trickOf(table, { cards, winner, points }, number) {
  const { words, deck } = table;
  const trick = words.say("trick", { number });
  return h(
    "div",
    { class: "trick" },
    h(
      "p",
      {},
      winner ? words.labelled(trick, `${words.names[winner]}, ${words.points(points)}`) : trick,
    ),
    h(
      "ul",
      { class: "cross" },
      cards.map(({ seat, card }) =>
        h(
          "li",
          { class: `from-${seat} ${seat === winner ? "winning" : ""}` },
          shownCard(table, deck.card(card)),
        ),
      ),
    ),
  );
}

const irregular = ({ words }, found) =>
  h(
    "div",
    { class: "irregular" },
    h("h3", {}, words.say("irregularities")),
    h(
      "ul",
      {},
      found.map(({ trick, seat, card, legal }) =>
        h(
          "li",
          {},
          words.labelled(
            words.say("trick", { number: trick }),
            words.say("legal_was", { card, seat: words.names[seat], cards: legal.join(" ") }),
          ),
        ),
      ),
    ),
  );

// The score -----------------------------------------------------------------------------------

function score(table, sheet) {
  const { words, bodies, state } = table;
  const { waiting, body, found } = ruled(table, sheet);
  return panel(
    words.say("score"),
    { class: "score" },
    waiting > 0 && h("p", { class: "notice" }, words.say("waiting", { points: waiting })),
    !body && waiting !== undefined && h("p", {}, words.say(`needs_${state.form}`)),
    found && (isProblem(found) ? problem(table, found) : scored(table, found)),
    h(
      "p",
      { class: "row" },
      button(words.say("write_down"), "write", {
        "data-value": JSON.stringify(bodies.score(0)),
        disabled: !found || isProblem(found),
        class: "button main",
      }),
      button(words.say("all_passed"), "pass", { disabled: Boolean(sheet?.found?.winner) }),
    ),
    body && call(table, "score", SCORE, body, found),
  );
}

function scored(table, found) {
  const { words } = table;
  const by = (team) => (team ? words.names[team] : "–");
  const { outcome, capot, scores, lines, carry_out, irregularities, explanation } = found;
  const told = [
    words.table.outcome[outcome],
    capot && words.say("capot_of", { team: words.names[capot] }),
  ].filter(Boolean);
  return [
    h(
      "div",
      { class: `result ${outcome}`, "data-headline": true },
      h("p", { class: "outcome" }, told.join(", ")),
      h(
        "dl",
        {},
        TEAMS.map((team) =>
          h("div", {}, h("dt", {}, words.names[team]), h("dd", {}, scores[team])),
        ),
        carry_out > 0 && h("div", {}, h("dt", {}, words.say("carried")), h("dd", {}, carry_out)),
      ),
    ),
    publicReasons(table, explanation),
    grid(
      words.say("items_title"),
      ["item", "number_of_points", "counted_by", "marked_by"].map((key) => words.say(key)),
      lines.map(({ item, points, counted_by, marked_by, carried }) => [
        words.table.items[item],
        points,
        by(counted_by),
        carried ? words.say("carried") : by(marked_by),
      ]),
    ),
    found.announcements &&
      h(
        "details",
        {},
        h("summary", {}, words.say("announcements")),
        publicReasons(table, found.announcements.explanation),
      ),
    irregularities.length > 0 && irregular(table, irregularities),
    found.tricks && tricks(table, found.tricks),
  ];
}

const tricks = (table, played) =>
  h(
    "details",
    {},
    h("summary", {}, table.words.say("tricks")),
    h(
      "ol",
      { class: "tricks" },
      played.map((one, place) => h("li", {}, trickOf(table, one, place + 1))),
    ),
  );

// The sheet -----------------------------------------------------------------------------------

function sheetOf(table, sheet) {
  const { words, state, book } = table;
  const found = sheet?.found;
  return panel(
    words.sheet.title,
    { class: "sheet" },
    numberField(state.target ?? book.target, words.say("target"), { "data-set": "target" }),
    !sheet && h("p", {}, words.say("empty_sheet")),
    found && (isProblem(found) ? problem(table, found) : rowsOf(table, found)),
    h(
      "p",
      { class: "row" },
      button(words.say("print"), "print", { disabled: !sheet }),
      button(words.say("strike_out"), "strike", { disabled: !sheet }),
    ),
    sheet && call(table, "sheet", GAME, sheet.body, found),
  );
}

function rowsOf(table, { rows, totals, winner, notes, explanation }) {
  const { words } = table;
  const names = TEAMS.map((team) => words.names[team]);
  const columns = [
    words.sheet.donne,
    words.sheet.taker,
    ...names,
    words.sheet.notes,
    ...names.map((name) => `${words.say("running")}, ${name}`),
  ];
  const foot = [
    words.sheet.total,
    "",
    ...TEAMS.map((team) => totals[team]),
    noted(notes),
    "",
    "",
  ];
  return [
    winner && h("p", { class: "notice" }, words.say("team_wins", { team: words.names[winner] })),
    grid(
      words.sheet.title,
      columns,
      rows.map((row) => rowOf(table, row)),
      foot,
    ),
    h("div", { class: "unprinted" }, publicReasons(table, explanation.slice(-1))),
  ];
}

function rowOf({ words }, { number, takers, scores, running, notes }) {
  return [
    String(number),
    takers ? words.names[takers] : "–",
    ...TEAMS.map((team) => scores[team]),
    noted(notes),
    ...TEAMS.map((team) => running[team]),
  ];
}

/** The notes of a row, or of the totals, as the service words them. */
const noted = (notes) => notes.map(({ text }) => text).join(", ");
