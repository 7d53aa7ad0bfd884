// @ts-check
// The first view: what each team announces, told by taps without a hand or a code, and whose counts.

import { COMPARE, toldBySeat } from "./bodies.js";
import { fan, suitMark } from "./faces.js";
import { h } from "./dom.js";
import { asking, button, called, developers, grid, list, problem, trumps } from "./parts.js";
import { chief, reasons, wholeRuling } from "./reasons.js";
import { isProblem } from "./service.js";
import { KINDS, OTHER, PARTNERS, SEATS, TEAMS } from "./state.js";

export function referee(page) {
  const { bodies, service } = page;
  const body = bodies.dispute();
  const found = body && service.ruling(COMPARE, body);
  called(page, "dispute", COMPARE, body, found);
  const winner = found?.winner;
  return [
    h(
      "div",
      { class: `felt referee ${winner ? `won-${winner}` : ""}` },
      trumps(page),
      plaque(page, body, found),
      TEAMS.map((team) => side(page, team, found)),
      picker(page),
    ),
    found && !isProblem(found) && why(page, found),
    developers(page),
  ];
}

// The ruling --------------------------------------------------------------------------------------

function plaque(page, body, found) {
  const { words, state } = page;
  if (!body) {
    const step = state.trump === null ? "choose_trump" : "tap_announcements";
    return h(
      "div",
      { class: "plaque", "data-headline": true },
      h("p", { class: "question" }, words.say("whose_counts")),
      h("p", {}, words.say(step)),
    );
  }
  if (!found) return h("div", { class: "plaque" }, asking(page));
  if (isProblem(found)) {
    const another = button(words.say("new_dispute"), "dispute");
    return h("div", { class: "plaque" }, problem(page, found), another);
  }
  return h(
    "div",
    { class: `plaque ${found.winner ?? "level"}`, "data-headline": true },
    h("p", { class: "winner" }, headline(page, found)),
    h(
      "div",
      { class: "won-cards" },
      found.revealed.map(({ announcement }) => fan(page, cardsOf(page, announcement))),
    ),
  );
}

/** The ruling in one sentence. */
export function headline(page, { winner, points, decided_by, rulings = [] }) {
  const { words, state } = page;
  const how = words.table.decided[decided_by];
  if (!winner) return words.labelled(words.say("nobody_marks"), how);
  const team = words.team(state, winner);
  const against = rulings.filter(({ seat }) => PARTNERS[OTHER[winner]].includes(seat));
  const said = decided_by === "unopposed" && fallen(page, against);
  return words.say("marks", { team, points: points[winner], how: said || how });
}

/** That announcements are void, and why, as the service rules; empty where there were none. */
function fallen({ words }, rulings) {
  if (rulings.length === 0) return "";
  const all = new Set(rulings.map(({ reason }) => words.voids[reason]));
  const key = rulings.length > 1 ? "others_void" : "other_void";
  return words.say(key, { reasons: [...all].join(", ") });
}

const cardsOf = ({ deck }, { cards }) => cards.map((label) => deck.card(label));

/** The second and the third level: why in two or three sentences, and all the rest folded. */
function why(page, found) {
  const { words } = page;
  return h(
    "section",
    { class: "panel why" },
    h("h2", {}, words.say("why")),
    found.decided_by === "first_speaker" && whoSpokeFirst(page),
    reasons(page, chief(found.explanation, found.rulings)),
    wholeRuling(page, found.explanation, found.steps.length > 0 && steps(page, found.steps)),
    h(
      "p",
      { class: "row" },
      button(words.say("count_this"), "show", { "data-value": "scorer", class: "button main" }),
      button(words.say("new_dispute"), "dispute"),
      button(words.say("share"), "share", { "data-value": "ruling" }),
    ),
  );
}

/** Who dealt, and so who spoke first, where that decides; taps on announcements say who made them. */
const whoSpokeFirst = ({ words, state }) =>
  h(
    "div",
    { class: "notice" },
    list(
      state,
      "dealer",
      words.say("dealer"),
      SEATS.map((seat) => [seat, words.labelled(words.names[seat], words.table.person[seat])]),
    ),
    h("p", {}, words.say("tell_speakers")),
  );

export function steps({ words, state }, asked) {
  const value = (one) => (typeof one === "boolean" ? words.say(one ? "yes" : "no") : (one ?? "–"));
  return grid(
    words.say("steps"),
    [words.say("step"), ...TEAMS.map((team) => words.team(state, team))],
    asked.map((one) => [
      words.table.criteria[one.criterion],
      ...TEAMS.map((team) => value(one[team])),
    ]),
  );
}

// The two sides -----------------------------------------------------------------------------------

function side(page, team, found) {
  const { words, state, ui } = page;
  return h(
    "section",
    { class: `side side-${team}`, "aria-labelledby": `side-${team}` },
    h(
      "h2",
      { id: `side-${team}` },
      words.team(state, team),
      " ",
      h("small", {}, words.names[team]),
    ),
    h(
      "ul",
      { class: "chips" },
      state[`told_${team}`].map((said, place) => h("li", {}, chip(page, team, place, said, found))),
    ),
    h(
      "div",
      {
        class: "kinds",
        role: "group",
        "aria-label": words.say("add_for", { team: words.team(state, team) }),
      },
      KINDS.map((kind) =>
        button([words.names[kind], h("small", {}, sizeOf(page, kind))], "pick", {
          class: "button kind",
          "data-team": team,
          "data-kind": kind,
          "aria-expanded": String(ui.picking?.team === team && ui.picking.kind === kind),
        }),
      ),
    ),
  );
}

/** How many cards a kind of announcement has. */
function sizeOf({ words, book }, kind) {
  const lengths = lengthsOf(book, kind);
  if (lengths.length === 0) return words.say("all_four");
  const cards = Math.min(...lengths);
  return words.say(lengths.length > 1 ? "or_more" : "in_a_row", { cards });
}

/** What the service says of an announcement: its verdict, or what is wrong with it. */
function verdictOn({ state }, found, team, place) {
  if (!found) return null;
  const [seat, index] = Object.entries(toldBySeat(state))
    .map(([one, all]) => [one, all.findIndex((at) => at.team === team && at.place === place)])
    .find(([, at]) => at !== -1);
  if (!isProblem(found))
    return found.rulings.find((one) => one.seat === seat && one.index === index);
  const at = `#/declared/${seat}`;
  const isHere = (pointer) => [at, `${at}/${index}`].includes(pointer);
  return found.errors?.find(({ pointer, params }) => isHere(pointer) || isHere(params?.first));
}

/** An announcement as a player calls it: "tierce K♥". */
function chip(page, team, place, said, found) {
  const { words, deck, ui } = page;
  const verdict = verdictOn(page, found, team, place);
  const open = ui.chip?.team === team && ui.chip.place === place;
  const how = standing(verdict, found);
  const note = noteOn(page, said, how, verdict);
  return h(
    "button",
    {
      type: "button",
      class: `chip ${how}`,
      "data-do": "chip",
      "data-team": team,
      "data-place": place,
      "aria-expanded": String(open),
      "aria-label": [spoken(page, said), note].filter(Boolean).join(", "),
    },
    h(
      "b",
      {},
      words.names[said.kind],
      " ",
      deck.ranks[said.top],
      said.suit !== null && suitMark(deck, said.suit),
    ),
    note && h("small", {}, note),
  );
}

function spoken({ words, deck }, { kind, top, suit }) {
  const letter = suit === null ? null : deck.suits[suit];
  return words.announcement(deck, { kind, top: deck.ranks[top], suit: letter });
}

/** How an announcement stands: where nobody wins, no valid one is beaten. */
function standing(verdict, found) {
  if (!verdict) return "";
  if ("code" in verdict) return "to_mend";
  if (verdict.verdict === "void") return "void";
  if (verdict.counted) return "counts";
  return found.winner ? "loses" : "level";
}

/**
 * What stands under an announcement: how many cards it has where that is not plain from its name, a
 * fault, or that it does not count and why.
 */
function noteOn({ words, book }, { kind, length, with_card, shown }, how, verdict) {
  const lengths = lengthsOf(book, kind);
  const cards = length ?? Math.min(...lengths);
  const ruled = how === "void" && verdict.reason;
  const objections = [
    with_card > 1 && ruled !== "late" && words.say("late"),
    shown === "no" && ruled !== "not_shown" && words.say("not_shown"),
  ];
  const size = lengths.length > 1 && words.say("in_a_row", { cards });
  return [size, words.table.chip[how], words.voids[ruled], ...objections]
    .filter(Boolean)
    .join(", ");
}

// What is picked ----------------------------------------------------------------------------------

function picker(page) {
  const { ui, state } = page;
  if (ui.picking) return picking(page, ui.picking);
  const said = ui.chip && state[`told_${ui.chip.team}`][ui.chip.place];
  return said ? details(page, ui.chip, said) : h("div", { class: "picker", hidden: true });
}

function picking(page, { team, kind, top, suit }) {
  const { words, deck, state } = page;
  const title = words.labelled(words.team(state, team), words.names[kind]);
  const { suits } = words.decks[deck.deck];
  const rankButton = (rank) =>
    pickButton(
      "pick-top",
      rank,
      top === rank,
      words.decks[deck.deck].ranks[rank],
      deck.ranks[rank],
    );
  return h(
    "div",
    { class: `picker for-${team}`, role: "group", "aria-label": title, "data-key": "picking" },
    h(
      "p",
      { class: "picker-title" },
      h("b", {}, title),
      button(words.say("cancel"), "done", { class: "button small" }),
    ),
    h(
      "div",
      { class: "ranks" },
      h("span", { class: "label" }, words.say(kind === "carre" ? "of_what" : "to_what")),
      h(
        "div",
        { class: `keys of-${topsOf(page, kind).length}` },
        topsOf(page, kind).map(rankButton),
      ),
    ),
    kind !== "carre" &&
      h(
        "div",
        { class: "suits" },
        deck.suits.map((_, one) =>
          pickButton("pick-suit", one, suit === one, suits[one], suitMark(deck, one)),
        ),
      ),
  );
}

const pickButton = (action, value, pressed, name, text) =>
  h(
    "button",
    {
      type: "button",
      class: "toggle",
      "data-do": action,
      "data-value": value,
      "aria-pressed": String(pressed),
      "aria-label": name,
    },
    text,
  );

/** The ranks that an announcement of a kind can end at, high to low: a sequence has its length. */
function topsOf({ deck, book }, kind) {
  const lengths = lengthsOf(book, kind);
  const shortest = lengths.length > 0 ? Math.min(...lengths) : 1;
  return deck.ranks
    .map((_, rank) => rank)
    .slice(shortest - 1)
    .reverse();
}

const lengthsOf = ({ announcements }, kind) =>
  announcements.sequences.filter((one) => one.kind === kind).map(({ length }) => length);

/** What the table may have to say of an announcement: by whom, how long, too late, not shown. */
function details(page, { team, place }, said) {
  const { words, book } = page;
  const lengths = lengthsOf(book, said.kind).filter((length) => length <= said.top + 1);
  const amend = (name, value, text, pressed) =>
    h(
      "button",
      {
        type: "button",
        class: "toggle",
        "data-do": "amend",
        "data-team": team,
        "data-place": place,
        "data-name": name,
        "data-value": value,
        "aria-pressed": String(pressed),
      },
      text,
    );
  return h(
    "div",
    {
      class: `picker for-${team}`,
      role: "group",
      "aria-label": spoken(page, said),
      "data-key": "details",
    },
    h(
      "p",
      { class: "picker-title" },
      h("b", {}, spoken(page, said)),
      button(words.say("ready"), "done", { class: "button small" }),
    ),
    row(
      words.say("by"),
      PARTNERS[team].map((seat) =>
        amend(
          "seat",
          seat,
          [words.table.person[seat], h("small", {}, words.names[seat])],
          said.seat === seat,
        ),
      ),
    ),
    lengths.length > 1 &&
      row(
        words.say("how_long"),
        lengths.map((length) =>
          amend("length", length, String(length), (said.length ?? lengths[0]) === length),
        ),
      ),
    row(words.say("objection"), [
      amend("with_card", said.with_card > 1 ? 1 : 2, words.say("late"), said.with_card > 1),
      amend(
        "shown",
        said.shown === "no" ? "yes" : "no",
        words.say("not_shown"),
        said.shown === "no",
      ),
      button(words.say("remove"), "remove", { "data-team": team, "data-place": place }),
    ]),
  );
}

const row = (label, buttons) =>
  h("div", { class: "option-row" }, h("span", { class: "label" }, label), buttons);
