// Numbers and labels in words, as the page says them.
// @ts-check
/** @import { RunVerdict, Step, StepSummary, StepVerdict } from "../../../docs/reference/protocol" */
/** @import { Summary } from "./state.js" */
import { hides } from "./blind.js";

/** @param {number} at_ms */
export const age = (at_ms) => span(Date.now() - at_ms);

/** A length of time. @param {number} ms */
export function span(ms) {
  const s = Math.max(0, ms / 1000);
  if (s < 60) return `${s.toFixed(0)} s`;
  if (s < 3600) return `${(s / 60).toFixed(0)} min`;
  return s < 86400 ? `${(s / 3600).toFixed(0)} h` : `${(s / 86400).toFixed(0)} d`;
}

/** How long a step took, from the screen before it to the screen after; nothing where either has no time.
 * @param {Step | null | undefined} step */
export function took(step) {
  const ms = (step?.after?.at_ms ?? 0) - (step?.before?.at_ms ?? Infinity);
  return ms > 0 && ms < 3_600_000 ? (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : span(ms)) : "";
}

/** @param {number} n */
export const bytes = (n) => (n >= 1e9 ? `${(n / 1e9).toFixed(1)} GB` : `${(n / 1e6).toFixed(1)} MB`);

/** @param {number} n @param {string} word */
export const count = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

/** What is known of a step, in a word; a person's word goes first. @param {StepSummary | undefined} cell */
export function stepWord(cell) {
  return cell?.override && !hides(cell.run) ? cell.override : judgedStep(cell);
}

/** What the judge says of a step, in a word. @param {StepSummary | undefined} cell */
function judgedStep(cell) {
  if (cell && hides(cell.run)) return "hidden";
  if (!cell?.status) return "pending";
  return cell.status === "ok" ? cell.label ?? "not-sure" : "error";
}

/** What is known of a run's outcome, in a word; a person's word goes first. @param {Summary} one */
export function runWord(one) {
  return one.override && !hides(one.run.id) ? one.override : judgedRun(one);
}

/** What the judge says of a run's outcome, in a word. @param {Summary} one */
export function judgedRun(one) {
  if (hides(one.run.id)) return one.run.ended_at_ms ? "hidden" : "live";
  if (one.status && one.status !== "ok") return "error";
  return one.verdict ?? (one.run.ended_at_ms ? "pending" : "live");
}

/** A share of one, on one line. Nothing that is not certain reads as if it were. @param {number} share */
export const percent = (share) =>
  share < 0.01 ? "under 1\u00a0%" : share > 0.99 ? "over 99\u00a0%" : `${(share * 100).toFixed(0)}\u00a0%`;

/** What a verdict's score is the probability of, whatever its label.
 * @param {{ score?: number | null, type?: string }} verdict */
export const chance = ({ score, type }) =>
  score === undefined || score === null
    ? ""
    : `${percent(score)} likely ${type === "step-verdict" ? "progress" : "a success"}`;

/** The kind of failure and the flags, in the words that the filter takes.
 * @param {{ failure_kind?: string | null, flags?: string[] }} one
 * @returns {string[]} */
export const tags = ({ failure_kind: kind, flags }) => [...(kind ? [kind] : []), ...(flags ?? [])];

/** What each end of a run is called; courtside_store/rendering.py has the same. @type {Record<string, string>} */
export const ENDINGS = {
  finish: "the agent finished",
  truncated: "it was cut off before the agent said that it was done",
  stop: "it was stopped, or ended without `finish`",
  "tab-closed": "the page was closed",
  "page-crashed": "the page crashed",
  "session-gone": "the agent's process ended, or its connection was lost",
  idle: "no step came for a long time",
  "agent-crashed": "the agent crashed",
};

/** How often the judge says each word, as `verdict:` finds it; after that, how often people do, as `override:` finds
 * it.
 * @param {Summary[]} runs */
export const runTally = (runs) => both(runs.map(judgedRun), runs.map((one) => !hides(one.run.id) && one.override));

/** The same of steps. @param {StepSummary[]} cells */
export const stepTally = (cells) => both(cells.map(judgedStep), cells.map((cell) => !hides(cell.run) && cell.override));

/** @param {string[]} judge @param {(string | null | undefined | false)[]} people */
function both(judge, people) {
  const given = people.flatMap((word) => word || []);
  return tally(judge) + (given.length ? `; labelled by people: ${tally(given)}` : "");
}

/** How often each word occurs, the most frequent first: "12 failure, 3 unknown". @param {string[]} words */
function tally(words) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([word, n]) => `${n.toLocaleString("en")} ${DISPLAYED[word] ?? word}`)
    .join(", ");
}

const DISPLAYED = /** @type {Record<string, string>} */ ({
  error: "judge error",
  "not-sure": "not sure",
  "environment-error": "environment error",
  pending: "being judged",
});
