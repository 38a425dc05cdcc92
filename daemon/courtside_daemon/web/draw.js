// Draws a screen, what was done on it, and what changed. Knows no network.
// @ts-check

const MARK = "#e5484d";

/** @param {HTMLCanvasElement} canvas @param {ImageBitmap} picture */
export function picture(canvas, picture) {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
}

/** The action on top: box, point, arrow, typed text. @param {HTMLCanvasElement} canvas @param {any[]} actions @param {number} scale */
export function actions(canvas, actions, scale) {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.strokeStyle = pen.fillStyle = MARK;
  pen.lineWidth = Math.max(2, canvas.width / 400);
  pen.font = `${Math.max(12, canvas.width / 55)}px system-ui, sans-serif`;
  for (const action of actions) {
    const box = action.target?.box?.map((/** @type {number} */ v) => v * scale);
    if (box && box[2] < canvas.width * 0.95) pen.strokeRect(box[0] - 2, box[1] - 2, box[2] + 4, box[3] + 4);
    const point = action.point?.map((/** @type {number} */ v) => v * scale);
    if (point) dot(pen, point);
    if (action.to_point && point && action.kind !== "scroll") arrow(pen, point, action.to_point.map((/** @type {number} */ v) => v * scale));
    if (action.kind === "scroll" && action.to_point) {
      const middle = [canvas.width / 2, canvas.height / 2];
      arrow(pen, middle, [middle[0] + Math.sign(action.to_point[0]) * 80, middle[1] + Math.sign(action.to_point[1]) * 80]);
    }
    if (action.text && box) label(pen, action.text.slice(0, 60), box[0], box[1] - 6);
  }
}

/** @param {CanvasRenderingContext2D} pen @param {number[]} at */
function dot(pen, at) {
  pen.beginPath();
  pen.arc(at[0], at[1], pen.lineWidth * 2.5, 0, 7);
  pen.fill();
  pen.beginPath();
  pen.arc(at[0], at[1], pen.lineWidth * 6, 0, 7);
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

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} x @param {number} y */
function label(pen, text, x, y) {
  const width = pen.measureText(text).width;
  const top = y < 20 ? 20 : y;
  pen.fillRect(x - 3, top - 16, width + 8, 20);
  pen.fillStyle = "#fff";
  pen.fillText(text, x + 1, top - 1);
  pen.fillStyle = MARK;
}

const TILE = 16;

/** What differs, bright on the dimmed after, with a frame round each region; the share that changed.
 * @param {HTMLCanvasElement} canvas @param {ImageBitmap} before @param {ImageBitmap} after */
export function difference(canvas, before, after) {
  picture(canvas, before);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return 0;
  const { width, height } = canvas;
  const a = pen.getImageData(0, 0, width, height);
  pen.drawImage(after, 0, 0);
  const b = pen.getImageData(0, 0, width, height);
  const columns = Math.ceil(width / TILE);
  const tiles = new Uint8Array(columns * Math.ceil(height / TILE));
  let changed = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const d = Math.abs(a.data[i] - b.data[i]) + Math.abs(a.data[i + 1] - b.data[i + 1]) + Math.abs(a.data[i + 2] - b.data[i + 2]);
    if (d > 60) {
      changed += 1;
      const at = i / 4;
      tiles[Math.floor(at / width / TILE) * columns + Math.floor((at % width) / TILE)] = 1;
    } else for (let c = 0; c < 3; c += 1) b.data[i + c] = 150 + b.data[i + c] * 0.4;
  }
  pen.putImageData(b, 0, 0);
  pen.strokeStyle = MARK;
  pen.lineWidth = Math.max(2, width / 400);
  for (const [x, y, w, h] of regions(tiles, columns)) pen.strokeRect(x * TILE - 2, y * TILE - 2, w * TILE + 4, h * TILE + 4);
  return changed / (width * height);
}

/** Boxes of touching tiles: x, y, width, height in tiles. @param {Uint8Array} tiles @param {number} columns */
function regions(tiles, columns) {
  const boxes = [];
  for (let start = 0; start < tiles.length; start += 1) {
    if (!tiles[start]) continue;
    let [left, right, top, bottom] = [columns, 0, Infinity, 0];
    const open = [start];
    tiles[start] = 0;
    while (open.length) {
      const at = /** @type {number} */ (open.pop());
      const x = at % columns;
      const y = Math.floor(at / columns);
      left = Math.min(left, x); right = Math.max(right, x);
      top = Math.min(top, y); bottom = Math.max(bottom, y);
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const next = at + dy * columns + dx;
          if (x + dx < 0 || x + dx >= columns || !tiles[next]) continue;
          tiles[next] = 0;
          open.push(next);
        }
      }
    }
    boxes.push([left, top, right - left + 1, bottom - top + 1]);
  }
  return boxes;
}
