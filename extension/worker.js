// The worker: one message switch, the recording, the badge.
// @ts-check
import * as api from "./chrome_api.js";
import { hash, mask, toBase64 } from "./frames.js";
import { Link } from "./link.js";
import { Queue } from "./queue.js";

const DAEMON = "http://127.0.0.1:4780";
const CAPTURE_GAP_MS = 510;
const BADGES = /** @type {Record<string, [string, string]>} */ ({
  "goal-reached": ["✓", "#1a7f37"], "towards-the-goal": ["↑", "#2da44e"], "not-sure": ["?", "#9a6700"], "away-from-the-goal": ["↓", "#cf222e"],
  success: ["✓", "#1a7f37"], failure: ["✗", "#cf222e"], unknown: ["?", "#9a6700"],
});

const queue = new Queue(api);
const link = new Link(queue, identity, hear);
/** @type {any} */ let recording = null;
/** @type {any} */ let verdict = null;
/** @type {any[]} */ let actions = [];
/** @type {Promise<void>} */ let working = Promise.resolve();
let lastCapture = 0;
const ready = api.load("recording").then((kept) => { recording = kept; });

/** @param {"ses" | "run"} kind */
const newId = (kind) => `${kind}_${Date.now().toString(16)}${Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("")}`;

async function identity() {
  const who = await api.load("identity", {});
  if (!who.session) {
    who.session = newId("ses");
    await api.save({ identity: who });
  }
  return { daemon: DAEMON, name: "Chrome", version: api.manifest().version, ...who };
}

/** @param {any} message */
async function hear(message) {
  if (message.type !== "step-judged" && message.type !== "run-judged") return;
  verdict = { ...message.verdict, whole: message.type === "run-judged" };
  const label = verdict.label ?? (verdict.whole ? "unknown" : "not-sure");
  const [text, colour] = verdict.status && verdict.status !== "ok" ? ["!", "#8250df"] : BADGES[label];
  await api.badge(text, colour, `Courtside: ${label}\n${verdict.explanation ?? ""}`);
}

/** @param {any} message @param {Record<string, string>} [frames] */
async function send(message, frames) {
  await queue.add(message, frames);
  await link.connect();
  await link.flush();
}

// --- recording

/** @param {any} asked */
async function record(asked) {
  const chosen = asked.tabId ? await api.tab(asked.tabId) : await api.findTab(asked.url);
  if (!chosen?.id || !chosen.url) throw new Error(`no tab ${asked.tabId ?? asked.url ?? ""}`);
  if (!(await api.mayRecord(new URL(chosen.url).origin))) throw new Error("Chrome has not been asked for this site; press Record in the popup");
  if (recording) await stop({});
  recording = { tab: chosen.id, run: newId("run"), index: 0, before: null, paused: false, task: asked.task ?? "" };
  verdict = null;
  actions = [];
  await send({ type: "run-begin", run: recording.run, at_ms: Date.now(), task: asked.task ?? "", agent: asked.agent ?? "", attempt: asked.attempt ?? 1, parent_run: asked.parent_run ?? null });
  await api.inject(chosen.id);
  const seen = await look();
  recording.before = seen.look;
  recording.frames = seen.frames;
  await api.save({ recording: light() });
  await api.badge("●", "#cf222e", "Courtside records this tab");
  return { run: recording.run };
}

const light = () => (recording ? { ...recording, frames: {} } : null);

/** The screen once it is quiet, with its masked frame. */
async function look() {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    let seen = await api.askPage(recording.tab, { type: "look" });
    if (!seen) {
      await api.inject(recording.tab);
      seen = await api.askPage(recording.tab, { type: "look" });
    }
    if (!seen) return { look: null, frames: {} };
    const wait = lastCapture + CAPTURE_GAP_MS - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    lastCapture = Date.now();
    const shot = await api.capture(recording.tab);
    const after = await api.askPage(recording.tab, { type: "secrets" });
    if (!shot || JSON.stringify(after) !== JSON.stringify(seen.secrets)) {
      if (attempt === 0) continue;
      return { look: { ...seen.look, withheld: shot ? "the page moved while its secret fields were masked" : "Chrome gave no picture: the tab was not in front, or the extension was not clicked on this site" }, frames: {} };
    }
    const [masked, scale] = await mask(shot, seen.secrets, seen.look.width);
    const data = new Uint8Array(await masked.arrayBuffer());
    const sha = await hash(data);
    return { look: { ...seen.look, scale, frame: sha }, frames: { [sha]: toBase64(data) } };
  }
  return { look: null, frames: {} };
}

/** @param {any} action */
function acted(action) {
  if (!recording || recording.paused) return;
  actions.push(action);
  working = working.then(makeSteps).catch((error) => { link.problem = String(error); });
}

async function makeSteps() {
  while (recording && actions.length) {
    const action = actions.shift();
    const seen = await look();
    recording.index += 1;
    const step = { run: recording.run, index: recording.index, before: recording.before, actions: [action], after: seen.look };
    await send({ type: "step", step }, { ...recording.frames, ...seen.frames });
    recording.before = seen.look ?? recording.before;
    recording.frames = seen.look ? seen.frames : recording.frames;
    await api.save({ recording: light() });
  }
}

/** @param {any} said @param {string} [by] */
async function stop(said, by = "finish") {
  if (!recording) return { run: null };
  if (by === "finish") {
    await api.askPage(recording.tab, { type: "flush" });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await working;
  const { run, tab } = recording;
  recording = null;
  await send({ type: "run-end", run, at_ms: Date.now(), ended_by: by, answer: said.answer ?? "", claims_success: said.claims_success ?? null });
  await api.save({ recording: null });
  if (by === "finish") await api.askPage(tab, { type: "stop-recorder" });
  await api.badge("", "#000", "Courtside");
  return { run };
}

/** @param {any} message */
async function pair(message) {
  const daemon = (message.daemon || DAEMON).replace(/\/$/, "");
  const response = await fetch(`${daemon}/v1/pair/claim`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: message.code, name: "Chrome" }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  await api.save({ identity: { daemon, token: answer.token, session: newId("ses") }, queue: { seq: 0, waiting: [] } });
  await queue.open();
  link.socket?.close();
  await link.connect();
  return { paired: true };
}

async function state() {
  const who = await identity();
  return { paired: Boolean(who.token), daemon: who.daemon, connected: link.connected, problem: link.problem, queued: queue.waiting.length,
    recording: recording && { run: recording.run, tab: recording.tab, task: recording.task, steps: recording.index, paused: recording.paused }, verdict };
}

/** @param {any} message @param {chrome.runtime.MessageSender} sender @returns {Promise<any>} */
async function handle(message, sender) {
  await ready;
  switch (message.type) {
    case "page":
      if (recording && sender.tab?.id === recording.tab && message.event.type === "action") acted(message.event.action);
      return null;
    case "pair": return pair(message);
    case "record": return record(message);
    case "pause": case "resume":
      if (recording) recording.paused = message.type === "pause";
      return state();
    case "stop": return stop(message);
    case "oracle":
      await send({ type: "oracle", oracle: { run: message.run, success: message.success, reward: message.reward ?? null, name: message.name ?? "", at_ms: Date.now() } });
      return {};
    case "state": return state();
    default: throw new Error(`message ${message.type} is unknown`);
  }
}

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id) return false;
  if (sender.tab && !sender.url?.startsWith(chrome.runtime.getURL("")) && message.type !== "page") return false;
  handle(message, sender).then(answer, (error) => answer({ error: error instanceof Error ? error.message : String(error) }));
  return true;
});
chrome.webNavigation.onCommitted.addListener(async (details) => {
  await ready;
  if (!recording || details.tabId !== recording.tab) return;
  await api.inject(recording.tab);
  const typed = ["typed", "auto_bookmark", "start_page"].includes(details.transitionType);
  if (details.frameId === 0 && typed) acted({ kind: "navigate", at_ms: Date.now(), text: details.url });
});
chrome.tabs.onRemoved.addListener(async (tabId) => {
  await ready;
  if (recording?.tab === tabId) await stop({}, "tab-closed");
});
chrome.alarms.create("wake", { periodInMinutes: 0.5 });
chrome.alarms.onAlarm.addListener(() => { link.connect(); });
chrome.runtime.onStartup.addListener(() => { link.connect(); });
link.connect();
