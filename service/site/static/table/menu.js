// @ts-check
// What is chosen seldom: the games, the rules, the cards, how the page looks and speaks.

import { GAME, Bodies } from "./bodies.js";
import { h } from "./dom.js";
import { houseRules } from "./house-rules.js";
import { button, choice, list, panel } from "./parts.js";
import { isProblem } from "./service.js";
import { TEAMS, fromLink } from "./state.js";

export function menu(page) {
  const { words } = page;
  return h(
    "div",
    { class: "menu" },
    panel(words.say("games"), { class: "games" }, games(page)),
    panel(words.say("rules"), { class: "rules" }, houseRules(page)),
    panel(words.say("cards_and_page"), { class: "cards-page" }, cards(page), looks(page)),
  );
}

// Games -------------------------------------------------------------------------------------------

function games(page) {
  const { words, state, store } = page;
  const others = store.games.filter((one) => one.id !== state.game && one.lines > 0);
  return [
    h(
      "p",
      { class: "row" },
      button(words.say("new_game"), "new-game", { class: "button main" }),
      button(words.say("copy_link"), "copy", { "data-value": "link" }),
    ),
    others.length > 0 && [
      h("h3", {}, words.say("kept_games")),
      h(
        "ul",
        { class: "kept" },
        others.map((one) => h("li", { "data-key": one.id }, kept(page, one))),
      ),
    ],
  ];
}

/** A kept game: who has how much, when it was played, and two things to do with it. */
function kept({ words, decks, book, service }, { id, link, at }) {
  const state = fromLink(link, words.home, decks);
  const found = service.ruling(GAME, new Bodies(state, decks, book).game());
  const totals = found && !isProblem(found) ? found.totals : null;
  const teams = TEAMS.map((team) => `${words.team(state, team)} ${totals?.[team] ?? "…"}`);
  const day = new Date(at).toLocaleDateString(words.language, { day: "numeric", month: "long" });
  return [
    h("span", {}, h("b", {}, teams.join(" · ")), " ", h("small", {}, day)),
    h(
      "span",
      { class: "row" },
      button(words.say("take_up"), "take-up", { "data-value": id }),
      button(words.say("forget"), "forget", { "data-value": id }),
    ),
  ];
}

// Cards and looks ---------------------------------------------------------------------------------

function cards({ words, state, book, deck }) {
  const names = [...new Set(book.decks.map((one) => one.deck))];
  const notations = book.decks
    .filter((one) => one.deck === deck.deck)
    .map(({ notation, ranks, suits }) => [notation, [...ranks.slice(4), "·", ...suits].join(" ")]);
  return [
    choice(
      state,
      "deck",
      words.say("deck"),
      names.map((name) => [name, words.decks[name].name]),
    ),
    deck.notation && list(state, "notation", words.say("notation"), notations),
  ];
}

function looks({ words, store, languages }) {
  const themes = [
    ["", words.say("theme_auto")],
    ["light", words.say("theme_light")],
    ["dark", words.say("theme_dark")],
  ];
  return [
    choice({ theme: store.theme }, "theme", words.say("theme"), themes, "prefer"),
    choice(
      { language: words.language },
      "language",
      words.say("language"),
      Object.entries(languages),
      "prefer",
    ),
    h("p", { class: "row" }, button(words.say("print"), "print")),
  ];
}
