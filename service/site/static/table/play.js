// @ts-check
// The table's play: the tricks card by card with what was said, or the piles; and the score of the
// donne from them.

import { acting, actorOf, dues } from "./acting.js";
import { AUDIT } from "./bodies.js";
import { asHeld } from "./cards.js";
import { h } from "./dom.js";
import { cardButton, shownCard, wholePack } from "./faces.js";
import { stepsOf } from "./log.js";
import { lastStep, lastWords, latest, logOf, markOf } from "./log-view.js";
import { asking, button, called, choice, fold, grid, panel, problem, tick } from "./parts.js";
import { publicReasons, wholeRuling } from "./reasons.js";
import { headline } from "./referee.js";
import { inHand, mayWrite } from "./scoring.js";
import { isProblem } from "./service.js";
import { noted } from "./sheet.js";
import { SEATS, TEAMS } from "./state.js";

export const play = (table) => h("div", { class: "desk" }, form(table), score(table));

// What is counted -----------------------------------------------------------------------------

function form(table) {
  const { words, state } = table;
  const teams = TEAMS.map((team) => [team, words.team(state, team)]);
  const forms = ["play", "piles"].map((one) => [one, words.say(`by_${one}`)]);
  return panel(
    words.say("play_or_piles"),
    { class: "form" },
    h("div", { class: "bare" }, choice(state, "form", words.say("counted_how"), forms)),
    state.form === "piles" ? byPiles(table, teams) : byPlay(table),
    choice(state, "takers", words.say("taker"), teams),
    toldOtherwise(table, teams),
  );
}

/** Belote and announcements of the whole donne, where they are not noted card by card. */
function toldOtherwise(table, teams) {
  const { words, state } = table;
  const told = [belote(table, teams), announced(table)];
  if (state.form === "piles") return told;
  if (state.events.length > 0) return null;
  const open = state.belote !== "" || state.announced !== "";
  return fold(words.say("told_otherwise"), { class: "told-otherwise", open }, told);
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
  const byCards = state.form === "play";
  const holders = byCards ? [["NS", words.say("someone_said")]] : teams;
  const chosen = byCards && TEAMS.includes(state.belote) ? "NS" : state.belote;
  return [
    choice({ belote: chosen }, "belote", words.say("belote"), [
      ["", words.say("not_told")],
      ["none", words.say("nobody_said")],
      ...holders,
    ]),
    TEAMS.includes(state.belote) &&
      h(
        "div",
        { class: "row" },
        tick(state, "said", words.say("said_belote")),
        tick(state, "rebelote", words.say("said_rebelote")),
        state.rebelote === "no" && tick(state, "claimed", words.say("claimed_at_count")),
      ),
  ];
}

function announced({ words, state }) {
  const ways = [
    ["", words.say("announcements_none")],
    ["table", words.say("announcements_table")],
  ];
  return choice(state, "announced", words.say("announcements"), ways);
}

// The play ------------------------------------------------------------------------------------

function byPlay(table) {
  const { words, state, book } = table;
  if (SEATS.some((seat) => state[seat].length < book.hand_size)) {
    return h(
      "p",
      { class: "notice" },
      words.say("needs_deal"),
      " ",
      button(words.say("deal"), "deal"),
    );
  }
  if (state.trump === null) return h("p", { class: "notice" }, words.say("needs_trump"));
  const found = heard(table);
  const begun = stepsOf(state) > 0;
  const over = Boolean(found && !isProblem(found) && !found.next);
  return [
    !found && asking(table),
    found && (isProblem(found) ? problem(table, found) : playing(table, found)),
    h(
      "p",
      { class: "row moves" },
      button(words.say("play_back"), "unplay", { disabled: !begun }),
      button(words.say("play_one"), "play-one", { disabled: over }),
      button(words.say("play_on"), "play-on", { disabled: over }),
      button(words.say("play_anew"), "restart", { disabled: !begun }),
    ),
    found && !isProblem(found) && [logOf(table, found), wholeRuling(table, found.explanation)],
  ];
}

/**
 * What the service says of the play so far, and of how many steps; while it is asked, what it said
 * before the last one, so that the table stays in place. A tap counts only where it saw all steps.
 */
function heard(table) {
  const { state, bodies, service } = table;
  const body = bodies.audit();
  const found = service.ruling(AUDIT, body);
  called(table, "audit", AUDIT, body, found);
  const steps = stepsOf(state);
  if (found || steps === 0) return found && { ...found, steps };
  const before = service.ruling(AUDIT, bodies.auditBefore());
  return before && !isProblem(before) ? { ...before, steps: steps - 1 } : null;
}

const playing = (table, found) => [
  h(
    "div",
    { class: "felt play" },
    SEATS.map((seat) => handOf(table, seat, found)),
    plaque(table, found),
    acting(table, found),
  ),
  latest(table, found),
];

/** Who is next or what is decided, the points so far, what is due, and the trick. */
function plaque(table, found) {
  const { words, bodies, state } = table;
  const { next, points, announcements, tricks: played, steps } = found;
  if (steps < stepsOf(state)) return h("div", { class: "plaque" }, asking(table));
  const decided = bodies.isLogged() && (inHand(table).decision ?? found.decision);
  const now = played.at(-1);
  const said = lastWords(table);
  const mark = (label) => markOf(table, found, label);
  return h(
    "div",
    { class: "plaque", "data-headline": true },
    next && h("p", { class: "winner" }, words.say("next_is", { seat: words.names[next.seat] })),
    decided && h("p", { class: "winner" }, decided.text),
    h(
      "p",
      {},
      TEAMS.map((team) =>
        h("span", { class: "tally" }, words.names[team], " ", h("b", {}, points[team])),
      ),
    ),
    announcements &&
      announcements.rulings.length > 0 &&
      h(
        "p",
        { class: "announced" },
        words.labelled(words.say("announcements"), headline(table, announcements)),
      ),
    dues(table, found),
    !(now && said) && h("p", { class: said ? "" : "unseen" }, lastStep(table)),
    now && trickOf(table, now, played.length, { mark, said }),
  );
}

function handOf(table, seat, found) {
  const { words, state, deck, ui } = table;
  const { next } = found;
  const acts = actorOf(table, found) === seat;
  const isNext = next?.seat === seat;
  const held = asHeld(state[seat], state.trump);
  const left = held.filter((card) => !state.played.includes(card));
  const may = (card) => isNext && (next.legal ?? []).includes(deck.label(card));
  const toPlay = (card) =>
    cardButton(table, card, {
      action: "play",
      value: found.steps,
      name: words.card(deck, card) + (isNext && !may(card) ? `, ${words.say("not_this_way")}` : ""),
      disabled: !acts,
      className: may(card) ? "legal" : "not-legal",
    });
  const toShow = (card) =>
    cardButton(table, card, {
      action: "pick-card",
      className: ui.showing.includes(card) ? "serves" : "",
      "aria-pressed": String(ui.showing.includes(card)),
    });
  const shows = acts && ui.showing;
  return h(
    "section",
    {
      class: `seat seat-${seat} ${isNext ? "to-play" : ""} ${acts ? "acts" : ""}`,
      "aria-label": words.names[seat],
    },
    h("h2", {}, words.names[seat]),
    h(
      "ul",
      { class: "fan", "data-zone": seat },
      (shows ? held : left).map((card) => h("li", {}, shows ? toShow(card) : toPlay(card))),
    ),
  );
}

/** @type {(label: string) => string} */
const UNMARKED = () => "";

/**
 * A trick; `mark` says what was found about a card of it, where something was, and `said` what was
 * said since its last card.
 */
function trickOf(table, { cards, winner, points }, number, { mark = UNMARKED, said = "" } = {}) {
  const { words, deck } = table;
  const trick = words.say("trick", { number });
  return h(
    "div",
    { class: "trick" },
    h(
      "p",
      {},
      winner ? words.labelled(trick, `${words.names[winner]}, ${words.points(points)}`) : trick,
      said && ` · ${said}`,
    ),
    h(
      "ul",
      { class: "cross" },
      cards.map(({ seat, card }) =>
        h(
          "li",
          { class: `from-${seat} ${seat === winner ? "winning" : ""}` },
          shownCard(table, deck.card(card)),
          mark(card) && h("em", {}, mark(card)),
        ),
      ),
    ),
  );
}

const faults = ({ words }, found) =>
  h(
    "div",
    { class: "faults" },
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

function score(table) {
  const { words, state } = table;
  if (state.form === "count") return null;
  const hand = inHand(table);
  const { missing, game, row, found, decision } = hand;
  const wrong = [game, found].find((one) => one && isProblem(one));
  return panel(
    words.say("score"),
    { class: "score" },
    row && noted(row).length > 0 && h("p", { class: "notice" }, noted(row).join(", ")),
    missing && h("p", {}, words.say(`needs_${missing}`)),
    !missing && !wrong && !found && asking(table),
    wrong && problem(table, wrong),
    !wrong && found && scored(table, found, decision ?? found),
    h(
      "p",
      { class: "row" },
      button(words.say(state.editing === null ? "write_down" : "write_correction"), "write", {
        "data-value": state.donnes.length,
        disabled: !mayWrite(hand),
        class: "button main",
      }),
    ),
  );
}

/** What is `written`, and how it comes of the play; a donne that was lost is written otherwise. */
function scored(table, found, written) {
  const { words } = table;
  const { scores, carry_out, kind, text } = written;
  const lost = kind === "donne_lost";
  return [
    h(
      "div",
      { class: `result ${lost ? "" : found.outcome}`, "data-headline": true },
      h("p", { class: "outcome" }, lost ? text : outcomeText(table, found)),
      h(
        "dl",
        {},
        TEAMS.map((team) =>
          h("div", {}, h("dt", {}, words.names[team]), h("dd", {}, scores[team])),
        ),
        carry_out > 0 && h("div", {}, h("dt", {}, words.say("carried")), h("dd", {}, carry_out)),
      ),
    ),
    lost
      ? fold(words.say("as_played"), { "data-key": "as-played" }, asPlayed(table, found))
      : asPlayed(table, found),
  ];
}

function outcomeText({ words }, { outcome, capot }) {
  const team = capot && words.say("capot_of", { team: words.names[capot] });
  return [words.table.outcome[outcome], team].filter(Boolean).join(", ");
}

/** Why the donne counts what it does, line by line and trick by trick. */
function asPlayed(table, found) {
  const { words, bodies } = table;
  const by = (team) => (team ? words.names[team] : "–");
  const { lines, irregularities, explanation } = found;
  return [
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
    irregularities.length > 0 && !bodies.isLogged() && faults(table, irregularities),
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
