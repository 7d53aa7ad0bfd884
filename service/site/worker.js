// The service worker: the page opens without the network, and what the service once answered can
// be read again. All files of the page come from one version, or none does.
// `VERSION`, and `FILES` relative to the page, stand above this text as it is served.
/* global VERSION, FILES */

const SCOPE = self.registration.scope;

/** How the names of our caches begin: another service may live on the same host. */
const OURS = `belote-arbiter ${SCOPE} `;
const PAGE = `${OURS}${VERSION}`;
const HEARD = `${OURS}${VERSION} answers`;

/** Most answers that are kept; the oldest goes first. */
const MOST = 300;

const REFUSED = 422;
const BROKEN = 500;

const ADDRESSES = new Set(FILES.map((file) => new URL(file, SCOPE).href));

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const answer = answering(event);
  if (answer) event.respondWith(answer);
});

/**
 * Fetches the whole version. Fails, to be tried again later, if a file is not there or if the page
 * names other files: while a new version is rolled out, two servers may answer.
 */
async function fill() {
  const cache = await caches.open(PAGE);
  try {
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    const page = await (await cache.match("./", { ignoreVary: true })).text();
    const scripts = FILES.filter((file) => /\/main\.(\w+\.)?js$/.test(file));
    if (!scripts.every((file) => page.includes(file)))
      throw new Error("the page is of another version");
  } catch (failed) {
    await caches.delete(PAGE);
    throw failed;
  }
}

/** Drops what other versions kept, and serves the windows that are open already. */
async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== PAGE && name !== HEARD);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The answer to a request; `null` leaves it to the browser. */
function answering(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(SCOPE)) return null;
  const path = url.href.slice(SCOPE.length);
  if (request.mode === "navigate") return /^([?#]|$)/.test(path) ? kept(request, "./") : null;
  if (request.method === "POST") return path.startsWith("v1/") ? asked(event) : null;
  if (request.method !== "GET") return null;
  if (ADDRESSES.has(url.href)) return kept(request);
  return path.startsWith("cards/") ? keptOnceSeen(request) : null;
}

/** A file of this version, whatever language the browser has come to prefer since. */
async function kept(request, address = request) {
  const cache = await caches.open(PAGE);
  return (await cache.match(address, { ignoreVary: true })) ?? fetch(request);
}

/** A drawing that need not be there from the first. */
async function keptOnceSeen(request) {
  const cache = await caches.open(PAGE);
  const known = await cache.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** What the service answers; where it cannot be reached, what it answered to the same before. */
async function asked(event) {
  const { request } = event;
  const key = await keyOf(request.clone());
  const cache = await caches.open(HEARD);
  try {
    const answer = await fetch(request);
    if (answer.status >= BROKEN) return (await cache.match(key)) ?? answer;
    if (answer.ok || answer.status === REFUSED) event.waitUntil(keep(cache, key, answer.clone()));
    return answer;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}

/** An address made of all that an answer depends on. */
async function keyOf(request) {
  const language = request.headers.get("Accept-Language");
  const text = [request.url, language, await request.text()].join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return new URL(`answers/${hex.join("")}`, SCOPE).href;
}

async function keep(cache, key, answer) {
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -MOST).map((one) => cache.delete(one)));
}
