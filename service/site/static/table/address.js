// @ts-check
// Where the service is.

/** The address of a path of the service, which begins where the page lies: perhaps under a prefix. */
export const addressOf = (path) => new URL(`.${path}`, document.baseURI).href;
