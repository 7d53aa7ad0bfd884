// @ts-check
// The page as something installed: its service worker, and the change to a newer version.

import { addressOf } from "./address.js";

/** What tells a waiting worker to take over. */
const TAKE_OVER = "take over";

/** @type {?ServiceWorkerRegistration} */
let registration = null;

/**
 * Has the page work without the network from now on, where the browser can.
 * @param {() => void} onNewer Called when a newer version is ready to be taken up.
 */
export async function install(onNewer) {
  try {
    registration = await navigator.serviceWorker.register(addressOf("/sw.js"));
    if (registration.waiting) onNewer();
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker.addEventListener("statechange", () => {
        // Without a controller this is the first version, which nobody has to be told of.
        if (worker.state === "installed" && navigator.serviceWorker.controller) onNewer();
      });
    });
    document.addEventListener("visibilitychange", lookForNewer);
  } catch (refused) {
    console.debug(refused); // by the browser, or by an address that is not secure
  }
}

/** A page that stays open for days looks again when the reader comes back. */
function lookForNewer() {
  if (document.visibilityState === "visible")
    registration.update().catch((offline) => console.debug(offline));
}

/** Takes up the newer version, with the table as it is. */
export function takeUpNewer() {
  if (!registration?.waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  registration.waiting.postMessage(TAKE_OVER);
}
