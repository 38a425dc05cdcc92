// Talks to the daemon. Knows no page.
// @ts-check

export const PROTOCOL = 1;
const KEY = "courtside.token";
const FRAMES_KEPT = 24;

/** The token that this tab logged in with. */
export const token = () => sessionStorage.getItem(KEY) ?? "";

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token()}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

/** Spends the one-time code of the address, if there is one. @param {URLSearchParams} words */
export async function login(words) {
  const code = words.get("login");
  if (!code) return;
  history.replaceState(null, "", location.pathname + (words.get("run") ? `#run=${words.get("run")}` : ""));
  const { token: given } = await ask("/v1/login", { code });
  sessionStorage.setItem(KEY, given);
}

/** @type {Map<string, Promise<ImageBitmap | null>>} */
const frames = new Map();

/** A frame's picture; null where it is gone. @param {string | undefined} sha @returns {Promise<ImageBitmap | null>} */
export function frame(sha) {
  if (!sha) return Promise.resolve(null);
  const known = frames.get(sha);
  if (known) {
    frames.delete(sha);
    frames.set(sha, known);
    return known;
  }
  const loading = fetch(`/v1/blobs/${sha}`, { headers: { Authorization: `Bearer ${token()}` } })
    .then((r) => (r.ok ? r.blob() : null))
    .then((b) => (b ? createImageBitmap(b) : null))
    .catch(() => null);
  loading.then((picture) => { if (!picture) frames.delete(sha); }); // it may be there the next time
  frames.set(sha, loading);
  for (const old of [...frames.keys()].slice(0, Math.max(0, frames.size - FRAMES_KEPT))) frames.delete(old);
  return loading;
}

/** Text kept under a hash: prompts and raw outputs. @param {string} sha */
export async function text(sha) {
  const response = await fetch(`/v1/blobs/${sha}`, { headers: { Authorization: `Bearer ${token()}` } });
  return response.ok ? response.text() : "(gone)";
}

/** Keeps a live connection. @param {(message: any) => void} hear @param {(up: boolean, why?: string) => void} state */
export function live(hear, state) {
  let pause = 250;
  const connect = () => {
    const socket = new WebSocket(`ws://${location.host}/v1/live`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "view", protocol: PROTOCOL, token: token() }));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "refused") return state(false, message.reason);
      if (message.type === "snapshot") { pause = 250; state(true); }
      hear(message);
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
