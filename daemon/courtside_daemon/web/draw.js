// Draws a screen, and what was done on it. Knows no network.
// @ts-check
/** @import { Action, Element } from "../../../docs/reference/protocol" */
import { lineBetween, overlap, placeTags } from "./id_tags.js";

const MARK = "#e5484d";
const POINTED = "#0969da";
const FONT_PX = 13;
const ID_PX = 12;
const ID_GAP_PX = 2;
/** An element of which the picture shows a shorter side cannot be seen and gets no id, as for models. */
const MIN_SIDE_PIXELS = 3;
/** Those of the judge's set-of-marks pictures. */
const COLOURS = ["#c2182b", "#0b57d0", "#137333", "#7b1fa2", "#a84300", "#00677d", "#ad1457", "#3d3d9e"];
const EDGE = 3;
const TAG_PX = FONT_PX + 8;
const GAP = 4;
/** A longer tag is cut: this part of the width, but never less than so many pixels. */
const TAG_SHARE = 0.6;
const MIN_TAG_PX = 120;
const RING_PX = 13;
/** These have a second ring: there is more to them than a touch. @type {Record<string, true>} */
const AGAIN = { "double-click": true, "long-press": true };
/** What is seen of these says enough. */
const TELLS_ITSELF = new Set([
  "click",
  "tap",
  "drag",
  "swipe",
  "scroll",
  "hover",
  "type",
  "press",
  "other",
  "check",
  "select",
]);

/** @param {HTMLCanvasElement} canvas @param {ImageBitmap} image */
export function picture(canvas, image) {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
}

/** @param {...HTMLCanvasElement} canvases */
export function clear(...canvases) {
  for (const canvas of canvases) canvas.width = canvas.height = 0;
}

/**
 * Draws actions and boxes over a picture that is shown in the same place, in the window's own pixels: lines and
 * words stay readable at any size of the picture. `past`: the screen came after the action; then lines are dashed.
 * @param {HTMLCanvasElement} canvas @param {ImageBitmap} image
 * `elements`: what stands on the screen; tags keep off it.
 * `ids`: elements whose number is written beside their box, as `set_of_marks` does for models.
 * @param {{ elements?: Element[], ids?: Element[], actions: Action[], boxes: number[][], scale: number,
 * past: boolean }} what
 */
export function marks(canvas, image, { elements = [], ids = [], actions, boxes, scale, past }) {
  const dots = devicePixelRatio || 1;
  const { clientWidth: wide, clientHeight: high } = canvas;
  canvas.width = wide * dots;
  canvas.height = high * dots;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const fit = Math.min(wide / image.width, high / image.height);
  const left = (wide - image.width * fit) / 2;
  const top = (high - image.height * fit) / 2;
  /** @param {number[]} at */
  const place = ([x, y]) => [left + x * scale * fit, top + y * scale * fit];
  /** @param {number[]} box */
  const placed = ([x, y, w, h]) => [...place([x, y]), w * scale * fit, h * scale * fit];
  pen.scale(dots, dots);
  pen.lineWidth = 2.5;
  pen.font = `600 ${FONT_PX}px system-ui, sans-serif`;
  pen.strokeStyle = pen.fillStyle = MARK;
  if (past) pen.setLineDash([6, 4]);
  const screen = [left, top, image.width * fit, image.height * fit];
  const tags = actions.map((action) => one(pen, action, place, placed, screen));
  const free = elements.flatMap(({ box }) => (box && box[2] * box[3] > 0 ? [placed(box)] : []));
  const taken = [...free.filter((box) => !isGround(box, screen)), ...tags.flatMap(({ at }) => (at ? [at, at] : []))];
  const unsaid = taken.length;
  for (const { words, at } of tags)
    if (words) taken.push(tag(pen, words, at ? beside(at) : corners(screen), [0, 0, wide, high], taken));
  pen.setLineDash([]);
  pen.strokeStyle = POINTED;
  for (const box of boxes) frame(pen, placed(box));
  pen.lineWidth = 1.5;
  numbers(pen, shown(ids, placed, screen, MIN_SIDE_PIXELS * fit), screen, taken.slice(unsaid));
}

/** What the screen shows of the boxes of elements; without those of which it shows nothing.
 * @param {Element[]} elements
 * @param {(box: number[]) => number[]} placed
 * @param {number[]} screen
 * @param {number} minSide */
function shown(elements, placed, [left, top, wide, high], minSide) {
  return elements.flatMap(({ id, box }) => {
    if (!box) return [];
    const [x, y, w, h] = placed(box);
    const from = [Math.max(x, left), Math.max(y, top)];
    const to = [Math.min(x + w, left + wide), Math.min(y + h, top + high)];
    const sides = [to[0] - from[0], to[1] - from[1]];
    return Math.min(...sides) >= minSide ? [{ id, box: [...from, ...sides] }] : [];
  });
}

/** Elements' boxes, and their ids where none hides another; a line leads from one that stands off to its box.
 * @param {CanvasRenderingContext2D} pen
 * @param {{ id: number, box: number[] }[]} elements
 * @param {number[]} screen
 * @param {number[][]} taken where other words stand */
function numbers(pen, elements, screen, taken) {
  pen.font = `600 ${ID_PX}px system-ui, sans-serif`;
  const boxes = elements.map(({ box }) => box);
  const sizes = elements.map(({ id }) => [Math.ceil(pen.measureText(String(id)).width) + 2 * ID_GAP_PX, ID_PX]);
  const tags = placeTags(boxes, sizes, screen, taken);
  for (const [n, { id, box }] of elements.entries()) {
    pen.strokeStyle = colour(id);
    pen.strokeRect(box[0], box[1], box[2], box[3]);
    const line = lineBetween(box, tags[n]);
    pen.beginPath();
    for (const [x, y] of line ?? []) pen.lineTo(x, y);
    pen.stroke();
  }
  for (const [n, { id }] of elements.entries()) {
    const [x, y, width, height] = tags[n];
    pen.fillStyle = colour(id);
    pen.fillRect(x, y, width, height);
    pen.fillStyle = "#fff";
    pen.fillText(String(id), x + ID_GAP_PX, y + height - 2);
  }
}

/** @param {number} id */
const colour = (id) => COLOURS[id % COLOURS.length];

/** Draws an action; its tag is drawn once the place of every other one is known.
 * @param {CanvasRenderingContext2D} pen
 * @param {Action} action
 * @param {(at: number[]) => number[]} place
 * @param {(box: number[]) => number[]} placed
 * @param {number[]} screen
 * @returns {{ words: string, at: number[] | null }} what the tag says, and the box that it stands beside */
function one(pen, action, place, placed, screen) {
  const box = action.target?.box && placed(action.target.box);
  const point = action.point && place(action.point);
  const isPart = box && box[2] < screen[2] * 0.95;
  const spot = point ?? (isPart ? [box[0] + box[2] / 2, box[1] + box[3] / 2] : null);
  const edge = spot && towards(spot, screen);
  if (edge) {
    arrow(pen, [[0, 1].map((n) => edge[n] - 40 * Math.sign(spot[n] - edge[n])), edge]);
    return { words: `${action.kind}, out of view ${words(action)}`.trim(), at: around(null, edge) };
  }
  if (isPart) frame(pen, box);
  if (point) dot(pen, point, action.kind in AGAIN);
  if (action.kind === "scroll" && action.to_point) {
    const [x, y] = action.to_point.map(Math.sign);
    const middle = [screen[0] + screen[2] / 2, screen[1] + screen[3] / 2];
    arrow(pen, [[middle[0] - x * 40, middle[1] - y * 40], [middle[0] + x * 40, middle[1] + y * 40]]);
  } else for (const path of paths(action)) arrow(pen, path.map(place));
  const caption = words(action);
  const named = (TELLS_ITSELF.has(action.kind) ? `${action.kind} ${caption}` : caption).trim();
  if (box || point) return { words: caption || (action.to_point ? "" : named), at: around(box, point) };
  return { words: caption || !action.to_point ? named : "", at: null };
}

/** The place on a screen's edge from which a point lies outside; null for one that is on the screen.
 * @param {number[]} point
 * @param {number[]} screen */
function towards([x, y], [left, top, wide, high]) {
  const at = [Math.max(left, Math.min(x, left + wide)), Math.max(top, Math.min(y, top + high))];
  return Math.hypot(x - at[0], y - at[1]) > EDGE ? at : null;
}

/** Is a box so large that other things stand on it?
 * @param {number[]} box
 * @param {number[]} screen */
const isGround = (box, screen) => box[2] * box[3] > (screen[2] * screen[3]) / 4;

/** What is drawn at the target, as one box: its frame and the ring.
 * @param {number[] | null | undefined} box
 * @param {number[] | null | undefined} point */
function around(box, point) {
  const ring = point && [point[0] - RING_PX, point[1] - RING_PX, 2 * RING_PX, 2 * RING_PX];
  const [a, b] = [box ?? ring, ring ?? box];
  if (!a || !b) return [0, 0, 0, 0];
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  return [x, y, Math.max(a[0] + a[2], b[0] + b[2]) - x, Math.max(a[1] + a[3], b[1] + b[3]) - y];
}

/** What the source says in its own way: anything.
 * @param {object | null | undefined} raw
 * @returns {Record<string, unknown>} */
const own = (raw) => ({ ...raw });

/** What the drawing alone does not say. @param {Action} action */
function words({ kind, text, target, raw }) {
  if (kind === "type" && target?.state?.includes("secret")) return "(secret)";
  const shown = text && text.length > 60 ? `${text.slice(0, 60)}…` : text ?? "";
  const { ms, took_ms = 0 } = own(raw);
  const held = Number(ms ?? took_ms);
  if (kind === "long-press") return `held${held ? ` ${(held / 1000).toFixed(1)} s` : ""}`;
  return kind in AGAIN || kind === "right-click" ? kind : TELLS_ITSELF.has(kind) ? shown : `${kind} ${shown}`.trim();
}

/** @type {(one: unknown) => one is number[][]} */
const isPath = (one) =>
  Array.isArray(one) && one.length > 1 && one.every((at) => Array.isArray(at) && at.slice(0, 2).every(Number.isFinite));

/** The paths of the fingers or the pointer, as far as the source has them.
 * @param {Action} action
 * @returns {number[][][]} */
function paths({ raw, point, to_point: end }) {
  const { fingers, path } = own(raw);
  const given = [fingers ?? (end ? [path] : [])].flat();
  const known = given.filter(isPath);
  return known.length || !point || !end ? known : [[point, end]];
}

/** @param {CanvasRenderingContext2D} pen @param {number[]} box */
const frame = (pen, [x, y, w, h]) => pen.strokeRect(x - EDGE, y - EDGE, w + 2 * EDGE, h + 2 * EDGE);

/** @param {CanvasRenderingContext2D} pen @param {number[]} at @param {boolean} again */
function dot(pen, [x, y], again) {
  pen.beginPath();
  pen.arc(x, y, 5, 0, 7);
  pen.fill();
  for (const ring of again ? [RING_PX, RING_PX + 6] : [RING_PX]) {
    pen.beginPath();
    pen.arc(x, y, ring, 0, 7);
    pen.stroke();
  }
}

/** A line along its points, with a head at the end. @param {CanvasRenderingContext2D} pen @param {number[][]} points */
function arrow(pen, points) {
  const [from, to] = points.slice(-2);
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
  const dashes = pen.getLineDash();
  pen.setLineDash([]);
  pen.beginPath();
  for (const side of [2.6, -2.6]) {
    pen.moveTo(to[0], to[1]);
    pen.lineTo(to[0] + 14 * Math.cos(turn + side), to[1] + 14 * Math.sin(turn + side));
  }
  pen.stroke();
  pen.setLineDash(dashes);
}

/** Draws words where they hide least; of places that are as good, in the first.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {(width: number) => number[][]} places the upper left corners
 * @param {number[]} bounds a tag stays in them
 * @param {number[][]} taken the boxes of what is to be seen
 * @returns {number[]} its own box */
function tag(pen, words, places, [left, top, wide, high], taken) {
  const shown = cut(pen, words, Math.max(MIN_TAG_PX, wide * TAG_SHARE) - 10);
  const width = pen.measureText(shown).width + 10;
  const boxes = places(width).map(([x, y]) => [
    Math.max(left, Math.min(x, left + wide - width)),
    Math.max(top, Math.min(y, top + high - TAG_PX)),
    width,
    TAG_PX,
  ]);
  const hidden = boxes.map((box) => taken.reduce((sum, one) => sum + overlap(box, one), 0));
  const at = boxes[hidden.indexOf(Math.min(...hidden))];
  pen.fillRect(at[0], at[1], width, TAG_PX);
  pen.fillStyle = "#fff";
  pen.fillText(shown, at[0] + 5, at[1] + FONT_PX + 2);
  pen.fillStyle = MARK;
  return at;
}

/** Beside a box, else above or below it. Where a field's name is likely, at its left or above, comes last.
 * @param {number[]} box
 * @returns {(width: number) => number[][]} */
const beside = ([x, y, w, h]) => (width) => {
  const [left, right] = [x - EDGE, x + w + EDGE - width];
  const [above, middle, below] = [y - EDGE - TAG_PX, y + (h - TAG_PX) / 2, y + h + EDGE];
  return [
    [x + w + EDGE + GAP, middle],
    [right, below],
    [left, below],
    [right, above],
    [x - EDGE - GAP - width, middle],
    [left, above],
  ];
};

/** Of an action without a place: outside of the screen where there is room, else at its corners.
 * @param {number[]} screen
 * @returns {(width: number) => number[][]} */
const corners = ([x, y, w, h]) => (width) => {
  const [left, right, top, bottom] = [x + 6, x + w - 6 - width, y + 6, y + h - 6 - TAG_PX];
  return [
    [left, y - GAP - TAG_PX],
    [x - GAP - width, top],
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
};

/** The beginning of words that fits.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {number} width */
function cut(pen, words, width) {
  let shown = words;
  while (shown.length > 2 && pen.measureText(shown).width > width) shown = `${shown.slice(0, -2)}…`;
  return shown;
}
