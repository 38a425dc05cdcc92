// Draws a screen of which there is no picture, from what is known of its elements. Knows no network.
// @ts-check
/** @import { Element, Observation } from "../../../docs/reference/protocol" */

const MAX_SIDE = 4096;
const PAPER = "#fff";
const FIELD = "#f1f3f5";
const LINE = "#c4cad1";
const INK = "#3b434c";
const MOST_PX = 14;
const LEAST_PX = 9;
const INSET = 4;
/** Each screen is drawn once. @type {WeakMap<Observation, ImageBitmap | null>} */
const known = new WeakMap();

/**
 * A picture in the units of its boxes; null where no element has a place on the screen.
 * @param {Observation | null | undefined} look
 * @returns {ImageBitmap | null}
 */
export function sketch(look) {
  if (look && !known.has(look)) known.set(look, drawn(look));
  return (look && known.get(look)) ?? null;
}

/** @param {Observation} look */
function drawn(look) {
  const [wide, high] = [look.width ?? 0, look.height ?? 0].map((side) => Math.min(side, MAX_SIDE));
  const placed = (look.elements ?? []).filter((one) => isOn(one, wide, high));
  const canvas = placed.length ? new OffscreenCanvas(wide, high) : null;
  const pen = canvas?.getContext("2d");
  if (!canvas || !pen) return null;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, wide, high);
  pen.strokeStyle = LINE;
  pen.textBaseline = "middle";
  for (const one of placed) draw(pen, one);
  return canvas.transferToImageBitmap();
}

/** @param {Element} one @param {number} wide @param {number} high */
function isOn({ box }, wide, high) {
  if (!box) return false;
  const [x, y, w, h] = box;
  return w > 0 && h > 0 && x < wide && y < high && x + w > 0 && y + h > 0;
}

/** Its outline where it can be acted on, and its words.
 * @param {OffscreenCanvasRenderingContext2D} pen @param {Element} one */
function draw(pen, { box, text, value, interactable }) {
  const [x, y, w, h] = /** @type {number[]} */ (box);
  pen.save();
  pen.beginPath();
  pen.rect(x, y, w, h);
  pen.clip();
  if (interactable !== false) {
    pen.fillStyle = FIELD;
    pen.fillRect(x, y, w, h);
    pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
  }
  pen.fillStyle = INK;
  pen.font = `${Math.max(LEAST_PX, Math.min(MOST_PX, h * 0.6))}px system-ui, sans-serif`;
  const words = [text, value].filter(Boolean).join(": ").replace(/\s+/g, " ");
  pen.fillText(words, x + (interactable === false ? 0 : INSET), y + h / 2);
  pen.restore();
}
