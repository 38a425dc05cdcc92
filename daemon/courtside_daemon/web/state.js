// What is selected, and what is known of runs and steps. Knows no element of the page.
// @ts-check
import { ask, frame } from "./api.js";

const PAGE = 500;

/** The one thing that changes: everything painted follows from it. */
export const state = {
  /** @type {Map<string, any>} */ runs: new Map(),
  /** Cells by run, then by step number. @type {Map<string, Map<number, any>>} */ cells: new Map(),
  /** @type {any} */ status: null,
  /** @type {string | null} */ run: null,
  step: 0,
  /** @type {"before" | "after" | "diff"} */ view: "after",
  overlay: true,
  follow: true,
  grid: false,
  tab: "Steps",
  /** The selected run, and the selected step, whole. @type {any} */ detail: null,
  /** @type {any} */ current: null,
  /** What the filter lets through; null where there is no filter. @type {Set<string> | null} */ matching: null,
  /** @type {any[]} */ hits: [],
  /** What a person has to know before anything else; empty when all is well. */ problem: "",
};

/** @type {Set<string>} */ const loading = new Set();
/** @type {() => void} */ let paint = () => {};
/** @type {() => void} */ let show = () => {};
let planned = false;
let asked = 0;

/** Who paints: everything, and the picture. @param {() => void} all @param {() => void} picture */
export function painters(all, picture) {
  paint = all;
  show = picture;
}

/** Paints once, before the next frame. */
export function later() {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => { planned = false; paint(); });
}

/** @param {string} id */
export function cellsOf(id) {
  const known = state.cells.get(id) ?? new Map();
  state.cells.set(id, known);
  return known;
}

/** The runs that the filter lets through, newest first. */
export function shown() {
  const all = [...state.runs.values()].sort((a, b) => b.run.started_at_ms - a.run.started_at_ms || (a.run.id < b.run.id ? 1 : -1));
  return state.matching ? all.filter((one) => state.matching?.has(one.run.id)) : all;
}

/** The newest open run of each session. */
export function liveRuns() {
  const bySession = new Map();
  for (const one of [...state.runs.values()].sort((a, b) => a.run.started_at_ms - b.run.started_at_ms)) {
    if (!one.run.ended_at_ms) bySession.set(one.run.session, one);
  }
  return [...bySession.values()];
}

/** @param {string} id @param {number} [number] */
export async function select(id, number) {
  state.run = id;
  const summary = state.runs.get(id);
  state.step = number || (state.follow ? summary?.steps : 1) || 1;
  history.replaceState(null, "", `#run=${id}&step=${state.step}`);
  await refresh();
}

/** @param {number} number */
export function go(number) {
  const steps = state.runs.get(state.run ?? "")?.steps ?? 0;
  state.step = Math.max(1, Math.min(number, steps));
  history.replaceState(null, "", `#run=${state.run}&step=${state.step}`);
  refresh();
}

export async function refresh() {
  const mine = (asked += 1);
  const { run: id, step: number } = state;
  if (!id) return;
  later();
  try {
    const [whole, one] = await Promise.all([
      ask(`/v1/runs/${id}`),
      (state.runs.get(id)?.steps ?? 1) > 0 ? ask(`/v1/runs/${id}/steps/${number}`).catch(() => null) : null,
    ]);
    if (mine !== asked) return;
    state.detail = whole;
    state.current = one;
    state.runs.set(id, whole.summary);
    for (const attempt of whole.attempts ?? []) load(attempt.run.id, 1);
  } catch (error) { state.problem = error instanceof Error ? error.message : String(error); }
  later();
  await show();
  for (const near of [number + 1, number - 1]) frame(cellsOf(id).get(near)?.frame);
}

/** Loads the cells round a step. @param {string} id @param {number} number */
export async function load(id, number) {
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

/** A person's label or note on a step, or on the whole run. @param {string | null} label @param {number | null} step @param {string} [note] */
export async function override(label, step, note = "") {
  if (!state.run) return;
  try {
    await ask("/v1/overrides", { run: state.run, step, label, note, who: "page" });
    await refresh();
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error);
    later();
  }
}
