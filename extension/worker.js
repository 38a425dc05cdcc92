// The worker: one message switch, the badge, the pairing.
// @ts-check
import * as api from "./chrome_api.js";
import { Link } from "./link.js";
import { Queue } from "./queue.js";
import { Recording } from "./recording.js";

const DAEMON = "http://127.0.0.1:4780";
const BADGES = /** @type {Record<string, [string, string]>} */ ({
  "goal-reached": ["✓", "#1a7f37"], "towards-the-goal": ["↑", "#2da44e"], "not-sure": ["?", "#9a6700"], "away-from-the-goal": ["↓", "#cf222e"],
  success: ["✓", "#1a7f37"], failure: ["✗", "#cf222e"], unknown: ["?", "#9a6700"],
});

const queue = new Queue(api);
const link = new Link(queue, identity, hear);
const recording = new Recording(send, (problem) => { link.problem = String(problem); });
/** @type {any} */ let verdict = null;

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
  if (message.type === "welcome") return api.save({ mask: message.mask ?? [] });
  if (message.type !== "step-judged" && message.type !== "run-judged") return;
  verdict = { ...message.verdict, whole: message.type === "run-judged" };
  const label = verdict.label ?? (verdict.whole ? "unknown" : "not-sure");
  const [text, colour] = verdict.status && verdict.status !== "ok" ? ["!", "#8250df"] : BADGES[label];
  await api.badge(text, colour, `Courtside: ${label}\n${verdict.explanation ?? ""}`);
}

/** @param {any} message @param {Record<string, string>} [frames] @param {Record<string, any>} [kept] */
async function send(message, frames, kept) {
  await queue.add(message, frames, kept);
  await link.connect();
  await link.flush();
}

/** @param {any} asked */
async function record(asked) {
  const chosen = asked.tabId ? await api.tab(asked.tabId) : await api.findTab(asked.url);
  if (!chosen?.id || !chosen.url) throw new Error(`no tab ${asked.tabId ?? asked.url ?? ""}`);
  if (!(await api.mayRecord(new URL(chosen.url).origin))) throw new Error("Chrome has not been asked for this site; press Record in the popup");
  await stop({});
  const run = newId("run");
  verdict = null;
  await recording.begin({ type: "run-begin", run, at_ms: Date.now(), task: asked.task ?? "", agent: asked.agent ?? "", attempt: asked.attempt ?? 1, parent_run: asked.parent_run ?? null }, chosen.id);
  await api.badge("●", "#cf222e", "Courtside records this tab");
  return { run };
}

/** @param {any} said @param {string} [by] */
async function stop(said, by = "finish") {
  const run = await recording.end(said, by);
  if (run) await api.badge("", "#000", "Courtside");
  return { run };
}

/** @param {any} message */
async function pair(message) {
  const daemon = (message.daemon || DAEMON).replace(/\/$/, "");
  const response = await fetch(`${daemon}/v1/pair/claim`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: message.code, name: "Chrome" }),
  }).catch(() => { throw new Error(`No daemon answers at ${daemon}. \`courtside up\` starts it; if Chrome asked whether Courtside may reach this device, allow it.`); });
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
  const now = recording.state;
  return { paired: Boolean(who.token), daemon: who.daemon, connected: link.connected, problem: link.problem, queued: queue.waiting.length,
    recording: now && { run: now.run, tab: now.tab, task: now.task, steps: now.index, paused: now.paused }, verdict };
}

/** @param {any} message @param {chrome.runtime.MessageSender} sender @returns {Promise<any>} */
async function handle(message, sender) {
  await recording.ready;
  switch (message.type) {
    case "page":
      if (sender.tab?.id === recording.state?.tab) await recording.heard(message.event, sender.frameId === 0);
      return null;
    case "mask": return api.load("mask", []);
    case "pair": return pair(message);
    case "record": return record(message);
    case "pause": case "resume":
      await recording.pause(message.type === "pause");
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
  const fromPage = sender.tab && !sender.url?.startsWith(chrome.runtime.getURL(""));
  if (fromPage && message.type !== "page" && message.type !== "mask") return false;
  handle(message, sender).then(answer, (error) => answer({ error: error instanceof Error ? error.message : String(error) }));
  return true;
});
chrome.webNavigation.onCommitted.addListener(async (details) => {
  await recording.ready;
  if (details.tabId !== recording.state?.tab) return;
  if (details.frameId !== 0) await api.inject(details.tabId);
  else await recording.navigated(details.url, ["typed", "auto_bookmark", "start_page"].includes(details.transitionType));
});
chrome.tabs.onRemoved.addListener(async (tabId) => {
  await recording.ready;
  if (recording.state?.tab === tabId) await stop({}, "tab-closed");
});
api.keepFromPages();
chrome.alarms.create("wake", { periodInMinutes: 0.5 });
chrome.alarms.onAlarm.addListener(() => { link.connect(); });
chrome.runtime.onStartup.addListener(() => { link.connect(); });
link.connect();
