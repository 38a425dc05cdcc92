// Which runs are listed: what the filter lets through, where words occur, and the older ones page by page.
// @ts-check
/** @import { KnownFilters, RunPage, RunSummary, SearchPage } from "../../../docs/reference/protocol" */
import { ask } from "./api.js";
import { $ } from "./make.js";
import { later, messageOf, state, takeRun } from "./state.js";

const PAGE = 500;
const AGAIN_MS = 1_000;
const PAUSE_MS = 250;
/** After this long a half-typed word counts as what the person means: the daemon says what can be written. */
const UNFINISHED_MS = 1_500;
const PAIR = /^-?([A-Za-z][\w-]*)(?::|!=|>=|<=|>|<|=)(.*)$/;
let asked = 0;
let fetching = false;
let planned = false;
let typing = 0;
/** What the daemon's filters are called, and their values where these are a closed set.
 * @type {KnownFilters["filters"]} */
let known = {};
/** Where the older runs begin that no filter has brought. @type {string | null} */
let unfiltered = null;

/** Learns from the daemon which filters there are. */
export async function learnFilters() {
  const all = /** @type {Promise<KnownFilters>} */ (ask("/v1/filters"));
  known = (await all.catch(() => null))?.filters ?? known;
  return known;
}

/** Is a person in the midst of the last word: an open quotation mark, a name without a value, the beginning of a value
 * or of `ORDER`?
 * @param {string} words */
function isUnfinished(words) {
  const last = words.match(/\S+$/)?.[0] ?? "";
  const [, name, value = ""] = last.match(PAIR) ?? [];
  const beginsOneOf = (/** @type {string[]} */ all, /** @type {string} */ part) =>
    !all.includes(part) && all.some((one) => one.startsWith(part));
  if (/^(-+|AND|OR|NOT)$/.test(last) || /["']/.test(words.replace(/"[^"]*"|'[^']*'/g, ""))) return true;
  return (
    name !== undefined &&
    (!value || (!known[name] && beginsOneOf(Object.keys(known), name)) || beginsOneOf(known[name] ?? [], value))
  );
}

/** A key was pressed in the field: the daemon is asked once the person pauses at a word that can be read.
 * @param {string} typed */
export function typed(typed) {
  clearTimeout(typing);
  const words = typed.trim();
  if (!words) return filter("");
  const unfinished = !/\s$/.test(typed) && isUnfinished(words);
  typing = setTimeout(filter, unfinished ? UNFINISHED_MS : PAUSE_MS, words);
}

/** Takes up the filter's words. Only the answer to the last ones counts. @param {string} words */
export async function filter(words) {
  clearTimeout(typing);
  const mine = (asked += 1);
  state.words = words;
  try {
    /** @type {RunPage | null} */
    const page = words ? await ask(`/v1/runs?limit=${PAGE}&filter=${encodeURIComponent(words)}`) : null;
    const plain = words && !/[:<>=]|(^|\s)-/.test(words);
    /** @type {SearchPage} */
    const found = plain ? await ask(`/v1/search?limit=20&q=${encodeURIComponent(words)}`) : {};
    if (mine !== asked) return;
    state.wrong = "";
    state.hits = found.hits ?? [];
    state.matching = page && new Set();
    if (page) take(page);
    else forgetFound();
  } catch (error) {
    if (mine === asked) state.wrong = messageOf(error);
  }
  later();
}

/** Lists all runs again. */
export function clearFilter() {
  $("#filter").value = "";
  return filter("");
}

/** Does the filter leave out the open run? False too for a run older than those listed so far: it may still match. */
export function leavesOutOpenRun() {
  const open = state.runs.get(state.run ?? "")?.run;
  if (!open || !state.matching || state.matching.has(open.id)) return false;
  return !state.next || open.started_at_ms > Number(state.next.split("-")[0]);
}

/** @param {RunSummary} one */
const place = (one) => `${one.run.started_at_ms}-${one.run.id}`;

/** Where the older runs begin, once a snapshot has brought the newest ones. @param {RunSummary[]} runs newest first */
export function cursor(runs) {
  const last = runs.at(-1);
  unfiltered = last && state.status && state.status.runs > runs.length ? place(last) : null;
  if (state.words) filter(state.words);
  else state.next = unfiltered;
}

/** Without a filter the list has no gaps: what only a filter had brought goes again. */
function forgetFound() {
  state.next = unfiltered;
  const oldest = Number(unfiltered?.split("-")[0] ?? 0);
  for (const [id, one] of state.runs) if (one.run.started_at_ms < oldest && id !== state.run) state.runs.delete(id);
}

/** The next page of what is listed. */
export async function older() {
  if (!state.next || fetching) return;
  fetching = true;
  const mine = asked;
  try {
    /** @type {RunPage} */
    const page = await ask(
      `/v1/runs?limit=${PAGE}&before=${encodeURIComponent(state.next)}&filter=${encodeURIComponent(state.words)}`,
    );
    if (mine === asked) take(page);
  } catch (error) { state.problem = messageOf(error); }
  fetching = false;
  later();
}

/** @param {RunPage} page */
function take(page) {
  for (const one of page.runs ?? []) {
    if (!state.runs.has(one.run.id)) takeRun(one);
    state.matching?.add(one.run.id);
  }
  state.next = page.next ?? null;
  if (!state.words) unfiltered = state.next;
}

/** A run changed, so that the filter may think otherwise of it; asked once a second at most. */
export function filterAgain() {
  if (!state.words || planned) return;
  planned = true;
  setTimeout(() => { planned = false; filter(state.words); }, AGAIN_MS);
}
