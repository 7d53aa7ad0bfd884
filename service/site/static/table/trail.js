// @ts-check
// The history of the browser as the trail of the table: each change leaves a step, and Back undoes.

/** What a step of ours carries, so that a link from elsewhere is told from it. */
const OURS = { ours: true };

export class Trail {
  /**
   * @param {(link: string) => void} onReturn Called with the link of a step that was returned to.
   * @param {(link: string) => void} onLink Called with a link that came from elsewhere.
   */
  constructor(onReturn, onLink) {
    window.addEventListener("popstate", ({ state }) => {
      if (location.hash && !location.hash.includes("=")) return; // a place on the page
      (state?.ours ? onReturn : onLink)(location.hash.slice(1));
    });
  }

  /** Whether this page was loaded again where one of our steps stands. */
  get isOurs() {
    return Boolean(history.state?.ours);
  }

  /** The link with which the page was opened. */
  get arrival() {
    return location.hash.includes("=") ? location.hash.slice(1) : "";
  }

  /** Leaves a step. */
  push(link) {
    this.#write("pushState", link);
  }

  /** Rewrites the step that we stand on. */
  replace(link) {
    this.#write("replaceState", link);
  }

  back() {
    history.back();
  }

  /** A browser that is asked too often refuses; the next step will hold all of it. */
  #write(method, link) {
    try {
      history[method](OURS, "", `${location.pathname}${location.search}#${link}`);
    } catch (refused) {
      console.debug(refused);
    }
  }
}
