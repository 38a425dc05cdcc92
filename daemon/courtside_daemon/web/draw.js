// Draws a screen, and what was done on it. Knows no network.
// @ts-check

const MARK = "#e5484d";
const POINTED = "#0969da";
const FONT_PX = 13;
const EDGE = 3;

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
 * @param {{ actions: any[], boxes: number[][], scale: number, past: boolean }} what
 */
export function marks(canvas, image, { actions, boxes, scale, past }) {
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
  const middle = [wide / 2, high / 2];
  for (const action of actions) one(pen, action, place, placed, middle, [left, top, image.width * fit, image.height * fit]);
  pen.setLineDash([]);
  pen.strokeStyle = POINTED;
  for (const box of boxes) frame(pen, placed(box));
}

/** @param {CanvasRenderingContext2D} pen @param {any} action @param {(at: number[]) => number[]} place @param {(box: number[]) => number[]} placed @param {number[]} middle @param {number[]} screen */
function one(pen, action, place, placed, middle, screen) {
  const box = action.target?.box && placed(action.target.box);
  if (box && box[2] < screen[2] * 0.95) frame(pen, box);
  const point = action.point && place(action.point);
  if (point) dot(pen, point);
  if (action.kind === "scroll" && action.to_point) {
    const [x, y] = action.to_point.map(Math.sign);
    arrow(pen, [middle[0] - x * 40, middle[1] - y * 40], [middle[0] + x * 40, middle[1] + y * 40]);
  } else if (action.to_point && point) arrow(pen, point, place(action.to_point));
  const words = action.text?.length > 60 ? `${action.text.slice(0, 60)}…` : action.text;
  if (words && box) label(pen, words, box[0], box[1], screen);
  else if (words || !(box || point || action.to_point)) label(pen, `${action.kind} ${words ?? ""}`.trim(), screen[0] + 6, screen[1] + 34, screen);
}

/** @param {CanvasRenderingContext2D} pen @param {number[]} box */
const frame = (pen, [x, y, w, h]) => pen.strokeRect(x - EDGE, y - EDGE, w + 2 * EDGE, h + 2 * EDGE);

/** @param {CanvasRenderingContext2D} pen @param {number[]} at */
function dot(pen, [x, y]) {
  pen.beginPath();
  pen.arc(x, y, 5, 0, 7);
  pen.fill();
  pen.beginPath();
  pen.arc(x, y, 13, 0, 7);
  pen.stroke();
}

/** @param {CanvasRenderingContext2D} pen @param {number[]} from @param {number[]} to */
function arrow(pen, from, to) {
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
  pen.beginPath();
  pen.moveTo(from[0], from[1]);
  pen.lineTo(to[0], to[1]);
  for (const side of [2.6, -2.6]) {
    pen.moveTo(to[0], to[1]);
    pen.lineTo(to[0] + 14 * Math.cos(turn + side), to[1] + 14 * Math.sin(turn + side));
  }
  pen.stroke();
}

/** Words above a place, moved so that they stay on the screen. @param {CanvasRenderingContext2D} pen @param {string} words @param {number} x @param {number} y @param {number[]} screen */
function label(pen, words, x, y, [left, top, wide]) {
  const width = pen.measureText(words).width + 10;
  const high = FONT_PX + 8;
  const at = [Math.max(left, Math.min(x - EDGE, left + wide - width)), Math.max(top, y - EDGE - high)];
  pen.fillRect(at[0], at[1], width, high);
  pen.fillStyle = "#fff";
  pen.fillText(words, at[0] + 5, at[1] + FONT_PX + 2);
  pen.fillStyle = MARK;
}
