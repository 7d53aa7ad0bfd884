// @ts-check
// A ruling or a sheet as a picture to be sent: drawn from texts and from cards that the page shows.

const WIDTH = 1080;
const MARGIN = 72;
const INSIDE = WIDTH - 2 * MARGIN;
const CARD = { width: 150, height: 210 };

const SERIF = "Georgia, serif";
const SANS = "system-ui, sans-serif";

/**
 * @typedef {{draw: (pen: CanvasRenderingContext2D, top: number, seen: boolean) => number}} Block
 *   Draws itself below `top` if it is to be `seen`, and returns its height either way.
 */

/**
 * Some text, on as many lines as it takes.
 * @returns {Block}
 */
export const text = (words, { size = 34, font = SANS, weight = "400", space = 0.4 } = {}) => ({
  draw(pen, top, seen) {
    pen.font = `${weight} ${size}px ${font}`;
    const lines = wrapped(pen, words, INSIDE);
    if (seen) lines.forEach((line, at) => pen.fillText(line, MARGIN, top + (at + 1) * size * 1.3));
    return (lines.length * 1.3 + space) * size;
  },
});

export const title = (words) => text(words, { size: 58, font: SERIF, weight: "600" });

/**
 * Cards beside each other.
 * @param {HTMLImageElement[]} images
 * @returns {Block}
 */
export const cards = (images) => ({
  draw(pen, top, seen) {
    if (images.length === 0) return 0;
    const step = Math.min(
      CARD.width * 1.06,
      (INSIDE - CARD.width) / Math.max(1, images.length - 1),
    );
    if (seen) {
      images.forEach((image, at) =>
        pen.drawImage(image, MARGIN + at * step, top + 12, CARD.width, CARD.height),
      );
    }
    return CARD.height + 36;
  },
});

/**
 * A row of a table: its name, and cells on the right.
 * @param {string} name @param {(string | number)[]} cells @param {boolean} bold
 * @returns {Block}
 */
export const row = (name, cells, bold = false) => ({
  draw(pen, top, seen) {
    const size = 34;
    const column = 190;
    pen.font = `${bold ? "700" : "400"} ${size}px ${SANS}`;
    const lines = wrapped(pen, name, INSIDE - cells.length * column);
    if (seen) {
      const from = top + size * 1.4;
      lines.forEach((line, at) => pen.fillText(line, MARGIN, from + at * size * 1.3));
      pen.textAlign = "right";
      cells.forEach((cell, at) =>
        pen.fillText(
          String(cell),
          WIDTH - MARGIN - (cells.length - 1 - at) * column,
          from,
          column - 16,
        ),
      );
      pen.textAlign = "left";
      pen.fillRect(MARGIN, top, INSIDE, bold ? 3 : 1);
    }
    return (lines.length * 1.3 + 0.7) * size;
  },
});

/** A text as lines that fit; a word that is too long stands on a line of its own. */
function wrapped(pen, words, width) {
  const lines = [];
  for (const word of String(words).split(" ")) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length > 0 && pen.measureText(longer).width <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/**
 * The picture of some blocks, one below the other.
 * @param {Block[]} blocks
 * @returns {Promise<Blob>} A PNG.
 */
export function picture(blocks) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const height = blocks.reduce((top, block) => top + block.draw(pen, top, false), MARGIN);
  [canvas.width, canvas.height] = [WIDTH, Math.ceil(height + MARGIN)];
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.getPropertyValue("--ink");
  blocks.reduce((top, block) => top + block.draw(pen, top, true), MARGIN);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
