// The page: begins, hears the daemon, and knows which key does what.
// @ts-check
import { ask, live, login, token } from "./api.js";
import { paintCard } from "./card.js";
import { paintRuns } from "./list.js";
import { $, bytes, make } from "./make.js";
import { paintStage, show } from "./stage.js";
import { cellsOf, go, later, liveRuns, override, painters, refresh, select, shown, state } from "./state.js";
import { paintStrip } from "./strip.js";

const KEYS = [
  ["j / k", "next, previous step"], ["space", "follow the newest step, or pause"], ["f", "next failure"], ["g", "all live agents"],
  ["p / x / u", "your label: good, bad, unsure"], ["n", "note"], ["b", "before / after"], ["d", "what changed"],
  ["o", "overlay"], ["/", "filter and search"], ["Esc", "back"], ["?", "this help"],
];
const FILTERS = "verdict, status, override, surface, source, agent, session, run, flag, ended, steps, score, attempt, pinned, open, oracle, agree";

/** @param {any} message */
function hear(message) {
  switch (message.type) {
    case "snapshot":
      state.runs.clear();
      for (const one of message.runs) state.runs.set(one.run.id, one);
      state.status = message.status;
      if (state.run) select(state.run, state.step); else if (state.follow && message.runs.length) select(message.runs[0].run.id);
      break;
    case "run": hearRun(message.summary); break;
    case "step": hearStep(message.summary); break;
    case "gone":
      for (const id of message.runs) { state.runs.delete(id); state.cells.delete(id); }
      if (state.run && message.runs.includes(state.run)) { state.run = null; state.detail = state.current = null; }
      break;
    case "status": state.status = message.status; break;
  }
  later();
}

/** @param {any} summary */
function hearRun(summary) {
  const fresh = !state.runs.has(summary.run.id);
  state.runs.set(summary.run.id, summary);
  if (state.follow && fresh && !state.grid) select(summary.run.id);
  else if (summary.run.id === state.run) refresh();
}

/** @param {any} cell */
function hearStep(cell) {
  cellsOf(cell.run).set(cell.step, cell);
  if (cell.run !== state.run) return;
  if (state.follow && cell.step >= state.step) go(cell.step); else if (cell.step === state.step) refresh();
}

function paint() {
  paintStatus();
  paintRuns();
  paintStage();
  paintStrip();
  paintCard();
}

function paintStatus() {
  const { status, problem } = state;
  $("#status").classList.toggle("lost", Boolean(problem));
  if (problem || !status) { $("#status").textContent = problem; return; }
  const parts = [`judge ${status.judge}: ${status.judge_state}`];
  if (status.judge_lag_ms > 1000) parts.push(`lag ${(status.judge_lag_ms / 1000).toFixed(1)} s, ${status.judge_queue} runs wait`);
  if (status.dropped_steps) parts.push(`${status.dropped_steps} steps refused`);
  if (status.dropped_frames) parts.push(`${status.dropped_frames} frames dropped`);
  if (status.overrides) parts.push(`agrees with you ${status.agree}/${status.overrides}`);
  parts.push(`${bytes(status.disk_bytes)} of ${bytes(status.budget_bytes)}`);
  $("#status").textContent = parts.join("  ·  ");
}

function nextFailure() {
  const list = shown();
  const start = list.findIndex((one) => one.run.id === state.run);
  const after = [...list.slice(start + 1), ...list.slice(0, start + 1)];
  const found = after.find((one) => (one.override ?? one.verdict) === "failure");
  if (found) { state.follow = state.grid = false; select(found.run.id); }
}

async function filter() {
  const words = $("#filter").value.trim();
  state.matching = null;
  state.hits = [];
  state.problem = "";
  if (words) {
    try {
      const page = await ask(`/v1/runs?limit=500&filter=${encodeURIComponent(words)}`);
      for (const one of page.runs ?? []) if (!state.runs.has(one.run.id)) state.runs.set(one.run.id, one);
      state.matching = new Set((page.runs ?? []).map((/** @type {any} */ one) => one.run.id));
      if (!/[:<>=]/.test(words)) state.hits = (await ask(`/v1/search?limit=20&q=${encodeURIComponent(words)}`)).hits ?? [];
    } catch (error) { state.problem = error instanceof Error ? error.message : String(error); }
  }
  later();
}

/** @param {number} by */
function walk(by) {
  state.follow = false;
  go(state.step + by);
}

/** @param {"before" | "diff"} name */
function look(name) {
  state.view = state.view === name ? "after" : name;
  show();
}

function followNewest() {
  state.follow = !state.follow;
  const newest = shown()[0];
  if (state.follow && newest) select(newest.run.id);
}

/** @type {Record<string, () => void>} */
const ACTS = {
  j: () => walk(1), k: () => walk(-1), ArrowRight: () => walk(1), ArrowLeft: () => walk(-1), " ": followNewest, f: nextFailure,
  g: () => { state.grid = !state.grid && liveRuns().length > 1; },
  p: () => override("towards-the-goal", state.step), x: () => override("away-from-the-goal", state.step), u: () => override("not-sure", state.step),
  n: () => { if (state.run) $("#note").showModal(); },
  b: () => look("before"), d: () => look("diff"), o: () => { state.overlay = !state.overlay; show(); },
  "/": () => $("#filter").focus(), "?": () => $("#help").showModal(),
};

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.key === "Escape") return $("#filter").blur();
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || document.querySelector("dialog[open]");
  const act = ACTS[event.key];
  if (!act || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
  later();
}

function keepNote() {
  const words = $("#note textarea").value.trim();
  $("#note textarea").value = "";
  if (words) override(null, state.step, words);
}

/** @param {string} title @param {...(Node | string)} words */
function gate(title, ...words) {
  $("#gate").replaceChildren(make("div", {}, make("h1", {}, title), ...words));
  $("#gate").hidden = false;
}

/** @param {string} [name] */
function theme(name) {
  document.documentElement.dataset.theme = name ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function listen() {
  $("#theme").onclick = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  $("#help").append(make("h2", {}, "Keys"), make("table", {}, ...KEYS.map(([k, what]) => make("tr", {}, make("td", {}, make("kbd", {}, k)), make("td", {}, what)))),
    make("p", { class: "soft" }, `Filter words: ${FILTERS}. A minus turns one round; other words are looked for in the text.`));
  $("#help-button").onclick = () => $("#help").showModal();
  $("#note form").onsubmit = keepNote;
  for (const button of document.querySelectorAll("[data-view]")) {
    button.addEventListener("click", () => { state.view = /** @type {"before" | "after" | "diff"} */ (button.getAttribute("data-view")); state.grid = false; later(); show(); });
  }
  $("#overlay").onclick = () => { state.overlay = !state.overlay; later(); show(); };
  $("#follow").onclick = () => { followNewest(); later(); };
  $("#live").onclick = () => { state.grid = !state.grid; later(); };
  $("#filter").oninput = filter;
  addEventListener("keydown", key);
  addEventListener("resize", later);
}

async function begin() {
  theme();
  painters(paint, show);
  listen();
  const words = new URLSearchParams(location.hash.slice(1));
  try { await login(words); } catch { if (!token()) return gate("This link is used or old", make("p", {}, "Run ", make("kbd", {}, "courtside url"), " for a new one.")); }
  if (!token()) return gate("Courtside", make("p", {}, "Run ", make("kbd", {}, "courtside url"), " and open the link that it prints."));
  const wanted = words.get("run");
  if (wanted) { state.follow = false; state.run = wanted; state.step = Number(words.get("step")) || 1; }
  live(hear, (up, why) => {
    state.problem = up ? "" : "connection lost, trying again…";
    if (why) gate("Log in again", make("p", {}, why)); else later();
  });
  setInterval(later, 15000);
}

begin();
