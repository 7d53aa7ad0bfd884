// @ts-check
// Tables worth a look, most of them from the documents, as links in international letters; each is
// shown in the cards and letters that the reader chose.

import { h } from "./dom.js";
import { button } from "./parts.js";
import { asLink, fromLink } from "./state.js";

const EXAMPLES = {
  announcements: {
    two_wants: "trump=H&N=JS.JH.JD.JC.8H.9H.10H.AC",
    longer: "trump=C&N=8S.9S.10S.JS.QS.KS.7D.8D&W=10D.JD.QD.KD.AD.7C.8C.7H",
    carre: "trump=C&N=9D.10D.JD.QD.KD.7C.8C.7H&E=AS.AH.AD.AC.9S.7S.KH.QC",
    partner:
      "trump=S&N=9H.10H.JH.QH.7S.8S.AD.KC&S=7C.8C.9C.AS.KS.QD.JD.AH&W=9D.10D.8D.7H.JS.10S.10C.AC",
    level: "trump=H&N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC",
    trump: "trump=C&N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC",
    lie: "trump=H&N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC&says_N=these&declared_N=cent___1_yes~tierce__8S.9S.10S_1_yes",
    oros: "deck=spanish&trump=O&N=10O.11O.12O.12C.12E.12B.4C.5E",
  },
  donne: {
    made: "trump=H&points_NS=88&points_EW=64",
    chute: "trump=H&points_NS=45&points_EW=107&belote=NS",
    litige: "trump=H&points_NS=71&points_EW=81",
    capot: "trump=H&points_NS=152&points_EW=0&tricks_NS=8&tricks_EW=0",
  },
};

export function examples(table, tab) {
  const { words } = table;
  return h(
    "nav",
    { class: "examples", "aria-label": words.say("examples") },
    h("span", { "aria-hidden": "true" }, words.say("examples")),
    Object.entries(EXAMPLES[tab]).map(([name, text]) =>
      h("a", { href: hrefOf(table, tab, text) }, words.table.example[name]),
    ),
    button(words.say("copy_link"), "copy", { "data-value": "link", class: "button small" }),
  );
}

/** The example in the reader's cards, with the sheet as it is; one that names a deck keeps it. */
function hrefOf({ state, words, decks }, tab, text) {
  const written = fromLink(`${text}&deck=french&notation=international`, words.home, decks);
  const { deck, notation, donnes } = state;
  const shown = {
    ...written,
    tab,
    notation,
    donnes,
    deck: text.startsWith("deck=") ? written.deck : deck,
  };
  return `#${asLink(shown, decks.of(shown))}`;
}
