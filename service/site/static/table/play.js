// @ts-check
// The table's play: the tricks card by card or the piles, and the score of the donne from them.

import { REPLAY } from "./bodies.js";
import { h } from "./dom.js";
import { cardButton, shownCard, wholePack } from "./faces.js";
import { asking, button, called, choice, grid, panel, problem, tick } from "./parts.js";
import { publicReasons } from "./reasons.js";
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
    choice(state, "takers", words.say("taker"), teams),
    choice(state, "form", words.say("counted_how"), forms),
    state.form === "piles" ? byPiles(table, teams) : byPlay(table),
    belote(table, teams),
    announced(table),
  );
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
  if (state.trump === null) return h("p", { class: "notice" }, words.say("needs_trump"));
  const body = bodies.replay();
  const found = service.ruling(REPLAY, body);
  called(table, "replay", REPLAY, body, found);
  return [
    found && (isProblem(found) ? problem(table, found) : playing(table, found)),
    h(
      "p",
      { class: "row" },
      button(words.say("play_back"), "unplay", { disabled: state.played.length === 0 }),
      button(words.say("play_one"), "play-one", { disabled: found?.next === null }),
      button(words.say("play_on"), "play-on", { disabled: found?.next === null }),
      button(words.say("play_anew"), "restart", { disabled: state.played.length === 0 }),
    ),
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
    found.irregularities.length > 0 && faults(table, found.irregularities),
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
  const { missing, game, row, found } = hand;
  const wrong = [game, found].find((one) => one && isProblem(one));
  return panel(
    words.say("score"),
    { class: "score" },
    row && noted(row).length > 0 && h("p", { class: "notice" }, noted(row).join(", ")),
    missing && h("p", {}, words.say(`needs_${missing}`)),
    !missing && !wrong && !found && asking(table),
    wrong && problem(table, wrong),
    !wrong && found && scored(table, found),
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
    irregularities.length > 0 && faults(table, irregularities),
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
