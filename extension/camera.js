// Looks at a tab: its elements, and its picture with the secrets painted over. Knows no runs.
// @ts-check
import * as api from "./chrome_api.js";
import { hash, mask, toBase64 } from "./frames.js";

/** Chrome gives an extension two pictures within a second. */
const CAPTURES = 2;
const CAPTURES_MS = 1010;
const LOOK_TRIES = 4;
const LOOK_MS = 1800;
const RETRY_MS = 50;
const FRAME_MS = 700;
const COUNTED_MS = 5000;
const MAX_STORED_BYTES = 512 * 1024 * 1024;
const MOVED = "the page moved while its secret fields were masked";
const TOO_LARGE = "the picture is larger than the daemon takes";
const LARGE = "the page is too large to be searched for secret fields";
const FULL = "the daemon could not be reached for so long that no more pictures are kept for it";
const TOO_SLOW = "the picture could not be taken in time";
const GONE = "the page was closed";
export const TOO_QUICK = "the agent went on before the screen could be pictured";

/** @typedef {{look: any, secrets: number[][], foreign: number[][], cut?: boolean}} Seen */
/** @typedef {{look: any, frames: Record<string, string>, why?: string}} Shown `frames`: base64 by hash. */

/** @type {number[]} */ let captures = [];
let counted = { at_ms: 0, bytes: 0 };

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The screen once it is quiet; null once nobody wants it any more. `tell` gets its elements before the picture is there.
 * @param {number} tab @param {number} ticket @param {() => boolean} wanted @param {(look: any) => void} tell @returns {Promise<Shown | null>} */
export async function lookAt(tab, ticket, wanted, tell) {
  const end = Date.now() + LOOK_MS;
  let look = null;
  let why = TOO_SLOW;
  for (let tries = 0; wanted() && tries < LOOK_TRIES && Date.now() < end; ) {
    const seen = await ask(tab, ticket);
    if (!wanted()) return null;
    if (!seen) {
      if (!(await api.tab(tab))) return { look: null, frames: {}, why: GONE };
      await sleep(RETRY_MS);
      continue;
    }
    tries += 1;
    tell((look = seen.look));
    if (seen.cut) return without(look, LARGE);
    const shot = await pictured(tab, seen, end, wanted);
    if (!wanted()) return null;
    if (!("why" in shot)) return picture(look, shot.shot, shot.hidden);
    why = shot.why;
    if (!shot.again) break;
  }
  return without(look, why);
}

/** @param {any} look @param {string} why @returns {Shown} */
const without = (look, why) => ({ look: look && { ...look, withheld: why }, frames: {}, why });

/** A page that says false has something newer to do; one that says nothing has no script. @param {number} tab @param {number} ticket
 * @returns {Promise<Seen | null>} */
async function ask(tab, ticket) {
  const said = await api.askPage(tab, { type: "look", ticket });
  if (said !== null) return said || null;
  await api.inject(tab);
  return (await api.askPage(tab, { type: "look", ticket })) || null;
}

/** The tab's picture and what to paint over in it, or why there is none. An action is reported before it takes effect: what was reported
 * is known when the frames have answered after the picture. @param {number} tab @param {Seen} seen @param {number} end @param {() => boolean} wanted
 * @returns {Promise<{shot: Blob, hidden: number[][]} | {why: string, again: boolean}>} */
async function pictured(tab, seen, end, wanted) {
  if ((await stored()) > MAX_STORED_BYTES) return { why: FULL, again: false };
  if (!(await turn(end, wanted))) return { why: TOO_SLOW, again: false };
  const before = await secrets(tab);
  captures.push(Date.now());
  const taken = await api.capture(tab);
  const after = await secrets(tab);
  if ("why" in taken) return { why: taken.why, again: /quota/i.test(taken.why) };
  if (!same(seen, before) || !same(seen, after)) return { why: MOVED, again: true };
  return { shot: taken.shot, hidden: [...seen.secrets, ...(before.frames || after.frames ? seen.foreign : [])] };
}

/** Waits until Chrome gives a picture; false where that is too late. @param {number} end @param {() => boolean} wanted */
async function turn(end, wanted) {
  while (wanted()) {
    const now = Date.now();
    captures = captures.filter((at) => now - at < CAPTURES_MS);
    if (captures.length < CAPTURES) return true;
    const wait = captures[0] + CAPTURES_MS - now;
    if (now + wait > end) return false;
    await sleep(wait);
  }
  return false;
}

/** Bytes that wait for the daemon, counted now and then. */
async function stored() {
  if (Date.now() - counted.at_ms > COUNTED_MS) counted = { at_ms: Date.now(), bytes: await api.storedBytes() };
  return counted.bytes;
}

/** What must not be seen. `frames`: a frame that the main one cannot look into holds a secret, or does
 * not say: Chrome may not let us into it. @param {number} tab @returns {Promise<{secrets: number[][], foreign: number[][], frames: boolean}>} */
async function secrets(tab) {
  const [main, ...others] = await api.askFrames(tab, { type: "secrets" }, FRAME_MS);
  const frames = others.some((one) => !one || (one.apart && (one.cut || one.secrets.length)));
  return { secrets: main?.secrets ?? [[NaN]], foreign: main?.foreign ?? [], frames };
}

/** @param {{secrets: number[][], foreign: number[][]}} one @param {{secrets: number[][], foreign: number[][]}} other */
const same = (one, other) => JSON.stringify([one.secrets, one.foreign]) === JSON.stringify([other.secrets, other.foreign]);

/** @param {any} look @param {Blob} shot @param {number[][]} hidden @returns {Promise<Shown>} */
async function picture(look, shot, hidden) {
  const masked = await mask(shot, hidden, look.width);
  if (!masked) return without(look, TOO_LARGE);
  const data = new Uint8Array(await masked.blob.arrayBuffer());
  const sha = await hash(data);
  return { look: { ...look, scale: masked.scale, frame: sha }, frames: { [sha]: toBase64(data) } };
}
