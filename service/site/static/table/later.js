// @ts-check
// The parts of the page that its first view does without. Each is fetched when it is needed, or
// once the first view can be seen, so that it is there before the network goes.

const PARTS = {
  table: () => import("./table-view.js"),
  menu: () => import("./menu.js"),
  share: () => import("./share.js"),
};

/** @type {Record<string, any>} What was fetched, by its name. */
const here = {};

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** Whether all of a view is here; every view that is no part is. */
export const isHere = (name) => !(name in PARTS) || name in here;

/** A part that is here. */
export const part = (name) => here[name];

/** A part, waited for; what failed before is fetched again. Rejects where it cannot be reached. */
export function fetched(name) {
  if (!asked.has(name)) asked.set(name, take(name));
  return asked.get(name);
}

async function take(name) {
  try {
    here[name] = await PARTS[name]();
    return here[name];
  } finally {
    asked.delete(name);
  }
}

/** Fetches all that is not here yet; what cannot be reached is fetched when it is needed. */
export const fetchAll = () =>
  Promise.allSettled(
    Object.keys(PARTS)
      .filter((name) => !isHere(name))
      .map(fetched),
  );
