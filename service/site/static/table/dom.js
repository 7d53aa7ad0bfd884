// @ts-check
// Elements out of plain descriptions, and a page that changes only where they differ, so that the
// focus, an open box and what is being typed stay as they are. Knows nothing of cards.

const SVG = new Set(["svg", "use"]);

/** An element. An attribute of `false`, `null` or `undefined` is left out, `true` is empty. */
export function h(tag, attributes = {}, ...children) {
  const element = SVG.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

/** A drawing of the sprite that the page brings. */
export const drawing = (name, className) =>
  h(
    "svg",
    { class: className, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("use", { href: `#${name}` }),
  );

/** The class with the colour of a drawing. */
export const inkOf = (name) => `ink-${document.getElementById(name).dataset.ink}`;

/** Makes the children of `parent` what `wanted` is, keeping every element that can stay. */
export function morph(parent, wanted) {
  const kept = [...parent.childNodes];
  wanted.forEach((next, index) => {
    const old = kept[index];
    if (!old) parent.append(next);
    else if (alike(old, next)) adapt(old, next);
    else old.replaceWith(next);
  });
  kept.slice(wanted.length).forEach((old) => old.remove());
}

const alike = (old, next) => old.nodeName === next.nodeName && key(old) === key(next);

const key = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null);

function adapt(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morph(old, [...next.childNodes]);
  if (old !== document.activeElement) LIVE.forEach((property) => adopt(old, next, property));
}

// What a reader may have changed since it was drawn.
const LIVE = ["value", "checked", "selected"];

function adopt(old, next, property) {
  const own = property === "value" && next.nodeName === "INPUT" && !next.hasAttribute("value");
  if (property in next && !own && old[property] !== next[property]) old[property] = next[property];
}

/** Attributes that belong to the reader: a box that was opened stays open. */
const OWN = new Set(["open"]);
