// @ts-check
// The screen, which stays awake while somebody counts points, where the browser allows it.

/** @type {?WakeLockSentinel} */
let lock = null;

let wanted = false;
let asking = false;

/**
 * Keeps the screen awake, or lets it sleep again.
 * @param {boolean} awake
 */
export function keepAwake(awake) {
  wanted = awake;
  return settle();
}

/** Asks for the lock, or gives it back. A browser takes it back itself when the page is hidden. */
async function settle() {
  if (!("wakeLock" in navigator) || asking) return;
  if (!wanted) return void lock?.release();
  if (lock || document.visibilityState !== "visible") return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch (refused) {
    console.debug(refused); // to save the battery
  } finally {
    asking = false;
  }
  if (!wanted) lock?.release();
}

document.addEventListener("visibilitychange", settle);
