// @ts-check
// The service as the page asks it. The same body always gets the same answer, so an answer once
// heard is kept for as long as the page is open.

import { addressOf } from "./address.js";
import { FRESH } from "./words.js";

const LIMIT = 2000;

/** The status of an answer that says for good what is wrong with a body. */
export const REFUSED = 422;

/** The code of what stands in place of an answer where none came. */
const OFFLINE = "offline";

export class Service {
  constructor(words) {
    this.words = words;
    this.heard = new Map();
    this.failed = new Map();
    this.asked = new Map();
  }

  /** What failed may be asked again. */
  forgive() {
    this.failed.clear();
  }

  /** The answer where it was heard before; `undefined` where it was asked for just now. */
  ruling(path, body) {
    const key = path + JSON.stringify(body);
    const known = this.heard.get(key) ?? this.failed.get(key);
    if (!known && !this.asked.has(key)) this.asked.set(key, this.#ask(key, path, body));
    return known;
  }

  /** The answer, waited for; what failed before is asked again. */
  async answer(path, body) {
    const key = path + JSON.stringify(body);
    this.failed.delete(key);
    return this.ruling(path, body) ?? this.asked.get(key);
  }

  /** Resolves when nothing is being asked, or after `patience` milliseconds. */
  async settled(patience) {
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([Promise.allSettled(this.asked.values()), late]);
  }

  get busy() {
    return this.asked.size > 0;
  }

  /** Whether something could not be answered, and may be asked again. */
  get stuck() {
    return this.failed.size > 0;
  }

  /** Rules, decks and orders as data. */
  async rulebook() {
    const answer = await fetch(addressOf(`/v1/rules?lang=${this.words.language}`), FRESH);
    return answer.json();
  }

  async #ask(key, path, body) {
    try {
      const answer = await fetch(addressOf(path), {
        method: "POST",
        headers: this.#headers(),
        body: JSON.stringify(body),
      });
      const ruling = await answer.json();
      if (this.heard.size >= LIMIT) this.heard.clear();
      (answer.ok || answer.status === REFUSED ? this.heard : this.failed).set(key, ruling);
      return ruling;
    } catch {
      const problem = { code: OFFLINE, detail: this.words.say("offline") };
      this.failed.set(key, problem);
      return problem;
    } finally {
      this.asked.delete(key);
    }
  }

  #headers() {
    return { "Content-Type": "application/json", "Accept-Language": this.words.language };
  }

  /** The call as a line for a shell. */
  asCurl(path, body) {
    const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
    const headers = Object.entries(this.#headers()).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    );
    return ["curl -s", addressOf(path), ...headers, "-d", quoted(JSON.stringify(body))].join(" ");
  }

  /** The call as code for a browser or Node. */
  asFetch(path, body) {
    return [
      `const answer = await fetch(${JSON.stringify(addressOf(path))}, {`,
      `  method: "POST",`,
      `  headers: ${JSON.stringify(this.#headers())},`,
      `  body: JSON.stringify(${JSON.stringify(body)}),`,
      "});",
      "const ruling = await answer.json();",
    ].join("\n");
  }
}

/** Whether an answer is a problem rather than a ruling. */
export const isProblem = (answer) => Boolean(answer && "code" in answer);

/** Whether no answer came: what is asked may be right. */
export const isOffline = (answer) => answer?.code === OFFLINE;

/** Whether it may be asked again: only a refusal is for good. */
export const mayPass = (answer) => answer.status !== REFUSED;
