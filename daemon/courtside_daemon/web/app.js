// The page: what is selected, what is shown, which key does what.
// @ts-check
import { ask, frame, live, login, text, token } from "./api.js";
import * as draw from "./draw.js";
import { $, age, bytes, make } from "./make.js";

const CELL_PX = 27;
const PAGE = 500;
const SURFACES = /** @type {Record<string, string>} */ ({ web: "🌐", android: "🤖", ios: "📱", desktop: "🖥" });
const RUN_LABELS = ["success", "failure", "unknown"];
const STEP_LABELS = ["goal-reached", "towards-the-goal", "not-sure", "away-from-the-goal"];
const KEYS = [
  ["j / k", "next, previous step"], ["space", "follow the newest step, or pause"], ["f", "next failure"],
  ["p / x / u", "your label: good, bad, unsure"], ["n", "note"], ["b", "before / after"], ["d", "diff"],
  ["o", "overlay"], ["/", "filter and search"], ["Esc", "back"], ["?", "this help"],
];

/** @type {Map<string, any>} */ const runs = new Map();
/** @type {any} */ let status = null;
/** @type {string | null} */ let run = null;
let step = 0;
let view = "after";
let overlay = true;
let follow = true;
let tab = "Steps";
/** @type {any} */ let detail = null;
/** @type {any} */ let current = null;
/** Cells by run, then by step number. @type {Map<string, Map<number, any>>} */
const cells = new Map();
/** @type {Set<string>} */ const loading = new Set();
/** @type {Set<string> | null} */ let matching = null;
/** @type {any[]} */ let hits = [];
/** What a person has to know before anything else; empty when all is well. */
let problem = "";

// --- hearing

/** @param {any} message */
function hear(message) {
  if (message.type === "snapshot") {
    runs.clear();
    for (const one of message.runs) runs.set(one.run.id, one);
    status = message.status;
    if (run) select(run, step); else if (follow && message.runs.length) select(message.runs[0].run.id);
  } else if (message.type === "run") {
    const fresh = !runs.has(message.summary.run.id);
    runs.set(message.summary.run.id, message.summary);
    if (follow && fresh) select(message.summary.run.id);
    else if (message.summary.run.id === run) refresh();
  } else if (message.type === "step") {
    const cell = message.summary;
    cellsOf(cell.run).set(cell.step, cell);
    if (cell.run === run) {
      if (follow && cell.step >= step) go(cell.step); else if (cell.step === step) refresh();
    }
  } else if (message.type === "gone") {
    for (const id of message.runs) { runs.delete(id); cells.delete(id); }
    if (run && message.runs.includes(run)) { run = null; detail = current = null; }
  } else if (message.type === "status") status = message.status;
  later();
}

/** @param {string} id */
function cellsOf(id) {
  const known = cells.get(id) ?? new Map();
  cells.set(id, known);
  return known;
}

let planned = false;
function later() {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => { planned = false; paint(); });
}

// --- choosing

/** @param {string} id @param {number} [number] */
async function select(id, number) {
  run = id;
  const summary = runs.get(id);
  step = number || (follow ? summary?.steps : 1) || 1;
  history.replaceState(null, "", `#run=${id}&step=${step}`);
  await refresh();
}

/** @param {number} number */
function go(number) {
  const steps = runs.get(run ?? "")?.steps ?? 0;
  step = Math.max(1, Math.min(number, steps));
  history.replaceState(null, "", `#run=${run}&step=${step}`);
  refresh();
}

let asked = 0;
async function refresh() {
  const mine = (asked += 1);
  const [id, number] = [run, step];
  if (!id) return;
  later();
  try {
    const [whole, one] = await Promise.all([
      ask(`/v1/runs/${id}`),
      (runs.get(id)?.steps ?? 1) > 0 ? ask(`/v1/runs/${id}/steps/${number}`).catch(() => null) : null,
    ]);
    if (mine !== asked) return;
    detail = whole;
    current = one;
    runs.set(id, whole.summary);
    for (const attempt of whole.attempts ?? []) load(attempt.run.id, 1);
  } catch (error) { say(String(error)); }
  later();
  await show();
  for (const near of [number + 1, number - 1]) frame(cellsOf(id).get(near)?.frame);
}

/** Loads the cells round a step. @param {string} id @param {number} number */
async function load(id, number) {
  const start = Math.floor((number - 1) / PAGE) * PAGE + 1;
  const key = `${id}:${start}`;
  if (loading.has(key)) return;
  loading.add(key);
  try {
    const page = await ask(`/v1/runs/${id}/strip?start=${start}&limit=${PAGE}`);
    for (const cell of page.steps ?? []) cellsOf(id).set(cell.step, cell);
  } catch { loading.delete(key); }
  later();
}

// --- painting

function paint() {
  paintStatus();
  paintRuns();
  paintStage();
  paintStrip();
  paintCard();
}

function paintStatus() {
  if (problem) return say(problem, true);
  if (!status) return;
  const parts = [`judge ${status.judge}: ${status.judge_state}`];
  if (status.judge_lag_ms > 1000) parts.push(`lag ${(status.judge_lag_ms / 1000).toFixed(1)} s, ${status.judge_queue} runs wait`);
  if (status.dropped_steps) parts.push(`${status.dropped_steps} steps refused`);
  if (status.dropped_frames) parts.push(`${status.dropped_frames} frames dropped`);
  if (status.overrides) parts.push(`agrees with you ${status.agree}/${status.overrides}`);
  parts.push(`${bytes(status.disk_bytes)} of ${bytes(status.budget_bytes)}`);
  say(parts.join("  ·  "));
}

/** @param {string} words @param {boolean} [lost] */
function say(words, lost = false) {
  $("#status").textContent = words;
  $("#status").classList.toggle("lost", lost);
}

function shown() {
  const all = [...runs.values()].sort((a, b) => b.run.started_at_ms - a.run.started_at_ms || (a.run.id < b.run.id ? 1 : -1));
  return matching ? all.filter((one) => matching?.has(one.run.id)) : all;
}

function paintRuns() {
  const list = [];
  let session = "";
  for (const one of shown()) {
    if (one.run.session !== session) {
      session = one.run.session;
      list.push(make("div", { class: "group" }, `${SURFACES[one.surface] ?? ""} ${one.name || one.source} · ${one.source}`));
    }
    const dot = one.status === "error" ? "error" : one.override ?? one.verdict ?? "";
    const meta = [`${one.steps} steps`, one.run.attempt > 1 && `attempt ${one.run.attempt}`, one.status === "error" ? "judge error" : one.verdict ?? (one.run.ended_at_ms ? "being judged" : "live"),
      one.oracle !== undefined && `oracle: ${one.oracle ? "success" : "failure"}`, one.pinned && "pinned", age(one.run.started_at_ms)];
    list.push(make("button", { class: `run ${one.run.id === run ? "on" : ""}`, "data-run": one.run.id, onclick: () => { follow = false; select(one.run.id); } },
      make("span", { class: `dot ${dot} ${one.override ? "person" : ""}` }),
      make("span", { class: "name", title: one.run.task ?? "" }, one.run.task || "(no task said)"), make("span"),
      make("span", { class: "meta" }, meta.filter(Boolean).join(" · "))));
  }
  for (const hit of hits) list.push(make("button", { class: "run", onclick: () => { follow = false; select(hit.run, hit.step); } },
    make("span", { class: "dot" }), make("span", { class: "name" }, hit.snippet.replace(/[⁨⁩]/g, "")), make("span"), make("span", { class: "meta" }, `${hit.where}${hit.step ? ` · step ${hit.step}` : ""}`)));
  const nav = $("#runs");
  const top = nav.scrollTop;
  nav.replaceChildren(...list);
  nav.scrollTop = top;
}

function paintStage() {
  const summary = runs.get(run ?? "");
  $("#task").textContent = summary ? summary.run.task || "(no task said: only what goes wrong is judged)" : "";
  for (const button of document.querySelectorAll("[data-view]")) button.classList.toggle("on", button.getAttribute("data-view") === view);
  $("#overlay").setAttribute("aria-pressed", String(overlay));
  $("#follow").setAttribute("aria-pressed", String(follow));
  $("#action").textContent = run ? `step ${step} of ${summary?.steps ?? 0}   ${cellsOf(run).get(step)?.action ?? ""}` : "";
  $("#screen").hidden = !run;
  if (run) return;
  $("#nothing").replaceChildren(
    make("b", {}, "Nothing is recorded yet. Three ways to begin:"),
    make("pre", {}, 'courtside demo --live          # a scripted agent, real tasks\n\nasync with courtside.watch(page, task="..."):   # your Playwright agent\n    ...\n\ncurl http://127.0.0.1:4780/v1/steps ...   # anything else: docs/protocol.md'));
}

function paintStrip() {
  const attempts = detail?.attempts?.length ? detail.attempts.map((/** @type {any} */ a) => runs.get(a.run.id) ?? a) : run ? [runs.get(run)].filter(Boolean) : [];
  const strip = $("#strip");
  for (const old of [...strip.children]) if (!attempts.some((/** @type {any} */ a) => a.run.id === old.dataset.run)) old.remove();
  attempts.forEach((/** @type {any} */ one, /** @type {number} */ n) => {
    let row = [...strip.children].find((r) => r.dataset.run === one.run.id);
    if (!row) {
      row = make("div", { class: "row", "data-run": one.run.id }, make("span"), make("div", { class: "cells", onscroll: later }, make("div")));
    }
    if (strip.children[n] !== row) strip.insertBefore(row, strip.children[n] ?? null);
    row.firstChild.textContent = `attempt ${one.run.attempt ?? n + 1}`;
    paintCells(row.lastChild, one);
  });
}

/** Only the cells in sight. @param {HTMLElement} box @param {any} summary */
function paintCells(box, summary) {
  const inner = /** @type {HTMLElement} */ (box.firstChild);
  inner.style.width = `${summary.steps * CELL_PX}px`;
  const mine = summary.run.id === run;
  if (mine && box.dataset.at !== `${run}:${step}`) {
    box.dataset.at = `${run}:${step}`;
    const x = (step - 1) * CELL_PX;
    if (x < box.scrollLeft || x > box.scrollLeft + box.clientWidth - CELL_PX) box.scrollLeft = x - box.clientWidth / 2;
  }
  const first = Math.max(1, Math.floor(box.scrollLeft / CELL_PX) - 5);
  const last = Math.min(summary.steps, first + Math.ceil(box.clientWidth / CELL_PX) + 10);
  const known = cellsOf(summary.run.id);
  const painted = [];
  for (let n = first; n <= last; n += 1) {
    const cell = known.get(n);
    if (!cell) load(summary.run.id, n);
    const state = !cell?.status ? "pending" : cell.status === "ok" ? cell.override ?? cell.label ?? "not-sure" : "error";
    painted.push(make("button", { class: `cell ${state} ${cell?.override ? "person" : ""} ${mine && n === step ? "on" : ""}`, left: `${(n - 1) * CELL_PX}px`,
      title: `${n}. ${cell?.action ?? ""} — ${state}`, onclick: () => { follow = false; if (!mine) run = summary.run.id; go(n); } }, String(n)));
  }
  inner.replaceChildren(...painted);
}

function paintCard() {
  const card = $("#card");
  if (!run || !detail) return card.replaceChildren(make("p", { class: "soft" }, "Choose a run on the left."));
  const top = card.scrollTop;
  card.replaceChildren(
    ...verdictCard("This step", current?.verdicts?.at(-1), current?.overrides, STEP_LABELS, step),
    ...verdictCard("The whole run", detail.verdicts?.at(-1), detail.overrides, RUN_LABELS, null),
    make("div", { class: "tabs" }, ...["Steps", "Elements", "Action", "Judge", "Reflection", "Raw"].map((name) =>
      make("button", { class: name === tab ? "on" : "", onclick: () => { tab = name; later(); } }, name))),
    tabBody());
  card.scrollTop = top;
}

/** @param {string} title @param {any} verdict @param {any[] | undefined} overrides @param {string[]} labels @param {number | null} number */
function verdictCard(title, verdict, overrides, labels, number) {
  const failed = verdict && verdict.status && verdict.status !== "ok";
  const label = failed ? "error" : verdict?.label ?? (number ? "not-sure" : "unknown");
  const said = overrides?.at(-1);
  const parts = [make("h3", {}, title)];
  if (!verdict) parts.push(make("p", { class: "soft" }, "No verdict yet."));
  else {
    const score = verdict.score === undefined || verdict.score === null ? "" : `  ${(verdict.score * 100).toFixed(0)} %`;
    parts.push(make("span", { class: `label ${label}` }, failed ? `judge ${verdict.status}` : label), make("span", { class: "soft" }, score),
      make("p", { class: "why" }, verdict.explanation ?? ""),
      make("div", { class: "evidence" }, ...(verdict.evidence ?? []).flatMap((/** @type {any} */ e) => [
        make("span", { class: (e.weight ?? 0) < 0 ? "neg" : "pos" }, `${(e.weight ?? 0) > 0 ? "+" : ""}${(e.weight ?? 0).toFixed(1)}`),
        make("span", { title: e.kind }, e.text)])),
      make("p", { class: "soft" }, `${verdict.judge.name} ${verdict.judge.version ?? ""} · ${(verdict.took_ms ?? 0).toFixed(1)} ms${verdict.flags?.length ? ` · ${verdict.flags.join(", ")}` : ""}`));
  }
  if (said) parts.push(make("p", {}, "You said: ", make("b", {}, said.label ?? "note"), said.note ? ` — ${said.note}` : ""));
  parts.push(make("div", { class: "people" }, ...labels.map((word) => make("button", { class: said?.label === word ? "on" : "", onclick: () => override(word, number) }, word))));
  return parts;
}

function tabBody() {
  const id = run ?? "";
  if (tab === "Steps") return make("table", {}, ...[...cellsOf(id).values()].sort((a, b) => a.step - b.step).slice(Math.max(0, step - 15), step + 25).map((c) =>
    make("tr", { onclick: () => go(c.step) }, make("td", {}, String(c.step)), make("td", {}, c.action ?? ""), make("td", { class: "soft" }, c.override ?? c.label ?? "pending"))));
  const look = view === "before" ? current?.step.before : current?.step.after;
  if (tab === "Elements") return make("table", {}, ...(look?.elements ?? []).map((/** @type {any} */ e) =>
    make("tr", {}, make("td", { class: "soft" }, String(e.id)), make("td", {}, e.role || e.tag), make("td", {}, e.text ?? ""), make("td", {}, [e.value, ...(e.state ?? [])].filter(Boolean).join(" ")))));
  if (tab === "Action") return make("pre", {}, JSON.stringify({ thought: current?.step.thought, actions: current?.step.actions }, null, 2));
  if (tab === "Reflection") return make("pre", {}, detail.reflection?.text ?? "No lesson: the run was not judged a failure.");
  if (tab === "Judge") {
    const verdict = current?.verdicts?.at(-1);
    const box = make("pre", {}, verdict ? JSON.stringify(verdict.judge, null, 2) : "");
    for (const sha of [verdict?.prompt, verdict?.raw]) if (sha) text(sha).then((words) => box.append("\n\n", words));
    return box;
  }
  return make("pre", {}, JSON.stringify({ ...current?.step, verdicts: current?.verdicts }, null, 1).slice(0, 60000));
}

async function show() {
  const before = current?.step.before;
  const after = current?.step.after;
  const [old, fresh] = await Promise.all([frame(before?.frame), frame(after?.frame)]);
  const canvas = $("#screen");
  const look = view === "before" ? before : after;
  const image = view === "before" ? old : fresh ?? old;
  canvas.hidden = !image;
  $("#nothing").textContent = image || !run ? "" : look?.withheld ? `Frame withheld: ${look.withheld}` : "No frame of this step.";
  if (!image) return;
  if (view === "diff" && old && fresh) {
    const share = draw.difference(canvas, old, fresh);
    $("#action").textContent += `   ${(share * 100).toFixed(1)} % changed`;
    return;
  }
  draw.picture(canvas, image);
  if (overlay) draw.actions(canvas, current?.step.actions ?? [], look?.scale || 1);
}

// --- people

/** @param {string | null} label @param {number | null} number @param {string} [note] */
async function override(label, number, note = "") {
  if (!run) return;
  try {
    await ask("/v1/overrides", { run, step: number, label, note, who: "page" });
    await refresh();
  } catch (error) { say(String(error), true); }
}

function nextFailure() {
  const list = shown();
  const start = list.findIndex((one) => one.run.id === run);
  const after = [...list.slice(start + 1), ...list.slice(0, start + 1)];
  const found = after.find((one) => (one.override ?? one.verdict) === "failure");
  if (found) { follow = false; select(found.run.id); }
}

async function filter() {
  const words = $("#filter").value.trim();
  matching = null;
  hits = [];
  problem = "";
  if (words) {
    try {
      const page = await ask(`/v1/runs?limit=500&filter=${encodeURIComponent(words)}`);
      for (const one of page.runs ?? []) if (!runs.has(one.run.id)) runs.set(one.run.id, one);
      matching = new Set((page.runs ?? []).map((/** @type {any} */ one) => one.run.id));
      if (!/[:<>=]/.test(words)) hits = (await ask(`/v1/search?limit=20&q=${encodeURIComponent(words)}`)).hits ?? [];
    } catch (error) { problem = error instanceof Error ? error.message : String(error); }
  }
  later();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const typing = event.target instanceof HTMLInputElement;
  if (event.key === "Escape") { $("#filter").blur(); $("#help").close(); return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  /** @type {Record<string, () => void>} */
  const acts = {
    j: () => { follow = false; go(step + 1); }, k: () => { follow = false; go(step - 1); },
    ArrowRight: () => { follow = false; go(step + 1); }, ArrowLeft: () => { follow = false; go(step - 1); },
    " ": () => { follow = !follow; if (follow) { const newest = shown()[0]; if (newest) select(newest.run.id); } },
    f: nextFailure, p: () => override("towards-the-goal", step), x: () => override("away-from-the-goal", step),
    u: () => override("not-sure", step), n: () => { const note = prompt("Note on this step"); if (note) override(null, step, note); },
    b: () => { view = view === "before" ? "after" : "before"; show(); }, d: () => { view = view === "diff" ? "after" : "diff"; show(); },
    o: () => { overlay = !overlay; show(); }, "/": () => $("#filter").focus(), "?": () => $("#help").showModal(),
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
  later();
}

/** @param {string} title @param {...(Node | string)} words */
function gate(title, ...words) {
  $("#gate").replaceChildren(make("div", {}, make("h1", {}, title), ...words));
  $("#gate").hidden = false;
}

/** @param {string} [name] */
function theme(name) {
  const dark = name ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = dark;
}

async function begin() {
  theme();
  $("#theme").onclick = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  $("#help").append(make("h2", {}, "Keys"), make("table", {}, ...KEYS.map(([k, what]) => make("tr", {}, make("td", {}, make("kbd", {}, k)), make("td", {}, what)))),
    make("p", { class: "soft" }, "Filter words: verdict, status, override, surface, source, agent, steps, score, pinned, open, oracle, agree."));
  $("#help-button").onclick = () => $("#help").showModal();
  for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => { view = button.getAttribute("data-view") ?? "after"; later(); show(); });
  $("#overlay").onclick = () => { overlay = !overlay; later(); show(); };
  $("#follow").onclick = () => { follow = !follow; later(); };
  $("#filter").oninput = filter;
  addEventListener("keydown", key);
  addEventListener("resize", later);
  const words = new URLSearchParams(location.hash.slice(1));
  try { await login(words); } catch (error) { if (!token()) return gate("This link is used or old", make("p", {}, "Run ", make("kbd", {}, "courtside url"), " for a new one.")); }
  if (!token()) return gate("Courtside", make("p", {}, "Run ", make("kbd", {}, "courtside url"), " and open the link that it prints."));
  const wanted = words.get("run");
  if (wanted) { follow = false; run = wanted; step = Number(words.get("step")) || 1; }
  live(hear, (up, why) => {
    problem = up ? "" : "connection lost, trying again…";
    if (why) gate("Log in again", make("p", {}, why)); else later();
  });
  setInterval(later, 15000);
}

begin();
