// Looks at a tab: its elements, and its picture with the secrets painted over. Knows no runs.
// @ts-check
import * as api from "./chrome_api.js";
import { now } from "./clock.js";
import { hash, toBase64 } from "./frame_bytes.js";
import { mask } from "./masking.js";

/** Chrome gives an extension two pictures within a second, and any number while somebody acts in the page: an answer of
 * a page that was clicked or pressed a key in within the last five seconds carries that, also where an agent did it. */
const MAX_CAPTURES = 2;
const CAPTURES_MS = 1010;
const LOOK_TRIES = 4;
const LOOK_MS = 1800;
const RETRY_MS = 50;
const FRAME_MS = 700;
const COUNT_VALID_MS = 5000;
const MAX_STORED_BYTES = 512 * 1024 * 1024;
const MOVED = "the page moved while its secret fields were masked";
const PICTURE_TOO_LARGE = "the picture is larger than the daemon takes";
const PAGE_TOO_LARGE = "the page is too large to be searched for secret fields";
const STORAGE_FULL = "the daemon could not be reached for so long that no more pictures are kept for it";
const TOO_SLOW = "the picture could not be taken in time";
const PAGE_GONE = "the page was closed";
const SECRETS = { type: "secrets" };
export const TOO_QUICK = "the agent went on before the screen could be pictured";

/** @typedef {{look: any, secrets: number[][], foreign: number[][], view?: string, cut?: boolean, acted?: boolean}} Seen
 * `acted`: somebody acts in the page */
/** @typedef {{look: any, frames: Record<string, string>, why?: string}} Shown `frames`: base64 by hash. */

/** @type {number[]} */ let captures = [];
let counted = { at_ms: 0, bytes: 0 };

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The screen once it is quiet; null once nobody wants it any more. `report` gets its elements before the picture is
 * there.
 * @param {number} tab @param {number} ticket @param {() => boolean} wanted @param {(look: any) => void} report @returns
 * {Promise<Shown | null>} */
export async function lookAt(tab, ticket, wanted, report) {
  const end = now() + LOOK_MS;
  let look = null;
  let why = TOO_SLOW;
  let counts = false;
  for (let tries = 0; wanted() && tries < LOOK_TRIES && now() < end; ) {
    const seen = await ask(tab, ticket);
    if (!wanted()) return null;
    if (!seen) {
      if (!(await api.tab(tab))) return { look: null, frames: {}, why: PAGE_GONE };
      await sleep(RETRY_MS);
      continue;
    }
    tries += 1;
    report((look = seen.look));
    if (seen.cut) return without(look, PAGE_TOO_LARGE);
    const shot = await pictured(tab, seen, counts || !seen.acted, end, wanted);
    if (!wanted()) return null;
    if (!("why" in shot)) return picture(look, shot.shot, shot.hidden);
    why = shot.why;
    counts = shot.refused;
    if (!shot.again) break;
  }
  return without(look, why);
}

/** @param {any} look @param {string} why @returns {Shown} */
const without = (look, why) => ({ look: look && { ...look, withheld: why }, frames: {}, why });

/** A page that says false has something newer to do; one that says nothing has no script. @param {number} tab @param
 * {number} ticket
 * @returns {Promise<Seen | null>} */
async function ask(tab, ticket) {
  const reply = await api.askPage(tab, { type: "look", ticket });
  if (reply !== null) return reply || null;
  await api.inject(tab);
  return (await api.askPage(tab, { type: "look", ticket })) || null;
}

/** The tab's picture and what to paint over in it, or why there is none. An action is reported before it takes effect:
 * what was reported is known when the frames have answered after the picture. `counts`: it is one of Chrome's two
 * within a second.
 * @param {number} tab @param {Seen} seen @param {boolean} counts @param {number} end @param {() => boolean} wanted
 * @returns {Promise<{shot: Blob, hidden: number[][]} | {why: string, again: boolean, refused: boolean}>} */
async function pictured(tab, seen, counts, end, wanted) {
  if ((await stored()) > MAX_STORED_BYTES) return { why: STORAGE_FULL, again: false, refused: false };
  if (counts && !(await turn(end, wanted))) return { why: TOO_SLOW, again: false, refused: false };
  const others = await api.askFrames(tab, SECRETS, FRAME_MS, false);
  if (counts) captures.push(now());
  const { answer, taken } = await api.capture(tab, SECRETS);
  const before = secrets([answer, ...others]);
  const after = secrets(await api.askFrames(tab, SECRETS, FRAME_MS));
  const refused = "why" in taken && /quota/i.test(taken.why);
  if (refused) captures = [now() - CAPTURES_MS / 2, now()];
  if ("why" in taken) return { why: taken.why, again: refused, refused };
  if (!same(seen, before) || !same(seen, after)) return { why: MOVED, again: true, refused };
  return { shot: taken.shot, hidden: [...seen.secrets, ...(before.frames || after.frames ? seen.foreign : [])] };
}

/** Waits until Chrome gives a picture; false where that is too late.
 * @param {number} end
 * @param {() => boolean} wanted */
async function turn(end, wanted) {
  while (wanted()) {
    captures = captures.filter((at) => now() - at < CAPTURES_MS);
    if (captures.length < MAX_CAPTURES) return true;
    const wait = captures[0] + CAPTURES_MS - now();
    if (now() + wait > end) return false;
    await sleep(wait);
  }
  return false;
}

/** Bytes that wait for the daemon, counted now and then. */
async function stored() {
  if (now() - counted.at_ms > COUNT_VALID_MS) counted = { at_ms: now(), bytes: await api.storedBytes() };
  return counted.bytes;
}

/** What must not be seen, by what the frames answered, the main one first. `frames`: a frame that the main one cannot
 * look into holds a secret, or does not say: Chrome may not let us into it. A page that was not looked at whole may
 * hide any: its answer is like no other.
 * @param {any[]} answers @returns {{secrets: number[][], foreign: number[][], view?: string, frames: boolean}} */
function secrets([main, ...others]) {
  const frames = others.some((one) => !one || (one.apart && (one.cut || one.secrets.length)));
  const whole = main && !main.cut;
  return { secrets: whole ? main.secrets : [[NaN]], foreign: main?.foreign ?? [], view: main?.view, frames };
}

/** @typedef {{secrets: number[][], foreign: number[][], view?: string}} Hidden */
/** The same boxes, in the same view of the same document. @param {Hidden} one @param {Hidden} other */
const same = (one, other) =>
  JSON.stringify([one.secrets, one.foreign, one.view]) === JSON.stringify([other.secrets, other.foreign, other.view]);

/** @param {any} look @param {Blob} shot @param {number[][]} hidden @returns {Promise<Shown>} */
async function picture(look, shot, hidden) {
  const masked = await mask(shot, hidden, look.width);
  if (!masked) return without(look, PICTURE_TOO_LARGE);
  const data = new Uint8Array(await masked.blob.arrayBuffer());
  const sha = await hash(data);
  return { look: { ...look, scale: masked.scale, frame: sha }, frames: { [sha]: toBase64(data) } };
}
