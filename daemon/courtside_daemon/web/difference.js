// What differs between two screens, bright on the dimmed second one, with a frame round each region.
// @ts-check

const MARK = "#e5484d";
const TILE = 16;
const MIN_VISIBLE_DIFFERENCE = 60;

/** Draws it; the share of pixels that changed.
 * @param {HTMLCanvasElement} canvas
 * @param {ImageBitmap} before
 * @param {ImageBitmap} after */
export function difference(canvas, before, after) {
  const { width, height } = after;
  const sheet = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  const pen = canvas.getContext("2d");
  if (!sheet || !pen) return 0;
  const a = pixels(sheet, before, width, height);
  const b = pixels(sheet, after, width, height);
  const columns = Math.ceil(width / TILE);
  const tiles = new Uint8Array(columns * Math.ceil(height / TILE));
  const changed = compare(a.data, b.data, width, tiles, columns);
  canvas.width = width;
  canvas.height = height;
  pen.putImageData(b, 0, 0);
  pen.strokeStyle = MARK;
  pen.lineWidth = Math.max(2, width / 400);
  for (const [x, y, w, h] of regions(tiles, columns))
    pen.strokeRect(x * TILE - 2, y * TILE - 2, w * TILE + 4, h * TILE + 4);
  return changed / (width * height);
}

/** @param {OffscreenCanvasRenderingContext2D} sheet
 * @param {ImageBitmap} image
 * @param {number} width
 * @param {number} height */
function pixels(sheet, image, width, height) {
  sheet.clearRect(0, 0, width, height);
  sheet.drawImage(image, 0, 0);
  return sheet.getImageData(0, 0, width, height);
}

/** Dims what is the same, notes the tiles that are not, and counts their pixels.
 * @param {Uint8ClampedArray} a @param {Uint8ClampedArray} b @param {number} width @param {Uint8Array} tiles @param
 * {number} columns */
function compare(a, b, width, tiles, columns) {
  let changed = 0;
  for (let i = 0; i < b.length; i += 4) {
    const apart =
      Math.abs(a[i] - b[i]) +
      Math.abs(a[i + 1] - b[i + 1]) +
      Math.abs(a[i + 2] - b[i + 2]) +
      Math.abs(a[i + 3] - b[i + 3]);
    if (apart > MIN_VISIBLE_DIFFERENCE) {
      changed += 1;
      const at = i / 4;
      tiles[Math.floor(at / width / TILE) * columns + Math.floor((at % width) / TILE)] = 1;
    } else for (let c = 0; c < 3; c += 1) b[i + c] = 150 + b[i + c] * 0.4;
  }
  return changed;
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
