// A frame's name, and its bytes in a message.
// @ts-check

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
