// Talks to the daemon. Knows no page.
// @ts-check
/** @import { RunChanged, RunsGone, Snapshot, StatusChanged, StepChanged, ViewerToken }
 * from "../../../docs/reference/protocol" */

export const PROTOCOL = 1;
const KEY = "courtside.token";
const FRAMES_KEPT = 24;
const THUMBNAILS_KEPT = 400;
const THUMBNAIL_PX = 96;

/** The token that this tab logged in with. */
export const token = () => sessionStorage.getItem(KEY) ?? "";

/** What the daemon answers; who asks knows its type.
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>} */
export async function ask(path, body) {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Authorization: `Bearer ${token()}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = parsed(await response.text());
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

/** Signs that turn the direction of all text after them: in a name or a page's words they would turn ours too. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** @param {string} text */
const parsed = (text) => JSON.parse(text.replace(TURNS, ""));

/** Spends the one-time code of the address, if there is one. @param {URLSearchParams} words */
export async function login(words) {
  const code = words.get("login");
  if (!code) return;
  history.replaceState(null, "", location.pathname + (words.get("run") ? `#run=${words.get("run")}` : ""));
  /** @type {ViewerToken} */ const { token: given } = await ask("/v1/login", { code });
  sessionStorage.setItem(KEY, given);
}

/** @typedef {Promise<ImageBitmap | null>} Picture */
/** @type {Map<string, Picture>} */ const frames = new Map();
/** @type {Map<string, Picture>} */ const thumbnails = new Map();

/** A frame's picture; null where it is gone. @param {string | null | undefined} sha @returns {Picture} */
export const frame = (sha) => (sha ? cached(frames, FRAMES_KEPT, sha, () => load(sha, "high")) : Promise.resolve(null));

/** The same, small; the large pictures go first. @param {string} sha @returns {Picture} */
export const thumbnail = (sha) =>
  cached(thumbnails, THUMBNAILS_KEPT, sha, () =>
    load(sha, "low", { resizeWidth: THUMBNAIL_PX, resizeQuality: "medium" }),
  );

/** @param {string} sha @param {RequestPriority} priority @param {ImageBitmapOptions} [options] @returns {Picture} */
async function load(sha, priority, options) {
  const response = await fetch(`/v1/blobs/${sha}`, { headers: { Authorization: `Bearer ${token()}` }, priority });
  return response.ok ? createImageBitmap(await response.blob(), options) : null;
}

/** What was asked for last is kept; what failed is asked for again.
 * @param {Map<string, Picture>} known
 * @param {number} most
 * @param {string} sha
 * @param {() => Picture} get */
function cached(known, most, sha, get) {
  const loading = known.get(sha) ?? get().catch(() => null);
  known.delete(sha);
  known.set(sha, loading);
  loading.then((picture) => { if (!picture) known.delete(sha); });
  for (const old of [...known.keys()].slice(0, Math.max(0, known.size - most))) known.delete(old);
  return loading;
}

/** Text kept under a hash: prompts and raw outputs. @param {string} sha */
export async function text(sha) {
  const response = await fetch(`/v1/blobs/${sha}`, { headers: { Authorization: `Bearer ${token()}` } });
  return response.ok ? response.text() : "(gone)";
}

/** @typedef {Snapshot | RunChanged | StepChanged | RunsGone | StatusChanged} ToViewer */

/** Keeps a live connection.
 * @param {(message: ToViewer) => void} receive
 * @param {(up: boolean, why?: string) => void} state */
export function live(receive, state) {
  let pause = 250;
  const connect = () => {
    const socket = new WebSocket(`ws://${location.host}/v1/live`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "view", protocol: PROTOCOL, token: token() }));
    socket.onmessage = (event) => {
      const message = parsed(event.data);
      if (message.type === "refused") return state(false, message.reason);
      if (message.type === "snapshot") { pause = 250; state(true); }
      receive(message);
    };
    socket.onclose = (event) => {
      if (event.code === 4401) return;
      state(false);
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, 5000);
    };
  };
  connect();
}
