// @ts-check
// Dragging a card with a mouse or a pen; a finger scrolls, and taps. Knows where a card was dropped,
// not what that means.

const FAR_ENOUGH = 8;

/** Calls `drop(card, zone)` for a card that was dragged to a zone; tells whether one just was. */
export function dragging(drop) {
  let drag = null;
  let dragged = false;

  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const card = target.closest?.(".pack .card, .seat [data-do=take]");
    if (card && event.pointerType !== "touch" && event.button === 0)
      drag = { card, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!drag) return;
    if (!drag.ghost && Math.hypot(clientX - drag.x, clientY - drag.y) > FAR_ENOUGH)
      drag.ghost = document.body.appendChild(ghostOf(drag.card));
    if (drag.ghost) Object.assign(drag.ghost.style, { left: `${clientX}px`, top: `${clientY}px` });
  });

  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    const ended = drag;
    drag = null;
    if (!ended?.ghost) return;
    ended.ghost.remove();
    dragged = true;
    setTimeout(() => (dragged = false));
    const under = document.elementFromPoint(clientX, clientY);
    const zone = /** @type {HTMLElement | null} */ (under?.closest("[data-drop]"));
    if (zone) drop(+ended.card.dataset.card, zone.dataset.drop);
  });

  document.addEventListener("pointercancel", () => {
    drag?.ghost?.remove();
    drag = null;
  });

  return () => dragged;
}

function ghostOf(card) {
  const ghost = card.cloneNode(true);
  ghost.className = "card ghost";
  ghost.setAttribute("aria-hidden", "true");
  return ghost;
}
