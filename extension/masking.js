// Paints over what a frame must not show, and makes it small enough.
// @ts-check

const MARGIN = 2;
const MIN_SCALE = 1 / 8;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MAX_IMAGE_PIXELS = 40_000_000;

/** The frame with the boxes painted over, and its pixels for one viewport unit, read from the frame
 * itself: a page's own devicePixelRatio may differ, and the mask would miss. One that the daemon would refuse is made
 * smaller; null where that is not enough. @param {Blob} blob @param {number[][]} boxes @param {number} width @returns
 * {Promise<{blob: Blob, scale: number} | null>} */
export async function mask(blob, boxes, width) {
  const picture = await createImageBitmap(blob);
  const scale = width ? picture.width / width : 1;
  for (let part = 1; part >= MIN_SCALE; part /= 2) {
    if (picture.width * picture.height * part * part > MAX_IMAGE_PIXELS) continue;
    const masked = boxes.length || part < 1 ? await painted(picture, boxes, scale, part) : blob;
    if (masked.size <= MAX_IMAGE_BYTES) return { blob: masked, scale: scale * part };
  }
  return null;
}

/** @param {ImageBitmap} picture
 * @param {number[][]} boxes
 * @param {number} scale
 * @param {number} part of its width and height */
async function painted(picture, boxes, scale, part) {
  const canvas = new OffscreenCanvas(Math.round(picture.width * part), Math.round(picture.height * part));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to mask on");
  pen.scale(part, part);
  pen.drawImage(picture, 0, 0);
  pen.fillStyle = "#18181b";
  for (const [x, y, w, h] of boxes)
    pen.fillRect(x * scale - MARGIN, y * scale - MARGIN, w * scale + 2 * MARGIN, h * scale + 2 * MARGIN);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
}
