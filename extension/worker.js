// The worker: one message switch, the badge, the pairing.
// @ts-check
import * as api from "./chrome_api.js";
import { LastRun } from "./last_run.js";
import { Link } from "./link.js";
import { claim } from "./pairing.js";
import { Queue } from "./queue.js";
import { Recording } from "./recording.js";
import { cut, MAX_SHORT_TEXT, MAX_TEXT } from "./texts.js";

const DAEMON = "http://127.0.0.1:4780";
const BADGES = /** @type {Record<string, [string, string]>} */ ({
  "goal-reached": ["✓", "#1a7f37"],
  "towards-the-goal": ["↑", "#2da44e"],
  "not-sure": ["?", "#9a6700"],
  "away-from-the-goal": ["↓", "#cf222e"],
  success: ["✓", "#1a7f37"],
  failure: ["✗", "#cf222e"],
  unknown: ["?", "#9a6700"],
});

const queue = new Queue(api);
const link = new Link(queue, identity, receive);
const lastRun = new LastRun(api);
const recording = new Recording(send, (problem) => { link.problem = String(problem); });

/** @param {"ses" | "run"} kind */
function newId(kind) {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0"));
  return `${kind}_${Date.now().toString(16)}${bytes.join("")}`;
}

async function identity() {
  const who = await api.load("identity", {});
  return { daemon: DAEMON, name: "Chrome", version: api.version(), ...who };
}

/** @param {any} message */
async function receive(message) {
  if (message.type === "welcome") return api.save({ mask: message.mask ?? [] });
  if (message.type !== "step-judged" && message.type !== "run-judged") return;
  const judged = message.verdict;
  // A late word on an earlier run is for the daemon's page, not for who watches the last one.
  if (!(await lastRun.is(judged.run))) return;
  const verdict = { ...judged, whole: message.type === "run-judged", lesson: message.reflection?.text ?? "" };
  const label = verdict.label ?? (verdict.whole ? "unknown" : "not-sure");
  const [text, colour] =
    verdict.status && verdict.status !== "ok" ? ["!", "#8250df"] : (BADGES[label] ?? BADGES.unknown);
  await api.remember({ verdict });
  await api.badge(text, colour, `Courtside: ${label}\n${verdict.explanation ?? ""}`);
}

/** @param {any} message @param {Record<string, string>} [frames] @param {() => Record<string, any>} [become] */
async function send(message, frames, become) {
  await queue.add(message, frames, become);
  await link.connect();
  await link.flush();
}

/** @param {any} asked */
async function record(asked) {
  const chosen = asked.tabId ? await api.tab(asked.tabId) : await api.findTab(asked.url);
  if (!chosen?.id || !chosen.url) throw new Error(`no tab ${asked.tabId ?? asked.url ?? ""}`);
  if (!(await api.mayRecord(chosen.url)))
    throw new Error("Chrome has not allowed this site; press Record in the popup");
  const attempt = asked.attempt ?? 1;
  if (!Number.isInteger(attempt) || attempt < 1)
    throw new Error(`attempt is ${attempt}; expected a whole number from 1 on`);
  await stop({});
  const run = newId("run");
  await lastRun.begins(run);
  await api.remember({ verdict: null });
  const task = cut(asked.task, MAX_TEXT);
  await recording.begin(
    {
      type: "run-begin",
      run,
      at_ms: Date.now(),
      task,
      agent: cut(asked.agent, MAX_SHORT_TEXT),
      attempt,
      parent_run: asked.parent_run ?? null,
    },
    chosen.id,
  );
  await api.badge("●", "#cf222e", "Courtside records this tab");
  return { run };
}

/** @param {any} ending @param {string} [by] */
async function stop(ending, by = "finish") {
  const run = await recording.end(ending, by);
  if (run) await api.badge("", "#000", "Courtside");
  return { run };
}

/** @param {any} message */
async function pair(message) {
  const { daemon, token } = await claim(message.daemon || DAEMON, message.code ?? "");
  await stop({}, "stop");
  link.close();
  const left = await queue.restart({ identity: { daemon, token, session: newId("ses") } });
  if (left) link.problem = `${left} messages that the former daemon never took are dropped.`;
  await link.connect();
  return { paired: true };
}

/** The recorded tab is at a site that Chrome let us into just now. */
async function allowed() {
  const shown = recording.state && (await api.tab(recording.state.tab));
  if (shown?.url && (await api.mayRecord(shown.url))) await recording.allowed();
  return state();
}

async function state() {
  const who = await identity();
  const now = recording.state;
  return {
    paired: Boolean(who.token) && link.refusal !== "token",
    daemon: who.daemon,
    connected: link.connected,
    failures: link.failures,
    problem: link.held || link.problem,
    refusal: link.refusal,
    queued: queue.waiting.length,
    verdict: await api.recall("verdict"),
    recording: now && {
      run: now.run,
      tab: now.tab,
      task: now.task,
      steps: now.index,
      paused: now.paused,
      blocked: now.blocked,
    },
  };
}

/** What a script in a watched page says.
 * @param {any} message
 * @param {string} id
 * @param {number} tab
 * @param {number} frame
 * @returns {Promise<any>} */
async function handlePage(message, id, tab, frame) {
  await recording.ready;
  switch (message.type) {
    case "page":
      if (recording.watches(tab)) await recording.takeEvent(message.event, id, tab, frame === 0);
      return null;
    case "mask": return recording.watches(tab) ? api.load("mask", []) : false;
    default: throw new Error(`message ${message.type} is unknown`);
  }
}

/** What our own pages say. @param {any} message @returns {Promise<any>} */
async function handle(message) {
  await recording.ready;
  switch (message.type) {
    case "pair": return pair(message);
    case "record": return record(message);
    case "allowed": return allowed();
    case "pause": case "resume":
      await recording.pause(message.type === "pause");
      return state();
    case "stop": return stop(message, message.truncated ? "truncated" : "finish");
    case "oracle":
      if (typeof message.success !== "boolean")
        throw new Error(`success is ${message.success}; expected true or false`);
      await send({
        type: "oracle",
        oracle: {
          run: message.run,
          success: message.success,
          reward: message.reward ?? null,
          name: message.name ?? "",
          at_ms: Date.now(),
        },
      });
      return {};
    case "state": return state();
    default: throw new Error(`message ${message.type} is unknown`);
  }
}

api.onMessage(handle);
api.onPage(handlePage);
api.onNavigation(async ({ tabId, frameId, url, by, asked_ms }) => {
  await recording.ready;
  if (frameId === 0) await recording.navigated(tabId, url, by, asked_ms);
});
api.onAddress(async (tabId, url, by) => {
  await recording.ready;
  await recording.addressChanged(tabId, url, by);
});
api.onLoading(async (tabId, on) => {
  await recording.ready;
  await recording.loading(tabId, on);
});
api.onWindow(async (opener, tabId, url) => {
  await recording.ready;
  await recording.opened(opener, tabId, url);
});
api.onTabClosed(async (tabId) => {
  await recording.ready;
  if (!recording.watches(tabId)) return;
  await recording.closed(tabId);
  if (recording.state?.tab === tabId) await stop({}, "tab-closed");
});
api.onWake(() => { link.connect(); });
api.keepFromPages();
link.connect();
