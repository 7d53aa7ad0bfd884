// @ts-check
// Tables worth a look, most of them from the documents, in international letters; each is shown in
// the cards that the reader chose, and leaves the sheet and its rules as they are.

import { h } from "./dom.js";
import { button, fold } from "./parts.js";
import { donneOf, fromLink } from "./state.js";

const EXAMPLES = {
  two_wants: "trump=H&N=JS.JH.JD.JC.8H.9H.10H.AC",
  longer: "trump=C&N=8S.9S.10S.JS.QS.KS.7D.8D&W=10D.JD.QD.KD.AD.7C.8C.7H",
  carre: "trump=C&N=9D.10D.JD.QD.KD.7C.8C.7H&E=AS.AH.AD.AC.9S.7S.KH.QC",
  partner:
    "trump=S&N=9H.10H.JH.QH.7S.8S.AD.KC&S=7C.8C.9C.AS.KS.QD.JD.AH&W=9D.10D.8D.7H.JS.10S.10C.AC",
  level: "trump=H&N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC",
  trump: "trump=C&N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC",
  lie: "trump=H&N=8S.9S.10S.7H.QH.AH.KD.JC&W=8C.9C.10C.8H.JD.AD.7D.QC&says_N=these&declared_N=cent___1_yes~tierce__8S.9S.10S_1_yes",
};

const LETTERS = { deck: "french", notation: "international" };

export const examples = ({ words }) =>
  fold(
    words.say("examples"),
    { class: "examples", "data-key": "examples" },
    h(
      "p",
      { class: "row" },
      Object.keys(EXAMPLES).map((name) =>
        button(words.table.example[name], "example", { "data-value": name }),
      ),
    ),
  );

/** What an example has of a donne. */
export function exampleDonne(name, decks) {
  const { dealer, agreed, ...donne } = donneOf(fromLink(EXAMPLES[name], LETTERS, decks));
  return donne;
}
