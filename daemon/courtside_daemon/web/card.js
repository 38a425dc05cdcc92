// The right side: what the judge says and why, and what people say.
// @ts-check
/** @import { Override, RunVerdict, StepVerdict } from "../../../docs/reference/protocol" */
/** @import { Summary } from "./state.js" */
import { hides } from "./blind.js";
import { $, make, redraw } from "./make.js";
import { cellsOf, later, me, override, pin, runVerdict, setMyName, state, stepVerdict } from "./state.js";
import { listen as listenTabs, paintTabs } from "./tabs.js";
import { ENDINGS, age, chance, count, tags, span, stepTally } from "./words.js";

const RUN_LABELS = ["success", "failure", "unsure", "environment-error"];
const SAYS = /** @type {Record<string, string>} */ ({
  unsure: "you cannot tell; counted as neither success nor failure",
  "environment-error": "the site, app or network failed, not the agent; counted as neither success nor failure",
});
const STEP_LABELS = ["goal-reached", "towards-the-goal", "not-sure", "away-from-the-goal"];
/** A verdict this long after its step was not late: the step was recorded earlier, and replayed. */
const NOT_LAG_MS = 600_000;

export function paintCard() {
  const { run, detail, current, step } = state;
  $("#card").hidden = !run || !detail;
  if (!run || !detail) return;
  const cell = cellsOf(run).get(step);
  $("#of-step").hidden = !detail.summary.steps;
  paintVerdict(
    "#of-step",
    stepVerdict(),
    current?.overrides,
    STEP_LABELS,
    step,
    cell?.at_ms ?? null,
  );
  paintVerdict("#of-run", runVerdict(), detail.overrides, RUN_LABELS, null, null);
  paintRun(detail.summary);
  paintTabs();
}

/** @param {string} box
 * @param {RunVerdict | StepVerdict | undefined} verdict
 * @param {Override[] | undefined} overrides
 * @param {string[]} labels
 * @param {number | null} number
 * @param {number | null} at_ms when the step was seen */
function paintVerdict(box, verdict, overrides, labels, number, at_ms) {
  const hidden = hides(state.run);
  const shown = overrides?.filter((one) => !hidden || one.who === me()) ?? [];
  const people = new Map(shown.filter((one) => one.label).map((one) => [one.who ?? "", one]));
  const mine = people.get(me())?.label;
  const notes = shown.filter((one) => one.note);
  const { judge_queue: queue, judge_lag_ms: lag } = state.status ?? {};
  const outcome = number && runVerdict();
  const waits = hidden
    ? "Hidden until you have labelled the whole run."
    : outcome && !queue
      ? `No verdict on this step: ${outcome.judge.name} judged the outcome only.`
      : queue
        ? `No verdict yet. The judge is ${span(lag ?? 0)} behind, ${count(queue, "run")} pending.`
        : "No verdict yet.";
  redraw($(`${box} .verdict`), [hidden, verdict ?? waits, at_ms], () =>
    verdict && !hidden ? judged(verdict, at_ms) : [make("p", { class: "soft" }, waits)],
  );
  redraw($(`${box} .labels-given`), [me(), notes, [...people.values()].map((one) => [one, age(one.at_ms)])], () => [
    ...[...people].map(([who, one]) =>
      make(
        "p",
        {},
        who === me() ? "Your label: " : `${who || "Somebody"}'s label: `,
        make("b", {}, one.label),
        make("span", { class: "soft" }, ` · ${age(one.at_ms)} ago`),
      ),
    ),
    ...notes.map((one) => make("p", { class: "note" }, one.note)),
  ]);
  redraw($(`${box} .people`), [mine, number, labels], () => [
    labels.length ? make("span", { class: "soft" }, "Your label") : "",
    ...labels.map((word) =>
      make(
        "button",
        { "aria-pressed": String(mine === word), title: SAYS[word] ?? "", onclick: () => override(word, number) },
        word.replace("-error", " error"),
      ),
    ),
  ]);
}

/** @param {RunVerdict | StepVerdict} verdict @param {number | null} at_ms */
function judged(verdict, at_ms) {
  const failed = verdict.status && verdict.status !== "ok";
  const unsure = verdict.type === "step-verdict" ? "not-sure" : "unknown";
  const label = failed ? "error" : verdict.label ?? unsure;
  return [
    make("span", { class: `label ${label}` }, failed ? `judge ${verdict.status}` : label),
    make("span", { class: "soft score", title: "the judge's own probability, whatever its label" }, chance(verdict)),
    ...tags(verdict).map((word) =>
      make("span", { class: "tag", title: "named by the judge; the filter finds it" }, word),
    ),
    make("p", { class: "why" }, verdict.explanation ?? ""),
    make("p", { class: "soft" }, stamp(verdict, at_ms)),
  ];
}

/** Who judged, with which model if with one that was chosen, by labels if they taught it, in what time, and how
 * long after the step.
 * @param {RunVerdict | StepVerdict} verdict
 * @param {number | null} at_ms */
function stamp(verdict, at_ms) {
  const { name, version, model, learned } = verdict.judge;
  const after = at_ms ? verdict.at_ms - at_ms : NOT_LAG_MS;
  return [
    `${name} ${version ?? ""}`.trim(), model, learned && `learned from labels (${learned})`,
    `${(verdict.took_ms ?? 0).toFixed(1)} ms`,
    after >= 0 && after < NOT_LAG_MS && `${(after / 1000).toFixed(1)} s after the step`,
  ].filter(Boolean).join(" · ");
}

/** How the run stands: its end, the agent's own word, its steps in numbers. @param {Summary} summary */
function paintRun(summary) {
  const { run } = summary;
  const known = cellsOf(run.id);
  const claims = run.claims_success;
  const loaded = known.size < summary.steps ? `of the ${known.size} steps loaded` : count(summary.steps, "step");
  const words = [
    [
      run.ended_by && `ended: ${ENDINGS[run.ended_by] ?? run.ended_by}${run.end_reason ? ` (${run.end_reason})` : ""}`,
      claims !== undefined && claims !== null && `the agent claims ${claims ? "success" : "failure"}`,
      run.answer && `its answer: ${run.answer}`,
    ]
      .filter(Boolean)
      .join(" · "),
    known.size > 0 && `${loaded}: ${stepTally([...known.values()])}`,
  ].filter(Boolean);
  redraw($("#facts"), words, () => words.map((line) => make("p", { class: "soft" }, line)));
  $("#pin").setAttribute("aria-pressed", String(Boolean(summary.pinned)));
  if (document.activeElement !== $("#who")) $("#who").value = me();
}

export function listen() {
  $("#pin").onclick = () => pin(!state.detail?.summary.pinned);
  $("#who").onchange = () => { setMyName($("#who").value); later(); };
  listenTabs();
}
