// What is selected, and what is known of runs and steps. Knows no element of the page.
// @ts-check
/** @import { Element, Run, RunHistory, RunSummary, RunVerdict, SearchHit, Status, StepHistory, StepSummary,
 * StepVerdict, StripPage } from "../../../docs/reference/protocol" */
import { ask, frame } from "./api.js";

const PAGE = 500;
const STILL_LIVE_MS = 60_000;
const RETRY_MS = 2_000;
/** The longest time that a press of the mouse keeps the page as it is. */
const PRESS_MS = 10_000;
const WHO = "courtside.who";

/** What is known of a run, with its defaults.
 * @typedef {RunSummary & { steps: number, name: string, people: NonNullable<RunSummary["people"]>, run: Run & { task:
 * string, attempt: number } }} Summary */
/** @typedef {Omit<RunHistory, "summary" | "attempts"> & { summary: Summary, attempts: Summary[] }} Detail */

/** The one thing that changes: everything painted follows from it. */
export const state = {
  /** @type {Map<string, Summary>} */ runs: new Map(),
  /** Cells by run, then by step number. @type {Map<string, Map<number, StepSummary>>} */ cells: new Map(),
  /** @type {Status | null} */ status: null,
  /** @type {string | null} */ run: null,
  step: 0,
  /** @type {"before" | "after" | "diff"} */ view: "before",
  /** A person has chosen the view: it stays. Else the action is shown first, and of a run that is followed live its
   * newest screen. */
  viewChosen: false,
  overlay: true,
  follow: true,
  grid: false,
  tab: "Why",
  /** A person has chosen the tab: it stays. Else a run that has ended opens on the first one that shows something. */
  tabChosen: false,
  /** In which the Elements tab lists them; "": as they were recorded. */ order: "",
  /** That the order which was chosen is on its way, or why it cannot be had. */ unordered: "",
  /** The selected run, and the selected step, whole. @type {Detail | null} */ detail: null,
  /** @type {StepHistory | null} */ current: null,
  /** What the difference of two frames came to, in words. */ changed: "",
  /** The element of the Elements tab that is pointed at. @type {Element | null} */ pointed: null,
  /** The filter's words. */ words: "",
  /** What the filter lets through; null where there is no filter. @type {Set<string> | null} */ matching: null,
  /** @type {SearchHit[]} */ hits: [],
  /** Where the older runs begin; null where all are here. @type {string | null} */ next: null,
  /** Why nothing comes from the daemon. */ away: "",
  /** What is wrong with the filter. */ wrong: "",
  /** What else a person has to know. */ problem: "",
  /** That a link names a step which is not there. */ missing: "",
};

/** @type {Set<string>} */ const loading = new Set();
/** @type {() => void} */ let paint = () => {};
/** @type {() => void} */ let show = () => {};
let planned = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let pressed;
let asking = false;
let askAgain = false;

/** Who paints: everything, and the picture. @param {() => void} all @param {() => void} picture */
export function painters(all, picture) {
  paint = all;
  show = picture;
}

/** Paints once, before the next frame; after it, where the mouse is pressed. */
export function later() {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => { planned = false; if (!pressed) paint(); });
}

/** The mouse goes down: nothing moves until it comes up, since a button that moved away would lose the click. */
export function press() {
  clearTimeout(pressed);
  pressed = setTimeout(release, PRESS_MS);
}

/** The mouse comes up: what was left out is painted. */
export function release() {
  clearTimeout(pressed);
  pressed = undefined;
  later();
}

/** Whose labels these are: the name given on this page, else the person who runs the daemon. */
export const me = () => localStorage.getItem(WHO) || state.status?.person || "";

/** @param {string} name */
export const setMyName = (name) => localStorage.setItem(WHO, name.trim());

/** One line of what went wrong. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** The one that counts: the newest answer; a judge's failure only where there is no answer.
 * @template {RunVerdict | StepVerdict} V
 * @param {V[] | undefined} verdicts */
const findCounting = (verdicts) =>
  verdicts?.findLast((one) => (one.status ?? "ok") === "ok") ?? verdicts?.at(-1);

/** The verdict on the selected run as it is now; older ones were about what it was before. */
export const runVerdict = () =>
  findCounting(
    state.detail?.verdicts?.filter((one) => (one.revision ?? 0) === (state.detail?.summary.run.revision ?? 0)),
  );

/** The verdict on the selected step; after a change of the task none counts. */
export const stepVerdict = () =>
  findCounting(
    state.current?.verdicts?.filter((one) => (one.revision ?? 0) >= (state.detail?.summary.run.task_revision ?? 0)),
  );

/** What a message leaves out has its default. @param {RunSummary} summary @returns {Summary} */
const whole = (summary) => ({
  steps: 0,
  name: "",
  people: {},
  ...summary,
  run: { task: "", attempt: 1, ...summary.run },
});

/** Takes up what is said of a run. @param {RunSummary} summary */
export function takeRun(summary) {
  const known = state.runs.get(summary.run.id)?.run;
  if (known && (known.task_revision ?? 0) < (summary.run.task_revision ?? 0)) forgetCells(summary.run.id);
  state.runs.set(summary.run.id, whole(summary));
}

/** Another task: the verdicts on its steps do not count. @param {string} id */
function forgetCells(id) {
  state.cells.delete(id);
  for (const key of loading) if (key.startsWith(`${id}:`)) loading.delete(key);
}

/** @param {string} id @returns {Map<number, StepSummary>} */
export function cellsOf(id) {
  const known = state.cells.get(id) ?? new Map();
  state.cells.set(id, known);
  return known;
}

/** The cell of a run's newest step; fetched where it is not here yet. @param {Summary} one */
export function newest(one) {
  const cell = cellsOf(one.run.id).get(one.steps);
  if (!cell && one.steps) load(one.run.id, one.steps);
  return cell;
}

/** @param {Summary} a @param {Summary} b */
const newestFirst = (a, b) => b.run.started_at_ms - a.run.started_at_ms || (a.run.id < b.run.id ? 1 : -1);

/** The runs that the filter lets through, newest first. */
export function shown() {
  const all = [...state.runs.values()].sort(newestFirst);
  return state.matching ? all.filter((one) => state.matching?.has(one.run.id)) : all;
}

/** The newest run of each live session; one that is between two runs is live for a minute. */
export function liveRuns() {
  const connected = new Set((state.status?.sources ?? []).map((one) => one.session));
  /** @type {Map<string, Summary>} */ const bySession = new Map();
  for (const one of [...state.runs.values()].sort(newestFirst).reverse()) {
    const { session, ended_at_ms: ended } = one.run;
    if (!ended || (connected.has(session) && Date.now() - ended < STILL_LIVE_MS)) bySession.set(session, one);
    else bySession.delete(session);
  }
  return [...bySession.values()];
}

/** Nothing that was known is trusted: a viewer that fell behind, or a daemon that was away, begins again. */
export function forget() {
  state.runs.clear();
  state.cells.clear();
  loading.clear();
}

/** A run; without a step at its newest one, which shows what came of it. @param {string} id @param {number} [number] */
export async function select(id, number) {
  if (number !== state.step) state.missing = "";
  state.run = id;
  at(number || state.runs.get(id)?.steps || 1);
  await refresh();
}

/** @param {number} number */
function at(number) {
  state.step = number;
  const isLive = state.follow && !state.runs.get(state.run ?? "")?.run.ended_at_ms;
  if (!state.viewChosen) state.view = isLive ? "after" : "before";
  history.replaceState(null, "", `#run=${state.run}&step=${number}`);
}

/** @param {number} number */
export function go(number) {
  const steps = state.runs.get(state.run ?? "")?.steps ?? 0;
  state.missing = "";
  at(Math.max(1, Math.min(number, steps)));
  refresh();
}

/** Asks for what is selected; while an answer is awaited, any number of calls ask once more. */
export async function refresh() {
  later();
  askAgain = true;
  if (asking) return;
  asking = true;
  try {
    while (askAgain) {
      askAgain = false;
      await fetchSelected();
    }
  } finally { asking = false; }
}

async function fetchSelected() {
  const { run: id, step: number } = state;
  if (!id) return;
  try {
    const [detail, one] = await Promise.all([
      /** @type {Promise<RunHistory>} */ (ask(`/v1/runs/${id}`)),
      (state.runs.get(id)?.steps ?? 1) > 0 ? askStep(`/v1/runs/${id}/steps/${number}`).catch(() => null) : null,
    ]);
    if (id !== state.run || number !== state.step) return;
    takeRun(detail.summary);
    const steps = detail.summary.steps ?? 0;
    if (steps && number > steps && !cellsOf(id).has(number)) {
      state.missing = `There is no step ${number}: the last one of this run is ${steps}.`;
      at(steps);
      askAgain = true;
      return;
    }
    state.problem = state.missing;
    const attempts = (detail.attempts ?? []).map(whole);
    state.detail = { ...detail, summary: whole(detail.summary), attempts };
    state.current = one;
    for (const attempt of attempts) load(attempt.run.id, 1);
  } catch (error) {
    if (id !== state.detail?.summary.run.id) state.detail = state.current = null;
    state.problem = messageOf(error);
  }
  later();
  await show();
  for (const near of [number + 1, number - 1]) frame(cellsOf(id).get(near)?.frame);
}

/** A step with its elements in the chosen order; in the judge's where that cannot be had.
 * @param {string} path
 * @returns {Promise<StepHistory>} */
async function askStep(path) {
  if (!state.order) return ask(path);
  try {
    /** @type {StepHistory} */ const one = await ask(`${path}?order=${state.order}`);
    state.unordered = "";
    return one;
  } catch (error) {
    state.order = "";
    state.unordered = messageOf(error);
    return ask(path);
  }
}

/** Loads the cells round a step. @param {string} id @param {number} number */
export async function load(id, number) {
  const start = Math.floor((number - 1) / PAGE) * PAGE + 1;
  const key = `${id}:${start}`;
  if (loading.has(key)) return;
  loading.add(key);
  try {
    /** @type {StripPage} */ const page = await ask(`/v1/runs/${id}/strip?start=${start}&limit=${PAGE}`);
    const known = cellsOf(id);
    // what came live is newer
    for (const cell of page.steps ?? []) if (!known.has(cell.step)) known.set(cell.step, cell);
  } catch { setTimeout(() => { loading.delete(key); later(); }, RETRY_MS); }
  later();
}

/** Tells the daemon something, then shows what came of it. @param {string} path @param {object} body */
async function submit(path, body) {
  try {
    await ask(path, body);
    await refresh();
  } catch (error) {
    state.problem = messageOf(error);
    later();
  }
}

/** A person's label or note on a step, or on the whole run.
 * @param {string | null} label
 * @param {number | null} step
 * @param {string} [note] */
export function override(label, step, note = "") {
  if (state.run) submit("/v1/overrides", { run: state.run, step, label, note, who: me() });
}

/** What a person says that the agent is to do. @param {string} run @param {string} task */
export const changeTask = (run, task) => submit(`/v1/runs/${run}/task`, { task });

/** Keeps the run when disk space runs out, or no longer keeps it. @param {boolean} pinned */
export const pin = (pinned) => submit(`/v1/runs/${state.run}/pin`, { pinned });
