// Looks at a tab: its elements, and its picture with the secrets painted over. Knows no runs.
// @ts-check
import * as api from "./chrome_api.js";
import { hash, mask, toBase64 } from "./frames.js";

const CAPTURE_GAP_MS = 510;
const LOOK_TRIES = 4;
const NAVIGATION_MS = 250;
const FRAME_MS = 700;
const MAX_STORED_BYTES = 512 * 1024 * 1024;
const MOVED = "the page moved while its secret fields were masked";
const TOO_LARGE = "the picture is larger than the daemon takes";
const FULL = "the daemon has been away for so long that no more pictures are kept for it";
export const TOO_QUICK = "the agent acted before the screen could be pictured";

/** @typedef {{look: any, secrets: number[][], foreign: number[][]}} Seen */
/** @typedef {{look: any, frames: Record<string, string>}} Shown `frames`: base64 by hash. */

let lastCaptureMs = 0;

/** The screen once it is quiet. `hurried` says that the agent has gone on meanwhile.
 * @param {number} tab @param {() => boolean} hurried @returns {Promise<Shown>} */
export async function lookAt(tab, hurried) {
  let why = "";
  let look = null;
  for (let attempt = 0; attempt < LOOK_TRIES && (await api.tab(tab)); attempt += 1) {
    const seen = await ask(tab);
    if (!seen) {
      await new Promise((resolve) => setTimeout(resolve, NAVIGATION_MS));
      continue;
    }
    look = seen.look;
    if ((await api.storedBytes()) > MAX_STORED_BYTES) return without(look, FULL);
    const before = await secrets(tab);
    const taken = await capture(tab);
    const after = await secrets(tab);
    if (hurried()) return without(look, TOO_QUICK);
    if ("why" in taken) {
      why = taken.why;
      if (/quota/i.test(why)) continue;
      break;
    }
    const hidden = [...seen.secrets, ...(before.frames || after.frames ? seen.foreign : [])];
    if (same(seen, before) && same(seen, after)) return picture(look, taken.shot, hidden);
    why = MOVED;
  }
  return without(look, why);
}

/** @param {any} look @param {string} why @returns {Shown} */
const without = (look, why) => ({ look: look && { ...look, withheld: why }, frames: {} });

/** @param {number} tab @returns {Promise<Seen | null>} */
async function ask(tab) {
  const said = await api.askPage(tab, { type: "look" });
  if (said) return said;
  await api.inject(tab);
  return api.askPage(tab, { type: "look" });
}

/** What must not be seen. `frames`: a frame that the main one cannot look into holds a secret, or does
 * not say: Chrome may not let us into it. @param {number} tab @returns {Promise<{secrets: number[][], foreign: number[][], frames: boolean}>} */
async function secrets(tab) {
  const [main, ...others] = await api.askFrames(tab, { type: "secrets" }, FRAME_MS);
  const frames = others.some((one) => !one || (one.apart && one.secrets.length));
  return { secrets: main?.secrets ?? [[NaN]], foreign: main?.foreign ?? [], frames };
}

/** @param {{secrets: number[][], foreign: number[][]}} one @param {{secrets: number[][], foreign: number[][]}} other */
const same = (one, other) => JSON.stringify([one.secrets, one.foreign]) === JSON.stringify([other.secrets, other.foreign]);

/** Within what the browser allows: two a second. @param {number} tab */
async function capture(tab) {
  const wait = lastCaptureMs + CAPTURE_GAP_MS - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  lastCaptureMs = Date.now();
  return api.capture(tab);
}

/** @param {any} look @param {Blob} shot @param {number[][]} hidden @returns {Promise<Shown>} */
async function picture(look, shot, hidden) {
  const masked = await mask(shot, hidden, look.width);
  if (!masked) return without(look, TOO_LARGE);
  const data = new Uint8Array(await masked.blob.arrayBuffer());
  const sha = await hash(data);
  return { look: { ...look, scale: masked.scale, frame: sha }, frames: { [sha]: toBase64(data) } };
}
