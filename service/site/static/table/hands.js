// @ts-check
// The table's hands: cards at four seats, what each hand can announce, and whose announcements count.

import { COMPARE, RESOLVE, isSaid } from "./bodies.js";
import { CARDS, asHeld } from "./cards.js";
import { h } from "./dom.js";
import { examples } from "./examples.js";
import { cardButton, wholePack } from "./faces.js";
import {
  asking,
  button,
  called,
  grid,
  list,
  numberField,
  panel,
  problem,
  textField,
} from "./parts.js";
import { chief, reasons, wholeRuling } from "./reasons.js";
import { headline, steps } from "./referee.js";
import { unreadSeat } from "./gestures.js";
import { isProblem } from "./service.js";
import { KINDS, SEATS } from "./state.js";

export function hands(table) {
  const { found } = compared(table);
  const ruled = found && !isProblem(found) && !unreadSeat(table) ? found : null;
  return [
    examples(table),
    h("div", { class: "around" }, pack(table), felt(table, ruled)),
    ruled && ruling(table, ruled),
  ];
}

// The pack ------------------------------------------------------------------------------------

function pack(table) {
  const { words } = table;
  return panel(
    words.say("pack"),
    { class: "pack", "data-drop": "pack" },
    h(
      "p",
      { class: "row" },
      button(words.say("deal"), "deal"),
      button(words.say("clear"), "clear"),
    ),
    h(
      "p",
      { class: "help", id: "pack-help" },
      words.say("pack_help"),
      " ",
      h("span", { class: "by-mouse" }, words.say("pack_help_mouse")),
    ),
    h("p", { class: "whose" }, whose(table)),
    wholePack(table, (card) => packCard(table, card), { "aria-describedby": "pack-help" }),
    typed(table),
  );
}

/** Where the next card goes, and how many are there. */
function whose({ words, state, book }) {
  const { seat } = state;
  return [
    h("b", {}, words.say("give_to", { seat: words.names[seat] })),
    " · ",
    words.say("of_eight", { count: state[seat].length, size: book.hand_size }),
  ];
}

function packCard(table, card) {
  const { words, deck, state } = table;
  const seat = SEATS.find((one) => state[one].includes(card));
  const name = words.card(deck, card);
  return h(
    "span",
    { class: "place" },
    cardButton(table, card, {
      action: "give",
      className: seat ? "dealt" : "",
      name: seat ? words.say("with_seat", { card: name, seat: words.names[seat] }) : name,
    }),
    seat && h("span", { class: "holder", "aria-hidden": "true" }, shortOf(words.names[seat])),
  );
}

/** Cards of the second suit: the letter of the first is an "O" in one deck, like a zero in numbers. */
const EXAMPLE = CARDS.slice(11, 16);

/** A seat in two letters: one alone may look like a number, as "O" does. */
const shortOf = (name) => name.slice(0, 2);

function typed(table) {
  const { words, state } = table;
  const wrong = table.typed;
  return h(
    "form",
    { class: "typed", "data-submit": "type" },
    h(
      "label",
      {},
      h("span", {}, words.labelled(words.names[state.seat], words.say("paste").toLowerCase())),
      h("input", {
        name: "hand",
        type: "text",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        "data-key": "typed",
        placeholder: EXAMPLE.map((card) => table.deck.label(card)).join(" "),
      }),
    ),
    h("button", { class: "button", type: "submit" }, words.say("take_hand")),
    wrong && problem(table, wrong),
  );
}

// The seats -----------------------------------------------------------------------------------

function felt(table, ruled) {
  return h(
    "div",
    { class: "felt" },
    SEATS.map((seat) => seatOf(table, seat, ruled)),
    plaque(table, ruled),
  );
}

/** What became of the announcements of a seat: `counts`, `loses` or `void`; empty without any. */
function fateOf(ruled, seat) {
  const own = ruled ? ruled.rulings.filter((one) => one.seat === seat) : [];
  if (own.length === 0) return "";
  if (own.some(({ counted }) => counted)) return "counts";
  return own.some(({ verdict }) => verdict === "valid") ? "loses" : "void";
}

function seatOf(table, seat, ruled) {
  const { words, state, book, bodies, service } = table;
  const held = state[seat].length;
  const full = held === book.hand_size;
  const fate = fateOf(ruled, seat);
  const body = full && bodies.resolve(seat);
  const found = full && service.ruling(RESOLVE, body);
  called(table, `hand-${seat}`, RESOLVE, body, found);
  const marks =
    found && !isProblem(found) ? marksOf(table, found) : { of: () => "", twice: new Set() };
  return h(
    "section",
    {
      class: `seat seat-${seat} ${fate} ${held ? "" : "vacant"}`,
      "data-drop": seat,
      "aria-labelledby": `seat-${seat}`,
    },
    h(
      "h2",
      { id: `seat-${seat}` },
      h(
        "label",
        { class: "chair" },
        h("input", {
          type: "radio",
          name: "seat",
          value: seat,
          "data-set": "seat",
          checked: state.seat === seat,
          "aria-label": words.say("give_to", { seat: words.names[seat] }),
        }),
        h("span", {}, words.names[seat]),
      ),
      fate && h("b", { class: "fate" }, words.table.chip[fate]),
      held > 0 &&
        !full &&
        h("small", {}, words.say("of_eight", { count: held, size: book.hand_size })),
    ),
    h(
      "ul",
      { class: "fan", "data-zone": seat },
      asHeld(state[seat], state.trump).map((card) => h("li", {}, heldCard(table, card, marks))),
    ),
    found && (isProblem(found) ? problem(table, found) : verdictOf(table, found)),
    saying(table, seat),
  );
}

function heldCard(table, card, marks) {
  const { words, deck } = table;
  const twice = marks.twice.has(card) ? `, ${words.say("wanted_twice")}` : "";
  return cardButton(table, card, {
    action: "take",
    className: marks.of(card) + (twice && " twice"),
    name: words.say("take_back", { card: words.card(deck, card) }) + twice,
  });
}

/** Which announcement of the best choice a card serves, and whether two would want it. */
function marksOf({ deck }, { best, clashes }) {
  const serving = new Map(
    best.announcements.flatMap(({ cards }, place) =>
      cards.map((label) => [deck.card(label), place]),
    ),
  );
  return {
    of: (card) => (serving.has(card) ? `serves serves-${serving.get(card)}` : ""),
    twice: new Set(clashes.map(({ card }) => deck.card(card))),
  };
}

function verdictOf(table, { best, alternatives, clashes, belote, explanation }) {
  const { words, deck } = table;
  const lines = (selections) =>
    selections.map((one) =>
      h("li", {}, words.selection(deck, one), ", ", words.points(one.points)),
    );
  return h(
    "div",
    { class: "verdict" },
    h(
      "p",
      { class: "best" },
      best.announcements.length
        ? [words.selection(deck, best), h("b", {}, words.points(best.points))]
        : words.say("nothing"),
    ),
    belote && h("p", { class: "belote" }, words.say("has_belote")),
    h(
      "details",
      {},
      h("summary", {}, words.say("why")),
      reasons(table, explanation),
      alternatives.length > 0 && [
        h("h3", {}, words.say("other_choices")),
        h("ul", {}, lines(alternatives)),
      ],
      clashes.length > 0 && [
        h("h3", {}, words.say("clashes")),
        h(
          "ul",
          {},
          clashes.map((one) => h("li", {}, clashText(table, one))),
        ),
      ],
    ),
  );
}

const clashText = ({ words, deck }, { card, carre, sequence }) =>
  words.say("clash", {
    card: words.card(deck, deck.card(card)),
    carre: words.announcement(deck, carre),
    sequence: words.announcement(deck, sequence),
  });

// What is declared ----------------------------------------------------------------------------

function saying(table, seat) {
  const { words, state } = table;
  const field = `says_${seat}`;
  const options = ["best", "nothing", "these"].map((one) => [one, words.say(`says_${one}`)]);
  return h(
    "div",
    { class: "saying" },
    list(state, field, words.say("announces"), options, {
      "aria-label": words.labelled(words.names[seat], words.say("announces")),
    }),
    state[field] === "these" && [
      state[`declared_${seat}`].map((one, place) => declarationOf(table, seat, one, place)),
      state[`declared_${seat}`].length < 8 &&
        button(words.say("add_declaration"), "declare", {
          "data-value": seat,
          class: "button small",
        }),
    ],
  );
}

function declarationOf(table, seat, said, place) {
  const { words, deck } = table;
  const at = (field) => ({ "data-declared": field, "data-seat": seat, "data-place": place });
  const kinds = ["", ...KINDS].map((kind) => [
    kind,
    kind ? words.names[kind] : words.say("not_said"),
  ]);
  const numbers = Array.from({ length: 8 }, (_, one) => [String(one + 1), String(one + 1)]);
  return h(
    "fieldset",
    { class: "declaration" },
    h("legend", {}, words.say("declaration", { number: place + 1 })),
    list(said, "kind", words.say("kind"), kinds, { "data-set": null, ...at("kind") }),
    numberField(table, said.points, words.say("value"), at("points")),
    textField(
      table,
      said.cards.map((card) => deck.label(card)).join(" "),
      words.say("cards"),
      at("cards"),
      { className: "wide", spellcheck: "false" },
    ),
    list(said, "with_card", words.say("with_card"), numbers, {
      "data-set": null,
      ...at("with_card"),
    }),
    h(
      "label",
      { class: "tick" },
      h("input", { type: "checkbox", checked: said.shown === "no", ...at("shown") }),
      h("span", {}, words.say("would_not_show")),
    ),
    button(words.say("remove"), "withdraw", {
      "data-seat": seat,
      "data-place": place,
      class: "button small",
    }),
  );
}

// The comparison ------------------------------------------------------------------------------

/** What stands in the middle of the table: who wins, and by what. */
function plaque(table, ruled) {
  const { words } = table;
  const unread = unreadSeat(table);
  if (unread) {
    return h(
      "div",
      { class: "plaque", "data-headline": true },
      h("p", {}, words.labelled(words.names[unread], words.say("mend_declaration"))),
    );
  }
  const { body, found } = compared(table);
  if (!body) {
    const missing = table.state.trump === null ? "choose_trump" : "put_cards";
    return h("div", { class: "plaque", "data-headline": true }, h("p", {}, words.say(missing)));
  }
  if (!found) return h("div", { class: "plaque" }, asking(table));
  if (isProblem(found)) return h("div", { class: "plaque" }, problem(table, found));
  return h(
    "div",
    { class: `plaque ${ruled.winner ?? ""}`, "data-headline": true },
    h("p", { class: "winner" }, headline(table, ruled)),
  );
}

function compared(table) {
  const body = table.bodies.compare();
  const found = body && table.service.ruling(COMPARE, body);
  called(table, "comparison", COMPARE, body, found);
  return { body, found };
}

/** Why in two or three sentences, and all the rest folded; the felt says who wins. */
const ruling = (table, ruled) =>
  panel(
    table.words.say("why"),
    { class: "ruling" },
    reasons(table, chief(ruled.explanation, ruled.rulings)),
    wholeRuling(
      table,
      ruled.explanation,
      ruled.steps.length > 0 && steps(table, ruled.steps),
      ruled.rulings.length > 0 && declaredTable(table, ruled.rulings),
    ),
  );

function declaredTable(table, rulings) {
  const { words, deck, state } = table;
  const what = ({ announcement, seat, index }) =>
    announcement
      ? `${words.announcement(deck, announcement)}, ${announcement.points}`
      : (words.names[state[`declared_${seat}`].filter(isSaid)[index]?.kind] ?? "–");
  return grid(
    words.say("declared"),
    [words.say("who"), words.say("announcements"), words.say("verdict")],
    rulings.map((one) => [
      words.names[one.seat],
      what(one),
      [words.say(one.verdict), ", ", words.say(one.counted ? "counted" : "not_counted")],
    ]),
  );
}
