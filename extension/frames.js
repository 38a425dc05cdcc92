// Frames: masked before their bytes go anywhere, named by their hash.
// @ts-check

const MARGIN = 2;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MAX_IMAGE_PIXELS = 40_000_000;

/** The frame with the boxes painted over, and its pixels for one viewport unit, read from the frame
 * itself: a page's own devicePixelRatio may differ, and the mask would miss. Null for one that the daemon
 * would refuse. @param {Blob} blob @param {number[][]} boxes @param {number} width @returns {Promise<{blob: Blob, scale: number} | null>} */
export async function mask(blob, boxes, width) {
  const picture = await createImageBitmap(blob);
  const scale = width ? picture.width / width : 1;
  if (picture.width * picture.height > MAX_IMAGE_PIXELS) return null;
  const masked = boxes.length ? await painted(picture, boxes, scale) : blob;
  return masked.size > MAX_IMAGE_BYTES ? null : { blob: masked, scale };
}

/** @param {ImageBitmap} picture @param {number[][]} boxes @param {number} scale */
async function painted(picture, boxes, scale) {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to mask on");
  pen.drawImage(picture, 0, 0);
  pen.fillStyle = "#18181b";
  for (const [x, y, w, h] of boxes) pen.fillRect(x * scale - MARGIN, y * scale - MARGIN, w * scale + 2 * MARGIN, h * scale + 2 * MARGIN);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
}

/** @param {Uint8Array<ArrayBuffer>} data */
export async function hash(data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array} data */
export function toBase64(data) {
  let text = "";
  for (let i = 0; i < data.length; i += 32768) text += String.fromCharCode(...data.subarray(i, i + 32768));
  return btoa(text);
}

/** The wire's binary message: hash first. @param {string} sha @param {string} base64 */
export function binary(sha, base64) {
  const text = atob(base64);
  const out = new Uint8Array(32 + text.length);
  for (let i = 0; i < 32; i += 1) out[i] = parseInt(sha.slice(2 * i, 2 * i + 2), 16);
  for (let i = 0; i < text.length; i += 1) out[32 + i] = text.charCodeAt(i);
  return out;
}
