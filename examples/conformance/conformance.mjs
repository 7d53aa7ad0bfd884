// Hold an engine of belote to the conformance kit:
//
//     node conformance.mjs conformance.jsonl ./engine.mjs
//
// An engine exports `answer(path, body)`, which returns what the API would, or as many members of it
// as it knows; null where it has no answer. Of objects the members that the kit names are compared,
// lists must be equal, and a member that the engine does not answer is skipped.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

function differences(expected, found, where = "") {
  const isObject = (one) => one !== null && typeof one === "object";
  const alike = isObject(expected) && isObject(found) && Array.isArray(expected) === Array.isArray(found);
  if (alike && (!Array.isArray(expected) || expected.length === found.length)) {
    return Object.keys(expected).flatMap((key) =>
      differences(expected[key], found[key], `${where}/${key}`),
    );
  }
  if (isDeepStrictEqual(expected, found)) return [];
  return [`${where}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
}

const [kit, engineFile] = process.argv.slice(2);
const engine = await import(pathToFileURL(resolve(engineFile)).href);
const counts = { right: 0, wrong: 0, unanswered: 0 };
for (const line of readFileSync(kit, "utf8").split("\n").filter(Boolean)) {
  const { id, says, rule, path, body, expect } = JSON.parse(line);
  const found = engine.answer(path, body) ?? {};
  const asked = Object.entries(expect).filter(([name]) => name in found);
  const wrong = differences(Object.fromEntries(asked), found);
  counts[wrong.length ? "wrong" : asked.length ? "right" : "unanswered"] += 1;
  if (wrong.length) console.log(`${id} (${rule}: ${says}) ${wrong[0]}`);
}
console.log(Object.entries(counts).map(([word, number]) => `${number} ${word}`).join(", "));
process.exitCode = counts.wrong ? 1 : 0;
